"""The arithmetic of a settlement written out: `16 + 7 = 23 → 25`, as the parameters have it.

It is worked out anew from the pips that were left, and must come to what the rules core gave: one
that does not is no sum to print, and None comes back.
"""

from __future__ import annotations

from domino.rules.settlement import rounded
from host_tools.pages.figures import Parameters, pips_a_point, rounds_to, subtracts


def taken(side: int, result: dict, p: Parameters, sides: int) -> tuple[str, float] | None:
    """What a winning side takes, as a sum and its outcome; None where no hand gives anything."""
    winners = result["winners"] if p["tie"] == "share" else [side]
    pips = result["remaining"]
    hands = [left for seat, left in enumerate(pips) if seat % sides not in winners]
    if not hands:
        return None
    steps, figure = _added(hands, side, result, p, sides)
    unit = pips_a_point(p)
    if unit > 1:
        steps += f"; {figure} ÷ {unit} = {_plain(figure / unit)}"
        figure = figure / unit
    if len(winners) > 1:
        steps += f"; {_plain(figure)} ÷ {len(winners)} = {_plain(figure / len(winners))}"
        figure = figure / len(winners)
    return steps, figure


def _added(
    hands: list[int], side: int, result: dict, p: Parameters, sides: int
) -> tuple[str, float]:
    """The hands added and rounded, the winner's own pips off where the game says so."""
    to = rounds_to(p)
    own = 0
    if result["kind"] == "blocked" and subtracts(p):
        own = sum(left for seat, left in enumerate(result["remaining"]) if seat % sides == side)
    if p["rounding"] == "each" and to > 1:
        each = [rounded(left, to) for left in hands]
        steps = ", ".join(f"{a} → {b}" for a, b in zip(hands, each, strict=True))
        total = sum(each) - own
        return f"{steps}; {_sum(each, own, total)}", total
    total = sum(hands) - own
    steps = _sum(hands, own, total)
    if to > 1:
        steps += f" → {rounded(total, to)}"
        total = rounded(total, to)
    return steps, total


def _sum(terms: list[int], own: int, total: int) -> str:
    shown = " + ".join(map(str, terms)) + (f" − {own}" if own else "")
    return f"{shown} = {total}" if len(terms) > 1 or own else shown


def _plain(figure: float) -> str:
    return f"{figure:g}"
