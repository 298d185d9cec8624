"""Whole matches full of faults, one after the other, and more of them among plain ones on one
heap (evening.py):
`python -m host_tools.sim.soak`. The matches full of faults go on side by side, `--jobs` of them.

Each match is played by the simulated players while readers die and come back, neighbours' tags
are heard, tags are doubled, forged and swapped (troubles.py). Afterwards the record that the
firmware wrote is replayed by the rules core alone and compared, action by action, with what was
truly laid. Everything follows from the seed and the match's number.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from pathlib import Path

from domino.rules import codes, games
from domino.rules.match import Match as Rules
from host_tools import boards
from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.runtimes.micropython.bridge import FirmwareFailed
from host_tools.sim.evening import EVENING, Evening, Match
from host_tools.sim.players import Habits, Played, PlayersError, Seating, play_match
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from host_tools.sim.side_by_side import in_order, processors
from host_tools.sim.troubles import Troubles

MATCHES, SEED = 200, 1
LONGEST_STEP_MS = 20.0
INTERRUPTED = 130  # as a shell says it: 128 + SIGINT
MOST_JOBS = 64
ON_MICROPYTHON = 4  # every fourth match is played on the real one
_ROUNDS = 4  # at most: some games last a whole evening
_HABITS = Habits(wrong=0.04, lifts=0.06, undoes=0.04)
_FIRST_TIMES = 4096  # bytes that may be taken by what is done for the first time
_LEAST_BLOCK = 24_000  # bytes: what a match needs in one piece, and some
_MORE_ALERTED = 4096  # bytes that may be held more while an alert stands
_SHOWN = 300  # characters of a problem


@dataclass
class Outcome:
    """What a match came to. `problems`: one line each, none when all was well."""

    number: int
    about: str
    runtime: str
    actions: int = 0
    faults: int = 0
    longest_step_ms: float = 0.0
    virtual_s: float = 0.0
    # Of the MicroPython's heap, at each rest of the table: the largest free block, and where no
    # alert stands the bytes held, without what was taken by things done for the first time, as
    # names of modules stay for good.
    heap: list[int] = field(default_factory=list)
    largest: list[int] = field(default_factory=list)
    first_times: int = 0
    more_alerted: int = 0  # bytes that alerts held more, as they make a play from a pad possible
    shown: set = field(default_factory=set)  # messages and kinds of alerts
    is_new: bool = False  # one of them came for the first time since no alert stood
    wrong_scores: int = 0
    lost_actions: int = 0
    exceptions: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def heap_growth(self) -> int:
        """Bytes held more in the last quarter of the match than in the second one, the least of
        each: what a moment's report holds is no growth."""
        quarter = len(self.heap) // 4
        return min(self.heap[-quarter:]) - min(self.heap[quarter : 2 * quarter]) if quarter else 0

    @property
    def largest_drift(self) -> int:
        """Bytes by which the largest free block shrank, likewise."""
        quarter = len(self.largest) // 4
        if not quarter:
            return 0
        return max(self.largest[quarter : 2 * quarter]) - max(self.largest[-quarter:])


@cache
def tables() -> tuple[tuple[str, int, bool | None], ...]:
    """(game, players, teams) of every game that lays a line of tiles."""
    found = []
    for game, players, teams in product(games.GAMES, (2, 3, 4), (None, True)):
        match = Rules()
        if games.load(game, match.rules) != codes.OK or match.rules[games.PLAY]:
            continue
        if match.set_up(players, teams) == codes.OK:
            found.append((game, players, teams))
    return tuple(found)


@cache
def seatings() -> tuple[Seating, ...]:
    """Of every board that has slots to lay tiles on."""
    found = (Seating.at(name) for name in boards.board_names())
    return tuple(seating for seating in found if seating.names)


def plan(seed: int, number: int) -> tuple[Played, Troubles]:
    """The match of this number: its steps, and the troubles that are in them."""
    name = f"soak {seed} {number}"
    rng = random.Random(name)
    while True:
        seating = rng.choice(seatings())
        game, players, teams = rng.choice(tables())
        match_seed = rng.randrange(1 << 30)
        troubles = Troubles(f"{name} {match_seed}")
        try:
            played = play_match(
                seating, game, players, match_seed, teams, None, _HABITS, _ROUNDS, troubles
            )
        except PlayersError:
            continue  # the layout did not fit on the board
        played.scenario["enrolled"] = troubles.is_enrolled
        return played, troubles


