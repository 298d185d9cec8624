"""A sheet for people: a column each, a row a round, the totals, and who is lowest."""

from __future__ import annotations

import unicodedata
from typing import Iterable

from host_tools.sheet.evening import Evening


def text(evening: Evening) -> str:
    """The whole sheet; names in any script keep their columns."""
    widths = [max(5, _width(name)) for name in evening.names]
    lines = [_row("round", evening.names, widths)]
    for number, pips in enumerate(evening.rounds, 1):
        lines.append(_row(str(number), map(str, pips), widths))
    lines.append(_row("total", map(str, evening.totals), widths))
    return "\n".join([*lines, standing(evening)])


def standing(evening: Evening) -> str:
    """Who wins if no round follows."""
    winners = evening.winners
    if not winners:
        return "No round is written yet."
    names = _and([evening.names[player] for player in winners])
    lowest = evening.totals[winners[0]]
    verb = "share the lowest total" if len(winners) > 1 else "has the lowest total"
    return f"{names} {verb}, {lowest}: the lowest wins after the last round."


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _row(head: str, cells: Iterable[str], widths: list[int]) -> str:
    padded = (
        " " * (width - _width(cell)) + cell for cell, width in zip(cells, widths, strict=True)
    )
    return "  ".join([f"{head:>5}", *padded])


def _width(text: str) -> int:
    """The terminal's cells: marks take none, wide letters two."""
    return sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
        if not unicodedata.combining(letter)
    )
