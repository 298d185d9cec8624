"""The rules of a game in sentences, built from its parameters, so for house games too.

A sentence belongs to a value of a parameter and is said where that parameter matters
(conditions.py); the words are those of the language files.
"""

from __future__ import annotations

from math import lcm

from domino.rules.settlement import rounded
from host_tools.pages import conditions
from host_tools.pages.figures import Parameters, by_players, count_tiles, players, resolved
from host_tools.pages.phrases import Phrases

_PIPS = 17  # left in a hand, for the sample of a settlement


def sections(parameters: Parameters, say: Phrases) -> list[tuple[str, list[str]]]:
    """[(section, its sentences)]; a section without sentences is left out."""
    p = resolved(parameters)
    found = conditions.sections(p)
    return [
        (section, [_sentence(name, p, say) for name in names]) for section, names in found.items()
    ]


def value_sentence(name: str, value: object, p: Parameters, say: Phrases) -> str:
    """The sentence of a parameter's value; KeyError where the language has none."""
    key = value_key(name, value, say)
    return say.say("values", name, key, **operands(p, say), n=value)


def value_key(name: str, value: object, say: Phrases) -> str:
    """The key of a value's sentence: its own word or number, else `n` for any number."""
    key = str(value).lower() if isinstance(value, bool) else str(value)
    return key if say.has("values", name, key) or not isinstance(value, int) else "n"


def _sentence(name: str, p: Parameters, say: Phrases) -> str:
    if name.startswith("-"):
        return say.say("sentences", name[1:], **operands(p, say))
    return value_sentence(name, p[name], p, say)


def operands(p: Parameters, say: Phrases) -> dict[str, object]:
    """What a sentence may name beside its own value: other parameters, and samples."""
    p = resolved(p)
    sample = lcm(p["multiple"], p["unit"])
    while sample < 10:
        sample *= 2
    left = rounded(_PIPS, p["round_to"])
    return {
        **p,
        "plus": say.code("+9"),
        "sample": sample,
        "points": sample // p["unit"],
        "pips": _PIPS,
        "rounded": left,
        "hand_points": left // p["hand_unit"],
        **_tricks(p, say),
    }


def _tricks(p: Parameters, say: Phrases) -> dict[str, object]:
    """What the tricks of a hand count."""
    tiles = count_tiles(p["multiple"])
    listed = [f"{tile} {say.format_field(pips, 'point')}" for tile, pips in tiles]
    tricks = by_players(p["deal"], players(p)[-1])
    in_all = tricks * p["trick_points"] + sum(pips for _, pips in tiles)
    return {"count_tiles": say.join(listed, "comma"), "in_all": in_all}
