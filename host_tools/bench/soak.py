"""Whole matches: full of faults, and one after the other on one heap, some of them too.

Not among the benches that run without a name: it takes minutes, with --full (200 and 500 matches)
hours.
"""

from __future__ import annotations

from collections.abc import Iterator

from host_tools.bench.figures import Figure
from host_tools.runtimes.micropython import binary
from host_tools.sim import soak
from host_tools.sim.evening import EVENING, Evening
from host_tools.sim.side_by_side import processors

_SEED = 1
_FAULTY, _PLAIN = 10, 20


def measure(full: bool) -> Iterator[Figure]:
    """The matches with faults, then the plain ones."""
    yield from _faulty(soak.MATCHES if full else _FAULTY)
    yield from _plain(EVENING if full else _PLAIN)


def _faulty(count: int) -> Iterator[Figure]:
    runtime = "cpython" if binary.problem() else "mixed"
    done = list(soak.outcomes(_SEED, list(range(count)), runtime, processors()))
    bad = sum(1 for outcome in done if outcome.problems)
    text = (
        f"{count} matches of all games that lay a line, {sum(one.faults for one in done)} faults "
        f"and mishaps, {sum(one.virtual_s for one in done) / 3600:.1f} virtual hours, "
        f"seed {_SEED}, {runtime}; {bad} matches went wrong in some way"
    )
    for name in ("wrong_scores", "lost_actions", "exceptions"):
        total = sum(getattr(outcome, name) for outcome in done)
        yield Figure(f"soak_{name}", total, text)
    yield Figure("soak_step_ms", max(one.longest_step_ms for one in done), text)
    yield Figure("soak_heap_growth_bytes", max(one.heap_growth for one in done), text)


def _plain(count: int) -> Iterator[Figure]:
    name = "largest_free_block_drift_bytes"
    if binary.problem():
        yield Figure(name, None, binary.problem())
        return
    evening = Evening(_SEED, count).run("micropython")
    flash = evening.timing["flash"]
    bad = sum(1 for match in evening.matches if match.problems)
    text = (
        f"{count} matches in one process, each begun on the menu, {evening.virtual_s / 3600:.1f} "
        f"virtual hours; {bad} went wrong; {flash['erases']} flash erases, "
        f"longest step with one {evening.timing['longest_erasing_step_ms']} ms"
    )
    least = f"{evening.least_block} bytes at the least"
    least += f"; {len(evening.troubled)} matches with faults held {evening.held_growth} bytes more"
    yield Figure(name, evening.largest_drift, f"{text}; largest free block {least}")
    yield Figure("longest_step_ms", evening.timing["longest_step_ms"], text)
