"""A trick and shown hands as pictures.

A trick: each tile lies before its player, player 1 in the south and on clockwise; an arrow marks
the one that was led, an orange frame the one that takes it. Hands: a row each, the best framed.
"""

from __future__ import annotations

from host_tools.render import svg

_MIDDLE = 96
_NEAR, _FAR = 38, 78  # from the middle to a tile, and to its player's number
_SIDES = ((0, 1), (-1, 0), (0, -1), (1, 0))  # south, west, north, east
_ROW, _STEP, _LEFT = 42, svg.TILE + 8, 40


def trick_svg(tiles: dict[int, str], leader: int, winner: int) -> str:
    """The tiles of a trick by seat, 0 to 3."""
    parts = []
    for seat, tile in sorted(tiles.items()):
        x, y = _SIDES[seat]
        at = (_MIDDLE + x * _NEAR, _MIDDLE + y * _NEAR)
        frame = svg.ORANGE if seat == winner else svg.EDGE
        parts.append(svg.tile(*at, 90 if y else 0, int(tile[0]), int(tile[2]), frame))
        parts.append(svg.label(_MIDDLE + x * _FAR, _MIDDLE + y * _FAR, str(seat + 1)))
        if seat == leader:
            parts.append(_arrow(x, y))
    return svg.sheet(2 * _MIDDLE, 2 * _MIDDLE, parts)


def hands_svg(hands: list[list[str]], winners: list[int]) -> str:
    """Hands of tiles, a row each in the order of the seats."""
    width = _LEFT + _STEP * max(map(len, hands)) + 8
    parts = []
    for seat, hand in enumerate(hands):
        y = _ROW // 2 + 4 + seat * _ROW
        parts.append(svg.label(20, y, str(seat + 1)))
        for place, tile in enumerate(hand):
            x = _LEFT + _STEP * place + svg.TILE // 2
            frame = svg.ORANGE if seat in winners else svg.EDGE
            low, high = sorted((int(tile[0]), int(tile[2])))
            parts.append(svg.tile(x, y, 0, low, high, frame))
    return svg.sheet(width, _ROW * len(hands) + 8, parts)


def _arrow(x: int, y: int) -> str:
    """From the player of a side to the tile that he led, beside it."""
    aside = (-y * 22, x * 22)
    far, near = _FAR - 14, _NEAR - 14
    start = (_MIDDLE + x * far + aside[0], _MIDDLE + y * far + aside[1])
    end = (_MIDDLE + x * near + aside[0], _MIDDLE + y * near + aside[1])
    wings = [(end[0] + x * 8 + side * y * 5, end[1] + y * 8 + side * x * 5) for side in (-1, 1)]
    head = f"M{wings[0][0]} {wings[0][1]}L{end[0]} {end[1]}L{wings[1][0]} {wings[1][1]}"
    line = f"M{start[0]} {start[1]}L{end[0]} {end[1]}{head}"
    return f'<path d="{line}" fill="none" stroke="{svg.INK}" stroke-width="2"/>'
