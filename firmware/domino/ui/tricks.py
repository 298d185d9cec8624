"""The screen of games that join no tiles: nothing of open ends, and what a round of tricks needs.

Bid, trump and the points taken so far stand where other games have their ends and the target.
"""

from micropython import const

from domino.ui.screen import Screen
from domino.ui.text import COLON, put_number
from domino.words import game_ids

NONE = const(255)


class EndlessScreen(Screen):
    """A screen for games without open ends."""

    def _put_ends(self, view, at):
        pass

    def _put_middle(self, view, at):
        pass


class TrickScreen(EndlessScreen):
    """A view has `bid` (points, 0 for none), `trump` (a value or NONE) and `taken` too, the points
    of the tricks by side."""

    def _put_ends(self, view, at):
        if view.bid:
            self._put_labelled(at, game_ids.LABEL_BID, view.bid)

    def _put_middle(self, view, at):
        if view.trump != NONE:
            self.words.field(self._cells, at, game_ids.LABEL_TRUMP, view.trump)

    def _put_right(self, view, at):
        """The points of both teams; the target stands above."""
        if view.taken[0] + view.taken[1]:
            end = put_number(self._cells, self.words.place(at, 6), view.taken[0])
            self._cells[end] = COLON
            put_number(self._cells, end + 1, view.taken[1])