def run_match(seed: int, number: int, runtime: str) -> Outcome:
    """Play one match on a runtime and judge it."""
    played, troubles = plan(seed, number)
    about = played.scenario
    teams = ", teams" * bool(about.get("teams"))
    text = f"{about['board']} {about['game']}, {about['players']} players{teams}"
    outcome = Outcome(number, text, runtime, faults=troubles.counts["faults"])
    simulation = Simulation(read(played.scenario, f"match {number}", Path(".")))
    simulation.director.on_report = lambda state: _note_heap(outcome, state)
    try:
        result = simulation.run(runtime)
    except FirmwareFailed as error:
        outcome.exceptions += 1
        outcome.problems.append(f"the firmware failed: {' '.join(str(error).split())}"[:_SHOWN])
        return outcome
    outcome.virtual_s = simulation.board.clock.now_ns / 1e9
    outcome.longest_step_ms = result["timing"]["longest_step_ms"]
    _judge(outcome, played, result)
    return outcome


def _note_heap(outcome: Outcome, state: dict) -> None:
    memory = state.get("memory")
    if not memory:
        return
    outcome.largest.append(memory["largest"])
    held = memory["allocated"] - outcome.first_times
    more = max(held - outcome.heap[-1], 0) if outcome.heap else 0
    shown = {("message", state["message"]), *(("alert", kind) for _, kind in state["alerts"])}
    outcome.is_new |= not shown <= outcome.shown
    outcome.shown |= shown
    if state["alerts"]:
        outcome.more_alerted = max(outcome.more_alerted, more)
        return
    if outcome.is_new:
        outcome.is_new = False
        outcome.first_times += more
        held -= more
    outcome.heap.append(held)


def _judge(outcome: Outcome, played: Played, result: dict) -> None:
    problems = outcome.problems
    for failure in result["failed"]:
        problems.append(f"step {failure['step']}: {failure}"[:_SHOWN])
    truth, told = replay(played.record), replay(result["record"])
    problems += [f"the table's record: {line}"[:_SHOWN] for line in told.problems]
    outcome.actions = sum(len(one["actions"]) for one in played.record["rounds"])
    _compare_actions(outcome, truth.result["rounds"], told.result["rounds"])
    shown = result["final"]["scores"]
    if not shown == told.result["scores"] == truth.result["scores"] == played.scores:
        outcome.wrong_scores += 1
        problems.append(
            f"scores: shown {shown}, its record {told.result['scores']}, in truth {played.scores}"
        )
    if outcome.longest_step_ms > LONGEST_STEP_MS:
        problems.append(f"a step took {outcome.longest_step_ms} ms")
    if outcome.heap_growth > 0:
        problems.append(f"the heap grew by {outcome.heap_growth} bytes")
    if outcome.first_times > _FIRST_TIMES:
        problems.append(f"what was done for the first time took {outcome.first_times} bytes")
    if outcome.more_alerted > _MORE_ALERTED:
        problems.append(f"alerts held {outcome.more_alerted} bytes more")


def _compare_actions(outcome: Outcome, truth: list[dict], told: list[dict]) -> None:
    """Each action once, none else: with everything that the rules say of it."""
    for number in range(max(len(truth), len(told))):
        true = truth[number]["actions"] if number < len(truth) else []
        seen = told[number]["actions"] if number < len(told) else []
        if true != seen:
            at = next(
                (i for i, pair in enumerate(zip(true, seen, strict=False)) if pair[0] != pair[1]),
                min(len(true), len(seen)),
            )
            outcome.lost_actions += max(abs(len(true) - len(seen)), 1)
            outcome.problems.append(
                f"round {number}, action {at}: laid {true[at : at + 1]}, "
                f"recorded {seen[at : at + 1]}"[:_SHOWN]
            )


def outcomes(seed: int, numbers: list[int], runtime: str, jobs: int = 1) -> Iterator[Outcome]:
    """Match after match in the order of their numbers, `jobs` of them side by side; `mixed` plays
    every fourth on the real MicroPython."""
    if runtime != "cpython":
        binary.compiled_firmware(folded=True)  # once, not in each process
    yield from in_order(partial(_run, seed, runtime), numbers, jobs)


def _run(seed: int, runtime: str, number: int) -> Outcome:
    if runtime == "mixed":
        runtime = "cpython" if number % ON_MICROPYTHON else "micropython"
    return run_match(seed, number, runtime)


