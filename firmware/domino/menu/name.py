"""A name, letter by letter: left and right choose, ok takes, undo takes the last one back. A
language with an alphabet of its own offers that first, then Latin letters.

Pass ends the name, as does its longest length.
"""

from domino.menu.page import Rows
from domino.store.players import LONGEST
from domino.table import events
from domino.words import menu_ids as ids

_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"


class Page(Rows):
    """`take`: called with the name; False where it is not accepted."""

    TITLE = ids.NEW_NAME

    def __init__(self, menu, take):
        super().__init__(menu)
        self._take = take
        self._name = ""
        words = menu.app.screen.words
        own = words.letters.ALPHABET if words.is_drawn else ""
        self._letters = own + _LATIN
        self._letter = 0

    def ok(self):
        """Take the letter."""
        letter = self._letters[self._letter]
        self._name += letter
        if len(self._name) == 1 and "A" <= letter <= "Z":
            self._letter = self._letters.index(letter.lower())  # small ones follow a capital
        if len(self._name) == LONGEST:
            self._end()

    def press(self, button):
        """The name is complete."""
        if button == events.PASS:
            self._end()

    def undo(self):
        """The last letter, or the page."""
        if self._name:
            self._name = self._name[:-1]
        else:
            self.menu.back()

    def turn(self, by):
        """Another letter."""
        self._letter = (self._letter + by) % len(self._letters)

    def draw(self, lines):
        """The name so far, and the letter that ok takes."""
        lines.clear()
        lines.title(self.TITLE)
        letter = self._letters[self._letter]
        # Signs that every language has.
        lines.name(lines.rows // 2, self._name + "<" + letter + ">")
        lines.message(lines.rows - 2, 2, ids.ASK_NAME)

    def _end(self):
        if self._name and self._take(self._name):
            self.menu.back()
        else:
            self.menu.refuse()
            self._name = self._name[: LONGEST - 1]
