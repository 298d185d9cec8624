"""The ways on from what lies: where the next tile, or the mark of an open port, may go.

A double lies across its line and a spinner's branches leave at right angles; a line may turn at
the end of any other tile. The way that looks best comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.render.paper import LONG, WIDE, Box, Place, Vector, back, middle, right


@dataclass(frozen=True)
class Way:
    """A way out of a port: where its middle is, which way it looks, and the folds before it."""

    at: Vector
    heads: Vector
    last: tuple[Vector, Vector]  # the directions last taken from east to west, north to south
    flips: bool = False  # of a spinner: its branches change sides


def beside_double(place: Place, port: str, last: tuple[Vector, Vector]) -> Way:
    """A double has one way out of each port: ahead, back, or at its short ends."""
    aside = right(place.heads)
    heads = {
        "line_a": back(place.heads),
        "line_b": place.heads,
        "branch_a": aside if place.flips else back(aside),
        "branch_b": back(aside) if place.flips else aside,
    }[port]
    x, y = middle(place.box)
    reach = LONG // 2 if port.startswith("branch") else WIDE // 2
    at = (x + heads[0] * reach, y + heads[1] * reach)
    return Way(at, heads, last)


def from_end(
    place: Place, port: str, home: Vector | None, last: tuple[Vector, Vector]
) -> Iterator[Way]:
    """The ways out of a half of a non-double: straight, or turning. `home` is the direction of
    its arm, None for one that begins here."""
    heads = place.heads if port != place.first else back(place.heads)
    for way in _turns(heads, home or heads, last):
        yield Way(_end(place.box, heads, way), way, last)


def straight(place: Place, port: str, last: tuple[Vector, Vector]) -> Way:
    """The way straight on from an end."""
    return next(from_end(place, port, None, last))


def corners(way: Way) -> Iterator[Way]:
    """Round the corner at once, the joined half ahead of the port: where nothing else is free."""
    x, y = way.at[0] + way.heads[0], way.at[1] + way.heads[1]
    for aside in (right(way.heads), back(right(way.heads))):
        yield Way((x - aside[0], y - aside[1]), aside, way.last)


def after(last: tuple[Vector, Vector], heads: Vector) -> tuple[Vector, Vector]:
    """The directions last taken, once something lies that heads this way."""
    return (heads, last[1]) if heads[0] else (last[0], heads)


def _end(box: Box, heads: Vector, way: Vector) -> Vector:
    """The middle of the side `way` of a non-double's half that looks to `heads`."""
    x, y = middle(box)
    half = (x + heads[0], y + heads[1])  # the middle of that half
    return half[0] + way[0], half[1] + way[1]


def _turns(heads: Vector, home: Vector, last: tuple[Vector, Vector]) -> list[Vector]:
    """Straight in the arm's own direction, else back along itself as soon as it has turned."""
    along = bool(heads[0]) == bool(home[0])
    if along:
        aside = last[1] if home[0] else last[0]
        folded = aside if heads != home else right(heads)
        return [heads, folded, back(folded)]
    before = last[0] if home[0] else last[1]
    return [back(before), heads, before]
