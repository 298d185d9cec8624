"""Who the keeper is: his PIN and his tag, either, both or none. With none nothing is guarded."""

from micropython import const

from domino.menu.page import Rows
from domino.menu.reading import Reading
from domino.words import menu_ids as ids

_HIGHEST = const(9999)


class Page(Rows):
    """PIN, tag, and letting go of both."""

    TITLE = ids.MENU_KEEPER
    STAYS = True

    def __init__(self, menu):
        super().__init__(menu)
        self._values = menu.settings.values
        self._pin = int(self._values["keeper_pin"] or "0")
        self._reading = Reading(menu.app)

    def count(self):
        """Rows."""
        return 3

    def draw_row(self, lines, row, i):
        """What is set; a tag is only said to be there."""
        lines.label(row, (ids.KEEPER_PIN, ids.KEEPER_TAG, ids.KEEPER_NONE)[i])
        if i == 0 and (self.is_changing or self._values["keeper_pin"]):
            lines.word(row, "{:04d}".format(self._pin).encode())
        elif i == 1:
            lines.value(row, ids.YES if self._values["keeper_tag"] else ids.TAP_IT)

    def choose(self, i):
        """Change the PIN; guard nothing, which asks first; the tag is tapped at any time."""
        if i == 0:
            self.change_it()
        elif i == 2 and (self._values["keeper_pin"] or self._values["keeper_tag"]):
            self.menu.go("sure", (self.TITLE, ids.ASK_UNGUARD, self._unguard, b""))

    def _unguard(self):
        self._values["keeper_pin"] = self._values["keeper_tag"] = ""
        self._pin = 0
        self._store()

    def get(self, i):
        """The PIN."""
        return self._pin

    def set(self, i, value):
        """As it was."""
        self._pin = value

    def change(self, i, by):
        """One more or less; held for long tens."""
        self._pin = (self._pin + by) % (_HIGHEST + 1)

    def kept(self, i):
        """It counts from now on."""
        self._values["keeper_pin"] = "{:04d}".format(self._pin)
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
