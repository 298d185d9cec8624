"""Taking back the last action of a round, with the end of the round or the match that it led to.

What each action was is in the match's log; the awards of a settlement say what it changed.
Nothing here allocates.
"""

from domino.rules import ending, games
from domino.rules.codes import AMENDED, CORRECT, DRAW, NONE, NOTHING_TO_UNDO, OK, PLAY, UNDO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match


def take_back(match: "Match") -> int:
    """Take back the last action (see Match.undo). Return OK or NOTHING_TO_UNDO."""
    log = match.log
    if not log.count:
        return NOTHING_TO_UNDO
    if match.kind == AMENDED:  # the round stays over; the scores say whether the match is
        log.pop()
        match.kind = log.tile >> 2
        match.scores[log.tile & 3] = log.score
        ending.look_at_target(match)
        return OK
    reopen(match)
    log.pop()
    if log.kind == CORRECT:
        match.scores[log.tile] = log.score
    elif match.way == games.PLAY_TRICKS:
        match.tricks.take_back(match)
    elif log.kind == PLAY:
        _play(match, log.tile, log.seat, log.score)
        while log.is_more():
            log.pop()
            _play(match, log.tile, log.seat, 0)
    elif log.kind == DRAW:
        _draw(match, log.tile, log.seat)
    match.turn = log.seat
    match.drawn = log.drawn
    match.passes = log.passes
    match.again = log.again and not match.way
    match.note(UNDO, NONE if log.kind == CORRECT else log.tile)
    return OK


def reopen(match: "Match") -> None:
    """Take back the end of the round or of the match, its settlement too."""
    if not match.round_over:
        return
    for side in range(match.sides):
        match.scores[side] -= match.awards[side]
        match.remembered[side] -= match.remembered_change[side]
    match.carried -= match.carried_change
    if not match.known:
        for seat in range(4):
            match.hands[seat] = match.pips[seat] = 0
    match.clear_result()
    match.round_over = match.match_over = False


def _play(match: "Match", tile: int, seat: int, points: int) -> None:
    match.last_on = match.layout.parent[tile]
    match.layout.take_back()
    match.scores[match.side_of(seat)] -= points
    match.hold(seat, tile, 1)


def _draw(match: "Match", tile: int, seat: int) -> None:
    match.boneyard_count += 1
    match.hold(seat, tile, -1)
    if match.known:
        match.undrawn |= 1 << tile
    elif tile != NONE:
        match.named &= ~(1 << tile)
