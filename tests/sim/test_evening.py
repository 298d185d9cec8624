"""An evening at the café on both runtimes: a match, the same once more, another one in Arabic; two
power cuts, faults, a correction; in the end the journal is what was played.
"""

import pytest

from domino.store.settings import Settings
from domino.store.statistics import Statistics
from host_tools.journal.export import match_record
from host_tools.journal.finding import files_in
from host_tools.journal.reading import read as read_journal
from host_tools.records.replay import replay
from host_tools.runtimes.flash import FileSystem
from host_tools.sim.players import Habits, Seating, play_match
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from tests.sim.test_scenarios import SCENARIOS, needs_micropython

BOTH = ["cpython", pytest.param("micropython", marks=needs_micropython)]
TARGET = 30
FIRST, AGAIN = 9, 23  # seeds of two matches whose rounds the same seats open


def match(seed):
    """A whole match of All Fives by players who take back a tile now and then."""
    seating = Seating.at("grid48_mfrc522")
    return play_match(
        seating, "all-fives", 2, seed, options={"target": TARGET}, habits=Habits(undoes=0.05)
    )


def presses(text):
    """Steps of presses: `menu right ok`."""
    return [{"press": button, "after_ms": 250} for button in text.split()]


def cut_between(steps, place):
    """The power goes between two steps."""
    on = [{"power": "cut"}, {"power": "on", "after_ms": 200}, {"after_ms": 2500, "expect": {}}]
    return [*steps[:place], *on, *steps[place:]]


def cut_in_a_write(steps, place):
    """The power goes as the tile of a step is being recorded; it lies there when it is back."""
    step = steps[place]
    assert "place" in step
    bare = {name: step[name] for name in step if name != "expect"}
    on = [{"power": "on", "after_ms": 2000}, {"after_ms": 2500, "expect": step["expect"]}]
    return [
        *steps[:place],
        {"power": "cut", "write": 1, "done": 0.4},
        bare,
        *on,
        *steps[place + 1 :],
    ]


def evening():
    """The scenario, and the scores that the first two matches end with."""
    first, again = match(FIRST), match(AGAIN)
    starters = first.scenario["starter"], again.scenario["starter"]
    assert starters[0][: len(starters[1])] == starters[1], "other seeds are needed"
    steps = [
        *cut_between(first.scenario["steps"], 5),
        {"fault": "foreign_tag", "slot": "h6"},
        {"lift": "h6", "after_ms": 1500},
        {"press": "ok", "after_ms": 900, "expect": {"message": "menu_rematch"}},
        {"press": "ok", "expect": {"message": "clear_table", "scores": [0, 0]}},
        {"clear": True, "expect": {"message": "lay_first"}},
        *cut_in_a_write(again.scenario["steps"], 2),
        *presses("menu left ok ok right ok menu menu ok ok"),  # Arabic, and a new match
        {"clear": True, "after_ms": 900, "expect": {"message": "lay_first", "scores": [0, 0]}},
        # A lot that the clock has part in says who begins: either way both come to the same.
        {"place": "5-5", "slot": "d3", "expect": {"total": 10}},
        {"fault": "two_tags", "slot": "d3", "tile": "1-2", "expect": {"message": "two_tiles"}},
        {"fault": "none", "slot": "d3", "expect": {"alerts": []}},
        {"press": "undo", "hold_ms": 3300, "expect": {"message": "menu_correction"}},
        *presses("ok right right ok"),
        {"after_ms": 900, "expect": {"message": "corrected"}},
        {"place": "0-5", "slot": "e3", "expect": {"scores": [20, 10], "alerts": []}},
    ]
    return {**first.scenario, "steps": steps}, [first.scores, again.scores, [20, 10]]


@pytest.mark.parametrize("runtime", BOTH)
def test_the_journal_of_an_evening_is_what_was_played(runtime):
    value, scores = evening()
    simulated = Simulation(read(value, "evening", SCENARIOS))
    assert simulated.run(runtime)["failed"] == []
    chip = simulated.board.ports.flash.chip
    journal = read_journal(files_in(bytes(chip.content)))
    assert journal.problems == []
    replayed = [replay(match_record(match)) for match in journal.matches]
    assert [found.problems for found in replayed] == [[], [], []]
    assert [found.result["scores"] for found in replayed] == scores
    assert [found.result["match"]["over"] for found in replayed] == [True, True, False]
    files = FileSystem(chip, chip.sectors)
    assert Statistics(files).games["all-fives"][0] == 2
    settings = Settings(files)
    settings.load()
    assert settings.values["language"] == "ar"
