"""The order in which the letters of a text are drawn, joined and in the direction of its script.

A text from left to right is drawn as it is written. From right to left `arabic-reshaper` joins the
letters and `python-bidi` says where each stands; the firmware then draws one after the other,
going left, and needs to know nothing of either. An operand is one block whose signs keep their
order; the firmware turns it round.
"""

import re
import unicodedata

TOKENS = re.compile(r"(\{\w+\}|[\[\]])")

# An operand is ordered as a number is, the name of a slot too: two in a row follow each other in
# the direction of the script, and `1/7` is one number.
_NUMBER = "1"

# A letter of each bidirectional class that no text uses: it is followed through the ordering.
_MARKS = {
    "AL": "ٱ",
    "L": "ñ",
    "EN": "²",
    "WS": "\u2003",
    "CS": "\u00a0",
    "ON": "☃",
    "ES": "⁺",
    "ET": "°",
}


def tokens(text: str, is_rtl: bool) -> list[str]:
    """Letters in drawing order, "{operand}", "[" and "]".

    ValueError where a space or a bracket stands inside a run of the other direction: such a text
    could not be broken into lines, or its part left out.
    """
    parts = [part for part in TOKENS.split(text) if part]
    if not is_rtl:
        return [token for part in parts for token in ([part] if is_token(part) else part)]
    flow = [token for part in parts for token in ([part] if is_token(part) else joined(part))]
    order = _places([token for token in flow if token not in "[]"])
    return _ordered(flow, order)


def is_token(part: str) -> bool:
    """An operand or a bracket."""
    return TOKENS.fullmatch(part) is not None


def joined(part: str) -> str:
    """Arabic letters in the forms that they take in a word."""
    import arabic_reshaper

    return arabic_reshaper.reshape(part)


def _places(flow: list[str]) -> list[int]:
    """Where each token stands, counted from the right."""
    from bidi import get_display

    stand_ins = [_stand_in(token) for token in flow]
    places = []
    for at, letter in enumerate(stand_ins):
        mark = _MARKS[unicodedata.bidirectional(letter)]
        marked = "".join([*stand_ins[:at], mark, *stand_ins[at + 1 :]])
        places.append(len(flow) - 1 - get_display(marked, base_dir="R").index(mark))
    return places


def _stand_in(token: str) -> str:
    return _NUMBER if is_token(token) else token


def _ordered(flow: list[str], places: list[int]) -> list[str]:
    """Sort the tokens by place; a bracket stays where it is between them."""
    found: list[str] = []
    at = 0
    letters = [token for token in flow if token not in "[]"]
    by_place = [letters[places.index(place)] for place in range(len(letters))]
    for token in flow:
        if token in "[]":
            if sorted(places[:at]) != list(range(at)):
                raise ValueError("a bracket inside a part of the other direction")
            found.append(token)
            continue
        if token == " " and places[at] != at:
            raise ValueError("a space inside a part of the other direction")
        found.append(by_place[at])
        at += 1
    return found
