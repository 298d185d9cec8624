"""All that are known by name; the keeper's page. Ok on one: his tag, or forget him."""

from domino.menu.page import Rows
from domino.store.players import Players
from domino.words import menu_ids as ids


class Page(Rows):
    """A row a name, and a new one."""

    TITLE = ids.MENU_PEOPLE

    def enter(self):
        """Read them anew."""
        self._players = Players(self.menu.app.files)

    def count(self):
        """Names, and a new one."""
        return len(self._players.people) + 1

    def draw_row(self, lines, row, i):
        """Name, and whether there is a tag."""
        if i == self.count() - 1:
            lines.label(row, ids.NEW_NAME)
            return
        name, tag = self._players.people[i]
        lines.name(row, name)
        if tag:
            lines.value(row, ids.KEEPER_TAG)

    def choose(self, i):
        """More about one, or a new one."""
        if i == self.count() - 1:
            self.menu.go("name", self.named)
        else:
            self.menu.go("person", self._players.people[i][0])

    def named(self, name):
        """A new name; False where it cannot be."""
        if not self._players.add(name):
            return False
        if self._players.save():
            self.menu.refuse()
        return True
