"""The end of a match: who has won when a score reaches the target, time that ran out, ratings.

Scores are half points, ratings whole numbers. Nothing here allocates. A game chooses by the
parameters END, TARGET_PASSED, RATING.
"""

from domino.rules import games, turn
from domino.rules.codes import BAD_RECORD, NONE, NOT_IN_THIS_GAME, OK, TIMED_OUT, UNFINISHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match


def look_at_target(match: "Match") -> None:
    """Tell from the scores alone whether the match is over, and which sides win it then."""
    match.match_over = False
    match.winners = 0
    scores = match.scores
    enough = match.enough
    reached = 0
    for side in range(match.sides):
        if scores[side] >= enough:
            reached |= 1 << side
    if not reached:
        return
    everybody = (1 << match.sides) - 1
    way = match.rules[games.END]
    if way == games.TARGET_WINS:
        match.winners = reached
    elif way == games.HIGHEST_WINS:
        match.winners = _with(match, _extreme(match, True))
    elif way == games.TARGET_LOSES:
        match.winners = everybody & ~_with(match, _extreme(match, True))
    else:
        match.winners = _with(match, _extreme(match, False))
    match.match_over = True


def time_out(match: "Match", seat: int) -> int:
    """End the match against a seat (see Match.time_out)."""
    code = turn.may_act(match, NONE)
    if code == OK and not match.rules[games.RATING]:
        code = NOT_IN_THIS_GAME
    if code == OK and seat >= match.players:
        code = BAD_RECORD
    if code != OK:
        return code
    match.log.push(TIMED_OUT, match.turn, NONE, 0)
    match.note(TIMED_OUT, NONE)
    match.close(UNFINISHED)
    match.timed_out = seat
    match.winners = (1 << match.sides) - 1 & ~(1 << match.side_of(seat))
    match.match_over = True
    return OK


def rating(match: "Match", side: int) -> int:
    """Return what a side's finished match is worth: a tenth of its distance, rounded half up.

    The distance is to 100, or to whom the time ran out; he gets nothing, the others 1 at least.
    """
    score = match.scores[side] // 2
    if match.timed_out == NONE:
        return (100 + 5 - score) // 10
    late = match.side_of(match.timed_out)
    if side == late:
        return 0
    return max(1, (match.scores[late] // 2 - score + 5) // 10)


def _extreme(match: "Match", highest: bool) -> int:
    """Return the highest or the lowest score."""
    found = match.scores[0]
    for side in range(1, match.sides):
        score = match.scores[side]
        if score > found if highest else score < found:
            found = score
    return found


def _with(match: "Match", score: int) -> int:
    """Return the sides with this score, as a mask."""
    sides = 0
    for side in range(match.sides):
        if match.scores[side] == score:
            sides |= 1 << side
    return sides
