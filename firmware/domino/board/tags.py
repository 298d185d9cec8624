"""Personal tags: who taps one on a pad sits down there, and it is no unknown tag. Loaded where
somebody has one. Nothing is allocated.
"""

from micropython import const

from domino.board.looks import UNKNOWN
from domino.board.presence import ENTRY

_NONE = const(255)
_UID = const(10)
_SIT_DOWN = const(3)  # errands.SIT_DOWN


class Tags:
    """`table`: has `find(uid, length)` -> number of the person or 255."""

    def __init__(self, table, slots):
        self.table = table
        self._slots = slots
        self._uid = bytearray(_UID)
        self.pad = self.person = 0  # who was met last, and where

    def is_person(self, app, reader):
        """Whether what was found is somebody's tag; then the app has an errand."""
        scanner = app.scanner
        if reader < self._slots or scanner.found[reader] != UNKNOWN:
            return False
        uids = scanner.presence.uids
        at = reader * ENTRY
        for i in range(_UID):
            self._uid[i] = uids[at + 1 + i]
        person = self.table.find(self._uid, uids[at])
        if person == _NONE:
            return False
        self.pad = reader - self._slots
        self.person = person
        app.errand = _SIT_DOWN
        return True
