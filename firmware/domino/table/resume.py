"""A match put back from its journal: the records again through rules and placement.

The same calls in the same order lead to the same scores. What the rules do not accept is no record
of this match: `take` says False, and the match stands as it was before.
"""

from micropython import const

from domino.rules import codes
from domino.table import events

_NONE = const(255)
_SIZE = const(3)  # of a tile in a move: tile, on, port
_OF_A_MOVE = bytes((events.PLAYED, events.ADDED, events.CLOSED, events.ENDED))
_NO_ACTIONS = bytes((events.OPENED, events.REMAINED, events.ENDED))


class Resume:
    """Hand every record to `take`, then read what the table goes on with."""

    def __init__(self, match, placement):
        self._match = match
        self._placement = placement
        self.accepted = 0  # actions, undo included
        self.lot = _NONE  # the state of the lot when the last round was opened
        self.undone = _NONE  # the tile that the last action took back
        self.is_abandoned = False
        self._hands = [0, 0, 0, 0]
        self.moves = bytearray(4 * _SIZE)  # the last move,
        self.laid = 0  # how many tiles it has,
        self.closed = 0  # and the doubles closed in it;
        self.may_add = False  # its tiles are from the hand, and nobody has ended it
        self._takes = {
            events.OPENED: self._open,
            events.PLAYED: self._play,
            events.DRAWN: self._draw,
            events.PASSED: self._pass,
            events.UNDONE: self._undo,
            events.REMAINED: self._remain,
            events.CORRECTED: self._correct,
            events.ADDED: self._add,
            events.CLOSED: self._close,
            events.REDEALT: self._redeal,
            events.BID: self._bid,
            events.TRUMP: self._name_trump,
            events.SHOWN: self._show,
            events.ENDED: self._end,
            events.TIMED_OUT: self._time_out,
        }

    def take(self, action, seat, tile, joint):
        """Do a record (the arguments of `record` in events.py); False where it cannot be."""
        if action == events.ABANDONED:
            self.is_abandoned = True
        if action == events.ABANDONED or action == events.HANDED:
            return True
        if action not in self._takes:
            return False
        count = self._match.layout.count
        if self._takes[action](seat, tile, joint) != codes.OK:
            return False
        if action not in _OF_A_MOVE:
            self.laid = 0
        is_part = action == events.SHOWN and joint  # the last hand makes it an action
        if action not in _NO_ACTIONS and not is_part:
            self.accepted += 1
            self.undone = _NONE
        if self._match.layout.count < count:
            self.undone = tile
        return True

    def _open(self, seat, tile, joint):
        self.lot = joint
        self._placement.clear()
        for other in range(4):
            self._hands[other] = 0
        return self._match.open_round(seat)

    def _play(self, seat, tile, joint):
        on, port = joint >> 8 & 255, joint & 255
        direction = self._placement.direction(on, port, joint >> 16)
        may_add = self._match.drawn == _NONE
        code = self._match.play(tile, on, port, seat)
        if code == codes.OK:
            self.laid = self.closed = 0
            self.may_add = may_add
            self._lay(tile, joint, direction)
        return code

    def _lay(self, tile, joint, direction):
        self._placement.lay(tile, joint >> 16, direction)
        self._note(tile, joint)
        self.laid += 1

    def _note(self, tile, joint):
        at = self.laid * _SIZE
        self.moves[at] = tile
        self.moves[at + 1] = joint >> 8 & 255
        self.moves[at + 2] = joint & 255

    def _draw(self, seat, tile, joint):
        code = self._match.draw(tile, seat)
        if code == codes.OK and joint == events.FORGOTTEN:
            self._match.log.excuse()
        return code

    def _pass(self, seat, tile, joint):
        return self._match.pass_turn(seat)

    def _undo(self, seat, tile, joint):
        layout = self._match.layout
        count = layout.count
        code = self._match.undo()
        for i in range(layout.count, count):
            self._placement.take_back(layout.order[i])
        return code

    def _remain(self, seat, tile, joint):
        self._hands[seat] = tile
        return codes.OK if joint else self._match.settle(self._hands)

    def _correct(self, seat, tile, joint):
        if joint & 255 != events.BETWEEN:
            return self._match.correct(seat, tile)
        from domino.rules import amending

        return amending.amend(self._match, seat, tile)

    def _redeal(self, seat, tile, joint):
        return self._match.redeal(seat)

    def _time_out(self, seat, tile, joint):
        return self._match.time_out(seat)

    # -- tricks and shown hands --------------------------------------------------------------
    def _bid(self, seat, tile, joint):
        return self._match.bid(tile, seat)

    def _name_trump(self, seat, tile, joint):
        return self._match.name_trump(tile, seat)

    def _show(self, seat, tile, joint):
        self._hands[seat] = tile
        return codes.OK if joint else self._match.show(self._hands)

    # -- moves of several doubles ------------------------------------------------------------
    def _add(self, seat, tile, joint):
        if not 0 < self.laid < 4:
            return codes.BAD_RECORD
        direction = self._placement.direction(joint >> 8 & 255, joint & 255, joint >> 16)
        self._note(tile, joint)
        code = self._do_anew(self.laid + 1, self.closed)
        if code == codes.OK:
            self._lay(tile, joint, direction)
        return code

    def _close(self, seat, tile, joint):
        code = self._do_anew(self.laid, self.closed | 1 << tile)
        if code == codes.OK:
            self.closed |= 1 << tile
        return code

    def _end(self, seat, tile, joint):
        self.may_add = False
        return codes.OK

    def _do_anew(self, laid, closed):
        """The whole move again, as the table does it, so that all of it scores at once."""
        match = self._match
        code = match.undo()
        if code == codes.OK:
            code = match.play_several(self.moves, laid, closed, _NONE)
            if code != codes.OK:
                match.play_several(self.moves, self.laid, self.closed, _NONE)
        return code
