"""Looking at tags: bytes on the bus, laps, and how soon a laid tile shows."""

from __future__ import annotations

from collections.abc import Iterator

from host_tools.bench import reactions, scan_laps, scan_looks, scan_pn532
from host_tools.bench.figures import Figure
from host_tools.bench.match_round import WHAT, played


def measure(full: bool) -> Iterator[Figure]:
    """`full`: 1,000 placements in place of 200."""
    yield from scan_looks.measure(full)
    yield from scan_laps.measure(full)
    yield Figure("longest_step_ms", played().longest_step_ms, f"any step of {WHAT}")
    yield from reactions.measure(full)
    yield from scan_pn532.measure(full)
