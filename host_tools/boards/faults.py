"""What can be wrong with a board config, and how it is said: always one printable line."""

import json
import re
from typing import NamedTuple

from host_tools.counting import counted

_MAX_SHOWN = 40  # characters of a value that a message quotes
_PLAIN = re.compile(r"[A-Za-z0-9_]{1,40}")  # a key that needs no quotes


class Fault(NamedTuple):
    """One thing that is wrong: where in the file, what, and what would be right."""

    place: str
    problem: str
    accepted: str


class BoardError(Exception):
    """A config that cannot be used. `faults` has all that was found, the text tells the first."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        self.file = printable(file)
        self.faults = faults
        self.place, self.problem, self.accepted = faults[0]
        super().__init__(line(file, faults[0]))


def line(file: str, fault: Fault) -> str:
    """`FILE: place: what; wanted: accepted`."""
    name, where, problem, accepted = (printable(text) for text in (file or "''", *fault))
    return f"{name}: {where}: {problem}; wanted: {accepted}"


def entries(count: int) -> str:
    """So many entries of a list or an object."""
    return counted(count, "entry", "entries")


def printable(text: str) -> str:
    """`text` on one line and in characters that every terminal can be sent."""
    if text.isprintable():
        return text
    return json.dumps(text)[1:-1]


def shown(value: object) -> str:
    """A value of a config as a message quotes it: short, on one line."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "a number too large"
    text = json.dumps(value)
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "..."


def place(path: list[str | int]) -> str:
    """`buses.readers.sck`, `slots.selects[3]`; the whole config is `config`."""
    text = ""
    for step in path:
        if isinstance(step, str) and _PLAIN.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f"[{step if isinstance(step, int) else shown(step)}]"
    return text or "config"
