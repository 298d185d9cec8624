"""Readers that fail: when to try them again. Off for 1, 2, 4, 8, 16, then every 30 s."""

from array import array

from micropython import const

NOBODY = const(255)
_WAITS_MS = (1000, 2000, 4000, 8000, 16_000, 30_000)
# Set-ups in a row that must fail before a reader counts as dead: one may hit a disturbance.
_STRIKES = const(2)


class Health:
    """By reader: strikes in a row, and the time of the next probe while it rests."""

    def __init__(self, readers, resting, clock):
        self._readers = readers
        self._clock = clock
        self._resting = resting  # shared with Order: 1 while the reader is left out
        self._strikes = bytearray(readers)
        self._waits = bytearray(readers)
        self._probe_ms = array("i", [0] * readers)
        self.resting_count = 0
        # Set-ups done again while running, by reader: chips that lost it or got stuck.
        self.restarts = array("I", [0] * readers)

    def strike(self, reader, now_ms):
        """A set-up failed. True when the reader counts as dead from here on."""
        if self._resting[reader]:
            self._rest(reader, now_ms)
            return False
        self._strikes[reader] += 1
        if self._strikes[reader] < _STRIKES:
            return False
        self._resting[reader] = 1
        self.resting_count += 1
        self._waits[reader] = 0
        self._rest(reader, now_ms)
        return True

    def _rest(self, reader, now_ms):
        wait = self._waits[reader]
        self._probe_ms[reader] = self._clock.ticks_add(now_ms, _WAITS_MS[wait])
        if wait < len(_WAITS_MS) - 1:
            self._waits[reader] = wait + 1

    def recover(self, reader):
        """A set-up went well. True when the reader was dead until now."""
        was_resting = self._resting[reader] == 1
        if was_resting:
            self._resting[reader] = 0
            self.resting_count -= 1
        return was_resting

    def works(self, reader):
        """A look went well: what was before is forgiven."""
        self._strikes[reader] = 0

    def due(self, now_ms):
        """A resting reader whose probe is due, or 255."""
        if self.resting_count:
            diff = self._clock.ticks_diff
            for reader in range(self._readers):
                if self._resting[reader] and diff(now_ms, self._probe_ms[reader]) >= 0:
                    return reader
        return NOBODY
