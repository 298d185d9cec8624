"""From the bytes of a file to JSON objects, each with its place; nothing of dominoes here.

A file is one JSON object over any number of lines, or JSON Lines. What is not a JSON object
becomes one line that says where and why; the other lines are still read.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Iterator

from host_tools import json_errors
from host_tools.files import reading
from host_tools.files.reading import MOST
from host_tools.records.notation import named, printable, quote

WANTED = "wanted: one JSON object, or one on each line"
LARGEST_BYTES = MOST


class Unreadable(Exception):
    """A file or a line that is no JSON object; the text is one line for the user.

    `line`: where in the text it is found, from 1, where that is known.
    """

    def __init__(self, text: str, line: int = 1) -> None:
        super().__init__(text)
        self.line = line


@dataclass(frozen=True)
class Entry:
    """One object of a file: `place` is `file:line`; `value` is None where `error` says why.

    `twice` names fields that stand twice in one object: JSON readers disagree on which counts.
    """

    place: str
    value: dict | None
    error: str = ""
    twice: tuple[str, ...] = ()


def entries(path: str) -> Iterator[Entry]:
    """Every object of a file, `-` for standard input. Never raises for what is in the file."""
    name = "standard input" if path == "-" else named(path)
    try:
        text = _text(path)
    except Unreadable as error:
        yield Entry(name, None, str(error))
        return
    yield from _objects(name, text)


def only(path: str, what: str) -> dict:
    """The one object of a file; raises Unreadable, its text with the place. `what` is wanted."""
    found = list(entries(path))
    entry = found[0]
    if len(found) > 1:
        raise Unreadable(f"{printable(path)}: {len(found)} JSON objects; wanted: {what}")
    if entry.value is None:
        raise Unreadable(f"{entry.place}: {entry.error}")
    if entry.twice:
        raise Unreadable(f"{entry.place}: {quote(entry.twice[0])} stands twice; wanted: once")
    return entry.value


def _text(path: str) -> str:
    """The file as text; raises Unreadable."""
    try:
        text = reading.decoded(_bytes(path))
    except reading.NotUtf8 as error:
        raise Unreadable(f"{error}; wanted: a UTF-8 text") from None
    if not text.strip():
        raise Unreadable(f"empty; {WANTED}")
    return text


def _bytes(path: str) -> bytes:
    """What is in the file; raises Unreadable."""
    try:
        if path == "-":
            return reading.standard_input(LARGEST_BYTES)
        return reading.data(path, LARGEST_BYTES)
    except reading.TooLarge:
        raise Unreadable(f"too large; {WANTED}, {LARGEST_BYTES >> 20} MiB at most") from None
    except reading.Unread as error:
        if str(error) == "closed":
            raise Unreadable(f"closed; {WANTED}") from None
        if str(error).startswith("is a "):
            raise Unreadable(f"{error}; {WANTED}, in a file or a pipe") from None
        raise Unreadable(f"cannot be read: {printable(str(error))}; {WANTED}") from None


def _objects(name: str, text: str) -> Iterator[Entry]:
    """One entry for the whole text, or one for each of its lines that is not blank."""
    # Not splitlines(): a string may hold U+2028 and other characters that it takes for line ends.
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines, 1) if line.strip()]
    if len(filled) == 1 or _is_json(text) or not _is_json_lines(lines, filled):
        yield _entry(name, filled[0], "\n".join(lines[filled[0] - 1 :]).rstrip())
        return
    for number in filled:
        yield _entry(name, number, lines[number - 1].strip())


def _is_json_lines(lines: list[str], filled: list[int]) -> bool:
    """Whether each line of a text that is no JSON as a whole stands for itself.

    The first line settles it where it is JSON by itself. Else a later line that is an object and
    begins at the margin does: inside one long object those are indented.
    """
    if _is_json(lines[filled[0] - 1]):
        return True
    later = (lines[number - 1] for number in filled[1:])
    return any(line.startswith("{") and _is_json(line) for line in later)


def _is_json(text: str) -> bool:
    try:
        parsed(text)
    except Unreadable:
        return False
    return True


def _entry(name: str, line: int, text: str) -> Entry:
    """The object that begins in this line; an error has the line of its own."""
    place = f"{name}:{line}"
    try:
        value, twice = parsed(text)
    except Unreadable as error:
        return Entry(f"{name}:{line + error.line - 1}", None, str(error))
    if not isinstance(value, dict):
        return Entry(place, None, f"not a JSON object but {quote(value)}; {WANTED}")
    return Entry(place, value, twice=twice)


def parsed(text: str) -> tuple[object, tuple[str, ...]]:
    """The value of a JSON text and the fields that stand twice in it; raises Unreadable."""
    twice: list[str] = []

    def collect(pairs: list[tuple[str, object]]) -> dict:
        value = dict(pairs)
        if len(value) < len(pairs):
            seen = Counter(name for name, _ in pairs)
            twice.extend(name for name in value if seen[name] > 1)
        return value

    try:
        value = json.loads(
            text, object_pairs_hook=collect, parse_int=_whole, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        line, column, words = json_errors.place(error)
        raise Unreadable(f"not JSON: {words} at column {column}; {WANTED}", line) from None
    except RecursionError:
        raise Unreadable(f"not readable: nested too deep; {WANTED}") from None
    return value, tuple(twice)


def _whole(digits: str) -> int | float:
    """A whole number; one too long for any field here becomes a float, which no field takes."""
    return int(digits) if len(digits) <= 18 else float(digits)


def _refuse_constant(word: str) -> object:
    """JSON has no NaN and no Infinity, though Python's reader would take them."""
    raise Unreadable(f"not JSON: {word} is no JSON value; {WANTED}")
