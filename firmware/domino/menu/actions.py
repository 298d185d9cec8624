"""The last ten actions of the match, as the journal has them; left and right walk through them."""

from micropython import const

from domino.menu.page import Rows
from domino.store import record
from domino.store.journal import HEAD, match_name
from domino.table import events
from domino.words import menu_ids as ids

_MOST = const(10)
_NONE = const(255)

_TEXTS = {
    events.OPENED: ids.DID_OPEN,
    events.PLAYED: ids.DID_PLAY,
    events.ADDED: ids.DID_PLAY,
    events.DRAWN: ids.DID_DRAW,
    events.PASSED: ids.DID_PASS,
    events.UNDONE: ids.DID_UNDO,
    events.REMAINED: ids.DID_SHOW,
    events.SHOWN: ids.DID_SHOW,
    events.CORRECTED: ids.DID_CORRECT,
    events.CLOSED: ids.DID_CLOSE,
    events.REDEALT: ids.DID_REDEAL,
    events.BID: ids.DID_BID,
    events.TRUMP: ids.DID_TRUMP,
    events.HANDED: ids.DID_HAND,
    events.TIMED_OUT: ids.DID_TIME_OUT,
    events.ENDED: ids.DID_END_MOVE,
    events.ABANDONED: ids.MENU_ABANDON,
}


class Page(Rows):
    """A row an action, the latest last and marked."""

    TITLE = ids.MENU_ACTIONS
    PATIENCE_MS = 15_000

    def __init__(self, menu):
        super().__init__(menu)
        self._records = self._read(menu.app.journal)
        self.at = max(self.count() - 1, 0)

    def _read(self, journal):
        """The bytes of the last records: the end of the match's file, and the tail behind it."""
        data = bytes(journal.tail[HEAD : journal.used])
        missing = min(_MOST, journal.count) * record.SIZE - len(data)
        if missing > 0:
            try:
                with journal.files.open(match_name(journal.match), "rb") as file:
                    file.seek(file.seek(0, 2) - missing)
                    data = file.read(missing) + data
            except OSError:
                pass  # then the tail is all there is to show
        return data[-_MOST * record.SIZE :]

    def count(self):
        """Actions."""
        return len(self._records) // record.SIZE

    def turn(self, by):
        """As every page, but the walk ends at both ends."""
        self.at = min(max(self.at + by, 0), max(self.count() - 1, 0))

    def draw_row(self, lines, row, i):
        """Who did what; a tile's slot at the end."""
        at = i * record.SIZE
        action, tile = self._records[at] - 1, record.tile(self._records, at)
        operands = lines.operands
        operands.seat = self._records[at + 1]
        operands.tile = tile if tile < _NONE else _NONE
        if action == events.BID:
            operands.amount = tile
        elif action == events.TRUMP:
            operands.index, operands.of = tile, 1
        lines.label(row, _TEXTS[action])
        slot = record.joint(self._records, at) >> 16
        names = self.menu.app.board.names
        if action in (events.PLAYED, events.ADDED) and slot < len(names):
            lines.word(row, names[slot].encode())

    def choose(self, i):
        """Back to the game."""
        self.menu.back()
