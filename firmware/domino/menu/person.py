"""One who is known by name: a tag that is tapped on a pad becomes his; or he is forgotten."""

from domino import seating
from domino.menu.page import Rows
from domino.menu.reading import Reading
from domino.store.players import Players
from domino.words import menu_ids as ids


class Page(Rows):
    """`name`: his."""

    TITLE = ids.MENU_PEOPLE
    STAYS = True

    def __init__(self, menu, name):
        super().__init__(menu)
        self._name = name
        self._players = Players(menu.app.files)
        self._reading = Reading(menu.app)

    def count(self):
        """Tag, no tag, forget."""
        return 3

    def draw_row(self, lines, row, i):
        """What there is."""
        lines.label(row, (ids.KEEPER_TAG, ids.NO_TAG, ids.FORGET)[i])
        if i == 0:
            person = self._players.find(self._name)
            lines.value(row, ids.YES if person and person[1] else ids.TAP_IT)
        elif i == 2:
            lines.word(row, self._name)

    def choose(self, i):
        """Take the tag away, or forget him: that asks first."""
        if i == 0:
            self.menu.refuse()  # it is tapped
            return
        if i == 1:
            self._players.give_tag(self._name, "")
            self._store()
        else:
            self.menu.go("sure", (self.TITLE, ids.ASK_FORGET, self._forget, self._name))

    def _forget(self):
        self._players.remove(self._name)
        self._store()
        self.menu.back()

    def step(self, now_ms):
        """A tag on a pad that is no tile, nor the keeper's, becomes his."""
        return self._reading.step(now_ms, self._take)

    def _take(self, reader):
        uid = self._reading.uid(reader)
        keepers = self.menu.settings.values["keeper_tag"]
        if not uid or uid == keepers or reader < self._reading.slots:
            return False
        self._players.give_tag(self._name, uid)
        self._store()
        return True

    def leave(self):
        """The game hears what lies there."""
        self._reading.leave()

    def _store(self):
        if self._players.save():
            self.menu.refuse()
        seating.use(self.menu.app, self._players)
