"""Drawn fonts: letters of any width, 12 lines high, for scripts that fit no cells of 6 x 8.

A drawing (font_ar.txt) holds each form of each letter. A language gets the forms that its texts
use, and codes for them from 128 up; what is below is a sign of the cells (fonts.py), which numbers
and names are written with. Forms of one letter that look the same share a code.
"""

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from host_tools.files.reading import text as file_text

HEIGHT = 12
ASCENT = 8  # lines down to the one to write on
FIRST = 128  # the code of a language's first form
MOST = 128
# Forms of a letter by what it joins: neither side, the letter before it, the next one, both.
FORMS = ("<isolated>", "<final>", "<initial>", "<medial>")
FIRST_LETTER, LAST_LETTER = 0x621, 0x64A  # the Arabic alphabet (firmware/domino/ui/names.py)
LAM, ALEFS = "ل", "آأإا"


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


def forms_of(letters: str, drawn: Iterable[str]) -> set[str]:
    """All drawn forms that these letters take, and lam with each alef that is among them."""
    return {
        form
        for form in drawn
        if unicodedata.decomposition(form).split(" ")[0] in FORMS
        and set(unicodedata.normalize("NFKC", form)) <= set(letters)
    }


class DrawnFont:
    """The forms that some texts use, and all of an alphabet: `codes` by form, `pictures`
    (columns) and `letters` by code."""

    def __init__(self, path: Path, used: set[str], alphabet: str = "") -> None:
        """`used`: every form in the texts; `alphabet`: letters that names are written with.

        ValueError names a form or a letter that has no drawing.
        """
        drawn = drawings(path)
        self.alphabet = alphabet
        forms = forms_of(alphabet, drawn)
        shown = {letter for form in forms for letter in unicodedata.normalize("NFKC", form)}
        for letter in alphabet:
            if letter not in shown or not FIRST_LETTER <= ord(letter) <= LAST_LETTER:
                raise ValueError(f"{path.name}: no letter for names: U+{ord(letter):04X}")
        used = used | forms
        missing = sorted(form for form in used if form not in drawn and not is_cell(form))
        if missing:
            names = ", ".join(f"U+{ord(form):04X}" for form in missing)
            raise ValueError(f"{path.name}: no drawing of {names}")
        self.codes: dict[str, int] = {}
        self.letters: dict[int, str] = {}
        self.pictures: dict[int, list[int]] = {}
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

    def data(self) -> tuple[bytes, bytes]:
        """(where each form begins, in columns, and where the last ends; the columns): two bytes
        a number, the lower first."""
        starts, cells = [0], []
        for code in sorted(self.pictures):
            cells += self.pictures[code]
            starts.append(len(cells))
        return _pairs(starts), _pairs(cells)

    def name_forms(self) -> tuple[bytes, bytes]:
        """(the codes of each letter from FIRST_LETTER on in the order of FORMS, those of lam with
        each of ALEFS, isolated and final); 0 where there is none, both empty without alphabet."""
        if not self.alphabet:
            return b"", b""
        by_form = {
            (unicodedata.normalize("NFKC", form), unicodedata.decomposition(form).split(" ")[0]): c
            for form, c in self.codes.items()
        }
        letters = [chr(code) for code in range(FIRST_LETTER, LAST_LETTER + 1)]
        return (
            bytes(by_form.get((x, form), 0) for x in letters for form in FORMS),
            bytes(by_form.get((LAM + x, form), 0) for x in ALEFS for form in FORMS[:2]),
        )


def is_cell(form: str) -> bool:
    """Whether the cells have it, so that no drawing is needed."""
    return 32 < ord(form) < 127


def _pairs(numbers: list[int]) -> bytes:
    return b"".join(number.to_bytes(2, "little") for number in numbers)
