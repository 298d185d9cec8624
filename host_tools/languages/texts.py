"""Turns a language file into the table of texts that the firmware carries.

A language file has a head, `language`: its `name`, and for scripts that fit no cells the drawing
of its letters (`font`, see drawn.py) and the `direction` they run in, `ltr` or `rtl`. Nothing else
says which languages there are: a new one is a new file.

It has these groups: `messages` (by message id), `errors` (by error code of the rules
core), `labels` and `alerts` (short words of the screen's layout), and `games`: messages of few
games, a table of their own (en_games.py) that others do not load. In a text, `{seat}` and the like
stand for operands; a part in square brackets is shown only where its operands are there.

The table is a row of entries: key (1 byte, firmware/domino/words/ids.py), length, text. Operands
and brackets become single control bytes that the firmware expands while it copies.

With drawn letters a text is the row of forms in the order they are drawn (order.py).
"""

import json
import re
from pathlib import Path

from domino.rules import codes
from domino.words import game_ids, ids, menu_ids, service_ids
from host_tools.files.reading import text as file_text
from host_tools.languages import order
from host_tools.languages.drawn import DrawnFont
from host_tools.languages.fonts import EXTRA, FOLDER, rows_of

LINE = 21  # cells in a line of the screen
ROW = 20  # and in a row of the menu,
SENTENCES = 200  # whose texts from this key on take two lines
SHORT = 11  # cells for the kind of an alert, beside the map
OPERANDS = {
    "seat": 1,  # the player's number, from 1
    "points": 2,  # points, halves as one sign
    "tile": 3,
    "slot": 4,
    "winners": 5,  # the players of the winning sides
    "count": 6,
    "other": 7,  # a second slot
    "index": 8,  # which of {of}
    "of": 9,
    "text": 10,  # a file and a place in it
    "score": 11,  # as points, but 0 is a score too
}
_OPTIONAL = {"[": 14, "]": 15}

# Groups that are tables of their own, brought by who needs them, and how their modules begin.
PARTS = {
    "games": "Texts that some games add, in the",
    "service": "Texts of making and testing, in the",
    "menu": "Texts of the on-table menu, in the",
}

_FIRSTS = ("option", "value", "game", "stored")  # of a row of ids, none themselves

_ROW = "key, length, text, one after the other"

# Alerts can be of these kinds; a refusal of any code is "refused".
ALERT_KINDS = (
    "two_tiles",
    "unknown_tag",
    "foreign_tag",
    "counterfeit",
    "place_back",
    "tile_moved",
    "slot_dead",
    "slot_weak",
    "not_your_pad",
    "clear_table",
    "lift_tile",
    "bus_contention",
    "bus_held",
    "tag_changed",
    "one_bit",
)


def numbers(module: object, first: int, last: int) -> dict[str, int]:
    """{name in lower case: value} of a module's constants from `first` to `last`."""
    return {
        name.lower(): value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int) and first <= value <= last
    }


def error_codes() -> dict[str, int]:
    """The rules core's error codes; its other constants stand before UNKNOWN_GAME or after LOW."""
    names = [n for n, v in vars(codes).items() if n.isupper() and isinstance(v, int)]
    part = names[names.index("UNKNOWN_GAME") : names.index("LOW")]
    return {name.lower(): getattr(codes, name) for name in part}


def wanted() -> dict[tuple[str, str], int]:
    """{(group, name): key in the table} of every text that a language must have.

    The keys of the menu are a row of numbers of their own.
    """
    found = {("messages", n): v for n, v in numbers(ids, 0, ids.REFUSED - 1).items()}
    found |= {("messages", n): v for n, v in numbers(ids, ids.NOT_RECORDED, 254).items()}
    for group, module in (("games", game_ids), ("service", service_ids)):
        found |= {(group, n): v for n, v in numbers(module, 0, ids.ALERT_REFUSED).items()}
    found |= {("menu", n): v for n, v in numbers(menu_ids, 1, 255).items() if n not in _FIRSTS}
    found |= {("errors", n): ids.REFUSED + v for n, v in error_codes().items()}
    for name, value in numbers(ids, ids.LABEL_TURN, ids.ALERT - 1).items():
        found["labels", name.removeprefix("label_")] = value
    for name in ALERT_KINDS:
        found["alerts", name] = ids.ALERT + getattr(ids, name.upper())
    found["alerts", "refused"] = ids.ALERT_REFUSED
    return found


def load(language: str, folder: Path = FOLDER) -> dict[str, dict[str, str]]:
    """A language file; ValueError names what is missing, too much or not an operand."""
    path = folder / f"{language}.json"
    texts = json.loads(file_text(path))
    texts.pop("language", None)
    there = {(group, name) for group in texts for name in texts[group]}
    needed = set(wanted())
    for what, names in (("missing", needed - there), ("not known", there - needed)):
        if names:
            raise ValueError(f"{path.name}: {what}: {sorted(names)}")
    for group, name in there:
        for operand in re.findall(r"\{(.*?)\}", texts[group][name]):
            if operand not in OPERANDS:
                raise ValueError(f"{path.name}: {group}.{name}: no operand {{{operand}}}")
    return texts


def languages(folder: Path = FOLDER) -> list[str]:
    """The codes of all languages, English first: what the table speaks if nothing is set."""
    return sorted(
        (path.stem for path in folder.glob("*.json")), key=lambda code: (code != "en", code)
    )


