"""A match is left for another one, whatever comes in that moment: power cuts, presses, no room."""

from pathlib import Path

import pytest

from domino.store import parked
from domino.store.statistics import Statistics
from host_tools.journal.export import match_record
from host_tools.journal.finding import files_in
from host_tools.journal.reading import read as read_journal
from host_tools.records.replay import replay
from host_tools.runtimes.flash import FileSystem
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from tests.sim.test_robustness import LAST_BYTE, fill_at_power_cut

FIRST = {"after_ms": 900, "place": "5-5", "slot": "d3"}
SECOND = {"after_ms": 900, "place": "0-5", "slot": "e3"}
OVER = [FIRST, SECOND, {"after_ms": 4000, "expect": {"match_over": True}}]  # Horse Race to 3
CUT = [{"power": "cut"}, {"power": "on"}, {"after_ms": 3000, "expect": {}}]


def presses(text):
    return [{"press": button, "after_ms": 250} for button in text.split()]


def table(steps, **about):
    about = {"game": "horse-race", "players": 2, "starter": 0, "options": {"target": 3}, **about}
    value = {"board": "grid48_mfrc522", **about, "steps": steps}
    return Simulation(read(value, "leaving", Path()))


def ran(steps, **about):
    """The simulation: every expect held, and no step was long."""
    simulation = table(steps, **about)
    result = simulation.run("cpython")
    assert result["failed"] == []
    assert result["timing"]["longest_step_ms"] <= 20
    return simulation


def files_of(simulation):
    chip = simulation.board.ports.flash.chip
    return FileSystem(chip, chip.sectors)


def recorded(simulation):
    """Of each match in the flash whether it is over."""
    chip = simulation.board.ports.flash.chip
    found = read_journal(files_in(bytes(chip.content)))
    assert found.problems == []
    replays = [replay(match_record(match)) for match in found.matches]
    assert [one.problems for one in replays] == [[]] * len(replays)
    return [one.result["match"]["over"] for one in replays]


@pytest.mark.parametrize(
    "end",
    [
        [SECOND, {"after_ms": 2500, "expect": {"match_over": True}}, *presses("ok ok")],
        [*presses("menu right ok left ok")],  # ended without a result
    ],
    ids=["over", "ended"],
)
@pytest.mark.parametrize("write", [5, 6, 8])
def test_a_match_that_goes_on_after_a_cut_at_start_is_not_offered_once_it_is_over(write, end):
    """It was listed as parked, and no other one was begun."""
    steps = [
        {**FIRST, "expect": {"accepted": 1}},
        *presses("menu ok"),
        {"power": "cut", "write": write, "done": 0.0},
        *presses("ok"),
        {"power": "on", "after_ms": 2500},
        {"after_ms": 5000, "expect": {}},
        *presses("ok"),
        {"after_ms": 1500, "expect": {"accepted": 1}},
        *end,
        {"clear": True, "after_ms": 900},
        {"after_ms": 3000, "expect": {"message": "lay_first", "accepted": 0}},
    ]
    simulation = ran(steps)
    assert parked.matches(files_of(simulation)) == []
    played = {"horse-race": [1, 4, 2]} if SECOND in end else {}
    assert Statistics(files_of(simulation)).games == played


LATER = [FIRST, {"after_ms": 900, "expect": {}}, *CUT]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_going_on_with_a_parked_match_takes_no_long_step(count):
    start = [*presses("menu ok ok"), {"clear": True, "after_ms": 900}]
    steps = [FIRST, {"after_ms": 900, "expect": {}}]
    for _ in range(count):
        steps += [*start, {**FIRST, "after_ms": 2500}, {"after_ms": 900, "expect": {}}]
    ran([*steps, *presses("menu right ok ok"), {"after_ms": 4500, "expect": {}}], options={})


def test_going_on_with_one_of_many_parked_matches_takes_no_long_step():
    """What it stores is a part a step: the lists, the end of the match that is left, the copy."""
    start = [*presses("menu ok ok"), {"clear": True, "after_ms": 900}]
    steps = [FIRST, {"after_ms": 900, "expect": {}}]
    for _ in range(4):
        steps += [*start, *LATER, *presses("menu menu right ok ok")]
        steps += [{"after_ms": 3000, "expect": {}}]
    ran(steps, options={"target": 30})


FULL = [
    {**FIRST, "expect": {"accepted": 1}},
    {"power": "cut", "after_ms": 900},
    {"power": "on", "after_ms": 100},
    {"after_ms": 900, "expect": {"message": "menu_stored"}},
]


@pytest.mark.parametrize("settings", [{}, {"sound": False}], ids=["stored never", "stored"])
def test_on_a_full_flash_the_same_match_begins_once_more(settings):
    """Neither the list of parked matches nor the settings nor the new file find room at once."""
    steps = [
        *FULL,
        *presses("ok menu ok ok"),
        {"clear": True, "after_ms": 900},
        {"after_ms": 2500, "expect": {"message": "lay_first", "accepted": 0}},
    ]
    simulation = table(steps, options={}, settings=settings)
    fill_at_power_cut(simulation)
    result = simulation.run("cpython")
    assert result["failed"] == []
    # A part takes so many pages where littlefs makes a file in its last blocks.
    assert result["timing"]["longest_step_ms"] <= 32


def test_another_game_that_cannot_be_stored_does_not_begin():
    """The settings that the table begins a match with would be those of the old one."""
    steps = [
        *FULL,
        *presses("ok menu ok right ok right ok left"),
        {"press": "ok", "after_ms": 250, "expect": {"accepted": 1}},
        SECOND,
        {"after_ms": 900, "expect": {"accepted": 2, "layout": ["5-5", "0-5"]}},
    ]
    simulation = table(steps, options={})
    fill_at_power_cut(simulation, LAST_BYTE)
    assert simulation.run("cpython")["failed"] == []
    assert parked.matches(files_of(simulation)) == []


@pytest.mark.parametrize("press", ["undo", "draw", "left", "pass"])
@pytest.mark.parametrize("after_ms", [0, 6, 12, 18])
def test_a_press_in_the_moment_of_a_rematch_is_for_neither_match(press, after_ms):
    steps = [
        *OVER,
        *presses("ok ok"),
        {"press": press, "after_ms": after_ms, "hold_ms": 15},
        {"clear": True, "after_ms": 900},
        {"after_ms": 3000, "expect": {"message": "lay_first", "accepted": 0}},
    ]
    simulation = ran(steps)
    assert recorded(simulation)[0] is True
    assert Statistics(files_of(simulation)).games == {"horse-race": [1, 4, 2]}


@pytest.mark.parametrize(("hold_ms", "is_undone"), [(2900, True), (2998, False), (3100, False)])
def test_undo_that_asked_for_the_correction_takes_nothing_back(hold_ms, is_undone):
    """Goat online: time ended the match, so that there is nothing to correct."""
    steps = [
        {"after_ms": 900, "place": "1-1", "slot": "d3"},
        {"after_ms": 13000, "expect": {"match_over": True}},
        {"press": "undo", "hold_ms": hold_ms, "after_ms": 300},
        {"after_ms": 900, "expect": {"match_over": not is_undone}},
        {"press": "undo", "after_ms": 300},
        {"after_ms": 300, "expect": {"match_over": False}},
    ]
    ran(steps, game="goat-online", options={}, settings={"turn_clock_s": 5})
