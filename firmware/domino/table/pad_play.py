"""Tiles shown on a pad: played there, or told as those left in a hand.

A board without slots is played so from end to end. On one with slots it is the way to a dead slot:
while there is one, a tile tapped on the pad of the seat to act opens the question about its place.
Its home is then a dead slot that the chosen port looks at, if there is one, so that the tiles next
to it have a neighbour; else it has none, like any tile joined from afar. Seen on a slot later, a
tile that came so has its home there.
"""

from micropython import const

from domino.rules import codes
from domino.table import events
from domino.table.actions import Actions
from domino.table.speaker import OUT, PLAYING, ROUND_OVER, TAPPING
from domino.words import ids

_NONE = const(255)
_WRAP = const(0x3FFFFFFF)
# A press so soon after a round's end was meant for the tiles that were being told.
_SHOWN_MS = const(1500)


class PadPlay(Actions):
    """What taps lead to, between what is accepted and what is judged."""

    def is_pad_asked(self):
        """True while the pads are to be looked at every lap."""
        return self._watches_pads()

    def _watches_pads(self):
        state = self._speaker.state
        return state == TAPPING or (PLAYING <= state <= OUT and self._plays_on_pads())

    def _plays_on_pads(self):
        return self.placement.slots == 0 or self.lying.is_any_dead()

    def _is_asked_by_pad(self):
        """Whether the question is about a tile that was tapped, and lies nowhere."""
        return self._question.is_open() and self._question.slot >= self.placement.slots

    # -- a tap ------------------------------------------------------------------------------
    def _tap(self, reader, tile):
        """A tile is shown on a pad."""
        self._observer.emit(events.TAP, reader, tile, 0)
        state = self._speaker.state
        if state == TAPPING:
            self._speaker.quiet()
            self._show(reader, tile)
        elif state == PLAYING and self._plays_on_pads():
            self._speaker.quiet()
            self._tap_play(reader, tile)

    def _tap_play(self, reader, tile):
        """Ask where a tile is to go that the seat to act taps; refuse what cannot be."""
        seat = self._seat_of_tap(tile)
        question = self._question
        if self._pad_of_seat[seat] != reader - self.placement.slots:
            self._turn_away(reader, tile, ids.NOT_YOUR_PAD)
        elif question.is_open() and not self._is_asked_by_pad():
            self._refuse(reader, ids.CHOOSE_PORT)
        elif self.lying.is_blocked:
            self._refuse(reader, self._alert_or(ids.TILE_MOVED))
        elif self.lying.lifting() != _NONE:
            self._refuse(reader, ids.LIFT_TILE)
        else:
            question.close()
            n = self.placement.candidates(_NONE, tile, question.joints)
            if self.placement.is_remote:
                question.ask(reader, tile, n)
                return
            code = self._play(_NONE, tile, _NONE, _NONE)
            if code != codes.OK:
                self._turn_away(reader, tile, ids.REFUSED + code)

    def _seat_of_tap(self, tile):
        """The seat whose tile it must be."""
        return self._match.turn

    def _turn_away(self, reader, tile, code):
        self._observer.emit(events.REFUSED, reader, tile, code)
        self._speaker.rebuff(code, self._seat_of_tap(tile), reader, tile)

    # -- where it goes ----------------------------------------------------------------------
    def _home_by(self, on, port):
        """A free dead slot that the port looks at, NONE if there is none."""
        lying, placement = self.lying, self.placement
        for i in range(lying.odd_count):
            slot = lying.odd[i]
            is_dead = slot < placement.slots and lying.here[slot] == events.DEAD
            if is_dead and placement.direction(on, port, slot) != _NONE:
                return slot
        return _NONE

    def _arrive(self, slot, tile):
        """A tile is found on a slot, before anything else is made of it."""
        placement, question = self.placement, self._question
        if self._is_asked_by_pad() and question.tile == tile:
            question.close()  # laid after all
        if not self._entered >> tile & 1:
            return
        if not self._match.layout.on_table >> tile & 1:
            self._entered &= ~(1 << tile)  # it was taken back
        elif placement.home[tile] == slot:
            self._entered &= ~(1 << tile)
        elif placement.laid[slot] == _NONE:
            self._entered &= ~(1 << tile)
            self._bring_home(slot, tile)

    def _bring_home(self, slot, tile):
        placement, layout = self.placement, self._match.layout
        before = placement.take_back(tile)
        on = layout.parent[tile]
        direction = _NONE
        if on != _NONE:
            for i in range(4):
                if layout.joined[4 * on + i] == tile:
                    direction = placement.direction(on, codes.LINE_A + i, slot)
        placement.lay(tile, slot, direction)
        if before != _NONE:
            self.lying.note(before)

    # -- the end of a round -----------------------------------------------------------------
    def _open_next(self):
        """ok after a round on a board where nothing can be cleared: open the next one."""
        if self.placement.slots == 0 and self._now_ms - self._over_ms & _WRAP >= _SHOWN_MS:
            self._may_open = True

    def _waits_for_ok(self):
        return (
            self.placement.slots == 0 and self._speaker.state == ROUND_OVER and not self._may_open
        )
