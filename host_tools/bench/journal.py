"""The journal: how rarely an append erases flash, and what a power cut loses."""

from __future__ import annotations

from collections.abc import Iterator

from host_tools.bench.figures import Figure
from host_tools.bench.journal_match import Recorded, recorded
from host_tools.bench.power_cuts import Cuts, Tape, cut_everywhere, erases_of, played

_MATCH = ("all-fives", 2, 4)
_PARTS = (0.0, 0.5)


def measure(full: bool) -> Iterator[Figure]:
    """One whole match; with `full` three, of other games and numbers of players."""
    match = recorded(*_MATCH)
    tape = played(match)
    yield _share(match, tape)
    lost, tried, told = 0, 0, []
    for about in (_MATCH, ("horse-race", 3, 7), ("goat", 4, 2))[: 3 if full else 1]:
        match = recorded(*about)
        cuts = cut_everywhere(match, _PARTS)
        lost += cuts.lost + cuts.doubled + cuts.not_started
        tried += cuts.tried
        told.append(_in_words(match, cuts))
    on = f"{tried} power cuts, before each write of the flash and in its middle; {'; '.join(told)}"
    yield Figure("power_cut_lost", lost, on)


def _share(match: Recorded, tape: Tape) -> Figure:
    appends, tidying = erases_of(tape)
    n = len(match.entries)
    on = (
        f"{n} records of a match of {match.game} on littlefs as a Pico mounts it;"
        f" {appends} appends erased a sector, tidying in quiet moments {tidying} more;"
        f" {tape.pages} pages programmed"
    )
    return Figure("journal_erase_share", round(appends / n, 3), on)


def _in_words(match: Recorded, cuts: Cuts) -> str:
    return (
        f"{match.game} with {match.players}: {cuts.lost} recorded actions lost,"
        f" {cuts.doubled} doubled, {cuts.not_started} starts failed,"
        f" {cuts.kept} that were being written came through"
    )
