"""Which game: all that the table has, house games last."""

from domino.menu import catalogue
from domino.menu.page import Rows
from domino.words import menu_ids as ids


class Page(Rows):
    """`draft`: the match that is put together (draft.py)."""

    TITLE = ids.MENU_GAMES

    def __init__(self, menu, draft):
        super().__init__(menu)
        self._draft = draft
        self._names = catalogue.names(menu.app.files)
        if draft.game in self._names:
            self.at = self._names.index(draft.game)

    def count(self):
        """Games."""
        return len(self._names)

    def draw_row(self, lines, row, i):
        """Its name."""
        catalogue.put_game(lines, row, self._names[i])

    def choose(self, i):
        """Take it, unless the board or its file does not allow it."""
        before, chosen = self._draft.game, self._draft.options
        if self._names[i] == before:
            self.menu.back()
            return
        self._draft.choose(self._names[i], {})
        if self._draft.is_good:
            self.menu.back()
        else:
            self._draft.choose(before, chosen)
            self.menu.refuse()
