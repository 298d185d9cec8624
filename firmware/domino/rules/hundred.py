"""Rounds that decide the match by themselves: going out on a great double, and the hundred.

A hundred is an opening 6-6 by the side that holds the score: the match is won by going out first,
else the score is written off. Rules: RULES.md, `sea-goat`; a game chooses by DOUBLES_WIN,
STRICT_66, HUNDRED, HUNDRED_LOSES. Nothing here allocates.
"""

from micropython import const

from domino.rules import games
from domino.rules.codes import NONE, OUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match

_DOUBLE_6 = const(27)
_GREAT = const(0x8000001)  # 0-0 and 6-6


def claims(match: "Match", seat: int, hands: "list[int] | None") -> bool:
    """Whether a seat may take the opening of a round for a hundred; `hands` None: unknown."""
    if not match.rules[games.HUNDRED] or match.scores[match.side_of(seat)] <= 0:
        return False
    return hands is None or hands[seat] >> _DOUBLE_6 & 1 == 1


def bidder(match: "Match") -> int:
    """Return the side that opened this round with a hundred, NONE where nobody did."""
    side = match.side_of(match.starter)
    if (
        match.rules[games.HUNDRED]
        and match.layout.order[0] == _DOUBLE_6
        and match.scores[side] > 0
    ):
        return side
    return NONE


def decides(match: "Match") -> bool:
    """Whether the round wins or loses the match; then winners and awards are set.

    `round_winners` and the pips left must be known. A round that wins the match awards nothing.
    """
    rules = match.rules
    side = bidder(match)
    if match.kind == OUT:
        out = match.side_of(match.last_seat)
        if side == out or (rules[games.DOUBLES_WIN] and _is_great(match)):
            _end(match, 1 << out)
            return True
    lost = side != NONE and match.round_winners != 0 and not match.round_winners >> side & 1
    if lost and rules[games.HUNDRED_LOSES] and match.side_pips[side] >= rules[games.OPENS_AT]:
        match.awards[side] = -match.scores[side]
        match.scores[side] = 0
        _end(match, (1 << match.sides) - 1 & ~(1 << side))
        return True
    return False


def _end(match: "Match", winners: int) -> None:
    match.winners = winners
    match.match_over = True


def _is_great(match: "Match") -> bool:
    """Whether the hand was emptied by 0-0, 6-6 or both, and nothing else."""
    move = match.log.last_move()
    if move & ~_GREAT:
        return False
    if move != 1 << _DOUBLE_6 or not match.rules[games.STRICT_66]:
        return True
    out = match.side_of(match.last_seat)
    for seat in range(match.players):
        if match.side_of(seat) != out and match.remaining[seat] > match.rules[games.OPENS_AT]:
            return True
    return False
