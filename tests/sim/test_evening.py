"""An evening at the café on both runtimes: a match, the same once more, then in Arabic a game of
the house and the first one again; two power cuts, faults, a correction; in the end the journal is
what was played.
"""

import io
import json

import pytest

from domino.menu import catalogue
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
DRAWN = 5  # seed of a match that player 1 begins, and no lot
HOUSE = {"draw-20": {"base": "draw", "parameters": {"target": 20}}}


def match(game, seed, target):
    """A whole match by players who take back a tile now and then."""
    seating = Seating.at("grid48_mfrc522")
    return play_match(
        seating, game, 2, seed, options={"target": target}, habits=Habits(undoes=0.05)
    )


def presses(text):
    """Steps of presses: `menu right ok`."""
    return [{"press": button, "after_ms": 250} for button in text.split()]


class Files:
    """games.json as the table's menu reads it."""

    def open(self, name):
        return io.StringIO(json.dumps(HOUSE))


def new_match(old, new, begins=""):
    """From the end of a match to another game, which player 1 begins, on a table cleared."""
    names = catalogue.names(Files())
    by = names.index(new) - names.index(old)
    turns = ("right " if by > 0 else "left ") * abs(by)
    back = "left left left" if begins else "left"
    return [
        *presses(f"ok right ok right ok {turns} ok {begins} {back}"),
        {"press": "ok", "after_ms": 250, "expect": {"message": "clear_table", "scores": [0, 0]}},
        {"clear": True, "expect": {"message": "lay_first"}},
    ]


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
    first, again = match("all-fives", FIRST, TARGET), match("all-fives", AGAIN, TARGET)
    drawn = match("draw", DRAWN, 20)
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
        *presses("menu left ok ok right ok menu menu menu"),  # Arabic
        *new_match("all-fives", "draw-20", begins="right right ok right ok"),
        *drawn.scenario["steps"],
        *new_match("draw-20", "all-fives"),
        {"place": "5-5", "slot": "d3", "expect": {"total": 10}},
        {"fault": "two_tags", "slot": "d3", "tile": "1-2", "expect": {"message": "two_tiles"}},
        {"fault": "none", "slot": "d3", "expect": {"alerts": []}},
        {"press": "undo", "hold_ms": 3300, "expect": {"message": "menu_correction"}},
        *presses("ok right right ok"),
        {"after_ms": 900, "expect": {"message": "corrected"}},
        {"place": "0-5", "slot": "e3", "expect": {"scores": [20, 10], "alerts": []}},
    ]
    scores = [first.scores, again.scores, drawn.scores, [20, 10]]
    return {**first.scenario, "games": HOUSE, "steps": steps}, scores


@pytest.mark.parametrize("runtime", BOTH)
def test_the_journal_of_an_evening_is_what_was_played(runtime):
    value, scores = evening()
    simulated = Simulation(read(value, "evening", SCENARIOS))
    assert simulated.run(runtime)["failed"] == []
    chip = simulated.board.ports.flash.chip
    journal = read_journal(files_in(bytes(chip.content)))
    assert journal.problems == []
    games = simulated.scenario.games
    replayed = [replay(match_record(match), catalogue=games) for match in journal.matches]
    assert [found.problems for found in replayed] == [[]] * 4
    assert [found.result["scores"] for found in replayed] == scores
    assert [found.result["match"]["over"] for found in replayed] == [True, True, True, False]
    files = FileSystem(chip, chip.sectors)
    counted = Statistics(files).games
    assert (counted["all-fives"][0], counted["draw-20"][0]) == (2, 1)
    settings = Settings(files)
    settings.load()
    assert settings.values["language"] == "ar"
