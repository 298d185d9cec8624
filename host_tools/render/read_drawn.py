"""Reads text of drawn letters back from pixels (ui/drawn.py), in the order it was written.

A line is 12-bit columns of large letters, or those of a row of 8, where they are squeezed. It is
read as the fewest signs whose columns make up the line exactly, from the side where the script
begins. Of forms that look alike (in a row of 8 some hamzas) the one that the language's texts use
most is read, then a word that they have instead of one that they have not.
"""

import json
import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from host_tools.files.reading import text as file_text
from host_tools.languages import drawn, fonts

_SPACE = 3  # blank columns
_ALIKE = str.maketrans("أإآىیئؤ", "ااايييو")
_COST_SIGN, _COST_SPACE, _COST_GAP = 10, 5, 3

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
def _signs(font: str, texts: str, is_large: bool) -> dict[tuple[int, ...], str]:
    """{columns: letter} of a drawing."""
    found: dict[tuple[int, ...], tuple[int, str]] = {}
    for form, rows in drawn.drawings(Path(fonts.FOLDER / font)).items():
        letter = unicodedata.normalize("NFKC", form)
        shown = tuple(drawn.columns(rows) if is_large else drawn.squeeze(rows))
        uses = texts.count(letter)
        if any(shown) and (shown not in found or found[shown][0] < uses):
            found[shown] = (uses, letter)
    return {columns: letter for columns, (_, letter) in found.items()}


@lru_cache
def _cells(is_large: bool) -> dict[tuple[int, ...], str]:
    """Numbers and names: signs of the cells, a line lower in large lines."""
    signs = [chr(code) for code in range(32, 127)] + list(fonts.EXTRA)
    shift = 1 if is_large else 0
    return {
        tuple(column << shift for column in picture): sign
        for picture, sign in zip(fonts.small_cells(), signs, strict=True)
        if sign != " "
    }


@lru_cache
def _known(font: str, texts: str, is_large: bool) -> dict[tuple[int, ...], _Sign]:
    """What columns stand for: signs of the drawing before those of the cells, and blanks."""
    known: dict[tuple[int, ...], _Sign] = {
        (0,) * _SPACE: (" ", None, _COST_SPACE),
        (0,): ("", None, _COST_GAP),
    }
    for signs, is_letter in ((_cells(is_large), False), (_signs(font, texts, is_large), True)):
        known |= {picture: (sign, is_letter, _COST_SIGN) for picture, sign in signs.items()}
    return known


def read_line(columns: list[int], is_large: bool) -> str | None:
    """The text of a line of columns, None where it is none with a drawn letter in it."""
    for font, direction, texts in heads():
        found = _read(tuple(columns), _known(font, texts, is_large), direction == "rtl")
        if found is not None:
            words = _words(texts)
            return " ".join(words.get(_plain(word), word) for word in found.split(" "))
    return None


def _plain(word: str) -> str:
    """A word without what a row of 8 may not show."""
    return word.translate(_ALIKE)


@lru_cache
def _words(texts: str) -> dict[str, str]:
    """{plain word: word} of the words of a language, but for plain ones that are two of them."""
    found: dict[str, set[str]] = {}
    for word in re.findall(r"\w+", texts):
        found.setdefault(_plain(word), set()).add(word)
    return {plain: words.pop() for plain, words in found.items() if len(words) == 1}


def _read(
    columns: tuple[int, ...], known: dict[tuple[int, ...], _Sign], is_rtl: bool
) -> str | None:
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
    if best[-1] is None:
        return None
    return _text(best, is_rtl)


def _text(best: list[tuple | None], is_rtl: bool) -> str | None:
    """Signs from the right end to the left, names and numbers turned back; None without letter."""
    out: list[str] = []
    word: list[str] = []  # signs of the cells, which always run right
    has_letter = False
    at = len(best) - 1
    while at:
        _, before, sign, kind = best[at]
        if kind is False:
            word.insert(0, sign)
        else:
            out.append("".join(word))
            word = []
            has_letter = has_letter or bool(kind)
            out.append(sign)
        at = before
    out.append("".join(word))
    if not has_letter:
        return None
    found = "".join(out if is_rtl else reversed(out))
    while "   " in found:
        found = found.replace("   ", "  ")
    return found.strip()
