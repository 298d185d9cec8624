"""One round of a match through the whole simulator, which two benches look at."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from host_tools.bench.table import BOARD, BenchError
from host_tools.sim.players import Habits, Seating, play_match
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

GAME, PLAYERS, SEED = "horse-race", 4, 5
# Wrong tiles, bumped tiles and undone plays make the table do everything it does in a round.
_CLUMSY = Habits(wrong=0.15, lifts=0.15, undoes=0.15)
WHAT = f"a round of {GAME}, {PLAYERS} clumsy players, seed {SEED}, whole firmware from power-on"


@dataclass(frozen=True)
class Round:
    """`host_s` is host time, everything else virtual."""

    virtual_s: float
    host_s: float
    longest_step_ms: float


@cache
def played(board: str = BOARD) -> Round:
    """Play it on the cpython runtime, once. Raises BenchError if the table did it wrong."""
    match = play_match(Seating.at(board), GAME, PLAYERS, SEED, habits=_CLUMSY, rounds=1)
    simulation = Simulation(read(match.scenario, "bench", Path(".")))
    start_s = time.perf_counter()
    result = simulation.run("cpython")
    host_s = time.perf_counter() - start_s
    if result["failed"]:
        raise BenchError(f"the match round went wrong: {result['failed'][0]}")
    return Round(
        virtual_s=simulation.board.clock.now_ns / 1e9,
        host_s=host_s,
        longest_step_ms=result["timing"]["longest_step_ms"],
    )
