"""The actions of a round, kept so that each can be taken back: a ring of fixed size.

An entry holds what an action changed beyond the layout, as it was before. Only corrections can be
more than the ring holds (plays, draws and passes of a round stay under 170); then the oldest are
forgotten and undo stops there.
"""

from array import array

from micropython import const

_PLACES = const(176)
_WIDTH = const(6)
_SIZE = const(176 * 6)
_PLAY = const(1)  # codes.PLAY


class Log:
    """A stack of actions. `pop` leaves the entry in the attributes below."""

    def __init__(self) -> None:
        """Make the buffers."""
        self._bytes = bytearray(_SIZE)
        self._scores = array("h", bytearray(_PLACES * 2))
        self._at = 0  # where the next entry goes
        self.count = 0
        self.kind = 0  # codes.PLAY, DRAW, PASS, CORRECT
        self.seat = 0  # who acted
        self.tile = 0  # the tile played or drawn; the side of a correction
        self.drawn = 0  # Match.drawn before the action
        self.passes = 0  # Match.passes before the action
        self.again = False  # Match.again before the action
        self.score = 0  # half points a play scored; a corrected side's score before

    def clear(self) -> None:
        """Forget everything: a new round."""
        self.count = self._at = 0

    def push(self, kind: int, tile: int, score: int, match: object) -> None:
        """Record an action of the seat to act, before the match changes."""
        at = self._at
        entry = self._bytes
        entry[at] = kind
        entry[at + 1] = match.turn
        entry[at + 2] = tile
        entry[at + 3] = match.drawn
        entry[at + 4] = match.passes
        entry[at + 5] = match.again
        self._scores[at // _WIDTH] = score
        self._at = (at + _WIDTH) % _SIZE
        if self.count < _PLACES:
            self.count += 1

    def pop(self) -> None:
        """Take the last entry off; there must be one."""
        at = self._at = (self._at - _WIDTH) % _SIZE
        self.count -= 1
        entry = self._bytes
        self.kind = entry[at]
        self.seat = entry[at + 1]
        self.tile = entry[at + 2]
        self.drawn = entry[at + 3]
        self.passes = entry[at + 4]
        self.again = entry[at + 5] == 1
        self.score = self._scores[at // _WIDTH]

    def last_placer(self) -> int:
        """Return the seat that placed the last tile; a tile must have been placed."""
        at = self._at
        while True:
            at = (at - _WIDTH) % _SIZE
            if self._bytes[at] == _PLAY:
                return self._bytes[at + 1]
