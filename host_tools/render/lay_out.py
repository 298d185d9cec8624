"""Finds a place on paper for every tile of a layout: joined tiles touch, no others come near.

Lengths are quarters of a tile: a tile is 4 long and 2 wide, so every edge is a whole number; x
grows to the east, y to the south. A double lies across its line, a spinner's branches leave at
right angles, a line that gets too long folds back beside itself.
The same layout always comes out the same: the search tries a fixed order and takes the first fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product

EAST, SOUTH, WEST, NORTH = (1, 0), (0, 1), (-1, 0), (0, -1)
LONG, WIDE = 4, 2
APART = 1  # between tiles that are not joined, in one direction at least

# Half width and half height that the tiles may take around the opening one; the first that does.
ROOMS = ((30, 14), (30, 20), (34, 28), (40, 40), (60, 60), (120, 120))
_TRIES = 3000  # places looked at in one room

# Short arms first, so that the long ones fold around them; else long ones first, else as played.
_ORDERS = (lambda size: size, lambda size: -size, lambda size: 0)

Vector = tuple[int, int]
Box = tuple[int, int, int, int]  # x0, y0, x1, y1


class NoRoom(Exception):
    """No place was found; the text names the tile."""


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


def lay_out(laid: list[Laid], open_ports: list[tuple[str, str]]) -> Drawing:
    """Places for tiles in play order, and a mark for each open port (tile, port); or NoRoom."""
    for (width, height), order in product(ROOMS, _ORDERS):
        found = _Search(laid, _in_order(laid, open_ports, order), width, height).run()
        if found:
            places = {one.tile: found.places[one.tile] for one in laid}
            return Drawing(places, sorted(found.marks, key=lambda mark: (mark.tile, mark.port)))
    raise NoRoom(f"the layout of {laid[-1].tile} does not fit the paper")


def gap(one: Box, other: Box) -> int:
    """How far apart two boxes are, by the axis that parts them more; negative: they overlap."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, down)


@dataclass(frozen=True)
class _Step:
    """Something to place: a tile, or with `mark` the square of an open port."""

    tile: str
    on: str | None
    port: str | None
    mark: bool = False


@dataclass(frozen=True)
class _Way:
    """A way out of a port: where its middle is, which way it looks, and the folds before it."""

    at: Vector
    heads: Vector
    last: tuple[Vector, Vector]  # the directions last taken from east to west, north to south
    flips: bool = False


class _Search:
    """One try in a room of a given size."""

    def __init__(self, laid: list[Laid], steps: list[_Step], width: int, height: int) -> None:
        self.room = (-width, -height, width, height)
        self.parents = {one.tile: one for one in laid}
        self.steps = steps
        self.places: dict[str, Place] = {}
        self.marks: list[Mark] = []
        self.numbers = {step.tile: at for at, step in enumerate(steps) if not step.mark}
        self.branching = {
            step.on for step in steps if step.port is not None and step.port.startswith("branch")
        }
        self.mark_numbers: dict[Mark, int] = {}
        self.lasts: dict[str, tuple[Vector, Vector]] = {}
        self.homes: dict[str, Vector] = {}
        self.tries = 0

    def run(self) -> Drawing | None:
        """The whole drawing, None where the room or the patience does not suffice."""
        return Drawing(self.places, self.marks) if self._place(0) is None else None

    def _place(self, number: int) -> set[int] | None:
        """Places the step and all after it, or takes back what it did and returns the steps that
        were in the way: none but one of them can help by going another way."""
        if number == len(self.steps):
            return None
        step = self.steps[number]
        in_the_way: set[int] = set()
        for way in self._flipped(step):
            self.tries += 1
            if self.tries > _TRIES:
                return set()
            box, blocks = self._look(step, way)
            if not blocks:
                self._put(step, way, box)
                blocks = self._place(number + 1)
                if blocks is None:
                    return None
                self._take_back(step)
                if number not in blocks:
                    return blocks
            in_the_way |= blocks
        in_the_way.add(self.numbers.get(step.on, 0))
        return in_the_way - {number}

    def _look(self, step: _Step, way: _Way) -> tuple[Box, set[int]]:
        """The box of a step that goes this way, and the steps whose tiles or marks are there."""
        if step.mark:
            box, apart = _box(way.at, way.heads, WIDE, WIDE), 0
        else:
            is_double = step.tile[0] == step.tile[2]
            box, apart = _box(way.at, way.heads, *((2, 4) if is_double else (4, 2))), APART
        blocks = {
            self.numbers[place.tile]
            for place in self.places.values()
            if gap(box, place.box) < (0 if place.tile == step.on else apart)
        }
        blocks |= {self.mark_numbers[mark] for mark in self.marks if gap(box, mark.box) < 0}
        if not step.mark and not self._is_inside(box):
            blocks.add(self.numbers.get(step.on, 0))
        return box, blocks

    def _put(self, step: _Step, way: _Way, box: Box) -> None:
        if step.mark:
            self.marks.append(Mark(step.tile, step.port or "", box))
            self.mark_numbers[self.marks[-1]] = self.steps.index(step)
            return
        first = self._first(step)
        self.places[step.tile] = Place(step.tile, box, way.heads, first, way.flips)
        self.lasts[step.tile] = _after(way.last, way.heads)
        self.homes[step.tile] = self.homes[step.on] if self._goes_on(step) else way.heads

    def _take_back(self, step: _Step) -> None:
        if step.mark:
            self.marks.pop()
        else:
            del self.places[step.tile]

    def _goes_on(self, step: _Step) -> bool:
        """Whether a tile continues the line of the one it lies on, not a branch or a new line."""
        on = self.places.get(step.on or "")
        if on is None or (step.port or "").startswith("branch"):
            return False
        return self.parents[on.tile].on is not None

    def _first(self, step: _Step) -> str:
        """The port by which a tile is joined; of the opening tile, the first."""
        if step.tile[0] == step.tile[2]:
            return "line_a"
        if step.on is None:
            return "low"
        high_on = step.port == "high" and step.on[0] != step.on[2]
        value = step.on[2] if high_on else step.on[0]
        return "low" if step.tile[0] == value else "high"

    def _is_inside(self, box: Box) -> bool:
        room = self.room
        return box[0] >= room[0] and box[1] >= room[1] and box[2] <= room[2] and box[3] <= room[3]

    def _flipped(self, step: _Step) -> Iterator[_Way]:
        """The ways to lay something, the best first; a spinner's branches may change sides."""
        yield from self._ways(step)
        if step.tile in self.branching and not step.mark:
            for way in self._ways(step):
                yield _Way(way.at, way.heads, way.last, flips=True)

    def _ways(self, step: _Step) -> Iterator[_Way]:
        if step.on is None:
            half = WIDE // 2 if step.tile[0] == step.tile[2] else LONG // 2
            yield _Way((-half, 0), EAST, (EAST, SOUTH))
            return
        place = self.places[step.on]
        last = self.lasts[step.on]
        is_single = not step.mark and step.tile[0] != step.tile[2]
        if place.is_double:
            way = _side_of_double(place, step.port or "", last)
            yield way
            yield from _corners(way) if is_single else ()
            return
        heads = place.heads if step.port != place.first else _back(place.heads)
        home = self.homes[step.on] if self.parents[step.on].on is not None else heads
        for way in _turns(heads, home, last):
            yield _Way(_end(place.box, heads, way), way, last)
        straight = _Way(_end(place.box, heads, heads), heads, last)
        yield from _corners(straight) if is_single else ()


