"""Who the keeper is: his PIN and his tag, either, both or none. With none nothing is guarded."""

from domino.menu.page import Rows
from domino.menu.reading import Reading
from domino.words import menu_ids as ids


class Page(Rows):
    """PIN, tag, and letting go of both."""

    TITLE = ids.MENU_KEEPER
    STAYS = True

    def __init__(self, menu):
        super().__init__(menu)
        self._values = menu.settings.values
        self._reading = Reading(menu.app)

    def count(self):
        """Rows."""
        return 3

    def draw_row(self, lines, row, i):
        """What is set; both are only said to be there."""
        lines.label(row, (ids.KEEPER_PIN, ids.KEEPER_TAG, ids.KEEPER_NONE)[i])
        if i == 0 and self._values["keeper_pin"]:
            lines.value(row, ids.YES)
        elif i == 1:
            lines.value(row, ids.YES if self._values["keeper_tag"] else ids.TAP_IT)

    def choose(self, i):
        """Give a PIN; guard nothing, which asks first; the tag is tapped at any time."""
        if i == 0:
            self.menu.go("guard")
        elif i == 2 and (self._values["keeper_pin"] or self._values["keeper_tag"]):
            self.menu.go("sure", (self.TITLE, ids.ASK_UNGUARD, self._unguard, ""))

    def _unguard(self):
        self._values["keeper_pin"] = self._values["keeper_tag"] = ""
        self._store()

    def step(self, now_ms):
        """A tag on a pad that is no tile becomes the keeper's."""
        return self._reading.step(now_ms, self._take)

    def _take(self, reader):
        uid = self._reading.uid(reader)
        if not uid or reader < self._reading.slots or uid == self._values["keeper_tag"]:
            return False
        self._values["keeper_tag"] = uid
        self._store()
        return True

    def leave(self):
        """The game hears what lies there."""
        self._reading.leave()

    def _store(self):
        if not self.menu.save():
            self.menu.refuse()
