"""The readers for a page of the menu that wants to see tiles or tags; else nobody scans there.

The game is told afterwards what lies where: what a page has taken it would never hear of.
"""

from binascii import hexlify

from micropython import const

from domino.board.presence import ENTRY
from domino.table import events, keeping

_NONE = const(255)


class Reading:
    """Call `step` all the while, and `leave` at the end."""

    def __init__(self, app):
        self._app = app
        self._scanner = app.scanner
        self.slots = app.board.slots
        self.readers = app.scanner.readers
        self._scanner.is_pad_asked = True
        self._due_ms = app.clock.ticks_ms()

    def step(self, now_ms, take):
        """Go on scanning, by one step of the scanner; call `take(reader)` for each reader where
        something changed. True when one of them says so."""
        scanner = self._scanner
        if self._app.clock.ticks_diff(self._due_ms, now_ms) <= 0:
            self._due_ms = self._app.clock.ticks_add(now_ms, scanner.step(now_ms))
        is_told = False
        reader = scanner.take()
        while reader != _NONE:
            if take(reader):
                is_told = True
            reader = scanner.take()
        return is_told

    def found(self, reader):
        """What is there: a tile, or a finding of events.py."""
        return self._scanner.found[reader]

    def uid(self, reader):
        """The UID of a tag that is no tile, in hexadecimal; "" where there is none."""
        if self.found(reader) != events.UNKNOWN:
            return ""
        uids, at = self._scanner.presence.uids, reader * ENTRY
        return str(hexlify(uids[at + 1 : at + 1 + uids[at]]), "ascii")

    def leave(self):
        """Tell the game what lies there now."""
        app = self._app
        app.scanner.is_pad_asked = app.table.is_pad_asked()
        keeping.look_anew(app.table, app.scanner.found, app.clock.ticks_ms())
