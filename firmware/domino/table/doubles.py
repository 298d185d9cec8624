"""Games where several doubles make one move, and where a double may be closed as it lies.

A double is taken at once, like any tile. While another one may follow in the same move the table
waits for it: a double laid now belongs to the move, any other tile is the next player's, `ok` or
`pass` ends the move, and so does a draw. Where doubles may be closed `menu` right after a double
asks: left and right choose among the doubles of the move, `ok` closes, `undo` asks no more.

The rules core takes a move as a whole: what is added or closed is done anew from before the move,
so that all of it scores at once, and `undo` takes all of it back. Recorded: the first tile as any,
then what was added and closed. Rules: RULES.md, `telephone`, `sea-goat`, `donkey`; a game chooses
by SEVERAL, MOST_DOUBLES, CLOSING.
"""

from micropython import const

from domino.rules import codes, games
from domino.rules.tiles import DOUBLES
from domino.table import events
from domino.table.redealing import Redealing
from domino.table.speaker import PLAYING
from domino.words import game_ids, ids

_NONE = const(255)
_SIZE = const(3)  # of a tile in a move: tile, on, port
_MOST = const(4)


class Doubles(Redealing):
    """A table that takes moves of several doubles."""

    def __init__(self, *parts):
        super().__init__(*parts)
        self._moves = bytearray(_SIZE * _MOST)
        self._laid = 0  # doubles in `_moves`; 0: the last action laid none
        self._closed = 0  # those of them that are closed, a mask
        self._is_open = False  # another double would belong to the same move
        self._asked = 0  # CLOSE_DOUBLE: which of them

    # -- the move ----------------------------------------------------------------------------
    def _play(self, slot, tile, on, port):
        is_double = DOUBLES >> tile & 1
        if self._is_open and is_double:
            return self._add(slot, tile, on, port)
        match = self._match
        is_from_hand = match.drawn == _NONE
        # Not super(): a method that uses it and has four arguments allocates when it is called.
        code = Redealing._play(self, slot, tile, on, port)
        if code == codes.OK and is_double:
            self._moves[0] = tile
            self._moves[1] = match.last_on
            self._moves[2] = match.last_port
            self._go_on(1, 0, is_from_hand)
            if not match.round_over:
                self._say_move(slot, tile)
        return code

    def _add(self, slot, tile, on, port):
        """Lay another double in the same move; return the rules' code."""
        match = self._match
        direction = self.placement.direction(on, port, slot)
        at = self._laid * _SIZE
        self._moves[at] = tile
        self._moves[at + 1] = on
        self._moves[at + 2] = port
        code = self._do_anew(self._laid + 1, self._closed)
        if code != codes.OK:
            return code
        self._lay_down(tile, slot, direction)
        joint = slot << 16 | match.last_on << 8 | match.last_port
        self._record(events.ADDED, match.last_seat, tile, joint)
        self._tell(self._laid + 1, self._closed, slot, tile)
        return code

    def _do_anew(self, laid, closed):
        """The whole move again with more in it; refused, it is as it was."""
        match = self._match
        match.undo()
        code = match.play_several(self._moves, laid, closed, _NONE)
        if code != codes.OK:
            match.play_several(self._moves, self._laid, self._closed, _NONE)
        return code

    def _tell(self, laid, closed, slot, tile):
        is_closed = closed != self._closed
        is_open = self._is_open
        what = game_ids.DOUBLE_CLOSED
        if not is_closed:
            what = ids.SCORED if self._match.last_points else game_ids.ANOTHER_DOUBLE
        self._accept(self._place_of(slot), tile, what)
        self._go_on(laid, closed, is_open)
        if is_closed and not self._is_open:
            self._speaker.say(game_ids.DOUBLE_CLOSED, self._match.turn, slot, tile, 0)
        else:
            self._say_move(slot, tile)
        self._follow()

    def _seat_of_tap(self, tile):
        is_of_move = self._is_open and DOUBLES >> tile & 1
        return self._match.last_seat if is_of_move else self._match.turn

    def _accept(self, place, tile, what):
        self._laid = 0  # whoever lays a double counts it after this
        self._is_open = False
        super()._accept(place, tile, what)

    def _go_on(self, laid, closed, may):
        """Remember the move; `may`: its tiles are from the hand and nobody has ended it."""
        match, rules = self._match, self._match.rules
        self._laid = laid
        self._closed = closed
        most = rules[games.MOST_DOUBLES] if rules[games.SEVERAL] else 1
        if match.round_over or match.again or laid == most or not match.counts[match.last_seat]:
            may = False
        self._is_open = may and match.layout.playable & DOUBLES != 0

    def _say_move(self, slot, tile):
        match = self._match
        may_close = self._next_open(0, 1) != _NONE
        what, seat = ids.PLAY_AGAIN if match.again else ids.YOUR_TURN, match.turn
        if self._is_open:
            what = game_ids.DOUBLE_OR_CLOSE if may_close else game_ids.ANOTHER_DOUBLE
            seat = match.last_seat
        elif may_close:
            what = game_ids.MAY_CLOSE
        elif match.last_points:
            what, seat = ids.SCORED, match.last_seat
        self._speaker.say(what, seat, slot, tile, match.last_points)

    def take_up_move(self, moves, laid, closed, may):
        """After a power cut: the last action was this move (see `_go_on`)."""
        if laid and DOUBLES >> moves[0] & 1 and not self._match.round_over:
            self._moves[:] = moves
            self._go_on(laid, closed, may)
            tile = moves[(laid - 1) * _SIZE]
            self._say_move(self.placement.home[tile], tile)

    def _end_move(self):
        self._is_open = False
        self._record(events.ENDED, self._match.last_seat, _NONE, _NONE)
        tile = self._moves[(self._laid - 1) * _SIZE]
        self._say_move(self.placement.home[tile], tile)

    # -- presses -----------------------------------------------------------------------------
    def _ok(self):
        if self.view.message == game_ids.CLOSE_DOUBLE:
            self._close()
        elif not self._is_open or self._question.is_open():
            super()._ok()
        elif self._is_held_up():
            self._refuse(self._actor(), self._alert_or(game_ids.ANOTHER_DOUBLE))
        else:
            self._end_move()

    def _pass_or_draw(self, button):
        if self._is_open:
            self._work(True)  # a double laid before the press is still of the move
        ends = self._is_open and button == events.PASS and not self._question.is_open()
        if ends and not self._waits_for_a_hand():
            self._end_move()
        else:
            super()._pass_or_draw(button)

    def _undo(self):
        if self.view.message == game_ids.CLOSE_DOUBLE:
            tile = self._moves[self._asked * _SIZE]
            self._say_move(self.placement.home[tile], tile)
        else:
            super()._undo()

    def _draw_forgotten(self):
        if self._laid > 1:  # by the rules a drawn tile makes a move alone
            self._rebuff(ids.REFUSED + codes.MUST_PLAY_DRAWN)
        else:
            super()._draw_forgotten()

    # -- closing -----------------------------------------------------------------------------
    def takes_menu(self):
        """Once right after a double: it asks; a second press is for the menu."""
        if self.view.message == game_ids.CLOSE_DOUBLE or self._question.is_open():
            return False
        if self._speaker.state == PLAYING:
            self._work(True)  # the double that lies there is the one that is meant
        return self._speaker.state == PLAYING and self._next_open(self._laid - 1, -1) != _NONE

    def takes_sides(self):
        """Also to choose the double that is to be closed."""
        return self.view.message == game_ids.CLOSE_DOUBLE or self._question.is_open()

    def _choose(self, button):
        if button == events.MENU:
            self._ask(self._laid - 1, -1)
        elif self.view.message == game_ids.CLOSE_DOUBLE:
            by = 1 if button == events.RIGHT else -1
            self._ask(self._asked + by, by)
        else:
            super()._choose(button)

    def _ask(self, first, by):
        """Ask about a double of the move, the first from a place on that is not closed."""
        place = self._next_open(first, by)
        if place == _NONE or self._question.is_open() or self._speaker.state != PLAYING:
            return
        self._asked = place
        tile = self._moves[place * _SIZE]
        slot = self.placement.home[tile]
        self._speaker.say(game_ids.CLOSE_DOUBLE, self._match.last_seat, slot, tile, 0)

    def _next_open(self, first, by):
        """The place in the move of a double that may be closed, NONE if there is none."""
        if not self._match.rules[games.CLOSING]:
            return _NONE
        for i in range(self._laid):
            place = (first + i * by) % self._laid
            if not self._closed >> self._moves[place * _SIZE] & 1:
                return place
        return _NONE

    def _close(self):
        tile = self._moves[self._asked * _SIZE]
        if self.lying.is_blocked:
            self._refuse(self._actor(), self._alert_or(ids.TILE_MOVED))
            return
        closed = self._closed | 1 << tile
        code = self._do_anew(self._laid, closed)
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        self._record(events.CLOSED, self._match.last_seat, tile, _NONE)
        self._tell(self._laid, closed, self.placement.home[tile], tile)
