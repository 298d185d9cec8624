"""What lies on every reader, debounced: looks go in, findings and changes come out.

A tag is gone after enough clean timeouts in a row, and half a second of them; a garbled answer is
still an answer. How many are enough follows from the reader's own losses. No bus and no tags here.

Everything is an array by reader. Times are ticks_ms() (30 bits, they wrap), so an age means
something only while it is below six days: that of an empty reader does not.
"""

from array import array

from micropython import const

from domino.board import looks

NOBODY = const(255)

# What is known about the UID of a reader (`stages`).
NO_UID = const(0)
CANDIDATE = const(1)  # read once, to be confirmed
CONFIRMED = const(2)

ENTRY = const(11)  # of `uids`: length, ten bytes
_MIN_ABSENCE_MS = const(500)
_CANDIDATE_MISSES = const(3)
_ALL_LOST = const(255)
_MOST = const(0x3FFF_0000)
_MOST_FAILURES = const(255)
# 20 % of frames lost: an exchange of two frames fails in 36 of 100, where `losses` settles at 177.
_WEAK_LOSS = const(177)
_SOUND_LOSS = const(110)  # below it a weak reader is sound again, between them it stays as it was

# Looks without an answer, each of three WUPA, that make a tag gone, by `losses` >> 4: so many that
# a tag that lies still is missed that often in a row less than once in 10^9 runs of looks, even
# where the losses are underestimated by one step. (At 5 % of frames lost a look misses in 1 of
# 100, at 20 % in 12, at 30 % in 25: a tag that heard a WUPA whose answer was lost stays silent at
# the next one.)
_ENOUGH = bytes((3, 4, 5, 5, 6, 6, 7, 8, 9, 10, 12, 15, 22, 32, 40, 50))


