"""A name, letter by letter: left and right choose, ok takes, undo takes the last one back.

Pass ends the name, as does its longest length.
"""

from micropython import const

from domino.menu.page import Rows
from domino.store.players import LONGEST
from domino.table import events
from domino.words import menu_ids as ids

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"
_CAPITALS = const(26)
_ROW = const(4)


class Page(Rows):
    """`take`: called with the name; False where it is not accepted."""

    TITLE = ids.NEW_NAME

    def __init__(self, menu, take):
        super().__init__(menu)
        self._take = take
        self._name = b""
        self._letter = 0

    def ok(self):
        """Take the letter."""
        self._name += _LETTERS[self._letter : self._letter + 1]
        if len(self._name) == 1 and self._letter < _CAPITALS:
            self._letter += _CAPITALS  # small letters follow a capital one
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
        self._letter = (self._letter + by) % len(_LETTERS)

    def draw(self, lines):
        """The name so far, and the letter that ok takes."""
        lines.clear()
        lines.title(self.TITLE)
        letter = _LETTERS[self._letter : self._letter + 1]
        lines.name(_ROW, self._name + b"<" + letter + b">")  # signs that every language has
        lines.message(6, 2, ids.ASK_NAME)

    def _end(self):
        if self._name and self._take(str(self._name, "ascii")):
            self.menu.back()
        else:
            self.menu.refuse()
            self._name = self._name[: LONGEST - 1]
