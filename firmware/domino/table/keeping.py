"""What the keeper does at a table, and what menu and people ask of it: seldom, so imported then.

`table` is a Table (controller.py), of which these are a part that need not be in memory.
"""

from micropython import const

from domino.rules import codes
from domino.table import events
from domino.table.speaker import OUT, PLAYING
from domino.words import ids

_NONE = const(255)


def may_correct(table):
    """Whether a score may be corrected now; if not, the screen says why."""
    from domino.rules import amending

    match = table._match
    if not match.round_over or amending.may_amend(match):
        return True
    table._rebuff(ids.REFUSED + (codes.MATCH_OVER if match.match_over else codes.ROUND_OVER))
    table._is_fresh = True
    return False


def correct(table, side, score):
    """Set a side's score, in half points; return the rules' code."""
    match, joint = table._match, _NONE
    if match.round_over:
        opens = match.next_starter if match.next_starter != _NONE else 0
        joint = match.match_over << 10 | opens << 8 | events.BETWEEN
        from domino.rules import amending

        code = amending.amend(match, side, score)
    else:
        code = match.correct(side, score)
    if code == codes.OK:
        table._record(events.CORRECTED, side, score, joint)
        table._accept(events.SEAT + side, _NONE, ids.CORRECTED)
        table._speaker.say(ids.CORRECTED, match.turn, _NONE, _NONE, 0)
        if match.round_over and not match.match_over:
            # Else the round's result would be said; until a press or the next round.
            table._speaker.rebuff(ids.CORRECTED, _NONE, _NONE, _NONE)
        table._follow()
        table._is_fresh = True
    return code


def seats_of(table, pad):
    """The seats of a pad, as a list."""
    return [s for s in range(table._match.players) if table._pad_of_seat[s] == pad]


def look_anew(table, found, now_ms):
    """After somebody else had the readers: `found` lies there now, by reader. What came where no
    tile of the round lay yet was not laid for the game, and is to be lifted."""
    table._now_ms = now_ms
    state, lying = table._speaker.state, table.lying
    for reader in range(lying.readers):
        if found[reader] != events.UNSEEN and lying.here[reader] != found[reader]:
            lying.find(reader, found[reader], now_ms, PLAYING <= state <= OUT)
    if state == PLAYING and not table._match.layout.count:
        lying.ignore_all()
    table._is_fresh = True
