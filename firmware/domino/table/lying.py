"""What lies on every reader now, what became of it, and what is wrong with it.

The scanner has debounced everything it tells. From the state of all readers and the laid tiles
the alerts follow afresh after each change, so whatever is put right by hand is right at once. A
mark is a number of words/ids.py, one a reader: the kind of its alert, 0 for none.

A tile seen in a second place is doubted until its first place was looked at again: if that has
gone empty the tile was moved, if its UID is read there still one of the two is a counterfeit.

Most readers are as they should be: empty, or showing the tile that was laid there. All work goes
over the few others, the odd ones, so that it stays short with 52 readers.
"""

from array import array

from micropython import const

from domino.table import events
from domino.words import ids

_NONE = const(255)
_TILES = const(28)
_WRAP = const(0x3FFFFFFF)  # ticks_ms() on a 32-bit MicroPython: the period is 2^30

# What became of a tile that is not laid; a refusal is its own message id.
WAITING = const(1)
IGNORED = const(2)  # taken back or asked away: means nothing until it is lifted

# Findings, as in events.py.
_EMPTY = const(64)
_TWO_TAGS = const(65)
_DEAD = const(69)
_WEAK = const(70)
_UNSEEN = const(71)

# A doubt ends here where no fresh look was told: several laps and the 500 ms of a bump. A tile
# that was only moved after all is then called counterfeit until its first place is seen empty.
_DOUBT_MS = const(3000)

# Message ids by finding, from EMPTY on.
_KINDS = bytes(
    (
        0,
        ids.TWO_TILES,
        ids.UNKNOWN_TAG,
        ids.FOREIGN_TAG,
        ids.TAG_CHANGED,
        ids.SLOT_DEAD,
        ids.SLOT_WEAK,
        0,
    )
)
# Message ids by what the scanner says of a reader (Scanner.quality).
_OF_READER = bytes((0, ids.SLOT_WEAK, ids.BUS_CONTENTION, ids.BUS_HELD, ids.ONE_BIT))


def _is_of_reader(kind):
    """Whether an alert is about the reader: nobody can put it right by hand."""
    return (
        kind == ids.SLOT_DEAD
        or kind == ids.SLOT_WEAK
        or kind == ids.BUS_CONTENTION
        or kind == ids.BUS_HELD
        or kind == ids.ONE_BIT
    )


