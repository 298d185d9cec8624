"""The match is over: the same once more?"""

from domino.menu import catalogue
from domino.menu.page import Rows
from domino.words import menu_ids as ids


class Page(Rows):
    """Once more, or another match."""

    TITLE = ids.MENU_REMATCH

    def count(self):
        """Once more, another one, back."""
        return 3

    def draw_row(self, lines, row, i):
        """Its text."""
        lines.label(row, (ids.START, ids.MENU_NEW_MATCH, ids.CLOSE_MENU)[i])

    def draw(self, lines):
        """The rows, and below them the game."""
        super().draw(lines)
        catalogue.put_game(lines, min(5, lines.rows - 1), self.menu.settings.values["game"])

    def choose(self, i):
        """Do it."""
        if i == 0:
            self.menu.start()
        elif i == 1:
            self.menu.go("new_match")
        else:
            self.menu.close()
