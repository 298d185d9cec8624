"""Match after match on one table that is never switched off, each begun on its menu.

What a soak watches is the heap of one process: the firmware runs from the first match to the last,
and what comes next is decided when a match is over, as the table draws lots from a seed that
nobody foresees. The games are house games with low targets, so that a match is a few rounds. Some
of the matches are full of faults (troubles.py), and the table goes on with the next one.
"""

from __future__ import annotations

import io
import itertools
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median_low

from domino.menu import catalogue
from domino.menu.draft import Draft
from host_tools.journal.finding import files_in
from host_tools.journal.reading import read as read_journal
from host_tools.records.replay import replay
from host_tools.sim import scenario as scenarios
from host_tools.sim.players import Habits, Played, PlayersError, Seating, play_match
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import Step
from host_tools.sim.troubles import Troubles

EVENING = 500  # matches
BOARD = "grid48_mfrc522"
_SEATED = (2, 3, 4)
TROUBLED = 5  # every fifth match is full of faults
_SHARE = 0.25  # of its turns bring trouble, as it is a short one
_HABITS = Habits(wrong=0.03, lifts=0.04, undoes=0.04, pause_ms=(150, 600))
_CALM_HABITS = Habits(wrong=0.04, lifts=0.06, undoes=0.04)  # where faults are waited for
_START_MS = 1600  # the table has set all readers up
_CLEAR_MS = 800
_TRIES = 20
_LOOKED_AT = 0.15  # share of the actions after which the table is looked at
_PLAYED_MS = 900  # after the others


@dataclass(frozen=True)
class Kind:
    """A game as it is played here; `target` makes it short."""

    name: str
    base: str
    target: int
    players: int
    teams: bool = False


KINDS = (
    Kind("five-30", "all-fives", 30, 2),
    Kind("muggins-30", "muggins", 30, 3),
    Kind("draw-20", "draw", 20, 2),
    Kind("block-20", "block", 20, 4, True),
    Kind("horse-30", "horse-race", 30, 4, True),
    Kind("goat-25s", "goat", 25, 3),
)


@dataclass
class Match:
    """What became of one. `largest`, `held`: bytes of the largest free block and of all that is
    held when it was over, 0 on a runtime that does not say. `faults`: that befell it."""

    number: int
    kind: Kind
    actions: int
    problems: list[str]
    largest: int
    held: int
    faults: int = 0


