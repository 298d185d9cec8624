"""What an `expect` may ask for: each field with the values that the table can show at all.

An `expect` that could never hold is refused when the scenario is read, not after it was run.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass

from domino.rules import codes
from host_tools.records.notation import quote, tile_name, tile_number
from host_tools.sim.names import MESSAGE_NAMES

_SIDES = 4  # and seats, at most: those of a match that the menu begins are not known
_LIKE = 3  # how many message ids are offered

Check = Callable[[object], bool]


@dataclass(frozen=True)
class Seated:
    """Who plays a match, as far as it is known: `players`, in `sides`; `has_accounts`: points are
    remembered and carried."""

    players: int
    sides: int
    has_accounts: bool


def checked(expect: object, readers: list[str], spans: str, seated: Seated | None = None) -> dict:
    """`expect` as it is compared: tiles as `low-high`, alerts as slot and kind.

    `readers`: the names of all, `spans` the same in a few words; `seated`: who plays, None where
    the menu may have begun another match. ValueError with one line: which field, what it is, what
    is accepted.
    """
    if not isinstance(expect, dict):
        raise ValueError(f"expect is {quote(expect)}; accepted: an object")
    for name, value in expect.items():
        if name not in FIELDS:
            known = ", ".join(FIELDS)
            raise ValueError(f"expect {quote(name)} is not known; accepted: {known}")
        check, wanted = FIELDS[name]
        if not check(value):
            raise ValueError(f"expect {name} is {_shown(value)}; accepted: {wanted}")
    if seated is not None:
        _seats(expect, seated)
    _message("message", expect.get("message"))
    for alert in expect.get("alerts", ()):
        _message("alerts: kind", alert["kind"])
        _slot(alert["slot"], readers, spans)
    return {name: _TIDY.get(name, _same)(value) for name, value in expect.items()}


def _seats(expect: dict, seated: Seated) -> None:
    """A list by side has as many entries as there are sides; seats and sides are those at play."""
    count = seated.sides
    for name in ("scores", "remembered"):
        if name in expect and len(expect[name]) != count:
            accepted = f"a list of {count} numbers, one for each side"
            raise ValueError(f"expect {name} is {_shown(expect[name])}; accepted: {accepted}")
    for name in ("remembered", "carried"):
        if name in expect and not seated.has_accounts:
            raise ValueError(f"expect {name} is no figure of this game; accepted: leave it out")
    turn, winners = expect.get("turn"), expect.get("winners", [])
    if turn is not None and turn >= seated.players:
        accepted = f"a seat from 0 to {seated.players - 1}, or null"
        raise ValueError(f"expect turn is {turn}; accepted: {accepted}")
    if any(side >= count for side in winners):
        accepted = f"a list of sides from 0 to {count - 1}"
        raise ValueError(f"expect winners is {_shown(winners)}; accepted: {accepted}")


def _message(name: str, value: str | None) -> None:
    if value is None or value in MESSAGE_NAMES:
        return
    like = difflib.get_close_matches(value, MESSAGE_NAMES, _LIKE, 0.5) or ["your_turn", "scored"]
    accepted = f"an id of FORMATS.md, such as {', '.join(like)}"
    raise ValueError(f"expect {name} is {quote(value)}; accepted: {accepted}")


def _slot(name: str, readers: list[str], spans: str) -> None:
    if name not in readers:
        raise ValueError(f"expect alerts: slot is {quote(name)}; accepted: {spans}")


def _shown(value: object) -> str:
    """A wrong value; of a list the entry that is wrong is seldom the list itself."""
    return f"[{', '.join(map(quote, value))}]"[:60] if isinstance(value, list) else quote(value)


# -- kinds of values -----------------------------------------------------------------------------
def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return _is_whole(value) and value >= 0


def _is_points(value: object) -> bool:
    """Halves allowed."""
    return _is_whole(value) or (isinstance(value, float) and (2 * value).is_integer())


def _is_side(value: object) -> bool:
    return _is_count(value) and value < _SIDES


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_tile(value: object) -> bool:
    return isinstance(value, str) and tile_number(value) != codes.NONE


def _is_alert(value: object) -> bool:
    is_one = isinstance(value, dict) and set(value) == {"slot", "kind"}
    return is_one and all(map(_is_text, value.values()))


def _or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _all(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


_POINTS = (_all(_is_points), "a list of numbers, one for each side")
_FLAG = (_is_flag, "true or false")
_COUNT = (_is_count, "a whole number from 0")
# field of an expect -> whether a value can be one, and what is accepted
FIELDS: dict[str, tuple[Check, str]] = {
    "scores": _POINTS,
    "remembered": _POINTS,
    "carried": (_is_points, "a number"),
    "turn": (_or_null(_is_side), "a seat from 0 to 3, or null"),
    "round_over": _FLAG,
    "match_over": _FLAG,
    "winners": (_all(_is_side), "a list of sides from 0 to 3"),
    "total": _COUNT,
    "message": (_or_null(_is_text), "the id of a message, or null"),
    "accepted": _COUNT,
    "layout": (_all(_is_tile), "a list of tiles, 0-0 to 6-6"),
    "strip_lit": _COUNT,
    "alerts": (_all(_is_alert), 'a list of {"slot": …, "kind": …}'),
    "screen": (_all(_is_text), "a list of texts, one for each line"),
}


# -- as the table tells them ---------------------------------------------------------------------
def _same(value: object) -> object:
    return value


def _tiles(value: list[str]) -> list[str | None]:
    return [tile_name(tile_number(tile)) for tile in value]


def _alerts(value: list[dict]) -> list[dict]:
    return [{"slot": alert["slot"], "kind": alert["kind"]} for alert in value]


_TIDY = {"layout": _tiles, "alerts": _alerts}
