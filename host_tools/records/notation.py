"""How records write tiles, ports, scores and codes, and how a quoted value is made safe to print.

The core counts in tile numbers, port numbers and half points; only this file knows the words.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable

from domino.rules import codes

# fmt: off
# By number, as domino.rules.codes has them; the words are FORMATS.md's, "Error codes".
ERRORS = (
    "ok", "unknown_game", "bad_players", "bad_option", "bad_record", "unknown_tile",
    "tile_on_table", "tile_not_in_hand", "duplicate_tile", "bad_deal", "starter_needed",
    "wrong_starter", "wrong_opening", "not_your_turn", "no_match", "port_taken",
    "port_closed", "no_such_port", "ambiguous_port", "must_play", "must_play_drawn",
    "must_draw", "boneyard_empty", "round_over", "match_over", "remaining_needed",
    "remaining_mismatch", "must_follow", "nothing_to_undo", "not_in_this_game",
)
# fmt: on
PORTS = ("low", "high", "line_a", "line_b", "branch_a", "branch_b")
KINDS = (None, "out", "blocked", "target", "redeal", "show")
# Kinds of shown hands by number, lowest first, as domino.rules.poker_hands ranks them.
RANKS = (
    *("pips", "pair", "flush", "three_doubles", "straight_four", "full_house"),
    *("straight_five", "four_doubles", "straight_six", "five_doubles"),
)

TILES = tuple(f"{low}-{high}" for high in range(7) for low in range(high + 1))
_NUMBERS = {name: number for number, name in enumerate(TILES)}
_NUMBERS.update({f"{name[2]}-{name[0]}": number for number, name in enumerate(TILES)})

_LONGEST_QUOTE = 40


def perhaps(name: str, known: Iterable[str]) -> str:
    """` (place, perhaps)` where one of the known names is much like this one, else nothing."""
    close = difflib.get_close_matches(name[:_LONGEST_QUOTE], list(known), 1)
    return f" ({close[0]}, perhaps)" if close else ""


def tile_number(text: str) -> int:
    """The number of `"low-high"` in either order; codes.NONE where the set has no such tile."""
    return _NUMBERS.get(text, codes.NONE)


def tile_name(number: int) -> str | None:
    """`"low-high"`, or None for codes.NONE."""
    return None if number == codes.NONE else TILES[number]


def port_name(number: int) -> str | None:
    """The word for a port, or None for codes.NONE."""
    return None if number == codes.NONE else PORTS[number]


def mask_of(numbers: list[int]) -> int:
    """A set of tiles as the core keeps it: bit n for tile n."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def tiles_in(mask: int) -> list[int]:
    """The tile numbers of a mask, ascending."""
    return [number for number in range(28) if mask >> number & 1]


def points(half_points: int) -> int | float:
    """A score as records write it: whole where it can be, else with its half."""
    return half_points / 2 if half_points & 1 else half_points // 2


def quote(value: object) -> str:
    """A value of somebody's file, fit for one line: JSON, short, nothing unprintable."""
    if isinstance(value, (list, dict)) and value:
        return "a list" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return printable(text)


def named(path: object) -> str:
    """A file's name as a message has it: on one line, and seen where it is empty."""
    return printable(str(path)) or "''"


def told(value: dict, name: str) -> str:
    """What is wrong with a field: `is missing`, or `is 5`."""
    return f"is {quote(value[name])}" if name in value else "is missing"


def printable(text: str) -> str:
    """The text with everything that could break or disguise a line written as an escape."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
