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
DOUBTED = const(3)  # read twice with trouble: accepted when its neighbours were looked at
LOST = const(4)  # read by a reader that failed since: its tag may still lie there

ENTRY = const(12)  # of `uids`: length, ten bytes, SAK
_SAK = const(11)
# A tile put back within half a second was not gone; its tag needs 5 ms of field to answer again.
_MIN_ABSENCE_MS = const(510)
_CANDIDATE_MISSES = const(3)
_ALL_LOST = const(255)
_GHOSTS = const(3)
# What two readers that read the same UID know of it (`twins`): nothing yet, that another tag
# answered while the first reader's was halted, or that none did: so often it is a ghost unasked.
_UNASKED = const(0)
_ANOTHER = const(255)
_PASSED = const(5)
_MOST = const(0x3FFF_0000)
_MOST_FAILURES = const(255)
# A sum over exchanges, never below 0: a lost one adds, a good one takes away, so that it falls
# where 5 % of the frames are lost (10 % of the exchanges) and rises where 20 % are (36 %). A run
# of chance reaches the end of the byte once in 10^9 exchanges at 5 %; at 20 % it takes about 90.
_LOST_ADDS = const(15)
_GOOD_TAKES = const(4)
_WEAK_SUM = const(255)
# Share of the exchanges with known tags that get lost, in 1/4096, from which the table is noisy.
_NOISY = const(164)
SOUND_SUM = const(64)  # a weak reader is sound again below it; above it a reader is watched
# What glimpses of a tag that cannot be read weigh that make a reader weak, each at least so long
# after the one before: a tile that passes by gives one or two. They are forgotten after a while.
_GLIMPSES = const(12)
_GLIMPSE_GAP_MS = const(300)
_GLIMPSE_AGE_MS = const(30_000)

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
        # When a tag that is known to be there was first missed, or where none is, when the last
        # glimpse of one came.
        self._missed_ms = array("i", [0] * readers)
        # When a look last ended, and when the tag's UID was last read (or the reader was seen
        # empty): what tells a moved tile from a counterfeit.
        self.looked_ms = array("i", [0] * readers)
        self.read_ms = array("i", [0] * readers)
        # Share of exchanges lost while a tag was there, in 1/256; a loss weighs four answers.
        self.losses = bytearray(readers)
        # Whether more are lost than is good; see _WEAK_SUM.
        self.sums = bytearray(readers)
        self._weak = bytearray(readers)
        self._noise = 0
        # Answers that could not be made into a UID, and when the last one came.
        self.glimpses = bytearray(readers)
        # Tags of a neighbour that were heard here since start, and how many of them since the
        # last tag of its own.
        self.ghosts = bytearray(readers)
        self.haunted = bytearray(readers)
        self.twins = bytearray(readers)
        # Whether the UID read here that does not count yet is of no tag beside this reader.
        self.own = bytearray(readers)
        # Whether the UID read last was not read with little gain too: it may lie elsewhere.
        self.quiet = bytearray(readers)
        # Looks that heard two tags at once, less those that heard one alone after them.
        self.clashes = bytearray(readers)
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

    def begin(self, now_ms):
        """Nothing was looked at since the start, which is now."""
        for reader in range(self.readers):
            self.looked_ms[reader] = self.read_ms[reader] = now_ms

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
        """Mark a reader as undecided, or as decided. One that hears a neighbour's tag would never
        be decided: while nothing else is found or read there it is looked at in its turn."""
        is_haunted = self.haunted[reader] and self.found[reader] == looks.EMPTY
        if is_urgent and is_haunted and not self.own[reader]:
            is_urgent = False
        self._mark(reader, is_urgent)

    def urge(self, reader):
        """Look at a reader soon whatever it hears: whether it works is undecided."""
        self._mark(reader, True)

    def _mark(self, reader, is_urgent):
        if self.urgent[reader] != is_urgent:
            self.urgent[reader] = is_urgent
            self.urgent_count += 1 if is_urgent else -1

    # -- looks -----------------------------------------------------------------------------
    def holds_tag(self, reader):
        """Whether a tag of any kind was found here and not lost since."""
        finding = self.found[reader]
        return finding < looks.EMPTY or looks.TWO_TAGS <= finding <= looks.CHANGED

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
        self.hurry(reader, self.is_undecided(reader))

    def missed(self, reader, now_ms):
        """A look ended without any answer, all of it clean timeouts."""
        if self.holds_tag(reader) or self.stages[reader] == LOST:
            self._miss_tag(reader, now_ms)
        elif self.stages[reader] and self.misses[reader] + 1 < _CANDIDATE_MISSES:
            self.misses[reader] += 1
            self.hurry(reader, True)
        else:
            self._clear(reader, now_ms)
            if self.glimpses[reader]:
                self._age_glimpses(reader, now_ms)

    def is_undecided(self, reader):
        """Whether a UID was read here that does not count yet."""
        stage = self.stages[reader]
        return stage == CANDIDATE or stage == DOUBTED

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
        self.uids[reader * ENTRY] = self.own[reader] = self.clashes[reader] = 0
        if self.twins[reader] == _ANOTHER:
            self.twins[reader] = _UNASKED
        self.read_ms[reader] = now_ms
        # Frames may have been lost by how that tile lay; the next one's losses will tell.
        self._weak[reader] = self.sums[reader] = 0
        self.hurry(reader, False)
        self.find(reader, looks.EMPTY)

    def lose_reader(self, reader):
        """The reader itself failed: what lies there is not known any more. The UID of what lay
        there is kept, as a neighbour may hear it; also while it is read anew, but not for sure."""
        stage = self.stages[reader]
        if stage == CONFIRMED or (stage == DOUBTED and self.found[reader] == looks.DEAD):
            self.stages[reader] = LOST
        elif stage != LOST:
            self.forget_uid(reader)
        self.misses[reader] = self.failures[reader] = 0
        self.forget_glimpses(reader)
        self.hurry(reader, False)
        self.find(reader, looks.DEAD)

    def forget_uid(self, reader):
        """What was read here counts no more."""
        self.stages[reader] = NO_UID
        self.uids[reader * ENTRY] = self.own[reader] = 0

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

    def share_uid(self, reader, other):
        """Whether the same UID was read by both."""
        one, two = reader * ENTRY, other * ENTRY
        for i in range(_SAK):
            if self.uids[one + i] != self.uids[two + i]:
                return False
        return True

    def is_same_sak(self, reader, sak):
        """Whether it said so before too: nothing checks a SAK on its way over bad wires."""
        return self.uids[reader * ENTRY + _SAK] == sak

    def propose(self, reader, uid, length, sak, is_own=True):
        """A UID was read here that is not the one of before: it must be confirmed. `is_own`: it
        is not known beside this reader."""
        at = reader * ENTRY
        uids = self.uids
        uids[at] = length
        for i in range(length):
            uids[at + 1 + i] = uid[i]
        uids[at + _SAK] = sak
        self.stages[reader] = CANDIDATE
        self.failures[reader] = 0
        self.own[reader] = is_own
        self.quiet[reader] = 1
        if self.twins[reader] == _ANOTHER:
            self.twins[reader] = _UNASKED
        self.hurry(reader, True)

    def confirm(self, reader, finding, now_ms):
        """The UID was read a second time and it is known what it stands for."""
        self.stages[reader] = CONFIRMED
        self.misses[reader] = self.failures[reader] = self.twins[reader] = 0
        self.own[reader] = self.clashes[reader] = 0
        self.read_ms[reader] = now_ms
        self.forget_glimpses(reader)
        if self.haunted[reader]:
            # What was lost of the neighbour's tag says nothing about this one.
            self.haunted[reader] = self.losses[reader] = 0
            self._weak[reader] = self.sums[reader] = 0
        self.hurry(reader, False)
        self.find(reader, finding)

    def doubt(self, reader, is_new, now_ms):
        """A new tag that may be a neighbour's: those are to be looked at first."""
        self.stages[reader] = DOUBTED
        if is_new:
            self.read_ms[reader] = now_ms
        self.hurry(reader, True)

    def collide(self, reader, now_ms):
        """Two tags lie here."""
        self.forget_uid(reader)
        self.failures[reader] = 0
        self.read_ms[reader] = now_ms
        self.hurry(reader, False)
        self.find(reader, looks.TWO_TAGS)

    def seen_after(self, reader, since_ms):
        """Whether a tag's UID was read here, or the reader found empty, after `since_ms`.

        A tile found on one reader while it still stands for another: asked for the other one, it
        says that the tile truly lies there too (a counterfeit) and was not just moved.
        """
        return self._diff(self.read_ms[reader], since_ms) > 0

    # -- ghosts ----------------------------------------------------------------------------
    def is_ghost_of(self, reader, other, uid, length, margin):
        """Whether the tag read here, though not with little gain, is the one that lies on `other`,
        which failed since, or loses less of it by more than `margin` in 256."""
        stage = self.stages[other]
        if (stage != CONFIRMED and stage != LOST) or not self.is_same_uid(other, uid, length):
            return False
        if not self.quiet[reader]:
            return False
        return stage == LOST or self.losses[reader] > self.losses[other] + margin

    def is_outdone(self, reader, other):
        """Whether the other one reads the same UID with little gain, and this one does not."""
        return (
            self.stages[other] == CONFIRMED
            and self.quiet[reader] > self.quiet[other]
            and self.share_uid(reader, other)
        )

    def ghost(self, reader, is_found, now_ms):
        """A neighbour's tag was read here. `is_found`: it was taken for lying here.

        Another tag that was found here is gone when that comes three times: it would drown a
        faint one.
        """
        self._note_ghost(reader)
        self.forget_glimpses(reader)
        self.forget_uid(reader)
        self.read_ms[reader] = now_ms
        if self.haunted[reader] < _GHOSTS and not is_found and self.holds_tag(reader):
            self.hurry(reader, True)
            return
        self.misses[reader] = self.failures[reader] = 0
        self.hurry(reader, False)
        self.find(reader, looks.EMPTY)

    def count_ghost(self, reader):
        """A neighbour's tag was heard, be it beside one that lies here."""
        self.ghosts[reader] = min(self.ghosts[reader] + 1, _MOST_FAILURES)

    def _note_ghost(self, reader):
        self.count_ghost(reader)
        self.haunted[reader] = min(self.haunted[reader] + 1, _GHOSTS)

    def is_another(self, reader):
        """Whether the UID that a neighbour reads too is that of a second tag here."""
        return self.twins[reader] == _ANOTHER

    def passes_as_ghost(self, reader):
        """Whether such a UID was a ghost when it was last asked, not long ago."""
        left = self.twins[reader]
        if left == _UNASKED or left == _ANOTHER:
            return False
        self.twins[reader] = left - 1
        return True

    def judge_twin(self, reader, first, is_another, now_ms):
        """The tag of `first` beside it was halted: another one answered here, or none."""
        if self.stages[reader] == CONFIRMED or not (is_another or self.quiet[reader]):
            # Both were found, or it is heard here with little gain: which of them it lies over
            # is to be read once more.
            if not is_another:
                self._read_again(first if self.is_undecided(reader) else reader)
        elif is_another:
            self.twins[reader] = _ANOTHER
            self.quiet[reader] = 0
            self.hurry(reader, True)
        else:
            self.twins[reader] = _PASSED
            self.ghost(reader, False, now_ms)

    def _read_again(self, reader):
        """The UID of the tag that was found here must be confirmed once more."""
        self.forget_uid(reader)
        self.failures[reader] = 0
        self.hurry(reader, True)

    def haunt(self, reader):
        """The start of a neighbour's UID was read here, and no more: its tag is too far away to
        be read whole, perhaps ever, so there is nothing to be decided."""
        self._note_ghost(reader)
        self.forget_glimpses(reader)
        if not self.is_undecided(reader):
            self.hurry(reader, False)

    # -- glimpses --------------------------------------------------------------------------
    def glimpse(self, reader, weight, now_ms):
        """Something answered that could not be read to its end; `weight` is 1 or 3."""
        age_ms = self._diff(now_ms, self._missed_ms[reader])
        if self.glimpses[reader] and age_ms < _GLIMPSE_GAP_MS:
            return
        self._missed_ms[reader] = now_ms
        self.glimpses[reader] = min(self.glimpses[reader] + weight, _GLIMPSES)

    def _age_glimpses(self, reader, now_ms):
        if self._diff(now_ms, self._missed_ms[reader]) >= _GLIMPSE_AGE_MS:
            self.forget_glimpses(reader)

    def forget_glimpses(self, reader):
        """What was glimpsed is known now, or gone."""
        self.glimpses[reader] = 0

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
        self._noise += 4095 - self._noise >> 6
        total = min(self.sums[reader] + _LOST_ADDS, _WEAK_SUM)
        self.sums[reader] = total
        if total == _WEAK_SUM:
            self._weak[reader] = 1

    def note_answer(self, reader):
        """An exchange went well."""
        self.losses[reader] -= (self.losses[reader] + 31) >> 5
        self._noise -= self._noise + 63 >> 6
        total = max(self.sums[reader] - _GOOD_TAKES, 0)
        self.sums[reader] = total
        if total < SOUND_SUM:
            self._weak[reader] = 0

    @property
    def is_noisy(self):
        """Whether frames get lost all over the table."""
        return self._noise >= _NOISY

    def is_weak(self, reader):
        """Whether a fifth of the frames or more are lost here, or so many that no tag is read."""
        if self.glimpses[reader] >= _GLIMPSES:
            return True
        return self._weak[reader] != 0 and self.holds_tag(reader)
