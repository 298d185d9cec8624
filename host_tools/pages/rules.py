"""The rules of a game in sentences, built from its parameters, so for house games too.

A sentence belongs to a value of a parameter and is said where that parameter matters. Which
parameters stand in which section, and when they matter, is told by the tables here; the words
are those of the language files.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm

from domino.rules.settlement import rounded
from host_tools.pages.phrases import Phrases

Parameters = dict[str, object]
Test = Callable[[Parameters], bool]

# Sections in the order of a page; a name is a parameter or, with a dash, a sentence of its own.
SECTIONS = {
    "opening": (
        "opening", "opening_else", "-every_round", "next_after_out", "next_after_block",
        "opening_tile", "redeal_doubles", "redeal_same",
    ),
    "turn": (
        "-must_play", "draw", "-pass", "-pass_only", "multi_double", "doubles_a_move", "closing",
        "-one_tile", "goes_on",
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
        "end", "target_passed", "-ends_at_once", "-joint", "doubles_win", "strict_66", "hundred",
        "hundred_loses", "rating",
    ),
}  # fmt: skip

# Said at a glance, or inside the sentences of others.
WOVEN = (
    "players_min", "players_max", "teams", "deal", "target", "reserve", "multiple", "round_to",
    "fixed_points", "opens_at",
)  # fmt: skip


# What another parameter must be for one to do anything: {parameter: {other: its values}}.
_LOOKED_FOR = ("highest_double", "lowest_double", "one_first")
_MULTIPLE, _HEADERS = {"scoring": ("multiple",)}, {"scoring": ("headers",)}
_TAKES, _WRITES = {"award": ("winner_takes",)}, {"award": ("losers_write",)}
_WINS = {"award": ("winner_takes", "fixed")}
_SPINNERS = {"spinner": ("first", "all")}
NEEDS: dict[str, dict[str, tuple]] = {
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


def _draws(p: Parameters) -> bool:
    """Whether there is something to draw, with some number of players."""
    return p["draw"] != "none" and any(boneyard(p, n) > p["reserve"] for n in players(p))


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
    "draw": lambda p: p["draw"] == "none" or _draws(p),
    "-pass": lambda p: p["draw"] == "until_playable" and _draws(p),
    "-pass_only": lambda p: p["draw"] != "none" and not _draws(p),
    "-one_tile": _one_tile,
    "goes_on": lambda p: not _one_tile(p),
    "-branch_counts_nothing": _plain_spinner,
    "-sample": lambda p: p["scoring"] == "multiple",
    "-round_ends": _draws,
    "-round_ends_no_draw": lambda p: not _draws(p),
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
    "-joint": lambda p: p["end"] == "target_wins",
}


def matters(name: str, p: Parameters) -> bool:
    """Whether a parameter can do anything beside the others."""
    return all(p[other] in values for other, values in NEEDS.get(name, {}).items())


def is_said(name: str, p: Parameters) -> bool:
    """Whether a page says something of a parameter, or a sentence."""
    if not matters(name, p) or (name in QUIET and p[name] == QUIET[name]):
        return False
    return name not in SAID_WHEN or SAID_WHEN[name](p)


def players(p: Parameters) -> list[int]:
    """The numbers of players."""
    return list(range(p["players_min"], p["players_max"] + 1))


def by_players(value: object, count: int) -> int:
    """A figure that may be a list for 2, 3 and 4 players."""
    return value[count - 2] if isinstance(value, list) else value


def boneyard(p: Parameters, count: int) -> int:
    """Tiles that are not dealt to so many players; those of the reserve are among them."""
    return 28 - count * by_players(p["deal"], count)


def rounds_to(p: Parameters) -> int:
    """The multiple that pips are rounded to at the settlement."""
    return p["multiple"] if p["round_to"] == "multiple" else p["round_to"]


def pips_a_point(p: Parameters) -> int:
    """The pips that make a point at the settlement."""
    return p["multiple"] if p["hand_unit"] == "multiple" else p["hand_unit"]


def settled_parameters(p: Parameters) -> Parameters:
    """The parameters with what depends on another one put in: see `multiple` in games.py."""
    own = p["blocked_own"]
    if own == "subtract_in_units":
        own = "subtract" if pips_a_point(p) > 1 else "keep"
    return {**p, "round_to": rounds_to(p), "hand_unit": pips_a_point(p), "blocked_own": own}


def sections(parameters: Parameters, say: Phrases) -> list[tuple[str, list[str]]]:
    """[(section, its sentences)]; a section without sentences is left out."""
    p = settled_parameters(parameters)
    found = []
    for section, names in SECTIONS.items():
        said = [_sentence(name, p, say) for name in names if is_said(name, p)]
        if said:
            found.append((section, said))
    return found


def value_sentence(name: str, value: object, p: Parameters, say: Phrases) -> str:
    """The sentence of a parameter's value; KeyError where the language has none."""
    key = value_key(name, value, say)
    return say.say("values", name, key, **_operands(p), n=value, plus=say.code("+9"))


def value_key(name: str, value: object, say: Phrases) -> str:
    """The key of a value's sentence: its own word or number, else `n` for any number."""
    key = str(value).lower() if isinstance(value, bool) else str(value)
    return key if say.has("values", name, key) or not isinstance(value, int) else "n"


def _sentence(name: str, p: Parameters, say: Phrases) -> str:
    if name.startswith("-"):
        return say.say("sentences", name[1:], **_operands(p))
    return value_sentence(name, p[name], p, say)


_PIPS = 17  # left in a hand, for the sample of a settlement


def _operands(p: Parameters) -> dict[str, object]:
    """What a sentence may name beside its own value: other parameters, and samples."""
    if not isinstance(p["multiple"], int):  # the names of parameters, not their values
        return p
    p = settled_parameters(p)
    sample = lcm(p["multiple"], p["unit"])
    while sample < 10:
        sample *= 2
    left = rounded(_PIPS, p["round_to"])
    samples = {"sample": sample, "pips": _PIPS, "rounded": left}
    points = sample // p["unit"] if p["scoring"] == "multiple" else 0
    return {**p, **samples, "points": points, "hand_points": left // p["hand_unit"]}
