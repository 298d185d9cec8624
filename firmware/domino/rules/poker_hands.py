"""Hands that are shown and compared, as in card poker without the betting.

Rules: RULES.md, `poker`. Nothing here allocates.
"""

from micropython import const

from domino.rules import ending, settlement
from domino.rules.codes import BAD_DEAL, DUPLICATE_TILE, MATCH_OVER, NONE, OK, SHOW, SHOWN
from domino.rules.tiles import DOUBLES, HAS_VALUE, count, number, pips

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match

SET = const(0xFDF7BB0)  # 20 tiles: without 1-1 and the blanks

# Kinds of hands, lowest first; with none of them pips alone count.
_PAIR = const(1)  # two doubles
_FLUSH = const(2)  # five tiles with a value in common
_THREE = const(3)  # doubles
_STRAIGHT_FOUR = const(4)  # four in sequence with a value in common
_FULL_HOUSE = const(5)  # three doubles, and two tiles with a value in common
_STRAIGHT_FIVE = const(6)
_FOUR = const(7)
_STRAIGHT_SIX = const(8)  # a straight five in sixes
_FIVE = const(9)

_BY_DOUBLES = b"\x00\x00\x01\x03\x07\x09"  # the kind that so many doubles make


def show(match: "Match", hands: list[int]) -> int:
    """Show the hands (see Match.show): a point for each of the best."""
    if match.match_over:
        return MATCH_OVER
    code = _check(match, hands)
    if code != OK:
        return code
    if match.round_over:
        match.open(0, False)
    match.log.push(SHOWN, match.turn, NONE, 0)
    match.note(SHOWN, NONE)
    for seat in range(match.players):
        match.hands[seat] = hands[seat]
        match.pips[seat] = pips(hands[seat])
    match.close(SHOW)
    settlement.count_remaining(match)
    _award(match)
    ending.look_at_target(match)
    return OK


def _check(match: "Match", hands: list[int]) -> int:
    """Whether the hands have their tiles, all of the set and none twice."""
    seen = 0
    code = OK
    for seat in range(match.players):
        hand = hands[seat]
        if seen & hand:
            return DUPLICATE_TILE
        seen |= hand
        if hand & ~SET or count(hand) != match.deal:
            code = BAD_DEAL
    return code


def _award(match: "Match") -> None:
    """Give a point to each hand that is as good as any."""
    best = 0
    for seat in range(match.players):
        best = max(best, rank(match.hands[seat]))
    for seat in range(match.players):
        if rank(match.hands[seat]) == best:
            side = match.side_of(seat)
            match.round_winners |= 1 << side
            match.awards[side] += 2
            match.scores[side] += 2


def rank(hand: int) -> int:
    """Return the kind of a hand (a mask) times 64, and its pips: the higher is the better."""
    doubles = count(hand & DOUBLES)
    kind = _BY_DOUBLES[doubles]
    for value in range(1, 7):
        tiles = hand & HAS_VALUE[value]
        kind = max(kind, _in_common(tiles, value))
        if doubles == 3 and count(tiles & ~DOUBLES) == 2:
            kind = max(kind, _FULL_HOUSE)
    return kind * 64 + pips(hand)


def _in_common(tiles: int, value: int) -> int:
    """Return the kind that tiles with a value in common make, 0 for none."""
    longest = run = 0
    for other in range(1, 7):
        run = run + 1 if tiles >> number(value, other) & 1 else 0
        longest = max(longest, run)
    if longest >= 5:
        return _STRAIGHT_SIX if value == 6 else _STRAIGHT_FIVE
    if longest == 4:
        return _STRAIGHT_FOUR
    return _FLUSH if count(tiles) >= 5 else 0
