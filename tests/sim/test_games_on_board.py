"""games.json and settings.json on the board: what cannot be played is told on the screen, and the
table waits; never a traceback. The host refuses such files before they get there, so they are put
on the simulated flash behind its back."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from host_tools import cli
from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

THREES = {"base": "muggins", "parameters": {"multiple": 3, "deal": 6}}
STEPS = [
    {"after_ms": 900, "place": "1-2", "slot": "d3"},
    {"press": "pass"},
    {"press": "undo"},
    {"press": "ok", "expect": {"message": "check_file", "accepted": 0}},
]
VALUE = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "steps": STEPS}

RUNTIMES = [
    "cpython",
    pytest.param(
        "micropython",
        marks=pytest.mark.skipif(
            binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
        ),
    ),
]


class OnFlash:
    """Stands for the house games of a scenario: writes what it is given to games.json."""

    def __init__(self, held):
        self.held = held

    def as_file(self):
        return self.held


def waiting(held, runtime, **settings):
    """The screen's last two lines of a table that was started with these files."""
    scenario = read(VALUE, "waiting", Path("."))
    settings = {**scenario.settings, "game": "mine", **settings}
    scenario = replace(scenario, settings=settings, games=OnFlash(held))
    result = Simulation(scenario).run(runtime)
    assert result["failed"] == []
    return [line.strip() for line in result["final"]["screen"][6:] if line.strip()]


# (what games.json holds, what the screen says)
FAULTS = [
    (None, ["Check settings.json", "mine"]),
    (b"{", ["Check games.json"]),
    (b"\xff\xfe{}", ["Check games.json"]),
    ([1], ["Check games.json mine"]),
    ({"other": THREES}, ["Check settings.json", "mine"]),
    ({"mine": 7}, ["Check games.json mine"]),
    ({"mine": {"base": "chess"}}, ["Check games.json mine", "base"]),
    ({"mine": {"base": ["draw"]}}, ["Check games.json mine", "base"]),
    ({"mine": {"base": "mine"}}, ["Check games.json mine"]),
    ({"mine": {"base": "twin"}, "twin": {"base": "mine"}}, ["Check games.json mine"]),
    ({"mine": {"base": "draw", "deal": 6}}, ["Check games.json mine", "deal"]),
    ({"mine": {"base": "draw", "parameters": [6]}}, ["Check games.json mine", "parameters"]),
    ({"mine": {"base": "draw", "parameters": {"deal": "x"}}}, ["Check games.json mine", "deal"]),
    ({"mine": {"base": "twin"}, "twin": {"base": "draw", "parameters": {"chips": 1}}},
     ["Check games.json twin", "chips"]),
    ({"mine": THREES, "block": THREES}, ["Check games.json", "block"]),
    ({"mine": {"base": "draw", "parameters": {"reserve": 20}}}, ["Check settings.json", "deal"]),
    ({"mine": {"base": "bergen", "parameters": {"players_min": 3}}},
     ["Check settings.json", "players"]),
    ({"mine": {"base": "draw", "parameters": {"spé\u0660cial" * 9: 1}}},
     ["Check games.json mine", "sp??cialsp??cial"]),
]  # fmt: skip


@pytest.mark.parametrize(("held", "shown"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_fault_is_told_on_the_screen_and_the_table_waits(held, shown):
    assert waiting(held, "cpython") == shown


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("number", [0, 1, 2, 3, 9, 14, 17])
def test_micropython_says_the_same(number, runtime):
    held, shown = FAULTS[number]
    assert waiting(held, runtime) == shown


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"players": 7}, ["Check settings.json", "players"]),
        ({"teams": True}, ["Check settings.json", "players"]),
        ({"options": {"target": "x"}}, ["Check settings.json", "target"]),
        ({"options": {"deal": 14, "reserve": 20}}, ["Check settings.json", "deal"]),
    ],
)
def test_settings_that_the_game_does_not_take_are_told_likewise(settings, shown):
    assert waiting(None, "cpython", game="muggins", **settings) == shown


def test_a_board_that_seats_not_so_many_says_so():
    scenario = read(VALUE, "waiting", Path("."))
    board = {**scenario.board, "seats": {"3": [0, 1, 2]}}
    result = Simulation(replace(scenario, board=board)).run("cpython")
    assert result["failed"] == []
    assert "players" in result["final"]["screen"][7]


def test_what_names_things_is_dropped_after_the_start(monkeypatch):
    monkeypatch.delitem(sys.modules, "domino.rules.options", raising=False)
    value = VALUE | {"game": "muggins", "options": {"target": 100}, "steps": []}
    assert Simulation(read(value, "named", Path("."))).run("cpython")["failed"] == []
    for name in ("building", "rules.options", "rules.house", "table.prepare"):
        assert f"domino.{name}" not in sys.modules


def test_simulate_takes_house_games_from_files(tmp_path, capsys):
    (tmp_path / "house.json").write_text('{"mine": {"base": "draw"}, "yours": {"base": "mine"}}')
    value = VALUE | {"game": "yours", "steps": [{"expect": {"message": "lay_first"}}]}
    (tmp_path / "evening.json").write_text(str(value).replace("'", '"'))
    files = ["--games", str(tmp_path / "house.json"), str(tmp_path / "evening.json")]
    assert cli.main(["simulate", *files]) == 0
    capsys.readouterr()
    assert cli.main(["simulate", files[-1]]) == 1
    assert "unknown_game" in capsys.readouterr().err
    (tmp_path / "house.json").write_text('{"block": {"base": "draw"}}')
    assert cli.main(["simulate", *files]) == 1
    err = capsys.readouterr().err
    assert "block: there is such a game" in err and err.count("\n") == 1
