"""The texts of a language: sentences with operands, numbers with their nouns, lists of words.

A text is a string, or {category: string} where it changes with its number `n`. Operands are
`{name}`, or `{name:noun}` for a number with its noun in the right form. The categories of numbers
are those of CLDR: English has `one` and `other`, Arabic `one`, `two`, `few`, `many`, `other`.
"""

from __future__ import annotations

import json
import re
import string
from functools import cache
from pathlib import Path

from host_tools.files.reading import text as file_text

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "ar")
_LTR = '<span dir="ltr">'
_TILE = re.compile(rf"(?<![\w/-])(?<!{_LTR})(\d-\d)(?![\w-])", re.ASCII)


class Phrases(string.Formatter):
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        text = file_text(FOLDER / f"{language}.json")
        self.texts = json.loads(text)
        self.rtl = self.texts["direction"] == "rtl"

    def get(self, *path: str) -> object:
        """What stands at a path of keys; KeyError names it."""
        found = self.texts
        for key in path:
            found = found[key]
        return found

    def has(self, *path: str) -> bool:
        """Whether something stands there."""
        found = self.texts
        for key in path:
            if not isinstance(found, dict) or key not in found:
                return False
            found = found[key]
        return True

    def say(self, *path: str, **operands: object) -> str:
        """The text at a path with its operands, tiles kept from turning round."""
        text = self.get(*path)
        if isinstance(text, dict):
            text = text[self.category(operands["n"])]
        return self.safe(self.vformat(text, (), operands))

    def safe(self, text: str) -> str:
        """A text in which a tile reads from low to high, also from right to left."""
        return _TILE.sub(lambda found: self.ltr(found[1]), text) if self.rtl else text

    def ltr(self, text: str) -> str:
        """Signs that read from left to right in any text, such as a sum."""
        return f"{_LTR}{text}</span>" if self.rtl else text

    def code(self, text: str) -> str:
        """A word that is typed as it stands."""
        return f'<code dir="ltr">{text}</code>' if self.rtl else f"`{text}`"

    def format_field(self, value: object, spec: str) -> str:
        """`{name:noun}`: the number with its noun; a word in place of a number takes `other`."""
        if not spec:
            return str(value)
        forms = self.get("nouns", spec)
        return forms[self.category(value)].replace("{n}", str(value))

    def category(self, number: object) -> str:
        """The category of a number; `other` for what is none."""
        is_number = type(number) in (int, float)
        return _CATEGORIES[self.language](number) if is_number else "other"

    def join(self, words: list[str], last: str = "and") -> str:
        """`a, b and c`; `last`: and, or, comma."""
        between, before_last = self.get("lists", last)
        return before_last.join([between.join(words[:-1]), words[-1]] if words[1:] else words)


@cache
def phrases(language: str) -> Phrases:
    """The texts of a language, read once."""
    return Phrases(language)


def _english(number: float) -> str:
    return "one" if number == 1 else "other"


def _arabic(number: float) -> str:
    if number in (1, 2):
        return ("one", "two")[int(number) - 1]
    if number != int(number):
        return "other"
    rest = int(number) % 100
    return "few" if 3 <= rest <= 10 else "many" if rest >= 11 else "other"


_CATEGORIES = {"en": _english, "ar": _arabic}