def _in_order(
    laid: list[Laid], open_ports: list[tuple[str, str]], order: Callable[[int], int]
) -> list[_Step]:
    """What to place, in an order that seldom has to be taken back.

    All that lies on a tile comes together, the marks too; then arm after arm, by `order` of their
    numbers of tiles.
    """
    children: dict[str | None, list[_Step]] = {}
    for one in laid:
        children.setdefault(one.on, []).append(_Step(one.tile, one.on, one.port))
    for tile, port in open_ports:
        children.setdefault(tile, []).append(_Step(tile, tile, port, mark=True))
    sizes: dict[str, int] = {}
    for one in reversed(laid):
        tiles = [step.tile for step in children.get(one.tile, []) if not step.mark]
        sizes[one.tile] = 1 + sum(sizes[tile] for tile in tiles)
    steps: list[_Step] = []

    def expand(on: str | None) -> None:
        beside = children.get(on, [])
        steps.extend(beside)
        arms = [step for step in beside if not step.mark]
        for step in sorted(arms, key=lambda step: order(sizes[step.tile])):
            expand(step.tile)

    expand(None)
    return steps


def _box(at: Vector, heads: Vector, length: int, width: int) -> Box:
    """The box that begins with the middle of one side at `at` and reaches `length` ahead."""
    far = (at[0] + heads[0] * length, at[1] + heads[1] * length)
    aside = (abs(heads[1]) * width // 2, abs(heads[0]) * width // 2)
    return (
        min(at[0], far[0]) - aside[0],
        min(at[1], far[1]) - aside[1],
        max(at[0], far[0]) + aside[0],
        max(at[1], far[1]) + aside[1],
    )


def _middle(box: Box) -> Vector:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def _back(heads: Vector) -> Vector:
    return -heads[0], -heads[1]


def _right(heads: Vector) -> Vector:
    return -heads[1], heads[0]


def _end(box: Box, heads: Vector, way: Vector) -> Vector:
    """The middle of the side `way` of a non-double's half that looks to `heads`."""
    x, y = _middle(box)
    half = (x + heads[0], y + heads[1])  # the middle of that half
    return half[0] + way[0], half[1] + way[1]


def _side_of_double(place: Place, port: str, last: tuple[Vector, Vector]) -> _Way:
    """A double has one way out of each port: ahead, back, or at its short ends."""
    right = _right(place.heads)
    heads = {
        "line_a": _back(place.heads),
        "line_b": place.heads,
        "branch_a": right if place.flips else _back(right),
        "branch_b": _back(right) if place.flips else right,
    }[port]
    x, y = _middle(place.box)
    reach = LONG // 2 if port.startswith("branch") else WIDE // 2
    at = (x + heads[0] * reach, y + heads[1] * reach)
    return _Way(at, heads, last)


def _corners(way: _Way) -> Iterator[_Way]:
    """Round the corner at once, the joined half ahead of the port: where nothing else is free."""
    x, y = way.at[0] + way.heads[0], way.at[1] + way.heads[1]
    for aside in (_right(way.heads), _back(_right(way.heads))):
        yield _Way((x - aside[0], y - aside[1]), aside, way.last)


def _after(last: tuple[Vector, Vector], heads: Vector) -> tuple[Vector, Vector]:
    return (heads, last[1]) if heads[0] else (last[0], heads)


def _turns(heads: Vector, home: Vector, last: tuple[Vector, Vector]) -> list[Vector]:
    """The ways on from an end, the best first: straight in the arm's own direction, else back
    along itself as soon as it has turned."""
    along = bool(heads[0]) == bool(home[0])
    if along:
        aside = last[1] if home[0] else last[0]
        folded = aside if heads != home else _right(heads)
        return [heads, folded, _back(folded)]
    before = last[0] if home[0] else last[1]
    return [_back(before), heads, before]
