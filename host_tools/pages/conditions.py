"""Which parameters a page speaks of, in which section, and when they do anything at all."""

from __future__ import annotations

from collections.abc import Callable

from host_tools.pages.figures import (
    LAYOUT,
    SHOW,
    TRICKS,
    Parameters,
    draws,
    pips_a_point,
    rounds_to,
    way,
)

Test = Callable[[Parameters], bool]

# By what is done with the tiles, the sections in the order of a page. A name is a parameter or,
# with a dash, a sentence of its own.
SECTIONS = {
    LAYOUT: {
        "opening": (
            "opening", "opening_else", "-every_round", "next_after_out", "next_after_block",
            "opening_tile", "redeal_doubles", "redeal_same",
        ),
        "turn": (
            "-must_play", "draw", "-pass", "-pass_only", "multi_double", "doubles_a_move",
            "closing", "-one_tile", "goes_on",
        ),
        "spinner": (
            "-double_across", "spinner", "branches", "-branch_counts_nothing", "spinner_count",
        ),
        "scoring": (
            "scoring", "unit", "-sample", "opening_double", "double_header", "triple_header",
        ),
        "round_end": ("-round_ends", "-round_ends_no_draw", "declared_fish"),
        "settlement": (
            "award", "rounding", "hand_unit", "-hand_sample", "-hand_sample_unrounded",
            "blocked_winner", "blocked_own", "tie", "fish", "lowest_spared", "-carried",
            "-carried_keeps", "value_00", "value_66", "values_when", "opening_bonus", "out_bonus",
        ),
        "account": ("account", "sheet"),
        "match_end": (
            "end", "target_passed", "-ends_at_once", "-joint", "doubles_win", "strict_66",
            "hundred", "hundred_loses", "rating",
        ),
    },
    TRICKS: {
        "opening": (
            "redeal_doubles", "redeal_same", "-bidding", "min_bid", "-all_pass", "-trump",
        ),
        "turn": ("play", "-follow", "-takes_trick"),
        "scoring": ("trick_points", "-count_tiles", "-in_all"),
        "round_end": ("-tricks_end",),
        "settlement": ("-bid_made", "-bid_missed"),
        "match_end": ("end", "target_passed"),
    },
    SHOW: {
        "turn": ("play", "-twenty"),
        "settlement": ("-best_hand",),
        "match_end": ("end", "target_passed"),
    },
}  # fmt: skip

# Said at a glance, or inside the sentences of others.
WOVEN = {
    LAYOUT: (
        "play", "players_min", "players_max", "teams", "deal", "target", "reserve", "multiple",
        "round_to", "fixed_points", "opens_at",
    ),
    TRICKS: ("players_min", "players_max", "teams", "deal", "target", "multiple"),
    SHOW: ("players_min", "players_max", "teams", "deal", "target"),
}  # fmt: skip

# What another parameter must be for one to do anything: {parameter: {other: its values}}; see
# `needs`.
_LOOKED_FOR = ("highest_double", "lowest_double", "one_first")
_MULTIPLE, _HEADERS = {"scoring": ("multiple",)}, {"scoring": ("headers",)}
_TAKES, _WRITES = {"award": ("winner_takes",)}, {"award": ("losers_write",)}
_WINS = {"award": ("winner_takes", "fixed")}
_SPINNERS = {"spinner": ("first", "all")}
_NEEDS: dict[str, dict[str, tuple]] = {
    "opening_else": {"opening": _LOOKED_FOR},
    "branches": _SPINNERS,
    "spinner_count": _SPINNERS | {"branches": ("at_once",)} | _MULTIPLE,
    "unit": _MULTIPLE,
    "opening_double": _HEADERS,
    "double_header": _HEADERS,
    "triple_header": _HEADERS,
    "doubles_a_move": {"multi_double": (True,)},
    "fixed_points": {"award": ("fixed",)},
    "blocked_winner": _WINS,
    "tie": _WINS | {"blocked_winner": ("lowest",)},
    "round_to": _TAKES,
    "rounding": _TAKES,
    "hand_unit": _TAKES,
    "blocked_own": _TAKES | {"blocked_winner": ("lowest",)},
    "fish": _WRITES,
    "lowest_spared": _WRITES | {"fish": ("all",)},
    "opening_bonus": _WRITES,
    "out_bonus": _WRITES,
    "opens_at": {"account": ("opens", "remembers", "sole")},
    "strict_66": {"doubles_win": (True,)},
    "hundred_loses": {"hundred": (True,)},
}

