"""The actions of a round, kept so that each can be taken back: a stack of fixed size.

An entry holds what cannot be told from the entries before it; the rest is looked up there, since
taking back is rare and a play must be quick. Only corrections can be more than the stack holds
(plays, draws and passes of a round stay under 170); then the oldest entries are forgotten and undo
stops there.
"""

from array import array

from micropython import const

from domino.rules.codes import NONE

_PLACES = const(200)
_NONE = const(255)  # codes.NONE, and so on: see layout.py
_PLAY = const(1)
_DRAW = const(2)
_PASS = const(3)
_CORRECT = const(4)
_MORE = const(6)
DRAWN_UNSEEN = const(254)  # Match.drawn: a tile was drawn this turn, but nobody said which


class Log:
    """A stack of actions. `pop` leaves an entry, and the turn before it, in the attributes."""

    def __init__(self) -> None:
        """Make the buffers."""
        self._heads = bytearray(_PLACES)  # kind * 4 + the seat to act
        self._tiles = bytearray(_PLACES)  # the tile played or drawn; the side of a correction
        self._scores = array("h", bytearray(_PLACES * 2))  # `score` of each entry
        self.count = 0
        # Of the placement that was forgotten last: its tiles as a mask, and who placed them.
        self._gone_move = 0
        self._gone_placer = NONE
        self.kind = 0
        self.seat = 0
        self.tile = 0
        # Half points a play scored; a corrected side's score before; at a draw or a pass the open
        # values that nothing in the hand fitted, bit n for value n (0: see `excuse`). A tile of a
        # trick: the suit that it does not follow, and 1; a bid: see tricks.py.
        self.score = 0
        self.drawn = NONE  # Match.drawn, passes and again as they were before the action
        self.passes = 0
        self.again = False

    def clear(self) -> None:
        """Forget everything: a new round."""
        self.count = 0

    def push(self, kind: int, seat: int, tile: int, score: int) -> None:
        """Record an action of the seat to act."""
        top = self.count
        if top == _PLACES:
            top = self._forget_oldest()
        self._heads[top] = kind << 2 | seat
        self._tiles[top] = tile
        self._scores[top] = score
        self.count = top + 1

    def excuse(self) -> None:
        """The last entry, a draw, was made some time before and forgotten.

        It says nothing about the hand, and what is laid next need not be what it brought.
        """
        self._scores[self.count - 1] = 0

    def pop(self) -> None:
        """Take the last entry off; there must be one."""
        self.count -= 1
        self.read(self.count)
        self._look_back()

    def read(self, place: int) -> None:
        """Leave the entry at a place, from 0, in `kind`, `seat`, `tile` and `score`."""
        head = self._heads[place]
        self.kind = head >> 2
        self.seat = head & 3
        self.tile = self._tiles[place]
        self.score = self._scores[place]

    def is_more(self) -> bool:
        """Whether the last entry is a tile of the move that the entry above it ended."""
        return self.count > 0 and self._heads[self.count - 1] >> 2 == _MORE

    def last_move(self) -> int:
        """Return the tiles of the last placement as a mask; a tile must have been placed."""
        top = self._last_play()
        return self._move_at(top) if top >= 0 else self._gone_move

    def _move_at(self, top: int) -> int:
        tiles = 1 << self._tiles[top]
        while top and self._heads[top - 1] >> 2 == _MORE:
            top -= 1
            tiles |= 1 << self._tiles[top]
        return tiles

    def last_placer(self) -> int:
        """Return the seat that placed the last tile; a tile must have been placed."""
        top = self._last_play()
        return self._heads[top] & 3 if top >= 0 else self._gone_placer

    def _last_play(self) -> int:
        """Where it is, -1 where it was forgotten."""
        top = self.count - 1
        while top >= 0 and self._heads[top] >> 2 != _PLAY:
            top -= 1
        return top

    def _look_back(self) -> None:
        """Tell from the entries below what the turn was like before the action.

        Only a turn that goes on has the same seat act twice. Corrections are no part of a turn.
        """
        self.drawn = _NONE
        self.again = False
        self.passes = 0
        top = self._below(self.count)
        if top < 0:
            return
        if self._heads[top] & 3 == self.seat:
            self.again = True
            if self._heads[top] >> 2 == _DRAW:
                seen = self._tiles[top]
                self.drawn = seen if seen != _NONE else DRAWN_UNSEEN
        while top >= 0 and self._heads[top] >> 2 == _PASS:
            self.passes += 1
            top = self._below(top)

    def _below(self, top: int) -> int:
        """Return the entry below that is no correction, -1 for none."""
        top -= 1
        while top >= 0 and self._heads[top] >> 2 == _CORRECT:
            top -= 1
        return top

    def _forget_oldest(self) -> int:
        """Forget one action, with all tiles of its move; return the first free place."""
        gone = 1
        while self._heads[gone - 1] >> 2 == _MORE:
            gone += 1
        if self._heads[gone - 1] >> 2 == _PLAY:
            self._gone_move = self._move_at(gone - 1)
            self._gone_placer = self._heads[gone - 1] & 3
        for i in range(_PLACES - gone):
            self._heads[i] = self._heads[i + gone]
            self._tiles[i] = self._tiles[i + gone]
            self._scores[i] = self._scores[i + gone]
        return _PLACES - gone
