"""The keeper's pages of the menu on the whole table: statistics, set check, guard, players."""

import pytest

from domino.store.statistics import Statistics
from host_tools.runtimes.flash import FileSystem
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from tests.sim.test_scenarios import SCENARIOS, needs_micropython

BOTH = ["cpython", pytest.param("micropython", marks=needs_micropython)]


def simulation(steps, **about):
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0, **about}
    return Simulation(read({**value, "steps": steps}, "keeper", SCENARIOS))


def files_of(simulated):
    chip = simulated.board.ports.flash.chip
    return FileSystem(chip, chip.sectors)


def presses(text):
    """Steps of presses: `menu right ok`."""
    return [{"press": button, "after_ms": 250} for button in text.split()]


# -- statistics ----------------------------------------------------------------------------------


@pytest.mark.parametrize("runtime", BOTH)
def test_a_finished_match_is_counted_once_and_shown(runtime):
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "expect": {"match_over": True}},
        {"press": "undo", "after_ms": 900, "expect": {"match_over": False}},
        {"lift": "e3"},
        {"after_ms": 1500, "place": "0-5", "slot": "e3", "expect": {"match_over": True}},
        *presses("menu right"),
        {"press": "ok", "expect": {"message": "menu_statistics"}},
    ]
    simulated = simulation(steps, game="horse-race", options={"target": 3})
    result = simulated.run(runtime)
    assert result["failed"] == []
    lines = [line.split() for line in result["final"]["screen"]]
    assert lines[1:3] == [["▶Matches", "1"], ["horse-race", "1"]]
    assert Statistics(files_of(simulated)).games == {"horse-race": [1, 4, 2]}
