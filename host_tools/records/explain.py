"""What others can know of each hand, as a replay with `--explain` shows it (FORMATS.md)."""

from __future__ import annotations

from domino.rules import games
from domino.rules.match import Match
from domino.rules.tiles import ALL, BY_NAME
from host_tools.counting import counted
from host_tools.records.notation import tile_name
from host_tools.records.possible import Possible, possible_hands


def explain(match: Match) -> list[dict]:
    """The `explain` of an action just done: an object for each seat; nothing of hands to show."""
    if match.way == games.PLAY_SHOW:
        return []
    unseen = ALL & ~match.layout.on_table
    return [_hand(hand, unseen) for hand in possible_hands(match)]


def _hand(hand: Possible, unseen: int) -> dict:
    shown = {
        "seat": hand.seat,
        "count": hand.count,
        "cannot": _names(unseen & ~hand.possible),
        "possible": _names(hand.possible),
        "certain": _names(hand.certain),
        "limits": [{"most": most, "tiles": _names(mask)} for most, mask in hand.limits],
    }
    return shown | {"contradicts": True} if hand.contradicts else shown


def _names(mask: int) -> list[str]:
    return [tile_name(tile) for tile in BY_NAME if mask >> tile & 1]


def line(hand: dict) -> str:
    """A seat for people; players count from 1."""
    tiles = counted(hand["count"], "tile")
    said = f"player {hand['seat'] + 1}, {tiles}"
    parts = _open_parts(hand) if len(hand["certain"]) < hand["count"] else []
    if hand["certain"]:
        parts.append(f"holds {' '.join(hand['certain'])}")
    if hand.get("contradicts"):
        parts.append("what it said is not all true")
    return f"{said}: {'; '.join(parts)}" if parts else said


def _open_parts(hand: dict) -> list[str]:
    """What is said of a hand that is not all known."""
    possible = hand["possible"]
    parts = [f"no {_group(hand['cannot'], possible)}"] if hand["cannot"] else []
    for limit in hand["limits"]:
        others = [name for name in possible if name not in limit["tiles"]]
        parts.append(f"at most {limit['most']} of {_group(limit['tiles'], others)}")
    can = [name for name in possible if name not in hand["certain"]]
    return [*parts, f"can hold {' '.join(can) if hand['cannot'] else 'anything'}"]


def _group(names: list[str], others: list[str]) -> str:
    """Some tiles in short: `5s` for several with a 5 where no other has one, then the rest."""
    free = {value for value in "0123456" if not any(value in name for name in others)}
    values, left = [], names
    for value in sorted(free, key=lambda value: (-sum(value in name for name in names), value)):
        if sum(value in name for name in left) > 1:
            values.append(f"{value}s")
            left = [name for name in left if value not in name]
    return " ".join(sorted(values) + left)
