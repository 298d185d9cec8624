"""Scenarios that cannot be run get one line: the place in the file, what is wrong, what works."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools import ROOT
from host_tools.sim.names import MESSAGE_NAMES
from host_tools.sim.scenario import ScenarioError, read

GOOD = {
    "board": "grid48_mfrc522",
    "game": "all-fives",
    "players": 2,
    "starter": 0,
    "seed": 1,
    "steps": [
        {"after_ms": 500, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "expect": {"scores": [10, 0]}},
        {"lift": "e3"},
        {"press": "pass", "seat": 1},
        {"tap": "0-3", "seat": 1},
        {"fault": "weak_field", "slot": "c2", "loss": 0.3},
        {"clear": True},
    ],
}


def with_step(**step):
    value = copy.deepcopy(GOOD)
    value["steps"].insert(3, step)
    return value


def with_top(**fields):
    value = copy.deepcopy(GOOD)
    for name, field in fields.items():
        value[name] = field
    return value


def without(name):
    return {field: value for field, value in GOOD.items() if field != name}


FAULTY = [
    (with_step(fault="strip_bent", led=244), "step 3", "led is 244; accepted: 0 to 243"),
    (with_step(fault="strip_bent", led=True), "step 3", "led is true; accepted: 0 to 243"),
    (with_step(fault="strip_bent", bits="ff"), "step 3", "accepted: 3 bytes in hex"),
    (with_step(fault="strip_bent", frames=0), "step 3", "frames is 0; accepted: 1 to 100"),
    (with_step(fault="strip_bent", slot="c2"), "step 3", "takes no slot; fields of its own"),
    (with_step(fault="strip_bent", page=1), "step 3", "strip_bent takes no page"),
    (with_step(fault="screen_bent"), "step 3", "bends nothing; accepted: commands, or columns"),
    (with_step(fault="screen_bent", commands=""), "step 3", "accepted: 1 to 16 bytes in hex"),
    (with_step(fault="screen_bent", commands=7), "step 3", "accepted: 1 to 16 bytes in hex"),
    (with_step(fault="screen_bent", page=8, columns=1), "step 3", "accepted: 0 to 7"),
    (with_step(fault="screen_bent", column=128, columns=1), "step 3", "accepted: 0 to 127"),
    (with_step(fault="screen_bent", columns=1, bits="0000"), "step 3", "accepted: 1 byte in hex"),
    (without("board"), "board", "is missing; accepted: a board's name (grid48_mfrc522, "),
    (without("game"), "game", "is missing; accepted: the id of a game"),
    (without("players"), "players", "is missing; accepted: how many play"),
    (without("steps"), "steps", "is missing; accepted: a list of steps"),
    (with_top(board="nowhere"), "board", "nowhere"),
    (with_top(board=7), "board", "accepted"),
    (with_top(game="chess"), "unknown_game", "all-fives"),
    (with_top(game=None), "game", "null"),
    (with_top(players=5), "bad_players", "5"),
    (with_top(players=True), "players", "true"),
    (with_top(teams=True), "bad_players", "2 players"),
    (with_top(options={"target": 0}), "bad_option", "target"),
    (with_top(options=[]), "options", "[]"),
    (with_top(games=[]), "games", "accepted"),
    (with_top(games="no.json"), "no.json", "No such file"),
    (with_top(games={"block": {"base": "draw"}}), "games: block", "another name"),
    (with_top(games={"mine": {"base": "chess"}}), "games: mine.base", "all-fives"),
    (with_top(games={"mine": {"base": "draw", "parameters": {"deal": 15}}}), "mine", "1 to 14"),
    (with_top(starter=2), "starter", "0 to 1"),
    (with_top(starter=[0, "x"]), "starter[1]", 'is "x"; accepted: a seat from 0 to 1, or null'),
    (with_top(seed=-1), "seed", "-1"),
    (with_top(seed=1.5), "seed", "1.5"),
    (with_top(settings=["ar"]), "settings", "object"),
    (with_top(settings={"game": "fives"}), "settings.game", "language, brightness"),
    (with_top(settings={"language": "xx"}), "settings.language", "en, ar"),
    (with_top(settings={"quiet_min": -1}), "settings.quiet_min", "a whole number from 0 to 1440"),
    (with_top(settings={"sond": True}), "settings.sond", "is not known (sound, perhaps); acc"),
    (with_top(steps={}), "steps", "list"),
    (with_top(stepps=[]), "stepps", "steps"),
    (with_top(tags={"5-5": "no.nfc"}), "tags", "no.nfc"),
    (with_top(tags=[1]), "tags", "object"),
    (with_top(tags={"5-5": "x" * 5000}), "tags, 5-5", "no file"),
    (with_top(tags={"5-5": __file__}), "tags, 5-5", "Key: value"),
    (with_top(board="x" * 5000), "board", "no such board"),
    (with_top(id=7), "id", "a text"),
    (with_step(place="5-7", slot="a1"), "step 3", "unknown_tile"),
    (with_step(place=5, slot="a1"), "step 3", "unknown_tile"),
    (with_step(place="1-1", slot="i1"), "step 3", "a1 to h6"),
    (with_step(place="1-1"), "step 3", "slot is missing; accepted: a1 to h6, p0 to p3"),
    (with_step(place="1-1", slot=None), "step 3", "no slot null; accepted: a1 to h6"),
    (
        with_step(plce="1-1", slot="a1"),
        "step 3",
        'field "plce" is not known (place, perhaps); accepted: one of place, ',
    ),
    (
        with_step(place="1-1", slott="a1"),
        "step 3",
        'field "slott" is not known (slot, perhaps); accepted: after_ms, expect, ',
    ),
    (
        with_step(place="1-1", slot="a1", seat=0),
        "step 3",
        'field "seat" is no part of this step; accepted: after_ms, ',
    ),
    (with_step(xyzzy="1-1", expect={}), "step 3", 'field "xyzzy" is not known; accepted: one of'),
    (with_top(player=2), "field", '"player": is not known (players, perhaps); accepted: '),
    (with_step(place="1-1", slot="d3"), "step 3", "not free"),
    (with_step(place="5-5", slot="a1"), "step 3", "d3"),
    (with_step(lift="a1"), "step 3", "nothing lies"),
    (with_step(lift=None), "step 3", "null"),
    (with_step(press="red"), "step 3", "pass, draw, undo"),
    (with_step(press="pass", seat=4), "step 3", "0 to 1"),
    (with_step(press="pass", hold_ms=0), "step 3", "hold_ms"),
    (with_step(tap="5-5", seat=0), "step 3", "lies on"),
    (with_step(tap="1-1"), "step 3", "seat is missing; accepted: a whole number from 0 to 1"),
    (with_step(fault="earthquake", slot="a1"), "step 3", "reader_dead"),
    (with_step(fault="reader_dead"), "step 3", "slot is missing"),
    (with_step(fault="weak_field", slot="a1", loss=2), "step 3", "loss"),
    (with_step(fault=["ghost"], slot="a1"), "step 3", "what works"),
    (with_step(fault="reader_dead", slot="a1", loss=0.2), "step 3", "takes no loss"),
    (with_step(fault="reader_dead", slot="a1", reads="xy"), "step 3", "hex"),
    (with_step(fault="reader_dead", slot="a1", reads="0102"), "step 3", "00 to ff"),
    (with_step(fault="bus_held", slot="a1", reads=0), "step 3", "00 to ff"),
    (with_step(fault="reader_register", slot="a1", value="08"), "step 3", "register is missing"),
    (with_step(fault="reader_register", slot="a1", register="26"), "step 3", "value is missing"),
    (with_step(fault="reader_register", slot="a1", register="40", value="00"), "step 3", "3f"),
    (with_step(fault="reader_register", slot="a1", register="00", value="00"), "step 3", "01 to"),
    (with_step(fault="reader_register", slot="a1", register=38, value="00"), "step 3", "hex"),
    (with_step(fault="reader_register", slot="a1", register="0x26", value=8), "step 3", "in hex"),
    (with_step(fault="reads_late", slot="a1", above_khz=0), "step 3", "125 to 20000"),
    (with_step(fault="bit_low", slot="a1", bit=8), "step 3", "0 to 7"),
    (with_step(fault="bit_high", slot="a1", bit="1"), "step 3", "0 to 7"),
    (with_step(fault="reader_test_wrong", slot="a1", times=0), "step 3", "1 to 1000"),
    (with_step(fault="reader_antenna_off", slot="a1", heals=1), "step 3", "true or false"),
    (with_step(fault="reader_stalls", slot="a1", extra_ms=0), "step 3", "1 to 1000"),
    (with_step(fault="reader_stalls", slot="a1", extra_ms=True), "step 3", "1 to 1000"),
    (with_step(fault="bus_noise", slot="a1", share="much"), "step 3", "0 to 1"),
    (with_step(fault="ghost", slot="a1"), "step 3", "of is missing; accepted: a1 to h6"),
    (with_step(fault="ghost", slot="a1", of="z9"), "step 3", "no slot"),
    (with_step(fault="ghost", slot="a1", of="a1"), "step 3", "another slot"),
    (with_step(fault="two_tags", slot="a1", uid="xyz"), "step 3", "hex"),
    (with_step(fault="two_tags", slot="a1", uid="8801020304"), "step 3", "4 or 7 bytes"),
    (with_step(fault="two_tags", slot="a1", uid="04010203", tile="1-1"), "step 3", "7 bytes"),
    (with_step(fault="swap", slot="a1", uid="04010203", tile="1-1"), "step 3", "7 bytes"),
    (with_step(fault="swap", slot="a1"), "step 3", "tile"),
    (with_step(fault="swap", tile="1-1", slot="d3"), "step 3", "not free"),
    (with_step(power="off"), "step 3", "cut, on"),
    (with_step(power="on"), "step 3", "the power is on already; accepted: power cut"),
    (with_step(power="cut"), "step 4", "power on"),
    (with_step(power="cut", expect={"turn": 0}), "step 3", "after power on"),
    (with_step(power="cut", write=-1), "step 3", "whole number"),
    (with_step(power="cut", done=2), "step 3", "0 to 1"),
    (with_step(power="cut", button="menu"), "step 3", "write and done"),
    (with_top(steps=[{"power": "cut"}]), "steps", "power on after each cut"),
    (with_top(steps=[{"power": "cut"}, {"lift": "a1"}]), "step 1", "nothing lies"),
    (
        with_top(steps=[{"power": "cut"}, {"power": "cut"}]),
        "step 1",
        "off already; accepted: power on",
    ),
    (with_top(steps=[{"power": "cut"}, {"power": "on", "button": "x"}]), "step 1", "no button"),
    (
        with_top(steps=[{"power": "cut"}, {"power": "on", "write": 1}]),
        "step 1",
        "button and hold_ms",
    ),
    (with_step(clear=False), "step 3", "true"),
    (with_step(place="1-1", slot="a1", lift="d3"), "step 3", "one of"),
    (with_step(after_ms=500), "step 3", "one of"),
    (with_step(lift="d3", after_ms="soon"), "step 3", "after_ms"),
    (with_step(lift="d3", slot="d3"), "step 3", "slot"),
    (with_step(expect=[]), "step 3", "object"),
    (with_step(expect={"score": 1}), "step 3", "scores"),
    *(
        (with_step(expect={name: value}), "step 3", f"expect {name} is {told}; accepted: {wanted}")
        for name, value, told, wanted in (
            ("screen", "Menu", '"Menu"', "a list of texts"),
            ("screen", ["Menu", 7], '["Menu", 7]', "a list of texts"),
            ("scores", "10", '"10"', "a list of numbers, one for each side"),
            ("scores", [10, "0"], '[10, "0"]', "a list of numbers"),
            ("scores", [10, True], "[10, true]", "a list of numbers"),
            ("scores", [0.25, 0], "[0.25, 0]", "a list of numbers"),
            ("remembered", 9, "9", "a list of numbers"),
            ("carried", None, "null", "a number"),
            ("turn", "0", '"0"', "a seat from 0"),
            ("turn", 4, "4", "a seat from 0 to 3, or null"),
            ("round_over", 1, "1", "true or false"),
            ("match_over", None, "null", "true or false"),
            ("winners", 0, "0", "a list of sides"),
            ("winners", [4], "[4]", "a list of sides from 0 to 3"),
            ("total", "5", '"5"', "a whole number from 0"),
            ("accepted", -1, "-1", "a whole number from 0"),
            ("strip_lit", 2.5, "2.5", "a whole number from 0"),
            ("layout", "5-5", '"5-5"', "a list of tiles"),
            ("layout", ["5-7"], '["5-7"]', "a list of tiles, 0-0 to 6-6"),
            ("message", 5, "5", "the id of a message, or null"),
            ("message", "placeback", '"placeback"', "an id of FORMATS.md, such as place_back"),
            ("message", "label_turn", '"label_turn"', "an id of FORMATS.md"),
            ("message", "did_play", '"did_play"', "an id of FORMATS.md"),
            ("alerts", {}, "{}", "a list of"),
            ("alerts", [{"slot": "a1"}], "[an object]", 'a list of {"slot": …, "kind": …}'),
        )
    ),
    *(
        (with_step(expect={name: value}), "step 3", f"expect {name} {told}")
        for name, value, told in (
            ("scores", [0], "is [0]; accepted: a list of 2 numbers, one for each side"),
            ("scores", [0, 0, 0], "is [0, 0, 0]; accepted: a list of 2 numbers"),
            ("turn", 2, "is 2; accepted: a seat from 0 to 1, or null"),
            ("winners", [0, 2], "is [0, 2]; accepted: a list of sides from 0 to 1"),
            ("carried", 0, "is no figure of this game; accepted: leave it out"),
        )
    ),
    (
        with_step(expect={"alerts": [{"slot": "a1", "kind": "dead"}]}),
        "step 3",
        "such as slot_dead",
    ),
    (
        with_step(expect={"alerts": [{"slot": "z1", "kind": "slot_dead"}]}),
        "step 3",
        "a1 to h6, p0 to p3",
    ),
]


@pytest.mark.parametrize(("value", "place", "word"), FAULTY, ids=lambda v: str(v)[:40])
def test_each_fault_is_one_line_with_place_and_reason(value, place, word):
    with pytest.raises(ScenarioError) as caught:
        read(value, "evening.json:1", Path("."))
    text = str(caught.value)
    assert (
        all(line.startswith("evening.json:1: ") for line in text.split("\n")) or place == "no.json"
    )
    assert place in text and word in text


def test_unknown_fields_hide_no_other_fault():
    value = with_step(place="1-1", slot="a1", sea=0)
    value |= {"playerz": value.pop("players"), "starrter": 0}
    with pytest.raises(ScenarioError) as caught:
        read(value, "x", Path("."))
    assert [line.partition(";")[0] for line in str(caught.value).split("\n")] == [
        'x: field "playerz": is not known (players, perhaps)',
        'x: field "starrter": is not known (starter, perhaps)',
        "x: players: is missing",
    ]
    value["players"] = 2
    value["steps"][-1] = {"lift": "b1"}
    with pytest.raises(ScenarioError) as caught:
        read(value, "x", Path("."))
    assert [line.partition(";")[0] for line in str(caught.value).split("\n")][2:] == [
        'x: step 3: field "sea" is not known',
        "x: step 7: nothing lies on b1",
    ]


def test_a_good_scenario_is_read():
    scenario = read(GOOD, "evening.json:1", Path("."))
    assert [step.act for step in scenario.steps][:3] == ["place", "place", "lift"]
    assert scenario.steps[0].reader == 3 + 2 * 8
    assert [step.after_ms for step in scenario.steps][:2] == [500, 400]
    assert scenario.steps[4].hold_ms == 600
    # with two players the seats sit opposite: seat 1 has pad 2, behind the 48 slots
    assert scenario.steps[4].reader == 48 + 2


@pytest.mark.parametrize("button", ["menu", "ok"])
def test_the_menu_may_begin_a_match_of_others(button):
    expect = {"expect": {"scores": [0, 0, 0], "turn": 2}}
    held = [{"power": "cut"}, {"power": "on", "button": button}]
    for steps in ([{"press": button}], held):
        assert read(with_top(steps=[*steps, expect]), "x", Path(".")).steps
    with pytest.raises(ScenarioError, match="step 1: expect scores"):
        read(with_top(steps=[{"press": "left"}, expect]), "x", Path("."))


def test_what_a_fault_brought_can_be_lifted_and_cleared():
    steps = [
        {"fault": "swap", "tile": "1-1", "slot": "a1"},
        {"lift": "a1"},
        {"fault": "foreign_tag", "slot": "b1"},
        {"clear": True},
        {"place": "2-2", "slot": "b1"},
    ]
    assert len(read(with_top(steps=steps), "x", Path(".")).steps) == 5
    with pytest.raises(ScenarioError, match="nothing lies"):
        read(with_top(steps=[steps[0], steps[3], steps[1]]), "x", Path("."))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


def places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items if isinstance(value, dict | list) else ():
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from places(inner, (*path, key))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_nothing_in_a_scenario_raises_anything_else(data):
    value = json.loads(json.dumps(GOOD))
    path = data.draw(st.sampled_from([p for p in places(value) if p]))
    target = value
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = data.draw(JUNK)
    try:
        read(value, "x", Path("."))
    except ScenarioError as error:
        assert "\n" not in str(error)


DUMP = """Filetype: Flipper NFC device
Version: 3
Device type: Mifare Classic
UID: B0 BB 89 04
ATQA: 00 04
SAK: 08
"""


OTHER_DUMP = DUMP.replace("89 04", "89 05")


def read_with_tags(folder, *tiles_and_dumps):
    """Read GOOD with a dump, as a file of its own, for each tile."""
    tags = {}
    for tile, text in tiles_and_dumps:
        tags[tile] = f"{tile}.nfc"
        (folder / tags[tile]).write_text(text, encoding="utf-8")
    return read(with_top(tags=tags), "evening.json:1", folder)


def test_tag_dumps_are_read_with_the_scenario(tmp_path):
    tags = read_with_tags(tmp_path, ("5-5", DUMP), ("0-5", OTHER_DUMP)).tags
    assert sorted(path.name for path in tags.values()) == ["0-5.nfc", "5-5.nfc"]


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ([("5-5", "")], "Filetype"),
        ([("5-5", DUMP.replace("Mifare", "\x1b[2J"))], "x1b[2J"),
        ([("5-5", DUMP), ("0-5", DUMP)], "b0bb8904 stands twice"),
        ([("0-5", DUMP), ("5-0", OTHER_DUMP)], "tags, 5-0: stands twice"),
    ],
)
def test_broken_dumps_and_tags_for_two_tiles_are_one_line(tmp_path, given, word):
    with pytest.raises(ScenarioError) as caught:
        read_with_tags(tmp_path, *given)
    text = str(caught.value)
    assert text.startswith("evening.json:1: tags, ") and word in text
    assert text.isprintable()


def test_an_expect_may_write_tiles_and_alerts_as_it_likes():
    alerts = [{"kind": "slot_dead", "slot": "a1"}]
    expect = {"layout": ["5-5", "5-0"], "alerts": alerts, "message": None, "turn": None}
    expect |= {"scores": [10, 2.5], "winners": [], "screen": []}
    step = read(with_top(steps=[{"expect": expect}]), "evening.json:1", Path(".")).steps[0]
    assert step.expect["layout"] == ["5-5", "0-5"]
    assert list(step.expect["alerts"][0]) == ["slot", "kind"]
    assert step.expect == {**expect, "layout": ["5-5", "0-5"]}


def test_every_message_that_may_be_expected_is_documented():
    text = (ROOT / "docs" / "FORMATS.md").read_text(encoding="utf-8")
    assert [name for name in MESSAGE_NAMES if f"`{name}`" not in text] == []