# -- command ---------------------------------------------------------------------------------
def main(arguments: list[str] | None = None) -> int:
    """0, or 1 when a match went wrong."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.sim.soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="how many (200)")
    parser.add_argument("--seed", type=int, default=SEED, help="all follows from it (1)")
    parser.add_argument(
        "--plain", type=int, default=EVENING, metavar="N",
        help="matches all in one process of the real MicroPython, a fifth full of faults (500)",
    )  # fmt: skip
    parser.add_argument("--only", type=int, metavar="N", help="the match of this number alone")
    parser.add_argument(
        "--runtime",
        choices=("mixed", "cpython", "micropython"),
        default="mixed",
        help="mixed: every fourth match on the real MicroPython, where there is one",
    )
    parser.add_argument(
        "--jobs", type=_jobs, default=processors(), metavar="N",
        help="matches side by side, a process each (%(default)s, one for each processor)",
    )  # fmt: skip
    args = parser.parse_args(arguments)
    try:
        return _soak(args)
    except KeyboardInterrupt:
        return INTERRUPTED


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST_JOBS):
        raise argparse.ArgumentTypeError(f"{ascii(text)}; accepted: 1 to {MOST_JOBS}")
    return int(text)


def _soak(args: argparse.Namespace) -> int:
    runtime = args.runtime
    if runtime != "cpython" and binary.problem():
        print(f"{binary.problem()}: all matches on cpython", file=sys.stderr)
        runtime = "cpython"
    numbers = list(range(args.matches)) if args.only is None else [args.only]
    bad = 0
    done = []
    for outcome in outcomes(args.seed, numbers, runtime, args.jobs):
        done.append(outcome)
        print(_line(outcome), flush=True)
        if outcome.problems:
            bad += 1
            _tell(args.seed, outcome)
    if done:
        print(_summary(done, bad))
    if args.plain and args.only is None:
        bad += _play_evening(args.seed, args.plain, runtime)
    return 1 if bad else 0


def _play_evening(seed: int, count: int, runtime: str) -> int:
    """How many of the matches on one heap went wrong, and of the limits that did not hold."""
    evening = Evening(seed, count)
    evening.on_match = _show_match
    evening.run("cpython" if runtime == "cpython" else "micropython")
    timing = evening.timing
    bad = sum(1 for match in evening.matches if match.problems)
    print(
        f"{count} matches on one heap, {evening.virtual_s / 3600:.1f} virtual hours; longest step "
        f"{timing['longest_step_ms']:.3f} ms, {timing['flash']['erases']} flash erases, longest "
        f"step with one {timing['longest_erasing_step_ms']:.3f} ms; largest free block "
        f"{evening.least_block} bytes or more, its median shrank by {evening.largest_drift}; "
        f"{len(evening.troubled)} of them with {sum(one.faults for one in evening.troubled)} "
        f"faults, held grew by {evening.first_times} bytes by what was new and "
        f"by {evening.held_growth} after it; {bad} matches went wrong"
    )
    limits = (
        timing["longest_step_ms"] <= LONGEST_STEP_MS,
        evening.largest_drift == 0,
        evening.least_block >= _LEAST_BLOCK,
        evening.held_growth == 0,
        evening.first_times <= _FIRST_TIMES,
    )
    return bad + limits.count(False)


def _show_match(match: Match) -> None:
    is_wrong = "WRONG" if match.problems else "ok"
    print(
        f"match {match.number:3}  {match.kind.name:12} {match.actions:4} actions "
        f"{match.faults:3} faults, {match.held} bytes held, largest free block {match.largest}  "
        f"{is_wrong}",
        flush=True,
    )
    for problem in match.problems[:5]:
        print(f"    {problem[:_SHOWN]}")


def _line(outcome: Outcome) -> str:
    minutes = outcome.virtual_s / 60
    return (
        f"match {outcome.number:3}  {outcome.about:50} {outcome.runtime:11} "
        f"{outcome.actions:4} actions {outcome.faults:3} faults {minutes:5.1f} min "
        f"step {outcome.longest_step_ms:6.3f} ms  {'WRONG' if outcome.problems else 'ok'}"
    )


def _tell(seed: int, outcome: Outcome) -> None:
    for problem in outcome.problems[:5]:
        print(f"    {problem}")
    again = f"--seed {seed} --only {outcome.number} --runtime {outcome.runtime}"
    print(f"    again: python -m host_tools.sim.soak {again}", flush=True)


def _summary(done: list[Outcome], bad: int) -> str:
    hours = sum(outcome.virtual_s for outcome in done) / 3600
    return (
        f"{len(done)} matches, {sum(o.actions for o in done)} actions, "
        f"{sum(o.faults for o in done)} faults, {hours:.1f} virtual hours; "
        f"longest step {max(o.longest_step_ms for o in done):.3f} ms; "
        f"wrong scores {sum(o.wrong_scores for o in done)}, "
        f"lost actions {sum(o.lost_actions for o in done)}, "
        f"exceptions {sum(o.exceptions for o in done)}, "
        f"heap grew at most {max(o.heap_growth for o in done)} bytes; {bad} matches went wrong"
    )


if __name__ == "__main__":
    sys.exit(main())
