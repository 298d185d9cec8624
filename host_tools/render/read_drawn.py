"""Reads text of drawn letters back from pixels (ui/drawn.py), in the order it was written.

A line is 12-bit columns. It is read as the fewest signs whose columns make up the line exactly,
from the side where the script begins. Of forms that look alike (Persian and Arabic ones) the one
that the language's texts use most is read.
"""

import json
import unicodedata
from functools import lru_cache
from pathlib import Path

from host_tools.files.reading import text as file_text
from host_tools.languages import drawn, fonts

WHOLE = (1 << drawn.HEIGHT) - 1
_SPACE = 3  # blank columns
_COST_SIGN, _COST_SPACE, _COST_GAP = 10, 5, 3
_ARROWS = "▶◀▲▼"  # stand by themselves beside a word

_Sign = tuple[str, bool | None, int]  # text, is it of the drawing (None: a blank), cost


@lru_cache
def heads() -> tuple[tuple[str, str, str], ...]:
    """(drawing, direction, all texts) of each language with drawn letters."""
    found = []
    for path in sorted(fonts.FOLDER.glob("*.json")):
        texts = file_text(path)
        head = json.loads(texts).get("language", {})
        if "font" in head:
            found.append((head["font"], head.get("direction", "ltr"), texts))
    return tuple(found)


@lru_cache
def _signs(font: str, texts: str, mask: int) -> dict[tuple[int, ...], str]:
    """{columns: letter} of a drawing, the lines of `mask` alone."""
    found: dict[tuple[int, ...], tuple[int, str]] = {}
    for form, rows in drawn.drawings(Path(fonts.FOLDER / font)).items():
        letter = unicodedata.normalize("NFKC", form)
        shown = tuple(column & mask for column in drawn.columns(rows))
        uses = texts.count(letter)
        if any(shown) and (shown not in found or found[shown][0] < uses):
            found[shown] = (uses, letter)
    return {columns: letter for columns, (_, letter) in found.items()}


@lru_cache
def _cells(mask: int) -> dict[tuple[int, ...], str]:
    """Numbers and names: signs of the cells, a line lower."""
    signs = [chr(code) for code in range(32, 127)] + list(fonts.EXTRA)
    return {
        tuple(column << 1 & mask for column in picture): sign
        for picture, sign in zip(fonts.small_cells(), signs, strict=True)
        if sign != " "
    }


@lru_cache
def _known(font: str, texts: str, mask: int) -> dict[tuple[int, ...], _Sign]:
    """What columns stand for: signs of the drawing before those of the cells, and blanks."""
    known: dict[tuple[int, ...], _Sign] = {
        (0,) * _SPACE: (" ", None, _COST_SPACE),
        (0,): ("", None, _COST_GAP),
    }
    for signs, is_letter in ((_cells(mask), False), (_signs(font, texts, mask), True)):
        known |= {picture: (sign, is_letter, _COST_SIGN) for picture, sign in signs.items()}
    return known


def read_line(
    columns: list[int], mask: int = WHOLE, in_place: bool = False
) -> tuple[str, bool] | None:
    """(the text of a line of columns, whether a letter of it is drawn), None where it is none.

    `mask`: the lines that belong to it alone, bit 0 on top. `in_place`: its parts stand for left
    and right, and are read in that order.
    """
    masked = tuple(column & mask for column in columns)
    for font, direction, texts in heads():
        best = _read(masked, _known(font, texts, mask))
        if best is not None:
            return _text(best, direction == "rtl", in_place)
    return None


def _read(
    columns: tuple[int, ...], known: dict[tuple[int, ...], _Sign]
) -> list[tuple | None] | None:
    """The cheapest row of signs: `best[x]` is the cost of what stands left of x, and the last."""
    widths = sorted({len(picture) for picture in known})
    best: list[tuple | None] = [(0, None, None, False)] + [None] * len(columns)
    for x in range(len(columns)):
        before = best[x]
        if before is None:
            continue
        for end in (x + width for width in widths if x + width <= len(columns)):
            found = known.get(columns[x:end])
            if found is None:
                continue
            sign, is_letter, cost = found
            total = before[0] + cost
            if best[end] is None or total < best[end][0]:
                best[end] = (total, x, sign, is_letter)
    return best if best[-1] is not None else None


def _goes_on(sign: str, out: list[str], kinds: list[bool | None]) -> bool:
    """Whether a Latin word follows another one: a name of two words runs right as a whole."""
    if len(out) < 2 or out[-1] != " " or kinds[-2] is not False:
        return False
    return sign.isalpha() and out[-2][0].isalpha()


def _text(best: list[tuple | None], is_rtl: bool, in_place: bool) -> tuple[str, bool]:
    """Signs from the right end to the left, names and numbers turned back."""
    out: list[str] = []  # parts, from the right
    kinds: list[bool | None] = []
    has_letter = False
    at = len(best) - 1
    while at:
        _, before, sign, kind = best[at]
        kind = None if sign in _ARROWS else kind
        has_letter = has_letter or bool(kind)
        is_more = bool(out) and kind is not None and kinds[-1] is kind
        if is_rtl and kind is False and _goes_on(sign, out, kinds):
            blank, word = out.pop(), out.pop()
            del kinds[-1]
            out.append(sign + blank + word)
        elif is_more and kind is False:
            out[-1] = sign + out[-1]
        elif is_more:
            out[-1] = out[-1] + sign if is_rtl else sign + out[-1]
        else:
            out.append(sign)
            kinds.append(kind)
        at = before
    found = "".join(reversed(out) if in_place or not is_rtl else out)
    while "   " in found:
        found = found.replace("   ", "  ")
    return found.strip(), has_letter