class Script:
    """How a language is drawn: `name`, `is_rtl`, and `font`, None for letters in cells."""

    def __init__(self, language: str, folder: Path = FOLDER) -> None:
        """ValueError names the file and what is wrong with its head or a letter of its texts."""
        path = folder / f"{language}.json"
        head = json.loads(file_text(path)).get("language", {})
        unknown = sorted(set(head) - {"name", "direction", "font", "alphabet"})
        if unknown or not head.get("name"):
            wanted = "name, and for drawn letters direction, font, alphabet"
            raise ValueError(f"{path.name}: language: {wanted} expected, not {unknown or head}")
        if head.get("direction", "ltr") not in ("ltr", "rtl"):
            raise ValueError(f"{path.name}: language.direction: ltr or rtl expected")
        self.name = head["name"]
        self.is_rtl = head.get("direction") == "rtl"
        self.font = None
        if self.is_rtl and "font" not in head:
            raise ValueError(f"{path.name}: language.font: letters from right to left are drawn")
        if "font" in head:
            drawing = folder / head["font"]
            if not drawing.exists():
                drawing = FOLDER / head["font"]
            self.font = DrawnFont(
                drawing, self._used(load(language, folder)), head.get("alphabet", "")
            )

    def _used(self, texts: dict[str, dict[str, str]]) -> set[str]:
        found = {t for g in texts.values() for text in g.values() for t in self.tokens(text)}
        return {token for token in found if not order.is_token(token)} - {" "}

    def tokens(self, text: str) -> list[str]:
        """The text in the order it is drawn (order.py); ValueError names it."""
        try:
            return order.tokens(text, self.is_rtl)
        except ValueError as error:
            raise ValueError(f"{text!r}: {error}") from error

    def encode(self, text: str) -> bytes:
        """A text in the screen's codes. ValueError where a letter has no picture."""
        return bytes(self._code(token) for token in self.tokens(text))

    def _code(self, token: str) -> int:
        if token in _OPTIONAL:
            return _OPTIONAL[token]
        if order.is_token(token):
            return OPERANDS[token[1:-1]]
        if self.font and token in self.font.codes:
            return self.font.codes[token]
        return code_of(token)


def code_of(letter: str) -> int:
    """The cell code of a letter."""
    if letter in EXTRA:
        return 127 + EXTRA.index(letter)
    if not 32 <= ord(letter) < 127:
        raise ValueError(f"no picture for {letter!r}")
    return ord(letter)


def entries(language: str, part: str = "", folder: Path = FOLDER) -> list[tuple[int, bytes]]:
    """(key, encoded text), highest key first: the labels, which are looked up most; none empty.

    `part`: a group of PARTS, which is a table of its own; else all other groups.
    """
    texts, script = load(language, folder), Script(language, folder)
    found = [
        (key, script.encode(texts[group][name]))
        for (group, name), key in wanted().items()
        if (group if group in PARTS else "") == part
    ]
    return sorted(((key, text) for key, text in found if text), reverse=True)


def modules(language: str, folder: Path = FOLDER) -> dict[str, str]:
    """{name: text} of the modules of firmware/domino/words that a language becomes."""
    made = {f"{language}.py": module(language, "", folder)}
    for part in PARTS:
        made[f"{language}_{part}.py"] = module(language, part, folder)
    script = Script(language, folder)
    if script.font:
        made[f"{language}_font.py"] = font_module(language, script)
    return made


def module(language: str, part: str = "", folder: Path = FOLDER) -> str:
    """The text of firmware/domino/words/<language>.py, or of <language>_<part>.py."""
    head = [
        f'"""{PARTS.get(part, "Texts of the")} language "{language}": {_ROW}.',
        "",
        f"Made by `python -m host_tools.languages` from {language}.json; do not edit here.",
        '"""',
        "",
        "TABLE = (",
    ]
    rows = [
        f"    {literal(bytes((key, len(t))) + t)}" for key, t in entries(language, part, folder)
    ]
    return "\n".join([*head, *rows, ")", ""])


def font_module(language: str, script: Script) -> str:
    """The text of firmware/domino/words/<language>_font.py."""
    starts, cells = script.font.data()
    forms, lam_alef = script.font.name_forms()
    return "\n".join(
        [
            f'"""The letters of the language "{language}", from code 128 up.',
            "",
            "STARTS: where each begins among the columns, and where the last ends; COLUMNS: bit 0",
            "on top. Two bytes a number, the lower first. For names: ALPHABET as it is offered;",
            "FORMS: of each letter from U+0621 on the codes isolated, final, initial and medial;",
            "LAM_ALEF: the same of lam with an alef, isolated and final (ui/names.py).",
            "",
            f"Made by `python -m host_tools.languages` from {language}.json; do not edit here.",
            '"""',
            "",
            f"IS_RTL = {script.is_rtl}",
            "STARTS = (",
            *rows_of(starts, 16),
            ")",
            "COLUMNS = (",
            *rows_of(cells, 16),
            ")",
            f'ALPHABET = "{script.font.alphabet}"',
            "FORMS = (" if forms else 'FORMS = b""',
            *(rows_of(forms, 16) + [")"] if forms else []),
            f"LAM_ALEF = {literal(lam_alef)}",
            "",
        ]
    )


def choices_module() -> str:
    """The text of firmware/domino/store/languages.py."""
    codes = ", ".join(f'"{code}"' for code in languages())
    return "\n".join(
        [
            '"""The languages that may be set, the one without a setting first.',
            "",
            "Made by `python -m host_tools.languages` from its language files; do not edit here.",
            '"""',
            "",
            f"CODES = [{codes}]",
            "",
        ]
    )


def literal(data: bytes) -> str:
    """A bytes literal in double quotes, as the formatter leaves it."""
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in data
    )
    return f'b"{escaped}"'
