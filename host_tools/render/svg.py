"""Dominoes as SVG text: a tile, a mark, the sheet around them. Small, plain, always the same.

Lengths are pixels; a tile is TILE by TILE / 2.
"""

from __future__ import annotations

UNIT = 12
TILE = 4 * UNIT
HALF = 2 * UNIT

FELT = "#1f5c49"
IVORY = "#f7f1e0"
EDGE = "#5c5138"
PIP = "#1c1c22"
ORANGE = "#ff9d1e"
SHUT = "#b9b3a3"  # the face of a double that was closed
INK = "#ffffff"

# Pips of a half, in steps from its middle; the tile lies from west to east.
_STEP = 6
_FACES = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


def sheet(width: int, height: int, parts: list[str]) -> str:
    """A whole picture: the felt, the faces that are used, and the parts on it."""
    used = [face for face in _FACES if any(f'"#f{face}"' in part for part in parts)]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">',
        "<defs>",
        f'<rect id="b" x="{1 - TILE // 2}" y="{1 - HALF // 2}" width="{TILE - 2}"'
        f' height="{HALF - 2}" rx="4"/>',
        *(_face(face) for face in used),
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{FELT}"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _face(value: int) -> str:
    dots = "".join(
        f'<circle cx="{x * _STEP}" cy="{y * _STEP}" r="2.3"/>' for x, y in _FACES[value]
    )
    return f'<g id="f{value}" fill="{PIP}">{dots}</g>'


def tile(
    x: int, y: int, turn: int, first: int, other: int, frame: str = EDGE, face: str = IVORY
) -> str:
    """A tile with its middle at (x, y): turned clockwise by degrees from first half west."""
    thick = 3 if frame != EDGE else 1
    turned = f" rotate({turn})" if turn else ""
    halves = "".join(
        f'<use href="#f{value}" x="{at}"/>'
        for value, at in ((first, -HALF // 2), (other, HALF // 2))
        if value
    )
    return (
        f'<g transform="translate({x} {y}){turned}">'
        f'<use href="#b" fill="{face}" stroke="{frame}" stroke-width="{thick}"/>'
        f'<path d="M0 {3 - HALF // 2}V{HALF // 2 - 3}" stroke="{EDGE}"/>{halves}</g>'
    )


def number(x: int, y: int, value: int) -> str:
    """A filled number: what an end counts, zero too."""
    return (
        f'<circle cx="{x}" cy="{y}" r="10" fill="{INK}"/>'
        f'<text x="{x}" y="{y}" dy="4.3" text-anchor="middle" font-family="sans-serif"'
        f' font-size="12" font-weight="bold" fill="{PIP}">{value}</text>'
    )


def dot(x: int, y: int) -> str:
    """A hollow dot: something may be laid there, and it counts nothing."""
    return f'<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="{INK}" stroke-width="2"/>'


def label(x: int, y: int, text: str, anchor: str = "middle", size: int = 13) -> str:
    """A few signs of text, white."""
    return (
        f'<text x="{x}" y="{y}" dy="4.5" text-anchor="{anchor}" font-family="sans-serif"'
        f' font-size="{size}" fill="{INK}">{text}</text>'
    )
