"""The opening of a round: may there be one, who begins it, and do the hands make a deal.

Each function returns OK or the first error that applies, and only looks at the match.
"""

from domino.rules.codes import (
    BAD_DEAL,
    BAD_RECORD,
    DUPLICATE_TILE,
    MATCH_OVER,
    NONE,
    OK,
    STARTER_NEEDED,
    UNKNOWN_TILE,
    WRONG_STARTER,
)
from domino.rules.tiles import ALL, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match


def may_open(match: "Match") -> int:
    """Whether a round may be opened: not after the match, nor before the last one is settled."""
    if match.match_over:
        return MATCH_OVER
    return match.settle_code


def check_starter(match: "Match", starter: int) -> int:
    """Whether this seat may open; NONE lets the rules decide, which a lot cannot.

    During a round `next_starter` is NONE: one that stays unfinished leaves a lot.
    """
    must = match.next_starter
    if starter == NONE:
        return STARTER_NEEDED if must == NONE else OK
    if starter >= match.players:
        return BAD_RECORD
    if must != NONE and must != starter:
        return WRONG_STARTER
    return OK


def check_deal(
    match: "Match", hands: list[int], boneyard: "bytearray | None", boneyard_count: int
) -> int:
    """Whether the hands (masks) have their tiles, and make the set with the boneyard.

    A boneyard of None is whatever the hands leave over.
    """
    seen = 0
    code = OK
    for seat in range(match.players):
        if seen & hands[seat]:
            return DUPLICATE_TILE
        seen |= hands[seat]
        if count(hands[seat]) != match.deal:
            code = BAD_DEAL
    if boneyard is None:
        return code
    for i in range(boneyard_count):
        if boneyard[i] > 27:
            return UNKNOWN_TILE
        if seen >> boneyard[i] & 1:
            return DUPLICATE_TILE
        seen |= 1 << boneyard[i]
    return code if seen == ALL else BAD_DEAL
