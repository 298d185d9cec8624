"""How much faster than life the simulator is: the only figure that holds host time."""

from __future__ import annotations

from collections.abc import Iterator

from host_tools.bench.figures import Figure
from host_tools.bench.match_round import WHAT, played


def measure(full: bool) -> Iterator[Figure]:
    """Virtual by host seconds."""
    run = played()
    text = f"virtual / host seconds of {WHAT}; {run.virtual_s:.0f} virtual seconds on cpython"
    yield Figure("sim_speed_ratio", round(run.virtual_s / run.host_s, 1), text)
