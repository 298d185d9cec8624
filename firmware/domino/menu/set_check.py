"""The set check: every tile is laid or tapped once, anywhere; the screen names the missing ones.

Tags that are no tile, two tiles of one kind and two tags on a slot are told with their place. Ok
begins anew. Offered while no round is on the table.
"""

from micropython import const

from domino.menu.page import Rows
from domino.menu.reading import Reading
from domino.table import events
from domino.ui.text import put_tile
from domino.words import menu_ids as ids

_NONE = const(255)
_TILES = const(28)
_A_ROW = const(5)  # tiles, four cells each
_FIRST_ROW = const(1)


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
        """What does not belong to the set, how many tiles were seen, and which are missing."""
        lines.clear()
        lines.title(self.TITLE)
        missing = [tile for tile in range(_TILES) if not self.seen >> tile & 1]
        odd = self._odd()
        row = self._draw_odd(lines, odd)
        lines.operands.index = _TILES - len(missing)
        lines.operands.of = _TILES
        lines.label(row, ids.SET_SEEN if missing or odd else ids.SET_COMPLETE)
        lines.operands.clear()
        _draw_missing(lines, missing, row + 1)

    def _draw_odd(self, lines, odd):
        """A row a place, the last one says how many more there are; return the row behind them."""
        row = _FIRST_ROW
        most = (lines.rows - 2) // 2  # that are told
        for reader in odd[:most]:
            finding = self._reading.found(reader)
            twice = finding < _TILES or finding == events.TWO_TAGS
            lines.operands.slot = reader
            lines.label(row, ids.SET_TWICE if twice else ids.SET_FOREIGN)
            row += 1
        if len(odd) > most:
            lines.word(row - 1, b"+%d" % (len(odd) - most))
        return row

    def _look_anew(self):
        self.seen = 0
        for reader in range(self._reading.readers):
            self._take(reader)

    def _take(self, reader):
        finding = self._reading.found(reader)
        if finding < _TILES:
            self.seen |= 1 << finding
        return True

    def _odd(self):
        """The readers with something that is none of this set's tiles, or one too many."""
        there, odd = 0, []
        for reader in range(self._reading.readers):
            finding = self._reading.found(reader)
            is_twice = finding < _TILES and there >> finding & 1
            if is_twice or events.TWO_TAGS <= finding <= events.CHANGED:
                odd.append(reader)
            elif finding < _TILES:
                there |= 1 << finding
        return odd


def _draw_missing(lines, missing, row):
    """As many as fit from a row on; the last place says how many more there are."""
    room = (lines.rows - row) * _A_ROW
    shown = len(missing) if len(missing) <= room else room - 1
    for first in range(0, shown, _A_ROW):
        out = bytearray(b" " * (4 * _A_ROW))
        for place in range(min(_A_ROW, shown - first)):
            put_tile(out, 4 * place, missing[first + place])
        if shown < len(missing) and first + _A_ROW > shown:
            out[-4:-1] = b"+%-2d" % (len(missing) - shown)
        lines.name(row, out)
        row += 1