class Lying:
    """The readers' findings beside the laid tiles of `placement`.

    `recheck(reader)` asks the scanner to read the UID there soon, `seen_after(reader, since_ms)`
    whether it did and found what it had told; None where nobody can say.
    """

    def __init__(self, placement, readers, observer, recheck, seen_after):
        slots = placement.slots
        self._slots = slots
        self._placement = placement
        self._observer = observer
        self._recheck = recheck
        self._seen_after = seen_after
        self.readers = readers
        self.here = bytearray(readers)
        self.weak = bytearray(readers)  # what the scanner says of the reader, 0 for nothing bad
        self.marks = bytearray(readers)
        # The odd readers in ascending order; a reader that turned right again may stay a while.
        self.odd = bytearray(readers)
        self.odd_count = 0
        self._is_odd = bytearray(readers)
        # The tile of each slot, kept while two tags or a bad reader hide it.
        self.tile = bytearray(slots)
        self.fate = bytearray(slots)
        # The waiting slots, oldest first.
        self.queue = bytearray(slots)
        self.queued = 0
        self._since = array("i", (0 for _ in range(slots)))  # when the tile came, ms
        self.forged = 0  # mask of tiles known to lie twice
        self.doubted = 0  # mask of tiles seen twice, not yet decided
        self.is_blocked = False  # something is wrong with the layout: nothing is judged
        self.latest = _NONE  # reader of the newest alert that somebody can put right
        self.notice = _NONE  # reader that went bad, until something else happens
        self.has_changed = False  # an alert came or went; whoever shows it resets this
        for i in range(readers):
            self.here[i] = _UNSEEN
        for i in range(slots):
            self.tile[i] = _NONE
        self.recount()

    # -- odd readers -------------------------------------------------------------------------
    def recount(self):
        """Find the odd readers anew: the layout changed as a whole."""
        self.odd_count = 0
        for reader in range(self.readers):
            self._is_odd[reader] = 0
            self.note(reader)

    def note(self, reader):
        """The reader, or what was laid there, changed: list it if it is odd now."""
        if self._is_odd[reader] or self._is_right(reader):
            return
        self._is_odd[reader] = 1
        at = self.odd_count
        while at and self.odd[at - 1] > reader:
            self.odd[at] = self.odd[at - 1]
            at -= 1
        self.odd[at] = reader
        self.odd_count += 1

    def _is_right(self, reader):
        if self.marks[reader] or self.weak[reader]:
            return False
        laid = _NONE if reader >= self._slots else self._placement.laid[reader]
        return self.here[reader] == (_EMPTY if laid == _NONE else laid)

    def _prune(self):
        """Drop those that are right again."""
        kept = 0
        for i in range(self.odd_count):
            reader = self.odd[i]
            if self._is_right(reader):
                self._is_odd[reader] = 0
            else:
                self.odd[kept] = reader
                kept += 1
        self.odd_count = kept

    # -- findings ----------------------------------------------------------------------------
    def find(self, reader, finding, now_ms, waits):
        """Take a change of a reader; `waits`: a new tile is to be judged."""
        self.here[reader] = finding
        self.note(reader)
        if reader >= self._slots or finding >= _DEAD:
            return  # a bad reader says nothing about the tile
        held = self.tile[reader]
        if held != _NONE and finding != held and finding != _TWO_TAGS:
            self._observer.emit(events.TILE_UP, reader, held, 0)
            self.drop(reader)
            self.tile[reader] = _NONE
        if finding < _TILES:
            if finding != held:
                self._arrive(reader, finding, now_ms, waits)
        elif finding != _EMPTY:
            self._observer.emit(events.TILE_DOWN, reader, _NONE, _KINDS[finding - _EMPTY])

    def _arrive(self, slot, tile, now_ms, waits):
        self._observer.emit(events.TILE_DOWN, slot, tile, 0)
        self.tile[slot] = tile
        self._since[slot] = now_ms & _WRAP
        if self._recheck:
            other = self.other_place(tile, slot)
            if other != _NONE:
                self._recheck(other)
        if waits and self._placement.home[tile] != slot:
            self.fate[slot] = WAITING
            self.queue[self.queued] = slot
            self.queued += 1

    def set_weak(self, reader, is_weak):
        """Take word about a reader: Scanner.quality."""
        self.weak[reader] = is_weak
        self.note(reader)

    # -- what becomes of a tile --------------------------------------------------------------
    def drop(self, slot):
        """Nothing is to become of the slot's tile any more."""
        if self.fate[slot] == WAITING:
            kept = 0
            for i in range(self.queued):
                if self.queue[i] != slot:
                    self.queue[kept] = self.queue[i]
                    kept += 1
            self.queued = kept
        self.fate[slot] = 0

    def settle(self, slot, fate):
        """Decide about a tile: IGNORED, a refusal, or 0 when it was laid."""
        self.drop(slot)
        self.fate[slot] = fate
        self.note(slot)

    def ignore_all(self):
        """Every tile that is not laid means nothing until it is lifted."""
        for i in range(self.odd_count):
            slot = self.odd[i]
            tile = _NONE if slot >= self._slots else self.tile[slot]
            if tile != _NONE and self._placement.home[tile] != slot:
                self.settle(slot, IGNORED)

    def ignore(self, tile):
        """As `ignore_all` for one tile, wherever it lies."""
        for i in range(self.odd_count):
            slot = self.odd[i]
            if slot < self._slots and self.tile[slot] == tile:
                self.settle(slot, IGNORED)

    def forget(self):
        """A new round: what lay before it is gone, or hidden by a dead reader and ignored."""
        for slot in range(self._slots):
            self.drop(slot)
            if self.here[slot] == _DEAD and self.tile[slot] != _NONE:
                self.fate[slot] = IGNORED
            elif self.here[slot] >= _TILES:
                self.tile[slot] = _NONE
        self.recount()

    # -- questions ---------------------------------------------------------------------------
    def age_ms(self, slot, now_ms):
        """How long the slot's tile has been lying."""
        return now_ms - self._since[slot] & _WRAP

    def first_occupied(self):
        """The first slot that is not clear, NONE when the table is. An unseen one counts."""
        return self._first_odd(_UNSEEN)

    def first_tag(self):
        """The first slot where something was seen to lie, NONE if there is none."""
        return self._first_odd(_NONE)

    def _first_odd(self, also):
        """The first slot whose finding is a tile, a tag or `also`."""
        for slot in range(self._slots):
            finding = self.here[slot]
            if finding != _EMPTY and (finding < _DEAD or finding == also):
                return slot
        return _NONE

    def is_anything_unseen(self):
        """True until every slot was looked at since the start."""
        for slot in range(self._slots):
            if self.here[slot] == _UNSEEN:
                return True
        return False

    def is_any_dead(self):
        """Whether the reader of some slot is dead."""
        for i in range(self.odd_count):
            if self.odd[i] < self._slots and self.here[self.odd[i]] == _DEAD:
                return True
        return False

    def is_home(self, tile):
        """True unless a laid tile is known to be away from its slot."""
        home = self._placement.home[tile]
        if home == _NONE:
            return True
        return self.here[home] == tile or self.here[home] >= _DEAD

    def other_place(self, tile, slot):
        """Another slot where `tile` was found last, NONE if there is none; its own slot first."""
        home = self._placement.home[tile]
        if home != _NONE and home != slot and self.here[home] == tile:
            return home
        for i in range(self.odd_count):
            other = self.odd[i]
            if self.here[other] == tile and other != slot and other < self._slots:
                return other
        return _NONE

    def lifting(self):
        """The first slot whose tile is to be lifted before it means anything, NONE if none."""
        for i in range(self.odd_count):
            slot = self.odd[i]
            if slot < self._slots and self.fate[slot] == IGNORED and self.here[slot] < _DEAD:
                return slot
        return _NONE

    # -- alerts ----------------------------------------------------------------------------
    def review(self, now_ms, watches, watches_pads):
        """Work out every alert anew. `watches`: a round is on, the layout must lie as laid."""
        self.is_blocked = False
        self.doubted = 0
        if not watches:
            self.forged = 0
        elif self.odd_count:
            self._decide_doubts(now_ms)
        for i in range(self.odd_count):
            reader = self.odd[i]
            finding = self.here[reader]
            kind = 0
            quality = _OF_READER[self.weak[reader]]
            if finding == _DEAD or finding == _WEAK:
                kind = quality if quality >= ids.BUS_HELD else _KINDS[finding - _EMPTY]
            elif reader >= self._slots:
                if watches_pads and finding >= _EMPTY:
                    kind = _KINDS[finding - _EMPTY]
            elif watches:
                kind = self._kind(reader, finding)
            if not kind:
                kind = quality
            if self.marks[reader] != kind:
                self._mark(reader, kind)
        if self.odd_count:
            self._prune()

    def _decide_doubts(self, now_ms):
        if self.forged:
            for tile in range(_TILES):
                if self.forged >> tile & 1 and self._is_single(tile):
                    self.forged ^= 1 << tile
        forged = self.forged
        for i in range(self.odd_count):
            slot = self.odd[i]
            if slot < self._slots and self._is_guest(slot):
                self._doubt(slot, self.here[slot], now_ms)
        if self.forged != forged:
            self._list_forged()

    def _is_guest(self, slot):
        """Whether a tile lies there that was not laid there, on a slot of no other tile."""
        return self.here[slot] < _TILES and self._placement.laid[slot] == _NONE

    def _doubt(self, slot, tile, now_ms):
        """A tile off its place: moved, twice there, or simply new?"""
        home = self._placement.home[tile]
        if home != _NONE and self.here[home] == _UNSEEN:
            self.doubted |= 1 << tile
            return
        other = self.other_place(tile, slot)
        if other == _NONE or self.forged >> tile & 1:
            return
        # What matters is the place where it was seen first, and what it shows since the second.
        first, second = other, slot
        if self.age_ms(other, now_ms) < self.age_ms(slot, now_ms):
            first, second = slot, other
        is_there = self._seen_after and self._seen_after(first, self._since[second])
        if is_there or self.age_ms(second, now_ms) >= _DOUBT_MS:
            self.forged |= 1 << tile
        else:
            self.doubted |= 1 << tile

    def _list_forged(self):
        """A counterfeit's twin at home is odd too; `note` would call it right."""
        for tile in range(_TILES):
            home = self._placement.home[tile]
            if self.forged >> tile & 1 and home != _NONE and not self._is_odd[home]:
                self._mark(home, ids.COUNTERFEIT)
                self.note(home)

    def _is_single(self, tile):
        n = 0
        for slot in range(self._slots):
            if self.here[slot] == tile:
                n += 1
        return n < 2

    def _kind(self, slot, finding):
        """The alert of a slot while a round is on; sets `is_blocked` where the layout suffers."""
        laid = self._placement.laid[slot]
        if laid != _NONE:
            return self._kind_of_laid(slot, laid, finding)
        if finding >= _EMPTY:
            return _KINDS[finding - _EMPTY]
        return self._kind_of_guest(slot, finding)

    def _kind_of_laid(self, slot, laid, finding):
        if finding == _UNSEEN or (finding == laid and not self.forged >> laid & 1):
            return 0
        self.is_blocked = True
        if finding == laid:
            return ids.COUNTERFEIT
        if finding == _TWO_TAGS:
            return ids.TWO_TILES
        if finding == _EMPTY:
            other = self.other_place(laid, slot)
            if other != _NONE and self._placement.laid[other] == _NONE:
                return 0  # named where it lies now
        return ids.PLACE_BACK

    def _kind_of_guest(self, slot, tile):
        home = self._placement.home[tile]
        if home != _NONE:
            self.is_blocked = True
        if self.doubted >> tile & 1:
            return 0
        if self.forged >> tile & 1:
            return ids.COUNTERFEIT
        if home != _NONE:
            return ids.TILE_MOVED
        return self.fate[slot] if self.fate[slot] > IGNORED else 0

    def _mark(self, reader, kind):
        before = self.marks[reader]
        self.marks[reader] = kind
        self.has_changed = True
        tile = self.tile_meant(reader)
        if before:
            self._observer.emit(events.CLEAR, reader, tile, before)
        if kind:
            self._observer.emit(events.ALERT, reader, tile, kind)
            if _is_of_reader(kind):
                self.notice = reader
            else:
                self.latest = reader

    def top_alert(self):
        """The reader whose alert is shown: the newest, then any other, then one gone bad; NONE."""
        if not self.odd_count:
            return _NONE
        if self.latest != _NONE and self._is_curable(self.latest):
            return self.latest
        for i in range(self.odd_count):
            if self._is_curable(self.odd[i]):
                return self.odd[i]
        if self.notice != _NONE and self.marks[self.notice]:
            return self.notice
        return _NONE

    def _is_curable(self, reader):
        kind = self.marks[reader]
        return kind != 0 and not _is_of_reader(kind)

    def tile_meant(self, reader):
        """The tile that an alert at `reader` is about: the laid one, else the one lying there."""
        if reader < self._slots and self._placement.laid[reader] != _NONE:
            return self._placement.laid[reader]
        return self.here[reader] if self.here[reader] < _TILES else _NONE
