"""Which reader is next (DESIGN.md, decision 7).

A lap visits the hot slots, then the readers where something is undecided, a third of the pads
(all of them while they are asked for), and some of the rest in turn, so many that every reader
is seen in time, and more where there is time for it. With nothing hot, nothing undecided and no
pad asked for a lap is all readers.
The next reader's field is switched on while the one before is still being read, so it must be
apart from that: at least two steps in the graph of slots. Pads lie apart from everything.
"""

from micropython import const

from domino.board.presence import SOUND_SUM

NOBODY = const(255)
_PAD_LAPS = const(3)
# The rest is gone through in this time; the limit is 4 s, and losses make laps longer.
_ROUND_MS = const(2800)
# While nothing is undecided a lap with few hot slots has room for more of the rest, so that a tile
# that is lifted is seen soon: up to a sixth of all readers, as on a small table fields shall rest.
_SHARE = const(6)
_COUNTED = const(0x3FFFFFFF)
# Why a reader is in the lap (`_queued`).
_NOT = const(0)
_WANTED = const(1)
_IN_TURN = const(2)


class Order:
    """`focus`: whatever has `hot` (bytearray of slots) and `hot_count`; the table writes it."""

    def __init__(self, slots, pads, neighbours, presence, clock, lap):
        self._slots = slots
        self._readers = slots + pads
        self._neighbours = neighbours
        self._presence = presence
        self._clock = clock
        self._lap = lap  # readers that a lap has at least
        self.focus = None
        self.is_pad_asked = False
        # Readers that are not to be looked at (dead, waiting for their next probe).
        self.resting = bytearray(self._readers)
        self._queue = bytearray(self._readers)
        self._queued = bytearray(self._readers)
        self._head = 0
        self._tail = 0
        self._cold = 0  # where the turn of the rest stands
        self._spare = 0  # the same for looks that only fill a gap
        self._hot_before = 0
        self._pad = 0  # where the turn of the pads stands
        self._pad_credit = 0  # thirds of a pad's look
        # Laps since start (wraps below 2^30), and the length of the last one.
        self.laps = 0
        self.lap_ms = 0
        self._lap_start_ms = 0

    def begin(self, now_ms):
        """The first lap is over all readers: what lies there is to be known soon."""
        self._lap_start_ms = self._clock.ticks_add(now_ms, -_ROUND_MS)

    def next(self, beside, now_ms):
        """The reader to visit while `beside` (or 255) still has its field on; 255: none may."""
        hot_count = self.focus.hot_count if self.focus else 0
        queue, resting = self._queue, self.resting
        # A reader may have failed since the lap began.
        while self._head < self._tail and resting[queue[self._head]]:
            self._head += 1
        # A table with its first hot slots must not wait for a lap over everything.
        if self._head >= self._tail or (hot_count and not self._hot_before):
            self._start_lap(hot_count, now_ms)
        for i in range(self._head, self._tail):
            reader = queue[i]
            if not resting[reader] and self._is_apart(reader, beside):
                # Those that were too near keep their order, so that none falls back far.
                while i > self._head:
                    queue[i] = queue[i - 1]
                    i -= 1
                self._head += 1
                return reader
        return self._next_cold(beside)

    def is_hot(self, reader):
        """Whether the table named this slot as one to look at first."""
        focus = self.focus
        if focus:
            for i in range(focus.hot_count):
                if focus.hot[i] == reader:
                    return True
        return False

    def _is_apart(self, reader, other):
        if reader == other:
            return False
        if reader >= self._slots or other >= self._slots:
            return True
        at = 4 * other
        neighbours = self._neighbours
        return (
            neighbours[at] != reader
            and neighbours[at + 1] != reader
            and neighbours[at + 2] != reader
            and neighbours[at + 3] != reader
        )

    def _next_cold(self, beside):
        """Everything left in this lap is too near: one of the rest besides. It has a turn of its
        own, or the readers that it passes over might never be looked at."""
        for _ in range(self._readers):
            self._spare = (self._spare + 1) % self._readers
            if not self.resting[self._spare] and self._is_apart(self._spare, beside):
                return self._spare
        return NOBODY

    # -- laps ------------------------------------------------------------------------------
    def _start_lap(self, hot_count, now_ms):
        lap_ms = self._clock.ticks_diff(now_ms, self._lap_start_ms)
        self.lap_ms = lap_ms
        self._lap_start_ms = now_ms
        self.laps = (self.laps + 1) & _COUNTED
        self._hot_before = hot_count
        self._give_turn_back()
        self._head = self._tail = 0
        queued = self._queued
        for i in range(self._readers):
            queued[i] = self.resting[i]
        if hot_count:
            hot = self.focus.hot
            for i in range(hot_count):
                self._add(hot[i], _WANTED)
        self._add_urgent()
        if self._tail == 0 and not self.is_pad_asked:
            self._add_rest(self._readers)
            return
        self._add_pads()
        rest = self._readers * min(lap_ms, _ROUND_MS) // _ROUND_MS + 1
        if not self._presence.urgent_count:
            rest = max(rest, min(self._lap - self._tail, self._readers // _SHARE))
        self._add_rest(rest)

    def _give_turn_back(self):
        """The lap before may have been cut short: the rest go on with the first not looked at."""
        for i in range(self._head, self._tail):
            reader = self._queue[i]
            if self._queued[reader] == _IN_TURN:
                self._cold = (reader + self._readers - 1) % self._readers
                return

    def _add(self, reader, why):
        if self._queued[reader] == _NOT:
            self._queued[reader] = why
            self._queue[self._tail] = reader
            self._tail += 1

    def _add_urgent(self):
        """Where something is undecided, or more is lost than is good."""
        urgent, sums = self._presence.urgent, self._presence.sums
        glimpses = self._presence.glimpses
        for reader in range(self._readers):
            if urgent[reader] or sums[reader] >= SOUND_SUM or glimpses[reader]:
                self._add(reader, _WANTED)

    def _add_pads(self):
        """All of them where they are asked for, else a third of them, so that laps are even."""
        pads = self._readers - self._slots
        self._pad_credit += pads if not self.is_pad_asked else pads * _PAD_LAPS
        while self._pad_credit >= _PAD_LAPS:
            self._pad_credit -= _PAD_LAPS
            self._pad = (self._pad + 1) % pads
            self._add(self._slots + self._pad, _WANTED)

    def _add_rest(self, count):
        """The next `count` readers in turn. The turn also passes over those that the lap has."""
        for _ in range(count):
            self._cold = (self._cold + 1) % self._readers
            self._add(self._cold, _IN_TURN)
