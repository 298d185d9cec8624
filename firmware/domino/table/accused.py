"""What the tiles left say about the round just settled: passes and draws with a tile that fitted.

Told one after the other until `ok`, the first first; only what is certain (rules/audit.py).
"""

from micropython import const

from domino.rules import audit, codes

_SIZE = const(3)  # of a finding: its place in the match's log, seat, tile
_ROOM = const(12)  # findings that are told; more is a round that nobody wants to hear about


class Accused:
    """The findings of one round; `index` is the one that is shown, from 0."""

    def __init__(self, match):
        self._match = match
        self._found = bytearray(_SIZE * _ROOM)
        self.count = 0
        self.index = 0

    def clear(self):
        """Nothing is to be told."""
        self.count = self.index = 0

    def look(self, hands):
        """A round was settled from these hands, a mask a seat."""
        self.index = 0
        self.count = min(audit.check(self._match, hands, self._found), _ROOM)

    def is_open(self):
        """Whether something is still to be told."""
        return self.index < self.count

    def is_draw(self):
        """Whether it was a draw, else a pass."""
        log = self._match.log
        log.read(self._found[self.index * _SIZE])
        return log.kind == codes.DRAW

    def seat(self):
        """Whose it was."""
        return self._found[self.index * _SIZE + 1]

    def tile(self):
        """The tile that he held, and that fitted."""
        return self._found[self.index * _SIZE + 2]
