"""Matches that were left for another one: go on with one of them.

The match that is on is left for it in its turn.
"""

from domino.menu import catalogue
from domino.menu.door import RESUME
from domino.menu.page import Rows
from domino.store import parked
from domino.ui.text import put_half
from domino.words import menu_ids as ids


class Page(Rows):
    """A row a match: its game and score, the latest first."""

    TITLE = ids.MENU_PARKED

    def __init__(self, menu):
        super().__init__(menu)
        self._heads = parked.heads(menu.app.journal)

    def count(self):
        """Matches."""
        return len(self._heads)

    def draw_row(self, lines, row, i):
        """The game and the score when it was left."""
        catalogue.put_game(lines, row, self._heads[i].game)
        scores = self._heads[i].scores
        if scores:
            lines.word(row, b":".join([_points(score) for score in scores]))

    def choose(self, i):
        """Go on with it."""
        self.menu.head = self._heads[i]
        self.menu.leave_for(RESUME)


def _points(half_units):
    out = bytearray(8)
    return bytes(out[: put_half(out, 0, half_units)])
