"""Games in tricks at the table: bids, trump, a tile from each seat on the slot in front of it.

The board says which slot lies in front of which seat. Left and right choose a bid or the trump,
`ok` takes it, `pass` bids nothing. A tile counts on the slot of the seat to act only; elsewhere it
is refused until lifted. A finished trick is named with its points, and its tiles are lifted before
the next one: they are no longer laid, so nobody is asked to put them back. `undo` brings them back
as laid, and the table asks for those that were lifted.

Where a seat has no slot, or a dead one, it taps its tiles on its pad.

Hands are unknown: whether a seat could have followed is for the players to see. Who bids first is
drawn by lot, then it is the next seat in every round, also after one that nobody bid in.
Rules: RULES.md, `forty-two`.
"""

from micropython import const

from domino.rules import codes, games
from domino.table import events
from domino.table.controller import Table
from domino.table.lying import IGNORED
from domino.table.opening import Opening
from domino.table.speaker import PLAYING, Speaker
from domino.words import game_ids, ids

_NONE = const(255)
_LAP_MS = const(300)  # as in controller.py
_HIGHEST_BID = const(42)  # every point of a hand
_VALUES = const(7)


class _InTurn(Opening):
    """Who opens where nobody is named: after the first round the next seat."""

    def lot(self, among):
        """A lot for the first round only."""
        match = self._match
        if match.round_number < 0:
            return super().lot(among)
        return (match.starter + 1) % match.players


class _Speaker(Speaker):
    """What is said of tricks; `slot_of_seat` is put here by the table."""

    slot_of_seat = b""

    def publish(self, is_pending):
        """Bring the view up to date, with what a round of tricks shows."""
        view, match = self._view, self._match
        view.bid = match.high_bid
        view.trump = match.trump
        super().publish(is_pending)

    def _show_play(self):
        if self.said == game_ids.TRUMP:
            self._view.index = self._amount
            self._view.of = _VALUES
        if self.said == game_ids.TRICK_WON:
            slot = self._lying.lifting()
            self._show(self.said, self._seat, slot, _NONE, self._amount)
        else:
            super()._show_play()

    def _show_alert(self, reader):
        seat = self._match.turn
        if self._lying.marks[reader] == game_ids.WRONG_SLOT and seat < len(self.slot_of_seat):
            self._view.other = self.slot_of_seat[seat]
        super()._show_alert(reader)

    def _aim_at_ends(self):
        self._placement.hot_none()
        for seat in range(len(self.slot_of_seat)):
            self._placement.watch(self.slot_of_seat[seat])


