"""Finds the file of a board and reads it: strict JSON, nothing lost on the way.

Python's json module lets pass what must not pass here: of a repeated key it keeps the last value,
it knows NaN, it turns 1e999 into infinity. Numbers too long for any field become infinity, so
that the schema names their place.
"""

import json
from pathlib import Path

from host_tools import BOARD_CONFIGS, json_errors
from host_tools.boards.faults import BoardError, Fault, place, shown
from host_tools.files import reading

CONFIGS = BOARD_CONFIGS
_MAX_BYTES = 1_000_000
_MAX_DEPTH = 16  # the deepest field of the format lies at 4
_MAX_DIGITS = 12


class _Object(dict):
    """A JSON object that remembers the keys it was given twice."""

    repeated: list[str]


def board_names() -> list[str]:
    """The boards of board_configs/, sorted."""
    return sorted(file.parent.name for file in CONFIGS.glob("*/board.json"))


def find(name_or_path: str) -> Path:
    """The file meant by the name of a board, or by a path to a config or to its folder."""
    name_or_path = str(name_or_path)
    if name_or_path in board_names():
        return CONFIGS / name_or_path / "board.json"
    try:
        path = Path(name_or_path)
        if path.is_dir():
            path = path / "board.json"
        if name_or_path and path.exists():
            return path
    except (OSError, ValueError):  # a name too long, or with a zero byte
        pass
    choices = ", ".join(board_names()) or "(none)"
    accepted = f"a board ({choices}), a folder with board.json in it, or a file"
    raise BoardError(name_or_path, [Fault("file", "there is no such board", accepted)])


def read(path: Path, file: str) -> dict:
    """The JSON object in `path`; `file` is what errors call it."""
    try:
        raw = reading.data(path, _MAX_BYTES)
    except reading.TooLarge:
        _refuse(file, "file", "is too large", f"at most {_MAX_BYTES} bytes")
    except reading.Unread as error:
        _refuse(file, "file", f"cannot be read ({error})", "a readable file")
    config = _parse(_decode(raw, file), file)
    if not isinstance(config, dict):
        _refuse(file, "config", f"is {shown(config)}", "a JSON object")
    faults = _strictness(config)
    if faults:
        raise BoardError(file, faults)
    return config


def _refuse(file: str, where: str, problem: str, accepted: str) -> None:
    raise BoardError(file, [Fault(where, problem, accepted)]) from None


def _decode(raw: bytes, file: str) -> str:
    try:
        # A byte order mark is what some editors begin a UTF-8 file with; it says nothing.
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line_number = raw.count(b"\n", 0, error.start) + 1
        _refuse(file, f"line {line_number}", "is not UTF-8", "UTF-8 text")
        raise


def _parse(text: str, file: str) -> object:
    def constant(word: str) -> None:
        _refuse(file, "config", f"{word} is not JSON", "a number in digits")

    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_constant=constant
        )
    except json.JSONDecodeError as error:
        line_number, column, words = json_errors.place(error)
        where = f"line {line_number} column {column}"
        _refuse(file, where, f"is not JSON ({words})", "one JSON object")
    except RecursionError:
        _refuse(file, "config", "is nested too deeply", f"at most {_MAX_DEPTH} levels")


def _object(pairs: list[tuple[str, object]]) -> _Object:
    made = _Object(pairs)
    made.repeated = []
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen and key not in made.repeated:
                made.repeated.append(key)
            seen.add(key)
    return made


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MAX_DIGITS else float("inf")


def _strictness(config: dict) -> list[Fault]:
    """Repeated keys, values nested too deeply and texts that break a line, with their places."""
    faults: list[Fault] = []
    waiting: list[tuple[list[str | int], object]] = [([], config)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str) and not value.isprintable():
            accepted = "printable characters only"
            faults.append(Fault(place(path), f"{shown(value)} has a control character", accepted))
        if not isinstance(value, (dict, list)):
            continue
        if len(path) >= _MAX_DEPTH:
            accepted = f"at most {_MAX_DEPTH} levels"
            return [Fault(place(path[:3]), "is nested too deeply", accepted)]
        if isinstance(value, _Object):
            faults += [
                Fault(place([*path, key]), "is given twice", "each field once")
                for key in value.repeated
            ]
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        waiting += [([*path, step], inner) for step, inner in steps]
    return faults