class Evening:
    """`count` matches from `seed`, fewer where one goes wrong; `run` fills in the rest."""

    def __init__(
        self, seed: int, count: int, target: int | None = None, troubled: int = TROUBLED
    ) -> None:
        """`target`: of every game, in place of its own. Every match whose number is one less than
        a multiple of `troubled` is full of faults; with 0 none is."""
        self._seed, self._count = seed, count
        self._troubled = troubled
        self._troubles: Troubles | None = None  # of the match that is played
        self._random = random.Random(f"evening {seed}")
        self._seating = Seating.at(BOARD)
        self._kinds = [replace(kind, target=target or kind.target) for kind in KINDS]
        self._house = {
            kind.name: {"base": kind.base, "parameters": {"target": kind.target}}
            for kind in self._kinds
        }
        self.matches: list[Match] = []
        self.on_match: Callable[[Match], None] = lambda match: None  # called with each, when over
        self.timing: dict = {}
        self.virtual_s = 0.0
        self._kind = kind = self._kinds[0]
        self._settings = {"game": kind.name, "players": kind.players, "teams": kind.teams}
        self._is_chosen = False  # the menu has begun a match, which is to be played
        self._memory: dict = {}
        self._failed = 0  # of the director's failures, told already
        self._played = self._plan(seed)

    def run(self, runtime: str) -> Evening:
        """Play all of them."""
        self._played.scenario["steps"][0]["after_ms"] = _START_MS
        value = {**self._value(self._played.scenario["steps"]), "seed": self._seed}
        self._simulation = Simulation(scenarios.read(value, "match 0", Path(".")))
        director = self._simulation.director
        director.on_report = self._note_memory
        director.more = self._more
        result = self._simulation.run(runtime)
        self.timing = result["timing"]
        self.virtual_s = self._simulation.board.clock.now_ns / 1e9
        return self

    def _note_memory(self, report: dict) -> None:
        self._memory = report.get("memory", {})

    # -- what comes next ---------------------------------------------------------------------
    def _more(self) -> list[Step]:
        if self._is_chosen:
            self._is_chosen = False
            self._played = self._plan(self._table_seed())
            return self._steps(self._played.scenario["steps"])
        self._judge()
        if len(self.matches) == self._count or self.matches[-1].problems:
            return []  # where one went wrong the table is not where the players are
        self._is_chosen = True
        return self._steps(self._choose(self._random.choice(self._kinds)))

    def _plan(self, table_seed: int) -> Played:
        for _ in range(_TRIES):
            try:
                return self._play(self._random.randrange(1 << 30), table_seed)
            except PlayersError as error:
                refused = error  # the layout did not fit on the board
        raise refused

    def _play(self, seed: int, table_seed: int) -> Played:
        kind, number = self._kind, len(self.matches)
        is_troubled = self._troubled and number % self._troubled == self._troubled - 1
        self._troubles = (
            Troubles(f"evening {seed}", _SHARE, is_mended=True) if is_troubled else None
        )
        played = play_match(
            self._seating, kind.base, kind.players, seed, kind.teams, {"target": kind.target},
            _CALM_HABITS if is_troubled else _HABITS, None, self._troubles, table_seed,
        )  # fmt: skip
        if not is_troubled:
            self._hasten(played.scenario["steps"])
        return played

    def _hasten(self, steps: list[dict]) -> None:
        """Look at the table after some of the actions only: to settle takes it 2 s each time."""
        for step, following in itertools.pairwise(steps):
            is_plain = "message" not in step.get("expect", {"message": 0})
            if is_plain and self._random.random() > _LOOKED_AT:
                del step["expect"]
                following["after_ms"] = _PLAYED_MS

    def _steps(self, steps: list[dict]) -> list[Step]:
        number = len(self.matches)
        read = scenarios.read(self._value(steps), f"match {number}", Path("."))
        return [replace(step, number=step.number + 10_000 * number) for step in read.steps]

    def _value(self, steps: list[dict]) -> dict:
        about = {"game": self._kind.name, "players": self._kind.players, "teams": self._kind.teams}
        return {"board": BOARD, "games": self._house, **about, "steps": steps}

    def _table_seed(self) -> int:
        """What the table draws lots from, as its journal says."""
        content = bytes(self._simulation.board.ports.flash.chip.content)
        return read_journal(files_in(content)).matches[-1].seed

    # -- the menu ----------------------------------------------------------------------------
    def _choose(self, kind: Kind) -> list[dict]:
        """The presses from the end of a match to the next one, and the table cleared."""
        steps = [_press("ok", "menu_rematch")]
        if kind == self._kind:
            steps.append(_press("ok"))
        else:
            steps += [_press("right"), _press("ok", "menu_new_match"), *self._to(kind)]
        self._kind = kind
        steps[-1]["expect"] = {"message": "clear_table", "accepted": 0}
        return [*steps, {"clear": True, "after_ms": _CLEAR_MS, "expect": {"message": "lay_first"}}]

    def _to(self, kind: Kind) -> list[dict]:
        """From the start of the page of a new match to its game, its players, and back."""
        files = _Files(self._house)
        names = catalogue.names(files)
        values = {**self._settings, "options": {}, "begins": "rules", "starters": []}
        draft = Draft(values, files, _SEATED)
        by = names.index(kind.name) - names.index(draft.game)
        draft.choose(kind.name, {})
        wanted = draft.ways.index((kind.players, kind.teams)) - draft.way
        self._settings = {"game": kind.name, "players": kind.players, "teams": kind.teams}
        return [
            _press("right"),  # round from the start to the game
            _press("ok", "menu_games"),
            *_turns(by),
            _press("ok", "menu_new_match"),
            _press("right"),
            _press("ok"),
            *_turns(wanted),
            _press("ok"),
            _press("left"),
            _press("left"),
            _press("ok"),
        ]

    # -- what became of a match --------------------------------------------------------------
    def _judge(self) -> None:
        director = self._simulation.director
        problems = [str(failure) for failure in director.failed[self._failed :]]
        self._failed = len(director.failed)
        played, kind = self._played, self._kind
        told = self._simulation.recorder.match_record()
        problems += [f"the table says {told['game']}"] if told["game"] != kind.name else []
        told = {**told, "game": kind.base, "options": {"target": kind.target}}
        told, truth = replay(told), replay(played.record)
        problems += told.problems
        for name in ("rounds", "scores"):
            if told.result[name] != truth.result[name]:
                problems.append(f"{name}: recorded and played are not the same")
        if director.last_state["scores"] != played.scores:
            problems.append(f"shown {director.last_state['scores']}, in truth {played.scores}")
        actions = sum(len(one["actions"]) for one in played.record["rounds"])
        memory = self._memory
        match = Match(
            len(self.matches), kind, actions, problems,
            memory.get("largest", 0), memory.get("allocated", 0),
            self._troubles.counts["faults"] if self._troubles else 0,
        )  # fmt: skip
        self.matches.append(match)
        self.on_match(match)

    @property
    def least_block(self) -> int:
        """Bytes of the largest free block when it was least, at the end of a match."""
        return min(match.largest for match in self.matches)

    @property
    def warm(self) -> list[Match]:
        """The matches after each game was played for the first time, as names of its modules stay;
        all but the first match, before which no menu was opened, where some game never was."""
        seen: set[str] = set()
        for number, match in enumerate(self.matches):
            seen.add(match.kind.name)
            if len(seen) == len(KINDS):
                return self.matches[number + 1 :]
        return self.matches[1:]

    @property
    def largest_drift(self) -> int:
        """Bytes by which the largest free block shrank: the median of the first third of the warm
        matches against that of the last third."""
        blocks = [match.largest for match in self.warm]
        third = max(len(blocks) // 3, 1)
        return max(median_low(blocks[:third]) - median_low(blocks[-third:]), 0) if blocks else 0

    @property
    def troubled(self) -> list[Match]:
        """The matches that were full of faults."""
        return [match for match in self.matches if match.faults]

    @property
    def held_growth(self) -> int:
        """Bytes held more at the end of the last half of the warm matches of a game than of the
        first half, the least of each; of the game that grew most."""
        return max((self._growth(kind.name) for kind in KINDS), default=0)

    def _growth(self, game: str) -> int:
        held = [match.held for match in self.warm if match.kind.name == game]
        half = len(held) // 2
        return max(min(held[half:]) - min(held[:half]), 0) if half else 0

    @property
    def first_times(self) -> int:
        """Bytes held more by the warm matches than by those before, the least of each."""
        before = [match.held for match in self.matches[1 : len(self.matches) - len(self.warm)]]
        return max(min(match.held for match in self.warm) - min(before), 0) if before else 0


class _Files:
    """The table's files as far as its menu reads them: games.json."""

    def __init__(self, house: dict) -> None:
        self._house = house

    def open(self, name: str) -> io.StringIO:
        """For reading."""
        return io.StringIO(json.dumps(self._house))


def _press(button: str, message: str | None = None) -> dict:
    step = {"press": button, "after_ms": 150}
    return {**step, "expect": {"message": message}} if message else step


def _turns(by: int) -> list[dict]:
    return [_press("right" if by > 0 else "left") for _ in range(abs(by))]
