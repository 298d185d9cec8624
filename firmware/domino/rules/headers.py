"""Points for what both ends show, and the round's winner after a block by doubles.

Rules: RULES.md, `bergen`; a game chooses by SCORING and BLOCKED_WINNER. Nothing here allocates.
"""

from domino.rules import games, settlement
from domino.rules.codes import NONE
from domino.rules.tiles import DOUBLES, HIGH, LOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from domino.rules.layout import Layout
    from domino.rules.match import Match


def points(layout: "Layout", rules: "array") -> int:
    """Return what the tile just laid scores, as points: the opening double, or equal ends."""
    tile = layout.order[layout.count - 1]
    if layout.count == 1:
        return rules[games.OPENING_DOUBLE] if LOW[tile] == HIGH[tile] else 0
    values = layout.values
    if values & (values - 1):
        return 0
    value = 0
    while values >> value & 1 == 0:
        value += 1
    is_double = _is_end(layout, value * (value + 3) // 2)
    return rules[games.TRIPLE_HEADER if is_double else games.DOUBLE_HEADER]


def blocked_winners(match: "Match") -> int:
    """Return the side that wins a blocked round, as a mask; 0 for a tie.

    Who has no double; of several the fewest pips. If everybody has one, the lowest double.
    """
    winners = settlement.lowest(match, _without_doubles(match))
    if winners:
        return 0 if winners & (winners - 1) else winners
    for value in range(7):
        for seat in range(match.players):
            if match.hands[seat] >> value * (value + 3) // 2 & 1:
                return 1 << match.side_of(seat)
    return 0


def _is_end(layout: "Layout", double: int) -> bool:
    """Whether a double lies with one side free: it is one of the ends."""
    if not layout.on_table >> double & 1:
        return False
    joined = layout.joined
    return (joined[double * 4] == NONE) != (joined[double * 4 + 1] == NONE)


def _without_doubles(match: "Match") -> int:
    """Return the sides that hold no double, as a mask."""
    sides = (1 << match.sides) - 1
    for seat in range(match.players):
        if match.hands[seat] & DOUBLES:
            sides &= ~(1 << match.side_of(seat))
    return sides
