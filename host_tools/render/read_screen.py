"""Reads the picture of the screen back into text, as `final.screen` of FORMATS.md has it.

Eight lines of up to 21 cells. A large digit covers two by two cells, a tall one one by two; their
characters stand together in the upper line, and the lower line is blank there. A rule across a
line and the map are left blank (`read_map` tells which slots the map marks); open ends and tallies
read as read_pictures.py says, drawn letters in the order they were written (read_drawn.py), lines
of them in the row where they begin (read_lines.py). What else is no sign of the fonts reads as a
grey block.
"""

from collections.abc import Iterator

from host_tools.languages import fonts
from host_tools.render import read_lines, read_pictures

WIDTH = 128
ROWS = 8
CELLS = 21
UNKNOWN = "\N{MEDIUM SHADE}"

_MAP_X, _MAP_RULE_X, _MAP_CELL = 96, 94, 15
_MAP_ROWS = (2, 3, 4)
_ENDS = 4
_TALLIES = (2, 3)


def _quarters() -> dict[tuple[bytes, bytes, bytes, bytes], str]:
    cells = fonts.large_cells()
    return {tuple(cells[4 * k : 4 * k + 4]): name for k, name in enumerate(fonts.DIGITS)}


def _halves() -> dict[tuple[bytes, bytes], str]:
    cells = fonts.tall_cells()
    return {tuple(cells[2 * k : 2 * k + 2]): name for k, name in enumerate(fonts.DIGITS)}


SMALL = dict(
    zip(fonts.small_cells(), [chr(c) for c in range(32, 127)] + list(fonts.EXTRA), strict=True)
)
LARGE = _quarters()
TALL = _halves()


def read_screen(picture: bytes) -> list[str]:
    """The text of a picture of 1,024 bytes (8 rows of 128 columns, bit 0 on top), 8 lines."""
    lines, taken = _read_cells(picture)
    if any(UNKNOWN in line for line in lines):
        page = read_lines.read_page(picture)
        if page is not None:
            return page
        rest, texts = read_lines.take_lines(picture, _runs)
        if texts:
            lines, taken = _read_cells(rest)
            for row, at, width, text in texts:
                _put(lines[row], at, width, text)
        _read_pictures(rest, lines)
    return [_joined(line, row, taken) for row, line in enumerate(lines)]


def _read_cells(picture: bytes) -> tuple[list[list[str]], set[tuple[int, int]]]:
    """The sign of each cell, and the cells that large signs and the map have."""
    cells = _cells(picture)
    lines = [[""] * CELLS for _ in range(ROWS)]
    taken = _map_cells(picture)
    _take_blocks(cells, lines, taken)
    for row in range(ROWS):
        for at in range(CELLS):
            if (row, at) not in taken:
                lines[row][at] = SMALL.get(cells[row][at], UNKNOWN)
    return lines, taken


def _runs(picture: bytes, rows: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """(first cell, width) of the runs between large digits and arrows in two rows."""
    lines, taken = _read_cells(picture)
    begin = 0
    for at in range(CELLS + 1):
        if at < CELLS and not any((r, at) in taken or lines[r][at] in "▶◀▲" for r in rows):
            continue
        if any(UNKNOWN in lines[r][begin:at] for r in rows):
            yield begin, at - begin
        begin = at + 1


def _put(line: list[str], at: int, width: int, text: str) -> None:
    """A text in place of so many cells."""
    line[at : at + width] = [text] + [""] * (width - 1)


def _row(picture: bytes, row: int) -> bytes:
    return picture[row * WIDTH : row * WIDTH + 6 * CELLS]


def _read_pictures(picture: bytes, lines: list[list[str]]) -> None:
    """The open ends, and the tallies."""
    ends = read_pictures.read_ends(_row(picture, _ENDS))
    if ends is not None:
        _put(lines[_ENDS], 0, CELLS, ends)
    upper, lower = (picture[row * WIDTH : (row + 1) * WIDTH] for row in _TALLIES)
    found = read_pictures.read_tallies(upper, lower)
    if found is not None:
        left, right = map(read_pictures.tally_text, found)
        _put(lines[_TALLIES[0]], 0, CELLS, f"{left:<11}{right}".rstrip())
        _put(lines[_TALLIES[1]], 0, CELLS, "")


def _cells(picture: bytes) -> list[list[bytes]]:
    """The columns of each cell; a rule across a row counts as blank."""
    found = []
    for row in range(ROWS):
        line = picture[row * WIDTH : (row + 1) * WIDTH]
        if len(set(line[: 6 * CELLS])) == 1:
            line = bytes(WIDTH)
        found.append([line[6 * at : 6 * at + 6] for at in range(CELLS)])
    return found


def _take_blocks(
    cells: list[list[bytes]], lines: list[list[str]], taken: set[tuple[int, int]]
) -> None:
    """Find the large and tall digits; their cells are `taken`."""
    for row in range(ROWS - 1):
        for at in range(CELLS):
            if (row, at) in taken:
                continue
            upper, lower = cells[row], cells[row + 1]
            large = LARGE.get((*upper[at : at + 2], *lower[at : at + 2]))
            tall = TALL.get((upper[at], lower[at]))
            if large or tall:
                lines[row][at] = large or tall or ""
                width = 2 if large else 1
                taken |= {(row + r, at + c) for r in (0, 1) for c in range(width)}


def _joined(line: list[str], row: int, taken: set[tuple[int, int]]) -> str:
    """Signs of one run of large digits stand together; the blanks that they leave follow."""
    out = ""
    owed = 0
    for at, sign in enumerate(line):
        if sign:
            if owed and (row, at) not in taken:
                out += " " * owed
                owed = 0
            out += sign
        elif out and (row, at) in taken and line[at - 1] and at:
            owed += 1
        else:
            out += " "
    return out.rstrip()


def _map_cells(picture: bytes) -> set[tuple[int, int]]:
    """The cells that the map covers, where it is shown."""
    if not has_map(picture):
        return set()
    return {(row, at) for row in _MAP_ROWS for at in range(_MAP_CELL, CELLS)}


def has_map(picture: bytes) -> bool:
    """The rule left of the map is there."""
    return all(picture[row * WIDTH + _MAP_RULE_X] == 0xFF for row in _MAP_ROWS)


def read_map(picture: bytes, columns: int, rows: int) -> set[tuple[int, int]]:
    """(column, row) of every slot that the map marks; empty where no map is shown."""
    if not has_map(picture):
        return set()
    pitch = min(32 // columns, 24 // rows)
    return {
        (column, row)
        for column in range(columns)
        for row in range(rows)
        if _block_is_lit(picture, _MAP_X + column * pitch, 16 + row * pitch, pitch)
    }


def _block_is_lit(picture: bytes, x0: int, y0: int, size: int) -> bool:
    return all(
        picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1
        for x in range(x0, x0 + size)
        for y in range(y0, y0 + size)
    )
