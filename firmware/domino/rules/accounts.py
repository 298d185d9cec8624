"""Scores that must be opened: points remembered until then, or a score that only one side holds.

Takes what the round gives each side from `match.awards` and leaves there what goes on the scores
(half points). A score above 0 is an open one. Rules: RULES.md, "Goat family"; a game chooses by
ACCOUNT and OPENS_AT. Nothing here allocates.
"""

from domino.rules import games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match


def enter(match: "Match", lost: int) -> None:
    """Turn the round's points into changes; `lost`: whose score was written off, or NONE."""
    if match.rules[games.ACCOUNT] == games.SOLE:
        _sole(match, lost)
        return
    for side in range(match.sides):
        _open_or_remember(match, side)


def _open_or_remember(match: "Match", side: int) -> None:
    """A side's points of this round: on the score, remembered, or gone."""
    rules = match.rules
    points = match.awards[side]
    before = match.remembered[side]
    if match.scores[side] > 0 or points >= 2 * rules[games.OPENS_AT]:
        match.awards[side] = points + before
        match.remembered_change[side] = -before
        return
    match.awards[side] = 0
    if rules[games.ACCOUNT] != games.REMEMBERS:
        return
    if points:
        match.remembered_change[side] = points
    elif match.carried_change <= 0:  # a tie whose sum is carried leaves what is remembered
        match.remembered_change[side] = -before


def _sole(match: "Match", lost: int) -> None:
    """Only one side may hold a score: who makes more than enough against it takes it away."""
    enough = 2 * match.rules[games.OPENS_AT]
    holders = 0
    for side in range(match.sides):
        if match.scores[side] > 0 and side != lost:
            holders |= 1 << side
    falls = False
    for side in range(match.sides):
        points = match.awards[side]
        if holders and not holders >> side & 1:
            falls = falls or points > enough
            points = 0
        elif not holders and points < enough:
            points = 0
        match.awards[side] = points - match.scores[side] if side == lost else points
    for side in range(match.sides):
        if falls and holders >> side & 1:
            match.awards[side] = -match.scores[side]
