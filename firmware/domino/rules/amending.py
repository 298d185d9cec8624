"""A score set by hand between two rounds, when the last one is settled and the next not open, or
after the round that ended the match.

It is a correction in the ended round's log, on top of what ended the round, so that undo takes it
back first; its tile is the side, and above it the kind of end that the round had before. The
scores then tell anew whether the match is over and who has won. A match record has it as the first
action of the next round (FORMATS.md, `correct`), with the same scores; where it follows the end
of the match, in the ended round's `corrections`. Imported when it happens; nothing here allocates.
"""

from micropython import const

from domino.rules import ending
from domino.rules.codes import AMENDED, BAD_RECORD, CORRECT, MATCH_OVER, OK, ROUND_OVER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match

_HIGHEST_SCORE = const(32000)  # half points, as for Match.correct


def may_amend(match: "Match") -> bool:
    """Whether the match stands between two rounds, or was ended by its scores."""
    if match.needs_remaining or match.round_number < 0 or not match.round_over:
        return False
    return not match.match_over or _has_reached(match)


def _has_reached(match: "Match") -> bool:
    """Whether a score ended the match; not time, nor a round that decides it by itself."""
    for side in range(match.sides):
        if match.scores[side] >= match.enough:
            return True
    return False


def amend(match: "Match", side: int, half_points: int) -> int:
    """Set a side's score; the match may end by it, or not be over after all.

    Return OK, MATCH_OVER where no score ended it, ROUND_OVER where the round is on or not
    settled, or BAD_RECORD.
    """
    if not may_amend(match):
        return MATCH_OVER if match.match_over else ROUND_OVER
    if side >= match.sides or not 0 <= half_points <= _HIGHEST_SCORE:
        return BAD_RECORD
    match.log.push(CORRECT, 0, match.kind << 2 | side, match.scores[side])
    match.kind = AMENDED
    match.scores[side] = half_points
    ending.look_at_target(match)
    return OK