# Values that a page says nothing about: what they mean is that nothing is done.
QUIET: dict[str, object] = {
    "redeal_doubles": "never",
    "redeal_same": "never",
    "multi_double": False,
    "closing": False,
    "value_00": "pips",
    "value_66": "pips",
    "lowest_spared": False,
    "declared_fish": False,
    "opening_bonus": False,
    "out_bonus": False,
    "account": "plain",
    "sheet": False,
    "doubles_win": False,
    "hundred": False,
    "rating": False,
    "target_passed": False,
}


def _repeats(p: Parameters) -> bool:
    """Whether every round is opened as the first one."""
    return p["next_after_out"] == p["next_after_block"] == "as_first"


def _one_tile(p: Parameters) -> bool:
    return p["goes_on"] == "never" and not p["multi_double"]


def _carries(p: Parameters) -> bool:
    return p["award"] == "losers_write" and (p["fish"] == "one" or p["lowest_spared"])


def _rounds(p: Parameters) -> bool:
    return p["award"] == "winner_takes" and rounds_to(p) > 1


def _plain_spinner(p: Parameters) -> bool:
    """Whether a spinner counts as its line alone."""
    by_sides = p["branches"] == "at_once" and p["spinner_count"] != "line"
    return p["scoring"] == "multiple" and p["spinner"] != "none" and not by_sides


# What else must hold for a parameter, or a sentence with a dash, to be said on a page.
SAID_WHEN: dict[str, Test] = {
    "-every_round": _repeats,
    "next_after_out": lambda p: not _repeats(p),
    "next_after_block": lambda p: not _repeats(p),
    "opening_tile": lambda p: (
        not _repeats(p) and (p["opening"] != "lot" or p["opening_tile"] != "any")
    ),
    "draw": lambda p: p["draw"] == "none" or draws(p),
    "-pass": lambda p: p["draw"] == "until_playable" and draws(p),
    "-pass_only": lambda p: p["draw"] != "none" and not draws(p),
    "-one_tile": _one_tile,
    "goes_on": lambda p: not _one_tile(p),
    "-branch_counts_nothing": _plain_spinner,
    "-sample": lambda p: p["scoring"] == "multiple",
    "-round_ends": draws,
    "-round_ends_no_draw": lambda p: not draws(p),
    "rounding": _rounds,
    "-hand_sample": _rounds,
    "-hand_sample_unrounded": lambda p: (
        p["award"] == "winner_takes" and rounds_to(p) == 1 < pips_a_point(p)
    ),
    "fish": lambda p: not (p["lowest_spared"] and p["fish"] == "all"),
    "-carried": _carries,
    "-carried_keeps": lambda p: _carries(p) and p["account"] == "remembers",
    "values_when": lambda p: p["value_00"] != "pips" or p["value_66"] != "pips",
    "-ends_at_once": lambda p: p["scoring"] != "none" and p["end"] == "target_wins",
    "target_passed": lambda p: p["end"] != "never",
    "-joint": lambda p: p["end"] == "target_wins",
}


def places(name: str) -> list[str]:
    """The ways of playing in which a parameter, or a sentence, has a place on a page."""
    return [
        way_
        for way_, found in SECTIONS.items()
        if name in WOVEN[way_] or any(name in names for names in found.values())
    ]


def needs(name: str) -> dict[str, tuple]:
    """What other parameters must be for this one to do anything."""
    played = places(name)
    if len(played) == len(SECTIONS):
        return _NEEDS.get(name, {})
    return {"play": tuple(played), **_NEEDS.get(name, {})}


def matters(name: str, p: Parameters) -> bool:
    """Whether a parameter can do anything beside the others."""
    return all(p[other] in values for other, values in needs(name).items())


def is_said(name: str, p: Parameters) -> bool:
    """Whether a page says something of a parameter, or a sentence."""
    if not matters(name, p) or (name in QUIET and p[name] == QUIET[name]):
        return False
    return name not in SAID_WHEN or SAID_WHEN[name](p)


def sections(p: Parameters) -> dict[str, list[str]]:
    """{section: what is said in it}, of those that say anything."""
    found = {
        section: [name for name in names if is_said(name, p)]
        for section, names in SECTIONS[way(p)].items()
    }
    return {section: names for section, names in found.items() if names}
