"""The set check: every tile is laid or tapped once, anywhere; the screen names the missing ones.

Tags that are no tile, two tiles of one kind and two tags on a slot are told with their place. Ok
begins anew. Offered while no round is on the table.
"""

from micropython import const

from domino.menu.page import Rows
from domino.menu.reading import Reading
from domino.table import events
from domino.ui.lines import ROWS
from domino.ui.text import put_tile
from domino.words import menu_ids as ids

_NONE = const(255)
_TILES = const(28)
_A_ROW = const(5)  # tiles, four cells each
_FIRST_ROW = const(2)
_LAST_ROW = const(7)


class Page(Rows):
    """Stays open as long as it takes."""

    TITLE = ids.MENU_SET_CHECK
    STAYS = True

    def __init__(self, menu):
        super().__init__(menu)
        self._reading = Reading(menu.app)
        self.seen = 0  # a mask
        self._look_anew()

    def ok(self):
        """Begin anew, with what lies there."""
        self._look_anew()

    def turn(self, by):
        """Nothing to choose."""

    def leave(self):
        """The game goes on."""
        self._reading.leave()

    def step(self, now_ms):
        """Look on; True when a tile or a wrong tag came or went."""
        return self._reading.step(now_ms, self._take)

    def draw(self, lines):
        """How many were seen, which are missing, and what does not belong to the set."""
        lines.clear()
        lines.title(self.TITLE)
        missing = [tile for tile in range(_TILES) if not self.seen >> tile & 1]
        odd = self._first_odd()
        lines.operands.index = _TILES - len(missing)
        lines.operands.of = _TILES
        complete = not missing and odd == _NONE
        lines.label(1, ids.SET_COMPLETE if complete else ids.SET_SEEN)
        self._draw_missing(lines, missing, ROWS if odd == _NONE else _LAST_ROW)
        if odd != _NONE:
            lines.operands.slot = odd
            finding = self._reading.found(odd)
            twice = finding < _TILES or finding == events.TWO_TAGS
            lines.label(_LAST_ROW, ids.SET_TWICE if twice else ids.SET_FOREIGN)

    def _draw_missing(self, lines, missing, end):
        for row in range(_FIRST_ROW, end):
            first = (row - _FIRST_ROW) * _A_ROW
            out = bytearray(b" " * (4 * _A_ROW))
            shown = missing[first : first + _A_ROW]
            for place in range(len(shown)):
                put_tile(out, 4 * place, shown[place])
            if shown:
                lines.name(row, out)

    def _look_anew(self):
        self.seen = 0
        for reader in range(self._reading.readers):
            self._take(reader)

    def _take(self, reader):
        finding = self._reading.found(reader)
        if finding < _TILES:
            self.seen |= 1 << finding
        return True

    def _first_odd(self):
        """The first reader with something that is none of this set's tiles, or one too many."""
        there = 0
        for reader in range(self._reading.readers):
            finding = self._reading.found(reader)
            if events.TWO_TAGS <= finding <= events.FOREIGN:
                return reader
            if finding < _TILES:
                if there >> finding & 1:
                    return reader
                there |= 1 << finding
        return _NONE
