"""Which game: all that the table has, house games last, as far as the screen can show them."""

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
        self._hidden = catalogue.hidden(menu.app.files)
        if draft.game in self._names:
            self.at = self._names.index(draft.game)

    def count(self):
        """Games, and a word about those that cannot be shown."""
        return len(self._names) + (1 if self._hidden else 0)

    def draw_row(self, lines, row, i):
        """Its name."""
        if i == len(self._names):
            lines.operands.amount = self._hidden
            lines.label(row, ids.OTHER_LETTERS)
            return
        catalogue.put_game(lines, row, self._names[i])

    def choose(self, i):
        """Take it, unless the board or its file does not allow it."""
        if i == len(self._names):
            self.menu.refuse()
            return
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
