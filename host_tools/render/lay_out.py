"""Finds a place on paper for every tile of a layout: joined tiles touch, no others come near.

A line that gets too long folds back beside itself. The same layout always comes out the same: the
search tries a fixed order and takes the first fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from host_tools.render.paper import (
    EAST,
    LONG,
    SOUTH,
    WIDE,
    Box,
    Drawing,
    Laid,
    Mark,
    Place,
    Vector,
    box_from,
    gap,
)
from host_tools.render.ways import Way, after, beside_double, corners, from_end, straight

APART = 1  # between tiles that are not joined, in one direction at least

# Half width and half height that the tiles may take around the opening one; the first that does.
ROOMS = ((30, 14), (30, 20), (34, 28), (40, 40), (60, 60), (120, 120))
_TRIES = 3000  # places looked at in one room

# Short arms first, so that the long ones fold around them; else long ones first, else as played.
_ORDERS = (lambda size: size, lambda size: -size, lambda size: 0)


class NoRoom(Exception):
    """No place was found; the text names the tile."""


def lay_out(laid: list[Laid], open_ports: list[tuple[str, str]]) -> Drawing:
    """Places for tiles in play order, and a mark for each open port (tile, port); or NoRoom."""
    for (width, height), order in product(ROOMS, _ORDERS):
        found = _Search(laid, _in_order(laid, open_ports, order), width, height).run()
        if found:
            places = {one.tile: found.places[one.tile] for one in laid}
            return Drawing(places, sorted(found.marks, key=lambda mark: (mark.tile, mark.port)))
    raise NoRoom(f"the layout of {laid[-1].tile} does not fit the paper")


@dataclass(frozen=True)
class _Step:
    """Something to place: a tile, or with `mark` the square of an open port."""

    tile: str
    on: str | None
    port: str | None
    mark: bool = False

    @property
    def is_double(self) -> bool:
        """Both halves show the same."""
        return self.tile[0] == self.tile[2]


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

    def _look(self, step: _Step, way: Way) -> tuple[Box, set[int]]:
        """The box of a step that goes this way, and the steps whose tiles or marks are there."""
        size = (WIDE, WIDE) if step.mark else (WIDE, LONG) if step.is_double else (LONG, WIDE)
        box = box_from(way.at, way.heads, *size)
        apart = 0 if step.mark else APART
        blocks = {
            self.numbers[place.tile]
            for place in self.places.values()
            if gap(box, place.box) < (0 if place.tile == step.on else apart)
        }
        blocks |= {self.mark_numbers[mark] for mark in self.marks if gap(box, mark.box) < 0}
        if not step.mark and not self._is_inside(box):
            blocks.add(self.numbers.get(step.on, 0))
        return box, blocks

    def _put(self, step: _Step, way: Way, box: Box) -> None:
        if step.mark:
            self.marks.append(Mark(step.tile, step.port or "", box))
            self.mark_numbers[self.marks[-1]] = self.steps.index(step)
            return
        first = self._first(step)
        self.places[step.tile] = Place(step.tile, box, way.heads, first, way.flips)
        self.lasts[step.tile] = after(way.last, way.heads)
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
        if step.is_double:
            return "line_a"
        if step.on is None:
            return "low"
        high_on = step.port == "high" and step.on[0] != step.on[2]
        value = step.on[2] if high_on else step.on[0]
        return "low" if step.tile[0] == value else "high"

    def _is_inside(self, box: Box) -> bool:
        room = self.room
        return box[0] >= room[0] and box[1] >= room[1] and box[2] <= room[2] and box[3] <= room[3]

    def _flipped(self, step: _Step) -> Iterator[Way]:
        """The ways to lay something, the best first; a spinner's branches may change sides."""
        yield from self._ways(step)
        if step.tile in self.branching and not step.mark:
            for way in self._ways(step):
                yield Way(way.at, way.heads, way.last, flips=True)

    def _ways(self, step: _Step) -> Iterator[Way]:
        if step.on is None:
            half = WIDE // 2 if step.is_double else LONG // 2
            yield Way((-half, 0), EAST, (EAST, SOUTH))
            return
        place, port, last = self.places[step.on], step.port or "", self.lasts[step.on]
        if place.is_double:
            ahead = beside_double(place, port, last)
            yield ahead
        else:
            ahead = straight(place, port, last)
            begins = step.mark or self.parents[step.on].on is None
            yield from from_end(place, port, None if begins else self.homes[step.on], last)
        if not step.mark and not step.is_double:
            yield from corners(ahead)


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
