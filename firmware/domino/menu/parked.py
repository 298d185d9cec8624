"""Matches that were left for another one: go on with one of them.

The match that is on is left for it in its turn.
"""

from domino.menu import catalogue
from domino.menu.page import Rows
from domino.store import parked
from domino.words import menu_ids as ids


class Page(Rows):
    """A row a match: its game, the latest first."""

    TITLE = ids.MENU_PARKED

    def __init__(self, menu):
        super().__init__(menu)
        self._heads = parked.heads(menu.app.journal)

    def count(self):
        """Matches."""
        return len(self._heads)

    def draw_row(self, lines, row, i):
        """The game."""
        catalogue.put_game(lines, row, self._heads[i].game)

    def choose(self, i):
        """Go on with it."""
        if not self.menu.go_on_with(self._heads[i]):
            self.menu.refuse()
