"""The opening of a round: may there be one, who begins it with what, do the hands make a deal.

Each function returns OK or the first error that applies, and only looks at the match; but
`check_starter` leaves the seat in `match.starter_found` and the tiles that may open in
`match.openers_found`, for when the round is opened.
"""

from micropython import const

from domino.rules import games
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
from domino.rules.tiles import ALL, DOUBLES, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match

_DOUBLE_6 = const(0x8000000)
_OPTIONAL = const(0x8000001)  # 0-0 and 6-6: nobody must open with them


def may_open(match: "Match") -> int:
    """Whether a round may be opened: not after the match, nor before the last one is settled."""
    if match.match_over:
        return MATCH_OVER
    return match.settle_code


def check_starter(match: "Match", starter: int, hands: "list[int] | None") -> int:
    """Whether this seat may open; NONE lets the rules decide, which a lot cannot.

    `hands` None: unknown; who holds the tile that is looked for must then be said. During a round
    `next_starter` is NONE: one that stays unfinished leaves a lot.
    """
    must = match.next_starter
    match.openers_found = ALL
    if match.searches and hands is not None:
        tile = match.search.opening_tile(match, hands)
        must = match.search.holder(match, hands, tile)
        match.openers_found = 1 << tile
    if starter == NONE:
        starter = must
    if starter == NONE and match.way == games.PLAY_SHOW:
        starter = 0  # nobody leads: all hands are shown at once
    if starter == NONE:
        return STARTER_NEEDED
    if starter >= match.players:
        return BAD_RECORD
    if must != NONE and must != starter:
        if match.hundred is None or not match.hundred.claims(match, starter, hands):
            return WRONG_STARTER
        match.openers_found = _DOUBLE_6
    elif hands is not None and not match.searches:
        match.openers_found = _openers(match, hands[starter])
    match.starter_found = starter
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


def is_redealt(match: "Match", hands: list[int]) -> bool:
    """Whether the rules deal again when these are the hands."""
    if match.search is not None:
        for seat in range(match.players):
            if match.search.is_redealt(match.rules, hands[seat]):
                return True
    return False


def _openers(match: "Match", hand: int) -> int:
    """Return the tiles that may open where nothing was looked for."""
    if match.rules[games.OPENING_TILE] == games.ANY_DOUBLE and hand & DOUBLES & ~_OPTIONAL:
        return DOUBLES
    return ALL
