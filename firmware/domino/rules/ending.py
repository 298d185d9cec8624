"""The end of a match: who has won when a score reaches the target, time that ran out, ratings.

Scores are half points, ratings whole numbers. Nothing here allocates. A game chooses by the
parameters END, TARGET_PASSED, RATING.
"""

from domino.rules import games
from domino.rules.codes import NONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match


def look_at_target(match: "Match") -> None:
    """End the match when a side has reached the target, and say which sides win it."""
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
    elif way == games.TARGET_LOSES:
        match.winners = everybody & ~_with(match, _extreme(match, True))
    else:
        match.winners = _with(match, _extreme(match, False))
    match.match_over = True


def rating(match: "Match", side: int) -> int:
    """Return what a side's finished match is worth: a tenth of its distance, rounded half up.

    The distance is to 100, or to whom the time ran out; he gets nothing, the others 1 at least.
    """
    score = match.scores[side] // 2
    if match.timed_out == NONE:
        return (105 - score) // 10
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
