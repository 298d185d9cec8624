"""The shape of one action: which field says what is done, and the types and ranges of the rest.

Everything here ends in an Action or in Refused with `bad_record`; the rules are asked later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from domino.rules import codes
from host_tools.records.notation import PORTS, printable, tile_number
from host_tools.records.shapes import Refused, bad, hands_of, is_whole, need, tile_texts

# The highest score that can be set by hand: the core keeps half points in 16 bits.
HIGHEST_SCORE = 16000


@dataclass(frozen=True)
class Placement:
    """One tile of `play` or `plays`."""

    tile: str
    on: str | None = None
    port: str | None = None


@dataclass(frozen=True)
class Action:
    """One action with texts still as written: whether they name a tile is asked later.

    `kind` is the field that says what is done. `tile`, `on`: tile texts, None where left out.
    `port`: a text, None where left out. `many`: written as `plays`. `number`: the seat whose time
    ran out, what was bid (0 for a pass), the trump value. `hands`: those shown, by seat.
    """

    kind: str
    seat: int = codes.NONE
    tile: str | None = None
    on: str | None = None
    port: str | None = None
    many: bool = False
    doubles: tuple[Placement, ...] = ()
    close: tuple[str, ...] = ()
    side: int = 0
    half_points: int = 0
    number: int = 0
    hands: tuple[tuple[str, ...], ...] = ()


def action_of(value: object, players: int, sides: int) -> Action:
    """The fields of one action; raises Refused."""
    if not isinstance(value, dict):
        raise bad("the action", value, 'an object such as {"play": "5-5"}')
    kinds = [name for name in value if name in _KINDS]
    if len(kinds) != 1:
        raise Refused(codes.BAD_RECORD, _which_kind(kinds))
    seat = value.get("seat", codes.NONE)
    if "seat" in value and (not is_whole(seat) or not 0 <= seat < players):
        raise bad("seat", seat, f"a seat from 0 to {players - 1}")
    return _KINDS[kinds[0]](value, seat, players, sides)


def known_fields(value: object) -> dict[str, tuple[object, tuple[str, ...]]]:
    """The objects of an action by their place in it, "" for itself, each with the names that are
    read there: those of every action, where it does not say what is done."""
    kinds = [name for name in value if name in _KINDS] if isinstance(value, dict) else []
    if len(kinds) != 1:
        return {"": (value, ACTION_FIELDS)}
    kind = kinds[0]
    inner = value[kind]
    parts = {"": (value, (kind, "seat", *_BESIDE.get(kind, ())))}
    if kind == "correct":
        parts[".correct"] = (inner, ("side", "score"))
    if kind == "plays" and isinstance(inner, list):
        for at, one in enumerate(inner):
            parts[f".plays[{at}]"] = (one, ("play", "on", "port"))
    return parts


def _which_kind(kinds: list[str]) -> str:
    wanted = "wanted: one of " + ", ".join(_KINDS)
    if kinds:
        return f"the action says {' and '.join(kinds)} at once; {wanted}"
    return f"the action does not say what is done; {wanted}"


def _optional_text(value: dict, name: str, wanted: str) -> str | None:
    """`on` and `port` may be null too: results write them so."""
    text = value.get(name)
    if text is not None and not isinstance(text, str):
        raise bad(name, text, wanted)
    return text


def _placement(value: dict) -> Placement:
    tile = need(value, "play", "a tile")
    if not isinstance(tile, str):
        raise bad("play", tile, 'a tile such as "0-5"')
    on = _optional_text(value, "on", 'a tile on the table such as "5-5"')
    port = _optional_text(value, "port", "one of " + ", ".join(PORTS))
    return Placement(tile, on, port)


def _closed(value: dict, placed: tuple[Placement, ...]) -> tuple[str, ...]:
    """The doubles to close; each must be one of those placed."""
    if "close" not in value:
        return ()
    closed = tuple(tile_texts(value["close"], "close"))
    numbers = [tile_number(one.tile) for one in placed]
    for tile in closed:
        if tile_number(tile) not in numbers:
            names = ", ".join(one.tile for one in placed)
            raise bad("a tile of close", tile, f"one that this move places: {printable(names)}")
    return closed


def _play(value: dict, seat: int, players: int, sides: int) -> Action:
    at = _placement(value)
    return Action(
        "play", seat, at.tile, at.on, at.port, doubles=(at,), close=_closed(value, (at,))
    )


def _plays(value: dict, seat: int, players: int, sides: int) -> Action:
    plays = value["plays"]
    if not isinstance(plays, list) or not plays:
        raise bad("plays", plays, 'a list such as [{"play": "2-2"}, {"play": "3-3"}]')
    for one in plays:
        if not isinstance(one, dict):
            raise bad("an entry of plays", one, 'an object such as {"play": "2-2"}')
    doubles = tuple(_placement(one) for one in plays)
    first = doubles[0]
    return Action(
        "play",
        seat,
        first.tile,
        first.on,
        first.port,
        True,
        doubles,
        close=_closed(value, doubles),
    )


def _draw(value: dict, seat: int, players: int, sides: int) -> Action:
    tile = value["draw"]
    if tile is True:
        return Action("draw", seat)
    if not isinstance(tile, str):
        raise bad("draw", tile, 'a tile such as "0-5", or true where it is not known')
    return Action("draw", seat, tile)


def _flag(name: str) -> Callable[[dict, int, int, int], Action]:
    def read(value: dict, seat: int, players: int, sides: int) -> Action:
        if value[name] is not True:
            raise bad(name, value[name], "true")
        return Action(name, seat)

    return read


def _correct(value: dict, seat: int, players: int, sides: int) -> Action:
    inner = value["correct"]
    if not isinstance(inner, dict):
        raise bad("correct", inner, 'an object such as {"side": 0, "score": 35}')
    side = need(inner, "side", "whose score it is")
    if not is_whole(side) or not 0 <= side < sides:
        raise bad("side", side, f"a side from 0 to {sides - 1}")
    score = need(inner, "score", "the score")
    if not _is_score(score):
        raise bad("score", score, f"a number from 0 to {HIGHEST_SCORE}, halves allowed")
    return Action("correct", seat, side=side, half_points=int(score * 2))


def _is_score(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return 0 <= value <= HIGHEST_SCORE and value * 2 == int(value * 2)


def _number(name: str, low: int, high: int, word: str = "") -> Callable[..., Action]:
    def read(value: dict, seat: int, players: int, sides: int) -> Action:
        given = value[name]
        top = players - 1 if high < 0 else high
        if not (word and given == word) and not (is_whole(given) and low <= given <= top):
            also = f', or "{word}"' if word else ""
            raise bad(name, given, f"a whole number from {low} to {top}{also}")
        return Action(name, seat, number=given if is_whole(given) else 0)

    return read


def _show(value: dict, seat: int, players: int, sides: int) -> Action:
    hands = hands_of(value, "show", gaps=False)
    return Action("show", seat, hands=tuple(map(tuple, hands)))


_BESIDE = {"play": ("on", "port", "close"), "plays": ("close",)}  # seat stands beside them all
_KINDS: dict[str, Callable[[dict, int, int, int], Action]] = {
    "play": _play,
    "plays": _plays,
    "draw": _draw,
    "pass": _flag("pass"),
    "undo": _flag("undo"),
    "correct": _correct,
    "timeout": _number("timeout", 0, -1),
    "bid": _number("bid", 1, 42, "pass"),
    "trump": _number("trump", 0, 6),
    "redeal": _flag("redeal"),
    "show": _show,
}
ACTION_FIELDS = (*_KINDS, "seat", "on", "port", "close")
