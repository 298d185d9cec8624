"""The question "which end?" (choose_port): the places a tile could be joined, one of them chosen.

Left and right walk through them in a circle, ok joins there, lifting the tile or undo cancels.
"""

from micropython import const

_NONE = const(255)


class Question:
    """One question at a time; `joints` is also the work area while nothing is asked."""

    def __init__(self):
        self.joints = bytearray(32)  # (on, port) pairs, as the rules write them
        self.slot = _NONE  # where the tile lies; NONE: nothing is asked
        self.tile = _NONE
        self.count = 0
        self.index = 0

    def ask(self, slot, tile, count):
        """Open the question about the first `count` joints."""
        self.slot = slot
        self.tile = tile
        self.count = count
        self.index = 0

    def is_open(self):
        """True while an answer is awaited."""
        return self.slot != _NONE

    def move(self, by):
        """Choose the next (1) or the one before (-1)."""
        self.index = (self.index + by) % self.count

    def on(self):
        """The tile of the chosen end."""
        return self.joints[2 * self.index]

    def port(self):
        """The port of the chosen end."""
        return self.joints[2 * self.index + 1]

    def close(self):
        """Ask nothing."""
        self.slot = _NONE
        self.tile = _NONE
        self.count = 0
        self.index = 0
