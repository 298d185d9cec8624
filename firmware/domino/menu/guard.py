"""Asks for the keeper before a guarded page: his PIN, digit by digit, or his tag on any pad.
Or for the PIN that is to be his from now on.

Left and right change the digit, ok takes it, undo takes the one before back or gives up. After
five wrong PINs there is a wait (guarding.py), which is shown; his tag serves all the same.
"""

from micropython import const

from domino import guarding
from domino.menu.page import Rows
from domino.menu.reading import Reading
from domino.words import menu_ids as ids

_DIGITS = const(4)


class Page(Rows):
    """`target`: name and argument of the page that is wanted; without it a new PIN is given."""

    TITLE = ids.MENU_GUARD

    def __init__(self, menu, target=None):
        super().__init__(menu)
        self._target = target
        self._is_new = target is None
        self._pin = menu.settings.values["keeper_pin"]
        self._tag = menu.settings.values["keeper_tag"]
        self._given = ""
        self._digit = 0
        self._wait_s = guarding.wait_s(menu.app)
        self._is_wrong = False  # the last PIN was, and nothing was pressed since
        self._reading = Reading(menu.app) if self._tag and target else None

    def ok(self):
        """Take the digit; after the last one compare, or keep them."""
        if not self._is_new and (not self._pin or guarding.wait_s(self.menu.app)):
            self.menu.refuse()
            return
        self._is_wrong = False
        self._given += str(self._digit)
        self._digit = 0
        if len(self._given) < _DIGITS:
            return
        if self._is_new:
            self.menu.settings.set("keeper_pin", self._given)
            if self.menu.save():
                guarding.forgive(self.menu.app)
            else:
                self.menu.refuse()
            self.menu.back()
            return
        if guarding.is_right(self.menu.app, self._given, self._pin):
            self._let_in()
            return
        self._given = ""
        self._is_wrong = True
        self.menu.refuse()

    def undo(self):
        """The digit before, or not at all."""
        if self._given:
            self._given = self._given[:-1]
        else:
            self.menu.back()

    def turn(self, by):
        """Another digit."""
        self._digit = (self._digit + (1 if by > 0 else -1)) % 10

    def step(self, now_ms):
        """Look for the keeper's tag; count the wait down."""
        before_s = self._wait_s
        self._wait_s = guarding.wait_s(self.menu.app)
        is_read = self._reading is not None and self._reading.step(now_ms, self._take)
        return is_read or self._wait_s != before_s

    def _take(self, reader):
        reading = self._reading  # None: somebody was let in
        if reading is not None and reader >= reading.slots and reading.uid(reader) == self._tag:
            guarding.forgive(self.menu.app)
            self._let_in()
        return False  # nothing to draw here

    def leave(self):
        """The game hears what lies there."""
        if self._reading is not None:
            self._reading.leave()
            self._reading = None

    def draw(self, lines):
        """What is asked, and how far it is."""
        lines.clear()
        lines.title(self.TITLE)
        asked = ids.ASK_KEEPER if self._pin else ids.ASK_KEEPERS_TAG
        lines.message(lines.ASKED, 2, ids.ASK_NEW_PIN if self._is_new else asked)
        if self._pin or self._is_new:
            given = self._given if self._is_new else "*" * len(self._given)
            shown = given + str(self._digit) + "-" * (_DIGITS - 1 - len(given))
            lines.name(lines.ANSWERS, " ".join(shown).encode())
            wait_s = 0 if self._is_new else guarding.wait_s(self.menu.app)
            last = lines.rows - 1
            if wait_s:
                lines.operands.amount = wait_s
                lines.label(last, ids.KEEPER_WAIT)
                lines.operands.clear()
                last -= 1
            if self._is_wrong and last > lines.ANSWERS:
                lines.label(last, ids.KEEPER_WRONG)

    def _let_in(self):
        self.menu.trust(*self._target)
