"""Settings, the journal, the tiles' UIDs or another file are not as they were stored. Until ok.

After power-up, and where a file is met later that does not serve. Told once.
"""

from domino.menu.page import Rows
from domino.store import outcome
from domino.words import menu_ids as ids

# By the places of App.stored.
_PARTS = (
    ids.STORED_SETTINGS,
    ids.STORED_JOURNAL,
    ids.STORED_TILES,
    ids.MENU_STATISTICS,
    ids.MENU_SHEET,
    ids.MENU_PEOPLE,
    ids.MENU_PARKED,
)


class Page(Rows):
    """Each part that is not well, and what came of it."""

    TITLE = ids.MENU_STORED
    STAYS = True

    def __init__(self, menu):
        super().__init__(menu)
        self._parts = []
        self._shown = 1
        stored = menu.app.stored
        for part in range(outcome.PARTS):
            if stored[part] >= outcome.RESTORED:
                self._parts.append((_PARTS[part], stored[part]))

    def draw(self, lines):
        """No row is marked: there is nothing to choose."""
        lines.clear()
        lines.title(self.TITLE)
        row = 1
        self._shown = (lines.rows - 2) // 2  # two rows each
        for text, came in self._parts[: self._shown]:
            lines.label(row, text)
            lines.value(row + 1, ids.STORED + came)
            row += 2
        lines.value(lines.rows - 1, ids.GO_ON)

    def ok(self):
        """It was read."""
        self._parts = self._parts[self._shown :]
        if not self._parts:
            self.menu.back()

    def leave(self):
        """It is not told again."""
        for part in range(outcome.PARTS):
            self.menu.app.stored[part] = outcome.LOADED
