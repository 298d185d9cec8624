"""Figures that follow from a game's parameters: `Parameters` as a house game writes them."""

from __future__ import annotations

Parameters = dict[str, object]

LAYOUT, TRICKS, SHOW = "layout", "tricks", "show"


def way(p: Parameters) -> str:
    """What is done with the tiles: LAYOUT, TRICKS or SHOW."""
    return p["play"]


def players(p: Parameters) -> list[int]:
    """The numbers of players."""
    return list(range(p["players_min"], p["players_max"] + 1))


def by_players(value: object, count: int) -> int:
    """A figure that may be a list for 2, 3 and 4 players."""
    return value[count - 2] if isinstance(value, list) else value


def boneyard(p: Parameters, count: int) -> int:
    """Tiles that are not dealt to so many players; those of the reserve are among them."""
    return 28 - count * by_players(p["deal"], count)


def draws(p: Parameters) -> bool:
    """Whether there is something to draw, with some number of players."""
    return p["draw"] != "none" and any(boneyard(p, n) > p["reserve"] for n in players(p))


def rounds_to(p: Parameters) -> int:
    """The multiple that pips are rounded to at the settlement."""
    return p["multiple"] if p["round_to"] == "multiple" else p["round_to"]


def pips_a_point(p: Parameters) -> int:
    """The pips that make a point at the settlement."""
    return p["multiple"] if p["hand_unit"] == "multiple" else p["hand_unit"]


def subtracts(p: Parameters) -> bool:
    """Whether the winner of a blocked round gives up his own pips."""
    own = p["blocked_own"]
    return own == "subtract" or (own == "subtract_in_units" and pips_a_point(p) > 1)


def resolved(p: Parameters) -> Parameters:
    """The parameters, with what depends on another one put in: `multiple` in games.py."""
    own = "subtract" if subtracts(p) else "keep"
    return {**p, "round_to": rounds_to(p), "hand_unit": pips_a_point(p), "blocked_own": own}


def count_tiles(multiple: int) -> list[tuple[str, int]]:
    """The tiles that count in a trick, highest first: (tile, pips)."""
    tiles = [(f"{low}-{high}", low + high) for high in range(7) for low in range(high + 1)]
    counting = [(tile, pips) for tile, pips in tiles if pips and pips % multiple == 0]
    return sorted(counting, key=lambda one: -one[1])
