"""Games in which hands are shown and compared: each seat taps its tiles on its pad, `ok` shows.

Any order, any seat, as for the tiles left after a round. The best hand is named with who holds it;
`ok` then begins the next round: nothing lies on the table that could be cleared for it.
Rules: RULES.md, `poker`.
"""

from micropython import const

from domino.rules import codes, poker_hands
from domino.table import events
from domino.table.controller import Table
from domino.table.speaker import PLAYING, ROUND_OVER, TAPPING, Speaker
from domino.words import game_ids, ids

_NONE = const(255)
_KIND = const(64)  # poker_hands.rank: the kind times this, and the pips


class _Speaker(Speaker):
    """What is said of shown hands; `best` is the kind of the best one."""

    best = 0

    def _show_state(self):
        if self.state == ROUND_OVER:
            self._show(game_ids.SHOWN + self.best, _NONE, _NONE, _NONE, 0)
        elif self.state == TAPPING and self._remaining.missing_seat() == _NONE:
            self._show(game_ids.SHOW_HANDS, _NONE, _NONE, _NONE, 0)
        else:
            super()._show_state()


class Show(Table):
    """A table for shown hands."""

    SPEAKER = _Speaker

    def __init__(self, *parts):
        super().__init__(*parts)
        self._speaker.best = 0  # an attribute of its own: a new one allocates

    def _waits_for_ok(self):
        return self._speaker.state == ROUND_OVER

    def _open_when_clear(self):
        if not super()._open_when_clear():
            return False
        self._ask_remaining()
        return True

    def wants_pad_play(self):
        """Never: there is no layout to play on."""
        return False

    def _follow(self):
        super()._follow()
        if self._speaker.state == PLAYING:  # the hands that were taken back can be changed
            self._speaker.state = TAPPING

    def _ok(self):
        state = self._speaker.state
        if state == ROUND_OVER:
            self._may_open = True
        elif state == TAPPING and self._remaining.missing_seat() == _NONE:
            self._settle()
        else:
            super()._ok()

    def _show(self, reader, tile):
        if not poker_hands.SET >> tile & 1:
            code = ids.REFUSED + codes.NOT_IN_THIS_GAME
            self._observer.emit(events.REFUSED, reader, tile, code)
            self._speaker.rebuff(code, _NONE, reader, tile)
        else:
            super()._show(reader, tile)

    def _is_all_shown(self):
        return False  # ok says so

    def _settle(self):
        match, hands = self._match, self._remaining.hands
        code = match.show(hands)
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        best = 0
        for seat in range(match.players):
            best = max(best, poker_hands.rank(hands[seat]))
            self._record(events.SHOWN, seat, hands[seat], match.players - 1 - seat)
        self._speaker.best = best // _KIND
        self._accept(_NONE, _NONE, game_ids.SHOWN + self._speaker.best)
        self._follow()
