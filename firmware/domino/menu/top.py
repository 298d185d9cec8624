"""The first page: what the menu has. A new entry is a line in ENTRIES and a module."""

from domino.menu.page import Rows
from domino.words import menu_ids

# Text of the row, module of this package that it opens, and when it is offered: the name of a
# method of Page, "" for always.
ENTRIES = (
    (menu_ids.MENU_SETTINGS, "settings", ""),
    (menu_ids.MENU_STATISTICS, "statistics", ""),
    (menu_ids.MENU_SET_CHECK, "set_check", "is_between_rounds"),
    (menu_ids.MENU_PLAYERS, "players", ""),
    (menu_ids.MENU_KEEPER, "keeper", ""),
)


class Page(Rows):
    """What is offered now."""

    TITLE = menu_ids.MENU

    def __init__(self, menu):
        super().__init__(menu)
        self.enter()

    def enter(self):
        """See anew what is offered."""
        self._rows = [entry for entry in ENTRIES if not entry[2] or getattr(self, entry[2])()]

    def is_between_rounds(self):
        """Whether no tile of a round is on the table."""
        match = self.menu.app.match
        return match.round_over or not match.layout.count

    def count(self):
        """Entries."""
        return len(self._rows)

    def draw_row(self, lines, row, i):
        """Its text."""
        lines.label(row, self._rows[i][0])

    def choose(self, i):
        """Open it."""
        self.menu.go(self._rows[i][1])
