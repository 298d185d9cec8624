"""The script of simulated hands (hands.py says what its fields mean), read and checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from domino.rules import codes
from host_tools.boards import spans
from host_tools.records.notation import perhaps, printable, quote, tile_number, told
from host_tools.records.reading import Unreadable, only
from host_tools.tags import dumps
from host_tools.tags.talk import ENROL, OVERWRITE, QUIT, SKIP
from host_tools.tags.tile_set import is_set_id

KINDS = (
    "blank",
    "ntag215",
    "ntag216",
    "ultralight",
    "locked",
    "clone",
    "faint",
    "reserved",
    "guarded",
    "phone",
    "card",
    "classic",
)
_OF_A_TILE = ("tile", "again")
_TOP = ("seed", "steps", "note")
_KEYS = (ENROL, OVERWRITE, SKIP, QUIT)
_LONGEST_MS = 24 * 3600 * 1000


class ScriptError(Exception):
    """A script that cannot be followed; one line."""


def load(path: str, names: list[str], slots: int) -> dict:
    """Read and check a script; `names` of the readers that there are, first those of `slots`."""
    place = printable(path)
    try:
        value = only(path, "one script")
    except Unreadable as error:
        raise ScriptError(str(error)) from None
    fault = _fault_of_top(value)
    if fault:
        raise ScriptError(f"{place}: {fault}")
    for number, step in enumerate(value["steps"]):
        fault = _fault_of_form(step) or _fault(step, names, slots, Path(path).parent)
        if fault:
            raise ScriptError(f"{place}: step {number}: {fault}")
    return value


def _fault_of_top(value: dict) -> str:
    """What is wrong around the steps, or ""."""
    for name in value:
        if name not in _TOP:
            return f"field {quote(name)} is not known{perhaps(name, _TOP)}; accepted: seed, steps"
    if not isinstance(value.get("steps"), list):
        return f"steps {told(value, 'steps')}; accepted: a list of steps"
    seed = value.get("seed", 1)
    return "" if _is_whole(seed) else f"seed is {quote(seed)}; accepted: a whole number"


def _fault_of_form(step: object) -> str:
    """What is wrong with a step as it is written, or ""."""
    if not isinstance(step, dict):
        return f"is {quote(step)}; accepted: an object"
    for name, value in step.items():
        if name not in _FIELDS:
            known = ", ".join(_FIELDS)
            return f"field {quote(name)} is not known{perhaps(name, _FIELDS)}; accepted: {known}"
        check, accepted = _FIELDS[name]
        if not check(value):
            return f"{name} {told(step, name)}; accepted: {accepted}"
    return ""


def _fault(step: dict, names: list[str], slots: int, folder: Path) -> str:
    """What cannot be done of a step that is written well, or ""."""
    if "pad" in step and step["pad"] not in names:
        return f"no reader {quote(step['pad'])}; accepted: {spans(names, slots)}"
    kind = step.get("tag", "blank")
    if kind in _OF_A_TILE:
        return "" if "tile" in step else f"tag {kind} needs tile; accepted: 0-0 to 6-6"
    return "" if kind in KINDS else _fault_of_dump(kind, folder)


def _fault_of_dump(kind: str, folder: Path) -> str:
    """What is wrong with a tag that is no kind, so the path of a dump, or ""."""
    kinds = ", ".join(KINDS + _OF_A_TILE)
    try:
        if not (folder / kind).exists():
            return f"no tag {quote(kind)}; accepted: {kinds}, or the path of a dump"
        dumps.load(folder / kind)
    except (dumps.DumpError, OSError, ValueError) as error:
        return f"tag {quote(kind)}: {printable(_why(error))}; accepted: {kinds}, or a dump"
    return ""


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


# -- kinds of values -----------------------------------------------------------------------------
def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_ms(value: object) -> bool:
    return _is_whole(value) and 0 <= value <= _LONGEST_MS


def _is_tile(value: object) -> bool:
    return isinstance(value, str) and tile_number(value) != codes.NONE


def _is_share(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value <= 1


def _are_frames(value: object) -> bool:
    return isinstance(value, list) and all(_is_whole(one) and one > 0 for one in value)


_TILE = (_is_tile, "0-0 to 6-6")
_MS = (_is_ms, f"a whole number from 0 to {_LONGEST_MS}")
# field of a step -> whether a value can be one, and what is accepted
_FIELDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "for": _TILE,
    "tag": (_is_text, "a text"),
    "tile": _TILE,
    "set": (is_set_id, "eight hexadecimal digits"),
    "pad": (_is_text, "a reader's name"),
    "after_ms": _MS,
    "lift_after_ms": _MS,
    "two": (lambda value: isinstance(value, bool), "true or false"),
    "lose": (_are_frames, "a list of whole numbers from 1"),
    "loss": (_is_share, "a number from 0 to 1"),
    "key": (lambda value: value in _KEYS, ", ".join(_KEYS)),
}
