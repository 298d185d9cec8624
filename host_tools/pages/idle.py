"""What a house game sets without any effect: the parameters that do nothing beside the others."""

from __future__ import annotations

from array import array

from domino.rules import games
from host_tools.pages import conditions
from host_tools.pages.figures import Parameters
from host_tools.records import options_text
from host_tools.records.catalogue import Catalogue
from host_tools.records.notation import printable

_POINTS = "a number of points"
# What conditions.py cannot say: a parameter does something where one of these holds, and how it
# is told.
_ONE_OF = {
    "multiple": (
        lambda p: (
            p["play"] == "tricks"
            or p["scoring"] == "multiple"
            or (p["award"] == "winner_takes" and "multiple" in (p["round_to"], p["hand_unit"]))
        ),
        "scoring multiple, or round_to or hand_unit multiple where award is winner_takes",
    ),
    "opens_at": (
        lambda p: p["account"] != "plain" or p["hundred"] or (p["doubles_win"] and p["strict_66"]),
        "account opens, remembers or sole, hundred true, or doubles_win and strict_66 true",
    ),
    "values_when": (
        lambda p: p["value_00"] != "pips" or p["value_66"] != "pips",
        f"value_00 or value_66 {_POINTS}",
    ),
    "rounding": (
        lambda p: p["award"] == "winner_takes" and p["round_to"] != 1,
        "award winner_takes and round_to not 1",
    ),
    "reserve": (lambda p: p["draw"] != "none", "draw until_playable or one"),
    "teams": (lambda p: p["players_max"] == 4, "players_max 4"),
}


def acts(name: str, p: Parameters) -> bool:
    """Whether a parameter does anything beside the others."""
    if p["play"] != "layout" or name not in _ONE_OF:
        return conditions.matters(name, p)
    return bool(_ONE_OF[name][0](p))


def acting(p: Parameters) -> Parameters:
    """Those that do anything."""
    return {name: value for name, value in p.items() if acts(name, p)}


def notes(catalogue: Catalogue) -> list[str]:
    """One line for each parameter that a house game sets otherwise than its base, in vain."""
    lines = []
    for name, house in catalogue.houses():
        found, base = _parameters(catalogue, name), _parameters(catalogue, house.base)
        for parameter in house.parameters:
            if found[parameter] != base[parameter] and not acts(parameter, found):
                lines.append(
                    f"{house.place}.parameters.{parameter}: note: does nothing in"
                    f" {printable(name)}; it goes with {_wanted(parameter)}"
                )
    return lines


def _parameters(catalogue: Catalogue, name: str) -> Parameters:
    params = array("h", bytes(2 * games.SIZE))
    catalogue.load(name, params)
    return options_text.written(params)


def _wanted(name: str) -> str:
    if name in _ONE_OF:
        return _ONE_OF[name][1]
    return " and ".join(
        f"{other} {' or '.join(map(options_text.word, values))}"
        for other, values in conditions.needs(name).items()
        if other != "play"  # the catalogue refuses what another way of playing reads
    )
