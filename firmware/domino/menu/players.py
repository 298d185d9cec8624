"""Who sits where: a row a seat, and the list of all that are known by name."""

from domino.menu.page import Rows
from domino.store.players import Players
from domino.words import menu_ids as ids


class Page(Rows):
    """Ok on a seat chooses who sits there."""

    TITLE = ids.MENU_PLAYERS

    def enter(self):
        """Read them anew."""
        self._players = Players(self.menu.app.files)

    def count(self):
        """Seats, and the list."""
        return self.menu.app.match.players + 1

    def draw_row(self, lines, row, i):
        """Seat and name."""
        if i == self.count() - 1:
            lines.label(row, ids.MENU_PEOPLE)
            return
        lines.operands.index = i + 1
        lines.operands.of = 4
        lines.label(row, ids.SEAT_ROW)
        name = self._players.seats[i]
        if name:
            lines.word(row, name)
        else:
            lines.value(row, ids.NOBODY)

    def choose(self, i):
        """Who sits there, or who is known."""
        if i == self.count() - 1:
            self.menu.go("people")
        else:
            self.menu.go("player_at", i)