class Tricks(Table):
    """A table for tricks."""

    SPEAKER = _Speaker

    def __init__(self, *parts):
        super().__init__(*parts)
        self._opening = _InTurn(self._match)
        self._slot_of_seat = b""  # empty: every tile is tapped
        self._value = 0  # the bid or the trump that left and right have chosen
        self.view.bid = 0
        self.view.trump = _NONE
        self.view.taken = self._match.taken  # points of the round's tricks, by side

    def seat_at(self, slots):
        """Say which slot lies in front of each seat (bytes); none where the board does not."""
        self._slot_of_seat = self._speaker.slot_of_seat = slots

    def resume(self, accepted=0, lot=0, undone=_NONE):
        """After `begin`: go on with the round that was put back (see Table.resume)."""
        self.placement.clear()  # only the tiles of the trick that is on are laid
        self._lie_as_played()
        super().resume(accepted, lot, undone)
        self._prompt()

    # -- the loop ----------------------------------------------------------------------------
    def _is_looking_around(self):
        if self._is_looking and not super()._is_looking_around():
            self._ignore_old_tricks()
        return self._is_looking

    def _ignore_old_tricks(self):
        """The tiles of a trick that was taken before the power went lie there to be lifted."""
        lying = self.lying
        for i in range(lying.queued - 1, -1, -1):
            slot = lying.queue[i]
            if self._match.layout.on_table >> lying.tile[slot] & 1:
                lying.settle(slot, IGNORED)

    def _open_when_clear(self):
        if not super()._open_when_clear():
            return False
        self._prompt()
        return True

    def _judge(self, hurries):
        lying = self.lying
        if self._speaker.said == game_ids.TRICK_WON and self._slot_of_seat:
            self._prompt()  # the last tile of the trick was lifted
        for i in range(lying.queued):
            slot = lying.queue[i]
            if slot == self._slot_to_act() and self._can_be_judged(slot):
                self._turn_away(slot, lying.tile[slot], self._lay(slot, lying.tile[slot]))
                return True
        for i in range(lying.queued):
            slot = lying.queue[i]
            is_late = hurries or lying.age_ms(slot, self._now_ms) >= _LAP_MS
            if is_late and self._can_be_judged(slot):
                self._turn_away(slot, lying.tile[slot], self._what_is_wrong(slot))
                return True
        return False

    def _slot_to_act(self):
        """Where the next tile of the trick is to lie; NONE where none is due, or no slot is."""
        if self._match.stage != codes.PLAYING or self._match.turn == _NONE:
            return _NONE
        return self._slot_of(self._match.turn)

    def _slot_of(self, seat):
        return self._slot_of_seat[seat] if self._slot_of_seat else _NONE

    def _what_is_wrong(self, slot):
        """Why a tile that is not on the slot of the seat to act cannot be taken."""
        if self._match.stage == codes.PLAYING and slot not in self._slot_of_seat:
            return game_ids.WRONG_SLOT
        return ids.REFUSED + codes.NOT_YOUR_TURN

    def _turn_away(self, slot, tile, what):
        """Refuse a tile that lies; 0 is none."""
        if what:
            self._observer.emit(events.REFUSED, slot, tile, what)
            self.lying.settle(slot, what)

    # -- tiles that are tapped ---------------------------------------------------------------
    def wants_pad_play(self):
        """Never: a tile of a trick has no ends to be asked about."""
        return False

    def _plays_on_pads(self):
        slot = self._slot_to_act()
        if slot != _NONE:
            return self.lying.here[slot] == events.DEAD
        return not self._slot_of_seat and self._match.stage == codes.PLAYING

    def _wants_a_slot(self):
        return self.view.message == game_ids.TRICK_TURN

    def _tap(self, reader, tile):
        super()._tap(reader, tile)
        seat = self._match.turn
        if self._speaker.state != PLAYING or not self._plays_on_pads():
            return
        self._speaker.quiet()
        if self._pad_of_seat[seat] != reader - self.placement.slots:
            self._rebuff_tap(reader, tile, ids.NOT_YOUR_PAD)
        elif self._waits_for_a_hand():
            self._refuse(reader, self._alert_or(ids.LIFT_TILE))
        else:
            what = self._lay(_NONE, tile)
            if what:
                self._rebuff_tap(reader, tile, what)

    def _rebuff_tap(self, reader, tile, what):
        self._observer.emit(events.REFUSED, reader, tile, what)
        self._speaker.rebuff(what, self._match.turn, reader, tile)

    # -- tiles -------------------------------------------------------------------------------
    def _lay(self, slot, tile):
        """Give a tile to the rules, from a slot or NONE; return 0, or why it was refused."""
        match = self._match
        code = match.play(tile)
        if code != codes.OK:
            return ids.REFUSED + code
        if slot != _NONE:
            self.placement.lay(tile, slot, _NONE)
            self.lying.settle(slot, 0)
        self._record(events.PLAYED, match.last_seat, tile, slot << 16 | _NONE << 8 | _NONE)
        is_won = match.trick_seat != _NONE
        what = game_ids.TRICK_WON if is_won else game_ids.TRICK_TURN
        self._accept(self._place_of(slot), tile, what)
        if is_won:
            self._speaker.say(what, match.trick_seat, _NONE, _NONE, 2 * match.trick_points)
        else:
            self._prompt()
        self._lie_as_played()
        self._follow()
        return 0

    def _lie_as_played(self):
        """The tiles of the trick are laid, all others are to be lifted."""
        match, lying, placement = self._match, self.lying, self.placement
        for seat in range(len(self._slot_of_seat)):
            slot = self._slot_of_seat[seat]
            laid = placement.laid[slot]
            tile = match.trick[seat]
            if laid == tile:
                continue
            if laid != _NONE:
                placement.take_back(laid)
            if tile != _NONE:
                placement.lay(tile, slot, _NONE)
            lies = lying.tile[slot]
            lying.settle(slot, IGNORED if lies != _NONE and lies != tile else 0)

    def _take_back(self):
        match = self._match
        count = match.layout.count
        code = match.undo()
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        tile = slot = _NONE
        if match.layout.count < count:
            tile = match.last_tile
            slot = self._slot_of(match.turn)
        self._tell_undo(slot, tile)
        self._lie_as_played()
        self._follow()
        self._prompt()

    # -- bids and trump ----------------------------------------------------------------------
    def _prompt(self):
        """Say whose turn it is, for what."""
        match = self._match
        seat = match.turn
        if match.round_over:
            return
        if match.stage == codes.PLAYING:
            what = game_ids.TRICK_TAP if self._plays_on_pads() else game_ids.TRICK_TURN
            self._speaker.say(what, seat, self._slot_of(seat), _NONE, 0)
            return
        self._value = 0
        if match.stage == codes.BIDDING and match.high_bid < _HIGHEST_BID:
            self._value = self._least_bid()
        self._ask()

    def _ask(self):
        """Ask for the bid or the trump that is chosen."""
        match = self._match
        what = game_ids.BID if match.stage == codes.BIDDING else game_ids.TRUMP
        self._speaker.say(what, match.turn, _NONE, _NONE, self._value)

    def _least_bid(self):
        return max(self._match.rules[games.MIN_BID], self._match.high_bid + 1)

    def takes_sides(self):
        """For bids and the trump."""
        return self._asks()

    def _choose(self, button):
        by = 1 if button == events.RIGHT else -1
        if button == events.MENU or not self._asks() or self._is_held_up():
            return
        if self._match.stage == codes.TRUMP:
            self._value = (self._value + by) % _VALUES
        elif self._value:
            least = self._least_bid()
            self._value = least + (self._value + by - least) % (_HIGHEST_BID + 1 - least)
        self._ask()

    def _asks(self):
        """Whether a bid or the trump is asked for."""
        return self._speaker.state == PLAYING and self._match.stage != codes.PLAYING

    def _ok(self):
        if not self._asks():
            super()._ok()
        elif self._is_held_up():
            self._refuse(self._actor(), self._alert_or(self._speaker.said))
        elif self._match.stage == codes.TRUMP:
            self._name_trump()
        elif self._value:
            self._bid(self._value)

    def _pass_or_draw(self, button):
        if button != events.PASS or not self._asks() or self._match.stage == codes.TRUMP:
            super()._pass_or_draw(button)
        elif self._is_held_up():
            self._refuse(self._actor(), self._alert_or(self._speaker.said))
        else:
            self._bid(0)

    def _bid(self, points):
        seat = self._match.turn
        code = self._match.bid(points)
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        self._record(events.BID, seat, points, _NONE)
        self._accept(events.SEAT + seat, _NONE, game_ids.BID if points else ids.PASSED)
        self._prompt()
        self._follow()

    def _name_trump(self):
        seat = self._match.turn
        code = self._match.name_trump(self._value)
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        self._record(events.TRUMP, seat, self._value, _NONE)
        self._accept(events.SEAT + seat, _NONE, game_ids.TRUMP)
        self._prompt()
        self._follow()