class Presence:
    """The state of `readers` readers. Only `Look` and the scanner write to it."""

    def __init__(self, readers, clock):
        self.readers = readers
        self._diff = clock.ticks_diff
        # The debounced state: a tile 0 to 27 or one of looks.*
        self.found = bytearray([looks.UNSEEN] * readers)
        self.stages = bytearray(readers)
        self.uids = bytearray(ENTRY * readers)
        # Looks in a row without an answer where one was due.
        self.misses = bytearray(readers)
        # Attempts in a row that failed to select a tag, or to read its memory.
        self.failures = bytearray(readers)
        self._missed_ms = array("i", [0] * readers)
        # When a look last ended, when the tag last answered, and when its UID was last read
        # (or the reader was seen empty): what tells a moved tile from a counterfeit.
        self.looked_ms = array("i", [0] * readers)
        self.seen_ms = array("i", [0] * readers)
        self.read_ms = array("i", [0] * readers)
        # Share of exchanges lost while a tag was there, in 1/256; a loss weighs four answers.
        self.losses = bytearray(readers)
        self._weak = bytearray(readers)
        # Exchanges since start. `timeout` counts those where a tag was known to be there.
        self.ok = array("I", [0] * readers)
        self.crc = array("I", [0] * readers)
        self.collision = array("I", [0] * readers)
        self.timeout = array("I", [0] * readers)
        # Readers to be looked at soon: something there is undecided.
        self.urgent = bytearray(readers)
        self.urgent_count = 0
        # The ring of changes: a reader stands in it once at most, so it never overflows.
        self._ring = bytearray(readers)
        self._first = 0
        self._waiting = 0
        self._in_ring = bytearray(readers)

    # -- changes ---------------------------------------------------------------------------
    def take(self):
        """The next reader whose finding changed, or 255. Read `found` for what it is now."""
        if self._waiting == 0:
            return NOBODY
        reader = self._ring[self._first]
        self._first = (self._first + 1) % self.readers
        self._waiting -= 1
        self._in_ring[reader] = 0
        return reader

    @property
    def has_changes(self):
        """Whether `take` would return a reader."""
        return self._waiting != 0

    def find(self, reader, finding):
        """Decide what lies on a reader; a change goes into the ring."""
        if self.found[reader] == finding:
            return
        self.found[reader] = finding
        if not self._in_ring[reader]:
            self._in_ring[reader] = 1
            self._ring[(self._first + self._waiting) % self.readers] = reader
            self._waiting += 1

    def hurry(self, reader, is_urgent):
        """Mark a reader as undecided, or as decided."""
        if self.urgent[reader] != is_urgent:
            self.urgent[reader] = is_urgent
            self.urgent_count += 1 if is_urgent else -1

    # -- looks -----------------------------------------------------------------------------
    def holds_tag(self, reader):
        """Whether a tag of any kind was found here and not lost since."""
        finding = self.found[reader]
        return finding < looks.EMPTY or looks.TWO_TAGS <= finding <= looks.FOREIGN

    def fail(self, reader):
        """Count a failed attempt at a tag; return how many there are. It stands still at the end
        of a byte: a tag that wakes but is never selected may lie here all evening."""
        failures = min(self.failures[reader] + 1, _MOST_FAILURES)
        self.failures[reader] = failures
        return failures

    def answered(self, reader, now_ms):
        """The tag that is known to be here answered something."""
        missed = self.misses[reader]
        if missed:
            self.misses[reader] = 0
            for _ in range(min(missed, 3)):
                self.note_lost(reader)
        self.seen_ms[reader] = now_ms
        self.hurry(reader, self.stages[reader] == CANDIDATE)

    def missed(self, reader, now_ms):
        """A look ended without any answer, all of it clean timeouts."""
        if self.holds_tag(reader):
            self._miss_tag(reader, now_ms)
        elif self.stages[reader] == CANDIDATE and self.misses[reader] + 1 < _CANDIDATE_MISSES:
            self.misses[reader] += 1
            self.hurry(reader, True)
        else:
            self._clear(reader, now_ms)

    def _miss_tag(self, reader, now_ms):
        missed = self.misses[reader]
        if missed == 0:
            self._missed_ms[reader] = now_ms
        if missed < _ALL_LOST:
            missed += 1
            self.misses[reader] = missed
        absent_ms = self._diff(now_ms, self._missed_ms[reader])
        if missed >= _ENOUGH[self.losses[reader] >> 4] and absent_ms >= _MIN_ABSENCE_MS:
            self._clear(reader, now_ms)
        else:
            self.hurry(reader, True)

    def _clear(self, reader, now_ms):
        """Nothing lies here."""
        self.stages[reader] = NO_UID
        self.misses[reader] = self.failures[reader] = 0
        self.uids[reader * ENTRY] = 0
        self.read_ms[reader] = now_ms
        # Frames may have been lost by how that tile lay; the next one's losses will tell.
        self._weak[reader] = 0
        self.hurry(reader, False)
        self.find(reader, looks.EMPTY)

    def lose_reader(self, reader):
        """The reader itself failed: what lies there is not known any more."""
        self.stages[reader] = NO_UID
        self.misses[reader] = self.failures[reader] = 0
        self.uids[reader * ENTRY] = 0
        self.hurry(reader, False)
        self.find(reader, looks.DEAD)

    # -- UIDs ------------------------------------------------------------------------------
    def is_same_uid(self, reader, uid, length):
        """Whether this is the UID read here before."""
        at = reader * ENTRY
        uids = self.uids
        if uids[at] != length:
            return False
        for i in range(length):
            if uids[at + 1 + i] != uid[i]:
                return False
        return True

    def propose(self, reader, uid, length):
        """A UID was read here that is not the one of before: it must be confirmed."""
        at = reader * ENTRY
        uids = self.uids
        uids[at] = length
        for i in range(length):
            uids[at + 1 + i] = uid[i]
        self.stages[reader] = CANDIDATE
        self.failures[reader] = 0
        self.hurry(reader, True)

    def confirm(self, reader, finding, now_ms):
        """The UID was read a second time and it is known what it stands for."""
        self.stages[reader] = CONFIRMED
        self.failures[reader] = 0
        self.read_ms[reader] = now_ms
        self.hurry(reader, False)
        self.find(reader, finding)

    def collide(self, reader, now_ms):
        """Two tags lie here."""
        self.stages[reader] = NO_UID
        self.uids[reader * ENTRY] = 0
        self.read_ms[reader] = now_ms
        self.hurry(reader, False)
        self.find(reader, looks.TWO_TAGS)

    def seen_after(self, reader, since_ms):
        """Whether a tag's UID was read here, or the reader found empty, after `since_ms`.

        A tile found on one reader while it still stands for another: asked for the other one, it
        says that the tile truly lies there too (a counterfeit) and was not just moved.
        """
        return self._diff(self.read_ms[reader], since_ms) > 0

    # -- quality ---------------------------------------------------------------------------
    @staticmethod
    def count(counters, reader, more):
        """Add to a counter, which stands still at its end rather than leave small integers."""
        value = counters[reader]
        if value < _MOST:
            counters[reader] = value + more

    def note_lost(self, reader):
        """An exchange was lost or bent while a tag was there."""
        loss = self.losses[reader]
        self.losses[reader] = loss + ((262 - loss) >> 3)
        if self.losses[reader] >= _WEAK_LOSS:
            self._weak[reader] = 1

    def note_answer(self, reader):
        """An exchange went well."""
        self.losses[reader] -= (self.losses[reader] + 31) >> 5
        if self.losses[reader] < _SOUND_LOSS:
            self._weak[reader] = 0

    def is_weak(self, reader):
        """Whether a fifth of the frames or more are lost here."""
        return self._weak[reader] != 0
