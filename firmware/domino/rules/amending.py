"""A score set by hand between two rounds, when the last one is settled and the next not open.

It is a correction in the ended round's log, on top of what ended the round, so that undo takes it
back first; its tile is the side, and above it the kind of end that the round had before. A match
record has it as the first action of the next round (FORMATS.md, `correct`), with the same scores.
Imported when it happens; nothing here allocates.
"""

from micropython import const

from domino.rules import ending
from domino.rules.codes import AMENDED, BAD_RECORD, CORRECT, MATCH_OVER, OK, ROUND_OVER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match

_HIGHEST_SCORE = const(32000)  # half points, as for Match.correct


def may_amend(match: "Match") -> bool:
    """Whether the match stands between two rounds."""
    if match.match_over or match.needs_remaining or match.round_number < 0:
        return False
    return match.round_over


def amend(match: "Match", side: int, half_points: int) -> int:
    """Set a side's score; the match may end.

    Return OK, MATCH_OVER, ROUND_OVER where the round is on or not settled, or BAD_RECORD.
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
