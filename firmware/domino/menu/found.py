"""After power-up: a match was going on, and the table is empty. Put the tiles back, or not?"""

from domino.menu import catalogue, leaving
from domino.menu.page import Rows
from domino.words import menu_ids as ids


class Page(Rows):
    """Three ways on."""

    TITLE = ids.MENU_FOUND
    STAYS = True

    def count(self):
        """Put back, leave it for later, drop it."""
        return 3

    def draw_row(self, lines, row, i):
        """Its text."""
        lines.label(row, (ids.PUT_BACK, ids.PARK_IT, ids.DROP_IT)[i])

    def draw(self, lines):
        """The rows, and below them the game."""
        super().draw(lines)
        catalogue.put_game(lines, min(5, lines.rows - 1), self.menu.settings.values["game"])

    def choose(self, i):
        """Do it; what ends the match asks first."""
        if i == 0:
            self.menu.close()
        elif i == 1:
            self.menu.start()
        else:
            self.menu.go("sure", (self.TITLE, ids.ASK_ABANDON, self._drop, b""))

    def _drop(self):
        leaving.abandon(self.menu)
        self.menu.start()
