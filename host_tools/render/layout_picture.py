"""A position as a picture: the tiles, and at every open port what it counts.

A filled number is a counted contribution, zeros too; a hollow dot a legal port that counts
nothing; an orange frame a spinner, which is not by itself a counted end (RULES.md, "Shown to
players"). A double counts once however many of its sides are free: one of them has the number.
"""

from __future__ import annotations

from dataclasses import dataclass

from host_tools.render import svg
from host_tools.render.lay_out import lay_out
from host_tools.render.paper import EAST, SOUTH, WEST, Drawing, Laid, Place

_MARGIN = svg.UNIT
_TURNS = {EAST: 0, SOUTH: 90, WEST: 180}  # else north, 270
_BEST_FIRST = ("line_a", "line_b", "branch_a", "branch_b", "high", "low")


@dataclass(frozen=True)
class Position:
    """What lies, as results of FORMATS.md write it: `ends` and `ports` of the last action."""

    laid: list[Laid]
    ends: list[dict]
    ports: list[dict]
    spinners: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()


def layout_svg(position: Position) -> str:
    """The whole picture; raises lay_out.NoRoom."""
    ports = [(port["tile"], port["port"]) for port in position.ports]
    drawing = lay_out(position.laid, ports)
    left, top, right, bottom = drawing.box
    tiles = [_tile(place, position, left, top) for place in drawing.places.values()]
    size = [svg.UNIT * length + 2 * _MARGIN for length in (right - left, bottom - top)]
    return svg.sheet(*size, tiles + _marks(drawing, position, left, top))


def counted(position: Position) -> dict[tuple[str, str], int]:
    """{(tile, port): what it counts}; the ports that are missing count nothing."""
    values: dict[str, list[int]] = {}
    for end in position.ends:
        values.setdefault(end["tile"], []).append(end["value"])
    found = {}
    for tile, counts in values.items():
        ports = [port["port"] for port in position.ports if port["tile"] == tile]
        # A closed double counts and has no open port: it gets no number.
        for port, value in zip(sorted(ports, key=_BEST_FIRST.index), counts, strict=False):
            found[tile, port] = value
    return found


def _tile(place: Place, position: Position, left: int, top: int) -> str:
    x, y = _pixels(place.box, left, top)
    low, high = int(place.tile[0]), int(place.tile[2])
    turn = _TURNS.get(place.heads, 270)
    if place.is_double:
        turn = (turn + 90) % 180
    first, other = (low, high) if place.first != "high" else (high, low)
    frame = svg.ORANGE if place.tile in position.spinners else svg.EDGE
    face = svg.SHUT if place.tile in position.closed else svg.IVORY
    return svg.tile(x, y, turn, first, other, frame, face)


def _marks(drawing: Drawing, position: Position, left: int, top: int) -> list[str]:
    values = counted(position)
    parts = []
    for mark in drawing.marks:
        x, y = _pixels(mark.box, left, top)
        value = values.get((mark.tile, mark.port))
        parts.append(svg.dot(x, y) if value is None else svg.number(x, y, value))
    return parts


def _pixels(box: tuple[int, int, int, int], left: int, top: int) -> tuple[int, int]:
    """The middle of a box."""
    x = (box[0] + box[2] - 2 * left) * svg.UNIT // 2 + _MARGIN
    y = (box[1] + box[3] - 2 * top) * svg.UNIT // 2 + _MARGIN
    return x, y
