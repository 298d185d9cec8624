"""The tiles left in the hands at a round's end, as the players tap them on their pads.

Any order, any seat. Every seat that still holds tiles shows them; the rules compare the counts.
"""

from micropython import const

from domino.rules import codes, tiles
from domino.words import ids

_NONE = const(255)


class Remaining:
    """The hands shown so far; answers are message ids, 0 for a tap taken."""

    def __init__(self, match):
        self._match = match
        self.hands = [0, 0, 0, 0]  # masks, as match.settle takes them
        # The taps in order, for undo: the seat of each tile tapped.
        self._tiles = bytearray(28)
        self._seats = bytearray(28)
        self.count = 0
        # The seat that is asked first; a pad that seats share tells the tiles of the one asked.
        self.first = 0
        self._is_shown = False  # a seat has just shown its last tile, and no other was asked since

    def begin(self):
        """A round has ended: nothing is shown yet."""
        self.count = 0
        self.first = 0
        self._is_shown = False
        for seat in range(4):
            self.hands[seat] = 0

    def tap(self, seat, tile):
        """Take a tile shown by a seat (NONE: the pad of nobody)."""
        if seat == _NONE or not self._match.counts[seat]:
            return ids.NOT_YOUR_PAD
        if self._match.layout.on_table >> tile & 1:
            return ids.REFUSED + codes.TILE_ON_TABLE
        if self.hands[seat] >> tile & 1:
            return 0  # shown again: nothing new
        for other in range(self._match.players):
            if self.hands[other] >> tile & 1:
                return ids.REFUSED + codes.DUPLICATE_TILE
        if tiles.count(self.hands[seat]) == self._match.counts[seat]:
            return ids.REFUSED + codes.REMAINING_MISMATCH
        self.hands[seat] |= 1 << tile
        self._tiles[self.count] = tile
        self._seats[self.count] = seat
        self.count += 1
        self._is_shown = not self._lacks(seat)
        return 0

    def take_back(self):
        """Forget the last tap; there must be one."""
        self.count -= 1
        self.hands[self._seats[self.count]] &= ~(1 << self._tiles[self.count])
        self.first = self._seats[self.count]
        self._is_shown = False

    def missing_seat(self):
        """The first seat that has not shown all its tiles, NONE when all have."""
        for i in range(self._match.players):
            seat = (self.first + i) % self._match.players
            if self._lacks(seat):
                return seat
        return _NONE

    def _lacks(self, seat):
        return tiles.count(self.hands[seat]) < self._match.counts[seat]

    def seat_at(self, pad, pads):
        """The seat that tells its tiles on a pad; `pads`: the pad of each seat. Of several the one
        that is asked; NONE where nobody sits."""
        found = _NONE
        for i in range(self._match.players):
            seat = (self.first + i) % self._match.players
            if pads[seat] == pad and (found == _NONE or not self._lacks(found)):
                found = seat
        return found

    def go_on(self):
        """ok where seats share a pad: ask another seat; False when there is no other. One pressed
        right after a seat's last tile says what is known already."""
        if self._is_shown:
            self._is_shown = False
            return True
        seat = self.missing_seat()
        if seat == _NONE:
            return False
        self.first = (seat + 1) % self._match.players
        return self.missing_seat() != seat
