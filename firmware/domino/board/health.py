"""Readers that fail: when to try them again. Off for 1, 2, 4, 8, 16, then every 30 s."""

from array import array

from micropython import const

NOBODY = const(255)
_WAITS_MS = (1000, 2000, 4000, 8000, 16_000, 30_000)
# Failures in a row that make a reader dead: one may be a disturbance that a set-up puts right.
_STRIKES = const(2)


class Health:
    """By reader: failures in a row, and the time of the next probe while it rests."""

    def __init__(self, readers, resting, clock):
        self._readers = readers
        self._clock = clock
        self._resting = resting  # shared with Order: 1 while the reader is left out
        self._strikes = bytearray(readers)
        self._waits = bytearray(readers)
        self._probe_ms = array("i", [0] * readers)
        self._next_ms = 0  # the earliest of them
        self.resting_count = 0
        # Failed looks by reader, each followed by a new set-up.
        self.failures = array("I", [0] * readers)

    def strike(self, reader, now_ms):
        """A look or the set-up failed. True when the reader is to rest from here on."""
        self.failures[reader] += 1
        if self._strikes[reader] < _STRIKES:
            self._strikes[reader] += 1
        if self._strikes[reader] < _STRIKES:
            return False
        self._resting[reader] = 1
        self.resting_count += 1
        self.postpone(reader, now_ms)
        return True

    def postpone(self, reader, now_ms):
        """The next probe of a resting reader, later than the last one."""
        wait = self._waits[reader]
        self._probe_ms[reader] = self._clock.ticks_add(now_ms, _WAITS_MS[wait])
        if wait < len(_WAITS_MS) - 1:
            self._waits[reader] = wait + 1
        self._plan()

    def release(self, reader):
        """A probe went well. The next look shows whether the reader works; another failure sends
        it to rest at once, for longer than before."""
        self._resting[reader] = 0
        self.resting_count -= 1
        self._plan()

    def works(self, reader):
        """A look went well: what was before is forgiven."""
        self._strikes[reader] = 0
        self._waits[reader] = 0

    def _plan(self):
        """Find the earliest probe, so that `due` has one comparison to make."""
        diff = self._clock.ticks_diff
        is_first = True
        for reader in range(self._readers):
            if self._resting[reader]:
                probe_ms = self._probe_ms[reader]
                if is_first or diff(probe_ms, self._next_ms) < 0:
                    self._next_ms = probe_ms
                    is_first = False

    def due(self, now_ms):
        """A resting reader whose probe is due, or 255."""
        diff = self._clock.ticks_diff
        if self.resting_count and diff(now_ms, self._next_ms) >= 0:
            for reader in range(self._readers):
                if self._resting[reader] and diff(now_ms, self._probe_ms[reader]) >= 0:
                    return reader
        return NOBODY
