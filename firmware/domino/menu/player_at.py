"""Who sits on a seat: nobody, somebody known, or a new name."""

from domino import seating
from domino.menu.page import Rows
from domino.store.players import Players
from domino.words import menu_ids as ids


class Page(Rows):
    """`seat`: 0 to 3."""

    TITLE = ids.MENU_PLAYERS

    def __init__(self, menu, seat):
        super().__init__(menu)
        self._seat = seat

    def enter(self):
        """Read them anew; a name that was just made is marked."""
        self._players = Players(self.menu.app.files)

    def count(self):
        """Nobody, all, and a new name."""
        return len(self._players.people) + 2

    def draw_row(self, lines, row, i):
        """A name."""
        if i == 0:
            lines.label(row, ids.NOBODY)
        elif i == self.count() - 1:
            lines.label(row, ids.NEW_NAME)
        else:
            lines.name(row, self._players.people[i - 1][0])

    def choose(self, i):
        """That is who sits there."""
        if i == self.count() - 1:
            self.menu.go("name", self.named)
        else:
            self._sit(self._players.people[i - 1][0] if i else "")
            self.menu.back()

    def named(self, name):
        """A new name was made: he sits here. False where it cannot be."""
        if not self._players.add(name):
            return False
        self._sit(name)
        return True

    def _sit(self, name):
        self._players.sit(self._seat, name)
        if self._players.save():
            self.menu.refuse()
        seating.use(self.menu.app, self._players)
