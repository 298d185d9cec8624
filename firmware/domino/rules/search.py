"""Deals that decide something: whose tile opens the round, and hands that are dealt anew.

Only for games that look for a tile in the hands; a game chooses by the parameters OPENING,
OPENING_ELSE, REDEAL_DOUBLES, REDEAL_SAME. Sums are pips. Nothing here allocates.
"""

from domino.rules import games, turn
from domino.rules.codes import NONE, NOT_IN_THIS_GAME, OK, REDEALT
from domino.rules.tiles import DOUBLES, HAS_VALUE, HIGH, LOW, PIPS, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from domino.rules.match import Match


def opening_tile(match: "Match", hands: list[int]) -> int:
    """Return the tile that must open the round: a double by the game's order, else a tile."""
    held = 0
    for seat in range(match.players):
        held |= hands[seat]
    rules = match.rules
    for i in range(7):
        double = _double(rules[games.OPENING], i)
        if held >> double & 1:
            return double
    return _by_pips(held, rules[games.OPENING_ELSE] == games.LOWEST_TILE)


def holder(match: "Match", hands: list[int], tile: int) -> int:
    """Return the seat that holds a tile, NONE where nobody does."""
    for seat in range(match.players):
        if hands[seat] >> tile & 1:
            return seat
    return NONE


def is_redealt(rules: "array", hand: int) -> bool:
    """Whether a hand has so many doubles, or so many tiles of one value, that all deal again."""
    doubles = rules[games.REDEAL_DOUBLES]
    if doubles and count(hand & DOUBLES) >= doubles:
        return True
    same = rules[games.REDEAL_SAME]
    if not same:
        return False
    for value in range(7):
        if count(hand & HAS_VALUE[value]) >= same:
            return True
    return False


def redeal(match: "Match", seat: int) -> int:
    """End the round: the players, whose hands are not known, say so (see Match.redeal)."""
    code = turn.may_act(match, NONE)
    if code == OK:
        code = _may_redeal(match) or turn.may_act(match, seat)
    if code == OK:
        match.log.push(REDEALT, match.turn, NONE, 0)
        match.note(REDEALT, NONE)
        match.end_redealt()
    return code


def _may_redeal(match: "Match") -> int:
    """Whether the rules know a redeal, and it can be said now."""
    rules = match.rules
    may = rules[games.REDEAL_DOUBLES] or rules[games.REDEAL_SAME]
    return OK if may and not match.known and not match.layout.count else NOT_IN_THIS_GAME


def _double(order: int, i: int) -> int:
    """Return the double that is looked for in place i, from 0 to 6."""
    value = i
    if order == games.HIGHEST_DOUBLE:
        value = 6 - i
    elif order == games.ONE_FIRST:
        value = (i + 1) % 7
    return value * (value + 3) // 2


def _by_pips(held: int, lowest: bool) -> int:
    """Return the tile with the most pips, the higher high half first; or the other way round."""
    found = NONE
    best = 0
    for tile in range(28):
        if not held >> tile & 1:
            continue
        rank = 200 - 8 * PIPS[tile] - LOW[tile] if lowest else 8 * PIPS[tile] + HIGH[tile] + 1
        if rank > best:
            best = rank
            found = tile
    return found
