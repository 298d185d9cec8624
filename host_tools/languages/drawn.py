"""Drawn fonts: letters of any width, 12 lines high, for scripts that fit no cells of 6 x 8.

A drawing (font_ar.txt) holds each form of each letter. A language gets the forms that its texts
use, and codes for them from 128 up; what is below is a sign of the cells (fonts.py), which numbers
and names are written with. Forms of one letter that look the same share a code.
"""

import unicodedata
from pathlib import Path

from host_tools.files.reading import text as file_text

HEIGHT = 12
ASCENT = 8  # lines down to the one to write on
FIRST = 128  # the code of a language's first form
MOST = 128
SMALL_ASCENT = 5  # the same in a row of 8


def drawings(path: Path) -> dict[str, list[str]]:
    """{letter: its 12 lines of "#" and "."}; ValueError names file and line of a fault."""
    found: dict[str, list[str]] = {}
    lines = file_text(path).splitlines()
    for at, line in enumerate(lines):
        if not line.startswith("= "):
            continue
        names = line[2:].split()
        rows = [row.split() for row in lines[at + 1 : at + 1 + HEIGHT]]
        widths = [len(part) for part in rows[0]] if rows else []
        for number, row in enumerate(rows, at + 2):
            if len(row) != len(names) or [len(part) for part in row] != widths:
                raise ValueError(f"{path.name}:{number}: {len(names)} letters as above expected")
        if len(rows) < HEIGHT:
            raise ValueError(f"{path.name}:{at + 1}: {HEIGHT} lines expected")
        for k, name in enumerate(names):
            found[chr(int(name, 16))] = [row[k] for row in rows]
    return found


def columns(rows: list[str]) -> list[int]:
    """The columns of a letter as 12-bit numbers, bit 0 on top."""
    return [
        sum(1 << y for y, row in enumerate(rows) if row[x] == "#") for x in range(len(rows[0]))
    ]


def squeeze(rows: list[str]) -> list[int]:
    """The columns of a letter in a row of 8, as bytes, bit 0 on top.

    Down to the line to write on neighbouring lines that differ least become one until 5 are left,
    never the gap between a letter and its dots; of those below it the last is cut off. So dots
    survive, and none of them stands in the last line, where it would look like the next row's.
    """
    lines = [sum(1 << x for x, sign in enumerate(row) if sign == "#") for row in rows]
    above, below = lines[:ASCENT], lines[ASCENT : ASCENT + 8 - SMALL_ASCENT]
    while len(above) > SMALL_ASCENT:
        k = min(range(len(above) - 1), key=lambda k: _loss(above, k))
        above[k : k + 2] = [above[k] | above[k + 1]]
    kept = above + below
    return [
        sum(1 << y for y, line in enumerate(kept) if line >> x & 1) for x in range(len(rows[0]))
    ]


def _loss(lines: list[int], k: int) -> int:
    """What is lost when line k and the next become one: pixels that only one of them has."""
    upper, lower = lines[k], lines[k + 1]
    if not upper and not any(lines[:k]):
        return 0  # air above the letter
    is_gap = not upper or not lower
    return bin(upper ^ lower).count("1") + (100 if is_gap else 1)


class DrawnFont:
    """The forms that some texts use: `codes` by form, `pictures` (columns) and `small` (those in
    a row of 8) by code."""

    def __init__(self, path: Path, used: set[str]) -> None:
        """`used`: every form in the texts; ValueError names one that has no drawing."""
        drawn = drawings(path)
        missing = sorted(form for form in used if form not in drawn and not is_cell(form))
        if missing:
            names = ", ".join(f"U+{ord(form):04X}" for form in missing)
            raise ValueError(f"{path.name}: no drawing of {names}")
        self.codes: dict[str, int] = {}
        self.letters: dict[int, str] = {}
        self.pictures: dict[int, list[int]] = {}
        self.small: dict[int, list[int]] = {}
        known: dict[tuple, int] = {}
        for form in sorted(used & set(drawn)):
            picture = columns(drawn[form])
            letter = unicodedata.normalize("NFKC", form)
            code = known.setdefault((letter, *picture), FIRST + len(known))
            if code >= FIRST + MOST:
                raise ValueError(f"{path.name}: the texts use more than {MOST} forms")
            self.codes[form] = code
            self.letters[code] = letter
            self.pictures[code] = picture
            self.small[code] = squeeze(drawn[form])

    def data(self) -> tuple[bytes, bytes, bytes]:
        """(where each form begins, in columns, and where the last ends; the columns): two bytes
        a number, the lower first; the columns in a row of 8, a byte each."""
        starts, cells, small = [0], [], []
        for code in sorted(self.pictures):
            cells += self.pictures[code]
            small += self.small[code]
            starts.append(len(cells))
        return _pairs(starts), _pairs(cells), bytes(small)


def is_cell(form: str) -> bool:
    """Whether the cells have it, so that no drawing is needed."""
    return 32 < ord(form) < 127


def _pairs(numbers: list[int]) -> bytes:
    return b"".join(number.to_bytes(2, "little") for number in numbers)
