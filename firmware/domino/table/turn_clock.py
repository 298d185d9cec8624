"""The turn clock: how long the seat to act has thought. Loaded where turn_clock_s is set.

It begins anew with each accepted action, stands still while somebody else has the table or the
table asks for its tiles, and never decides anything, but in games where time that runs out ends
the match (RULES.md, `goat-online`).
Nothing is allocated in `step`.
"""

from micropython import const

from domino.rules import codes, games
from domino.table import events
from domino.words import ids

_NONE = const(255)
_TICKS = const(0x3FFFFFFF)
_LONGEST_MS = const(500)  # between two steps of a table that is at work
_LAST_S = const(10)  # shown every second,
_HEARD_S = const(5)  # and heard
_COARSE_S = const(5)
_TOLD_MS = const(5000)  # that the match ended by it, before who has won
_WRAP = const(0x3FFFFFFF)


class TurnClock:
    """`limit_s`: 1 to 3600. Writes `view.clock_s`: seconds left, -1 while nobody is to act."""

    def __init__(self, table, match, limit_s):
        self._table = table
        self._match = match
        self._view = table.view
        self._limit_ms = limit_s * 1000
        self._spent_ms = 0
        self._seen_ms = 0
        self._accepted = -1
        self._round = -1
        self._is_over = False

    def step(self, now_ms):
        """Count on; True when one of the last seconds is to be heard."""
        view, match = self._view, self._match
        span_ms = now_ms - self._seen_ms & _TICKS
        self._seen_ms = now_ms
        if view.accepted != self._accepted or view.round_number != self._round:
            self._accepted = view.accepted
            self._round = view.round_number
            self._spent_ms = 0
            self._is_over = False
        elif not match.round_over and match.layout.count and not self._waits_for_tiles():
            self._spent_ms += min(span_ms, _LONGEST_MS)
        if match.round_over or not match.layout.count:
            if match.timed_out != _NONE and self._spent_ms < _TOLD_MS:
                self._spent_ms += span_ms
                if self._spent_ms >= _TOLD_MS:
                    self._table.tell(0)
            return self._show(-1)
        left_s = (self._limit_ms - self._spent_ms + 999) // 1000
        if left_s <= 0 and not self._is_over:
            self._end()
        if left_s > _LAST_S:  # the screen need not be drawn every second
            left_s = (left_s + _COARSE_S - 1) // _COARSE_S * _COARSE_S
        return self._show(max(left_s, 0))

    def _waits_for_tiles(self):
        """Nobody can act while the table asks for what lay there, or to lift what lies there."""
        said = self._view.message
        return said == ids.PLACE_BACK or said == ids.TILE_MOVED or said == ids.LIFT_TILE

    def _show(self, left_s):
        view = self._view
        if view.clock_s == left_s:
            return False
        view.clock_s = left_s
        view.version = view.version + 1 & _WRAP
        return 0 <= left_s <= _HEARD_S

    def _end(self):
        self._is_over = True
        self._table._speaker.quiet()  # what was refused before has been read
        if self._match.rules[games.RATING]:
            self._table._question.close()
            self._time_out(self._match.turn)
        else:
            self._table.tell(ids.TIME_UP)

    def _time_out(self, seat):
        """In this game the match ends against the seat."""
        table = self._table
        if self._match.time_out(seat) == codes.OK:
            table._record(events.TIMED_OUT, seat, _NONE, _NONE)
            table._accept(events.SEAT + seat, _NONE, ids.TIME_UP)
            table._follow()
            table.tell(ids.TIME_UP, seat)


def make(table, match, limit_s):
    """The clock, or None where none is wanted or the game knows no turns."""
    table.view.clock_s = -1
    if not limit_s or match.rules[games.PLAY] == games.PLAY_SHOW:
        return None
    return TurnClock(table, match, limit_s)
