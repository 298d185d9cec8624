"""Finds the lines of drawn letters in a picture of the screen, wherever ui/drawn.py puts them.

A page of the menu has five lines of 12 pixels, 13 apart. In play status and message lie at the
bottom, alerts beside the map, labels beside large digits, the end that is asked for above the
status, and a notice on top. Each is told in the row of 8 pixels in which it begins, or nearly so.
"""

from collections.abc import Callable, Iterator

from host_tools.languages.drawn import HEIGHT
from host_tools.render.read_drawn import WHOLE, read_line
from host_tools.render.read_pictures import read_ends

_WIDTH, _SHOWN = 128, 126
_CELL = 6
_ROWS, _CELLS = 8, 21
_PAGE = [13 * line for line in range(5)]
_BESIDE_MAP = 15  # cells
_UNDER_QUESTION = 0x3FF  # its lines that the status does not share
_STATUS_ALONE = WHOLE & ~1

# What is found: row, first cell, cells, text.
Text = tuple[int, int, int, str]


def _columns(picture: bytes, top: int, begin: int = 0, end: int = _SHOWN) -> list[int]:
    """12 lines from `top` on, as columns from `begin` to `end`."""
    found = []
    for x in range(begin, end):
        whole = sum(picture[row * _WIDTH + x] << 8 * row for row in range(_ROWS))
        found.append(whole >> top & WHOLE)
    return found


def read_page(picture: bytes) -> list[str] | None:
    """The eight lines of a page of the menu; None where the picture is none."""
    gaps = [top + HEIGHT for top in _PAGE[:-1]]
    if any(picture[y // 8 * _WIDTH + x] >> y % 8 & 1 for y in gaps for x in range(_WIDTH)):
        return None
    found = [read_line(_columns(picture, top)) for top in _PAGE]
    if any(line is None for line in found):
        return None
    out = [""] * _ROWS
    for top, line in zip(_PAGE, found, strict=True):
        out[top // 8] = line[0] if line else ""
    return out


class _Lines:
    """A picture whose lines are taken out one after the other."""

    def __init__(self, picture: bytes) -> None:
        self.rest = bytearray(picture)
        self.texts: list[Text] = []
        self.has_letter = False

    def take(
        self,
        top: int,
        row: int,
        cells: tuple[int, int] = (0, _CELLS),
        mask: int = WHOLE,
        in_place: bool = False,
    ) -> bool:
        """Take the line that begins at `top`, if there is one between these cells."""
        at, end = cells
        columns = _columns(self.rest, top, _CELL * at, _CELL * end)
        found = read_line(columns, mask, in_place) if any(columns) else None
        if found is None or not (found[1] or self.has_letter):
            return False
        self.has_letter = True
        self.texts.append((row, at, end - at, found[0] + ("" if end == _CELLS else " ")))
        height = HEIGHT if mask & 1 == 0 else mask.bit_length()
        for y in range(top, top + height):
            for x in range(_CELL * at, _CELL * end):
                self.rest[y // 8 * _WIDTH + x] &= ~(1 << y % 8)
        return True


def take_lines(
    picture: bytes, runs: Callable[[bytes, tuple[int, int]], Iterator[tuple[int, int]]]
) -> tuple[bytes, list[Text]]:
    """(the picture without them, the lines of the screen in play that have drawn letters).

    `runs`: where rows have something else than large digits (first cell, cells).
    """
    lines = _Lines(picture)
    is_taken = lines.take(52, 6)
    lines.take(40, 5, mask=_STATUS_ALONE)
    if not is_taken:
        lines.take(52, 6)  # names alone, the end of a message
    lines.take(2, 0)
    beside = (0, _BESIDE_MAP)
    for place, (top, row) in ((beside, (16, 2)), (beside, (28, 3))):
        lines.take(top, row, place)
    if read_ends(bytes(lines.rest[4 * _WIDTH : 4 * _WIDTH + _SHOWN])) is None:
        place = beside if any(lines.rest[4 * _WIDTH + _CELL * _BESIDE_MAP + 4 :][:1]) else None
        lines.take(30, 4, place or (0, _CELLS), _UNDER_QUESTION, in_place=True)
    for at, width in list(runs(bytes(lines.rest), (2, 3))):
        lines.take(18, 2, (at, at + width))
    return bytes(lines.rest), lines.texts
