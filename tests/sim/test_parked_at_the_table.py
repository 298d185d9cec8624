"""A match that was left is gone on with by the menu of the whole table."""

from pathlib import Path

import pytest

from host_tools.journal.finding import files_in
from host_tools.journal.reading import read as read_journal
from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

SCENARIOS = Path(__file__).parent / "scenarios"
MICROPYTHON = pytest.param(
    "micropython",
    marks=pytest.mark.skipif(binary.find() is None, reason="no MicroPython here"),
)


def presses(text):
    return [{"press": button, "after_ms": 250} for button in text.split()]


# All Fives with 10 points is left for another game with two tiles; then the menu lists it.
LEFT = [
    {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"scores": [10, 0]}},
    *presses("menu ok right ok right ok left ok"),
    {"after_ms": 800, "clear": True},
    {"after_ms": 2500, "place": "5-5", "slot": "d3"},
    {"after_ms": 900, "place": "0-5", "slot": "e3"},
    {"after_ms": 1500, "clear": True},
    {"after_ms": 1500, "expect": {}},
    *presses("menu right"),
    {"press": "ok", "after_ms": 250, "expect": {"message": "menu_parked"}},
]


def table(*steps):
    about = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    return Simulation(read({**about, "steps": [*LEFT, *steps]}, "parked", SCENARIOS))


@pytest.mark.parametrize("runtime", ["cpython", MICROPYTHON])
def test_the_record_is_of_the_match_that_is_gone_on_with(runtime):
    simulation = table(
        {"press": "ok", "after_ms": 250},
        {"after_ms": 3000, "place": "5-5", "slot": "d3"},
        {"press": "draw", "after_ms": 1500},
        {"press": "undo", "after_ms": 1500, "expect": {"scores": [10, 0]}},
    )
    result = simulation.run(runtime)
    assert result["failed"] == []
    assert result["record"]["game"] == "all-fives"
    assert result["record"]["rounds"] == [
        {"starter": 0, "actions": [
            {"seat": 0, "play": "5-5"}, {"seat": 1, "draw": True}, {"undo": True},
        ]},
    ]  # fmt: skip
    assert simulation.recorder.layout == [(20, 19, 255, 255)]


def left(simulation):
    """The games of the matches in the flash, in their order, with the tiles that were laid."""
    journal = read_journal(files_in(bytes(simulation.board.ports.flash.chip.content)))
    return [(match.game, len(match.records) - 1) for match in journal.matches]


# Before and after the copy has its name, in the settings and in the list (tests/store has all).
@pytest.mark.parametrize(("write", "done"), [(6, 0.5), (10, 0.0), (11, 0.5), (13, 0.5), (15, 1.0)])
def test_after_a_power_cut_one_match_is_on_and_the_other_one_left(write, done):
    simulation = table(
        {"power": "cut", "write": write, "done": done},
        {"press": "ok", "after_ms": 250},
        {"after_ms": 2500, "clear": True},
        {"power": "on", "after_ms": 200},
        {"after_ms": 4000, "expect": {}},
    )
    result = simulation.run("cpython")
    assert result["failed"] == []
    game = "all-fives" if (write, done) > (10, 0.0) else "horse-race"
    assert result["record"]["game"] == game
    scores = [10, 0]
    if game == "horse-race":  # a lot said who began, and lays both tiles
        (played,) = result["record"]["rounds"]
        scores = [0, 0]
        scores[played["starter"]] = 4
    assert result["final"]["scores"] == scores
    assert sorted(left(simulation)) == [("all-fives", 1), ("horse-race", 2)]
    assert left(simulation)[-1][0] == game
