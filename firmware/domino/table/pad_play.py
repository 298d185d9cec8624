"""Tiles played on a pad instead of a slot.

A board without slots is played so from end to end. On one with slots it is the way to a dead slot:
while there is one, a tile tapped on the pad of the seat to act opens the question about its place.
Its home is then a dead slot that the chosen port looks at, if there is one, so that the tiles next
to it have a neighbour; else it has none, like any tile joined from afar. Seen on a slot later, a
tile that came so has its home there.

Few tables ever need this, so the module is loaded when one does (Table.load_pad_play).
"""

from micropython import const

from domino.rules import codes
from domino.table import events
from domino.words import ids

_NONE = const(255)


class PadPlay:
    """The part of a `table` (controller.Table) that only it uses."""

    def __init__(self, table):
        self._table = table
        self._match = table._match
        self._placement = table.placement
        self._lying = table.lying
        self._question = table._question

    # -- a tap ------------------------------------------------------------------------------
    def tap(self, reader, tile):
        """Ask where a tile is to go that the seat to act taps; refuse what cannot be."""
        table, question = self._table, self._question
        if table._pad_of_seat[table._seat_of_tap(tile)] != reader - self._placement.slots:
            self._turn_away(reader, tile, ids.NOT_YOUR_PAD)
        elif question.is_open() and not self.asks():
            table._refuse(reader, ids.CHOOSE_PORT)
        elif self._lying.is_blocked:
            table._refuse(reader, table._alert_or(ids.TILE_MOVED))
        elif self._lying.lifting() != _NONE:
            table._refuse(reader, ids.LIFT_TILE)
        else:
            question.close()
            self._ask(reader, tile)

    def _ask(self, reader, tile):
        """The opening tile is taken at once; about any other, even a single place is asked."""
        n = self._placement.candidates(_NONE, tile, self._question.joints)
        if self._placement.is_remote:
            self._question.ask(reader, tile, n)
            return
        code = self._table._play(_NONE, tile, _NONE, _NONE)
        if code != codes.OK:
            self._turn_away(reader, tile, ids.REFUSED + code)

    def _turn_away(self, reader, tile, code):
        table = self._table
        table._observer.emit(events.REFUSED, reader, tile, code)
        table._speaker.rebuff(code, table._seat_of_tap(tile), reader, tile)

    def asks(self):
        """Whether the question is about a tile that was tapped, and lies nowhere."""
        return self._placement.slots <= self._question.slot != _NONE

    # -- where it goes ----------------------------------------------------------------------
    def home_by(self, on, port):
        """A free dead slot that the port looks at, NONE if there is none."""
        lying, placement = self._lying, self._placement
        for i in range(lying.odd_count):
            slot = lying.odd[i]
            is_dead = slot < placement.slots and lying.here[slot] == events.DEAD
            if is_dead and placement.direction(on, port, slot) != _NONE:
                return slot
        return _NONE

    def arrive(self, slot, tile):
        """A tile is found on a slot, before anything else is made of it."""
        table, placement = self._table, self._placement
        if self.asks() and self._question.tile == tile:
            self._question.close()  # laid after all
        if not table.entered >> tile & 1:
            return
        is_on_table = self._match.layout.on_table >> tile & 1  # else it was taken back
        if is_on_table and placement.home[tile] != slot:
            if placement.laid[slot] != _NONE:
                return
            self._bring_home(slot, tile)
        table.entered &= ~(1 << tile)

    def _bring_home(self, slot, tile):
        placement, layout = self._placement, self._match.layout
        before = placement.take_back(tile)
        on = layout.parent[tile]
        direction = _NONE
        if on != _NONE:
            for i in range(4):
                if layout.joined[4 * on + i] == tile:
                    direction = placement.direction(on, codes.LINE_A + i, slot)
        placement.lay(tile, slot, direction)
        if before != _NONE:
            self._lying.note(before)
