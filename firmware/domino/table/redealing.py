"""Games where all deal again when somebody's hand is too bad: before the first tile, on `draw`.

Hands are unknown, so the players say it: `draw` asks, `ok` confirms, anything else goes on.
Rules: RULES.md, `goat-online`, `goat-teams`; a game chooses by REDEAL_DOUBLES, REDEAL_SAME.
"""

from micropython import const

from domino.rules import codes, games
from domino.table import events
from domino.table.controller import Table
from domino.table.speaker import PLAYING
from domino.words import game_ids, ids

_NONE = const(255)


class Redealing(Table):
    """A table that can deal again."""

    def _take_draw_or_pass(self, button):
        if button == events.DRAW and self._may_be_redealt():
            self._speaker.say(game_ids.DEAL_AGAIN, _NONE, _NONE, _NONE, 0)
        else:
            super()._take_draw_or_pass(button)

    def _may_be_redealt(self):
        match, rules = self._match, self._match.rules
        if match.layout.count or self._speaker.state != PLAYING:
            return False
        return rules[games.REDEAL_DOUBLES] != 0 or rules[games.REDEAL_SAME] != 0

    def _ok(self):
        if self.view.message != game_ids.DEAL_AGAIN:
            super()._ok()
            return
        seat = self._match.turn
        if self._match.redeal() == codes.OK:
            self._record(events.REDEALT, seat, _NONE, _NONE)
            self._accept(events.SEAT + seat, _NONE, game_ids.DEALT_AGAIN)
            self._follow()

    def _undo(self):
        if self.view.message == game_ids.DEAL_AGAIN:
            self._speaker.say(ids.LAY_FIRST, self._match.turn, _NONE, _NONE, 0)
        else:
            super()._undo()
