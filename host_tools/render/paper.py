"""The paper a layout is drawn on: where a tile lies, and how far boxes are apart.

Lengths are quarters of a tile: a tile is 4 long and 2 wide, so every edge is a whole number; x
grows to the east, y to the south.
"""

from __future__ import annotations

from dataclasses import dataclass, field

EAST, SOUTH, WEST, NORTH = (1, 0), (0, 1), (-1, 0), (0, -1)
LONG, WIDE = 4, 2

Vector = tuple[int, int]
Box = tuple[int, int, int, int]  # x0, y0, x1, y1


@dataclass(frozen=True)
class Laid:
    """One tile as it was played: `on` and `port` None for the opening tile."""

    tile: str
    on: str | None = None
    port: str | None = None

    @property
    def is_double(self) -> bool:
        """Both halves show the same."""
        return self.tile[0] == self.tile[2]


@dataclass(frozen=True)
class Place:
    """Where a tile lies. `heads` is its direction: of a non-double from the half that was joined
    (the low one, if it opened) to the other, of a double the way its line runs."""

    tile: str
    box: Box
    heads: Vector
    first: str  # the port that looks back, against `heads`
    flips: bool = False  # a double's branch_a is on its right, not on its left

    @property
    def is_double(self) -> bool:
        """Both halves show the same."""
        return self.tile[0] == self.tile[2]


@dataclass(frozen=True)
class Mark:
    """A free square beside an open port, for what it counts."""

    tile: str
    port: str
    box: Box


@dataclass
class Drawing:
    """Places by tile, in play order, and the marks of the open ports."""

    places: dict[str, Place] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)

    @property
    def box(self) -> Box:
        """What all of it covers."""
        boxes = [place.box for place in self.places.values()] + [mark.box for mark in self.marks]
        lows = [min(box[k] for box in boxes) for k in (0, 1)]
        highs = [max(box[k] for box in boxes) for k in (2, 3)]
        return (*lows, *highs)


def gap(one: Box, other: Box) -> int:
    """How far apart two boxes are, by the axis that parts them more; negative: they overlap."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, down)


def box_from(at: Vector, heads: Vector, length: int, width: int) -> Box:
    """The box that begins with the middle of one side at `at` and reaches `length` ahead."""
    far = (at[0] + heads[0] * length, at[1] + heads[1] * length)
    aside = (abs(heads[1]) * width // 2, abs(heads[0]) * width // 2)
    return (
        min(at[0], far[0]) - aside[0],
        min(at[1], far[1]) - aside[1],
        max(at[0], far[0]) + aside[0],
        max(at[1], far[1]) + aside[1],
    )


def middle(box: Box) -> Vector:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def back(heads: Vector) -> Vector:
    return -heads[0], -heads[1]


def right(heads: Vector) -> Vector:
    return -heads[1], heads[0]
