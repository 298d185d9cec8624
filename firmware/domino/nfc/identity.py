"""Which tile a tag is: the UID read before, else the record in its memory, else the UID table.

A UID that was once found to be a tile needs no memory read again, until the next match. A record
that contradicts the table (a tag rewritten since it was enrolled, or another tag that says a tile
of the table) names no tile. Tables are objects with
`find(uid, length)` -> tile or 255, `put(uid, length, tile)` and `contradicts(uid, length, tile)`
(store/uid_table.py); they come
from outside, as this package knows no files.
"""

from micropython import const

from domino.nfc import iso14443, ndef

NOBODY = const(255)


class Identity:
    """`known`: UIDs read since start; `listed`: the board's UID table; `set_id`: four bytes, or
    None to take the tiles of any set."""

    def __init__(self, known, listed, set_id=None):
        self._known = known
        self.listed = listed
        self.set_id = set_id
        self._record = ndef.TileRecord()
        # The tile that the record last found names, NOBODY where the table contradicts it.
        self.tile_of_record = NOBODY
        # Tiles of a neighbouring table's set that were turned away since start.
        self.other_sets = 0

    @staticmethod
    def is_foreign(uid, sak):
        """A phone or a bank card: it speaks ISO 14443-4, or makes its UID up."""
        return sak & iso14443.SAK_PROTOCOL_4 != 0 or uid[0] == iso14443.RANDOM_UID

    @staticmethod
    def has_pages(sak):
        """Whether the tag is of a kind whose pages can be read (Type 2: SAK 0)."""
        return sak == 0

    def recall(self, uid, length):
        """The tile of a UID whose record was read before, or NOBODY."""
        return self._known.find(uid, length)

    def look_up(self, uid, length):
        """The tile that the board's UID table names, or NOBODY."""
        return self.listed.find(uid, length)

    def forget(self):
        """Tags were written, or the set is another one: every record is to be read again."""
        self._known.count = 0

    # -- the record in the memory ----------------------------------------------------------
    def begin(self, uid, length):
        """Start on a tag's memory."""
        self._record.begin(uid, length)

    @property
    def next_page(self):
        """The page to read next."""
        return self._record.next_page

    def take(self, block, at, uid, length):
        """Four pages, block[at] the first byte. ndef.MORE, or the end: see `tile_of_record`."""
        state = self._record.take(block, at, iso14443.BLOCK)
        if state != ndef.FOUND:
            return state
        if not self._is_our_set():
            self.other_sets += 1
            return ndef.NO_RECORD
        tile = self._record.tile
        if self.listed.contradicts(uid, length, tile):
            tile = NOBODY
        else:
            self._known.put(uid, length, tile)
        self.tile_of_record = tile
        return state

    def said_more(self, uid, length):
        """Whether a tag that now says nothing said its tile when it was enrolled."""
        return self.listed.contradicts(uid, length, NOBODY)

    def _is_our_set(self):
        ours = self.set_id
        if ours is None:
            return True
        theirs = self._record.set_id
        for i in range(4):
            if ours[i] != theirs[i]:
                return False
        return True
