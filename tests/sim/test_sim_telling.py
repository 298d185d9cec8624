"""What `simulate` prints for people: sentences, players from 1, no ids and no braces."""

import json
import re

import pytest

from host_tools.cli import main
from host_tools.sim import names, telling

STEPS = [
    {"after_ms": 900, "place": "5-5", "slot": "d3"},
    {"place": "1-1", "slot": "c3"},
    {"lift": "c3"},
    {"after_ms": 2000, "press": "draw"},
    {"press": "undo"},
    {"after_ms": 2000, "press": "menu"},
]


@pytest.fixture
def printed(tmp_path, capsys):
    scenario = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 1}
    path = tmp_path / "one.json"
    path.write_text(json.dumps({**scenario, "steps": STEPS}))
    assert main(["simulate", str(path)]) == 0
    return [line.split("  ", 1)[-1].strip() for line in capsys.readouterr().out.splitlines()]


def test_a_scenario_is_told_in_sentences(printed):
    said = [re.sub(r"^[\d.]+ s +", "", line) for line in printed]
    told = [
        "the screen says: Player 2: lay the first tile",
        "5-5 lies on d3",
        "player 2 lays 5-5 on d3 and scores",
        "1-1 lies on c3",
        "refused: 1-1 does not fit: lift it from c3",
        "1-1 leaves c3",
        "c3: put right",
        "draw is pressed",
        "player 1 drew",
        "the screen says: Menu",
    ]
    assert [line for line in said if line in told] == told
    events = said[1 : said.index("screen:")]
    assert not [line for line in events if "seat" in line or "_" in line]


def test_every_message_has_words():
    for name in names.MESSAGE_NAMES:
        for known in ({}, {"seat": 0, "slot": "c4", "tile": "3-6"}):
            said = telling.message(name, **known)
            assert said and not re.search(r"[{}\[\]_]", said), name


def test_what_repeats_the_line_before_it_is_left_out():
    accepted = {"kind": "accepted", "t_ms": 5, "code": "scored"}
    assert telling.repeats({**accepted, "kind": "message"}, accepted)
    assert not telling.repeats({**accepted, "kind": "message", "t_ms": 6}, accepted)
    assert not telling.repeats({**accepted, "kind": "press"}, accepted)
