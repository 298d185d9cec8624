"""After power-up: settings, journal or the tiles' UIDs are not as they were stored. Until ok."""

from micropython import const

from domino.menu.page import Rows
from domino.words import menu_ids as ids

_TOLD = const(2)  # outcome.RESTORED: what is less needs no word


class Page(Rows):
    """Each part that is not well, and what came of it, two rows a part."""

    TITLE = ids.MENU_STORED
    STAYS = True

    def draw(self, lines):
        """No row is marked: there is nothing to choose."""
        lines.clear()
        lines.title(self.TITLE)
        app = self.menu.app
        came = (app.stored[0], app.journal.outcome if app.journal else 0, app.stored[2])
        row = 1
        for i in range(3):
            if came[i] >= _TOLD:
                lines.label(row, ids.STORED_SETTINGS + i)
                lines.value(row + 1, ids.STORED + came[i])
                row += 2
        lines.value(7, ids.GO_ON)

    def ok(self):
        """It was read."""
        self.menu.close()
