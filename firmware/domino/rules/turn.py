"""What the seat to act may do now: each function returns OK or the first error that applies.

They only look at the match. The order of errors is fixed in FORMATS.md, "Error codes".
With unknown hands they check what a table can see: tiles on the table, a draw named this turn,
what is left to draw.
"""

from micropython import const

from domino.rules import games
from domino.rules.codes import (
    BONEYARD_EMPTY,
    MATCH_OVER,
    MUST_DRAW,
    MUST_PLAY,
    MUST_PLAY_DRAWN,
    NONE,
    NOT_IN_THIS_GAME,
    NOT_YOUR_TURN,
    OK,
    ROUND_OVER,
    TILE_NOT_IN_HAND,
    TILE_ON_TABLE,
    UNKNOWN_TILE,
    WRONG_OPENING,
)
from domino.rules.tiles import DOUBLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match

_NONE = const(255)  # codes.NONE, see layout.py


def may_act(match: "Match", seat: int) -> int:
    """Whether this seat (NONE: whoever must act) may do anything."""
    if match.round_over:
        return MATCH_OVER if match.match_over else ROUND_OVER
    if seat != NONE and seat != match.turn:
        return NOT_YOUR_TURN
    return OK


def not_here(match: "Match") -> int:
    """Return why an action that the game does not have is refused."""
    return may_act(match, NONE) or NOT_IN_THIS_GAME


def may_lay(match: "Match", tile: int, seat: int) -> int:
    """Whether this seat may lay this tile somewhere on the layout, wherever that is.

    Never in a game without a layout, where no tile opens: one test less for each play.
    """
    if match.round_over or seat != _NONE:
        code = may_act(match, seat)
        if code != OK:
            return code
    if tile > 27:
        return UNKNOWN_TILE
    if match.layout.on_table >> tile & 1:
        return TILE_ON_TABLE
    if match.known and not match.hands[match.turn] >> tile & 1:
        return TILE_NOT_IN_HAND
    if not match.openers >> tile & 1 and (match.layout.count == 0 or match.way):
        return WRONG_OPENING
    if match.drawn < 28 and match.drawn != tile:
        return MUST_PLAY_DRAWN
    return OK


def can_play(match: "Match") -> bool:
    """Whether the seat to act is known to have a play."""
    playable = match.layout.playable
    if match.known:
        return match.hands[match.turn] & playable != 0
    if match.layout.count == 0:
        return True
    return match.drawn < 28 and playable >> match.drawn & 1 == 1


def may_draw(match: "Match", tile: int, seat: int) -> int:
    """Whether this seat may draw; tile NONE where it is not named."""
    if match.way or match.rules[games.DRAW_POLICY] == games.DRAW_NONE:
        return not_here(match)
    code = may_act(match, seat)
    if code != OK:
        return code
    if tile != NONE:
        if tile > 27:
            return UNKNOWN_TILE
        if match.layout.on_table >> tile & 1:
            return TILE_ON_TABLE
    if can_play(match):
        return MUST_PLAY
    return OK if is_left_to_draw(match) else BONEYARD_EMPTY


def may_pass(match: "Match", seat: int) -> int:
    """Whether this seat may pass."""
    code = not_here(match) if match.way else may_act(match, seat)
    if code != OK:
        return code
    if can_play(match):
        return MUST_PLAY
    return MUST_DRAW if is_left_to_draw(match) else OK


def is_left_to_draw(match: "Match") -> bool:
    """Whether the seat to act may still draw this turn, were it without a play."""
    if match.drawn != NONE and match.rules[games.DRAW_POLICY] == games.DRAW_ONE:
        return False
    return match.boneyard_count > match.stays


def is_blocked(match: "Match") -> bool:
    """Whether nobody can play and nothing may be drawn, as far as the table can tell.

    A declared fish, or a table with every port closed, is blocked whatever is left to draw.
    """
    layout = match.layout
    if match.declares_fish and _is_fish(match):
        return True
    if match.boneyard_count > match.stays:
        return layout.values == 0 and layout.count > 0
    playable = layout.playable
    if not match.known:
        return playable == 0 or match.passes >= match.players
    held = 0
    for seat in range(match.players):
        held |= match.hands[seat]
    return held & playable == 0


def _is_fish(match: "Match") -> bool:
    """Whether all ends show one value and its six tiles beside the double lie."""
    values = match.layout.values
    return values & (values - 1) == 0 and match.layout.playable & ~DOUBLES == 0
