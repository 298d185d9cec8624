"""Readers that fail: why, how often, and when to try them again: after 1, 2, 4, 8, 16 s, then
every 30 s. A reader that works is checked every two seconds.
"""

from array import array

from micropython import const

from domino.nfc.iso14443 import ONE_BIT, SLOW, SOUND

NOBODY = const(255)
_WAITS_MS = (1000, 2000, 4000, 8000, 16_000, 30_000)
# Failures in a row that make a reader dead: fewer may be a disturbance that a set-up puts right.
_STRIKES = const(3)
_CHECK_AGE = const(8)  # quarters of a second
_MOST = const(255)
_TICKS = const(0x3FFFFFFF)

# What is wrong with the bus as seen from a reader (`bus_state`).
FREE = const(0)
DISTURBING = const(1)  # it works while the bus is driven: the module that does not let go of MISO
HELD = const(2)  # it cannot be heard, as somebody else drives the bus, or nobody answers at all


class Health:
    """By reader: failures in a row, and the time of the next probe while it rests.

    `buses`: the number of each reader's bus.
    """

    def __init__(self, readers, resting, buses, clock):
        self._readers = readers
        self._buses = buses
        self._clock = clock
        self._resting = resting  # shared with Order: 1 while the reader is left out
        self._strikes = bytearray(readers)
        self._waits = bytearray(readers)
        self._probe_ms = array("i", [0] * readers)
        self._next_ms = 0  # the earliest of them
        self._checked = bytearray(readers)  # when, in quarters of a second since the start
        self.start_ms = 0
        self._parts = bytearray(readers)  # of the registers, which is checked next
        # Whether the bus was driven with no chip selected when the reader was set up last, or when
        # another one could not be: see `bus_state`.
        self._driven = bytearray(readers)
        self.resting_count = 0
        # Readers whose wires are to be tried out (wires_mfrc522.py), and how many they are; what
        # came of it, ONE_BIT or STILL, until the reader works; by bus the clock that it was
        # lowered to, in kHz, 0 for the one that it was made with.
        self.doubted = bytearray(readers)
        self.doubts = 0
        self.wires = bytearray(readers)
        self.clocks = array("H", [0] * (max(buses) + 1))
        # For whoever reports. Failed looks, each followed by a new set-up of that reader alone;
        # looks over their budget of time; why the last failure was one (iso14443.SOUND and on);
        # what the chip says that it is.
        self.failures = bytearray(readers)
        self.overruns = bytearray(readers)
        self.reasons = bytearray(readers)
        self.versions = bytearray(readers)

    def is_resting(self, reader):
        """Whether the reader is given up for now."""
        return self._resting[reader] != 0

    # -- failures --------------------------------------------------------------------------
    def strike(self, reader, why, now_ms):
        """A look or the set-up failed. True when the reader is to rest from here on."""
        self.reasons[reader] = why
        self.failures[reader] = min(self.failures[reader] + 1, _MOST)
        if self._strikes[reader] < _STRIKES:
            self._strikes[reader] += 1
        if self._strikes[reader] < _STRIKES:
            return False
        self._resting[reader] = 1
        self.resting_count += 1
        if why != SLOW and not self.doubted[reader]:
            self.doubted[reader] = 1
            self.doubts += 1
        if self._driven[reader]:
            self._blame_working(self._buses[reader])
        self.postpone(reader, now_ms)
        return True

    def overrun(self, reader):
        """Count a look that took too long."""
        self.overruns[reader] = min(self.overruns[reader] + 1, _MOST)

    def postpone(self, reader, now_ms):
        """The next probe of a resting reader, later than the last one."""
        wait = self._waits[reader]
        self._probe_ms[reader] = self._clock.ticks_add(now_ms, _WAITS_MS[wait])
        if wait < len(_WAITS_MS) - 1:
            self._waits[reader] = wait + 1
        self._plan()

    def has_failed(self, reader):
        """Whether no look went well since the last failure."""
        return self._strikes[reader] != 0

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
        self.wires[reader] = SOUND

    def is_one_bit_wrong(self, reader):
        """Whether the reader rests because of a bit that is always the same."""
        return self._resting[reader] != 0 and self.wires[reader] == ONE_BIT

    def clock_khz(self, reader):
        """What the clock of the reader's bus was lowered to, 0 where it was not."""
        return self.clocks[self._buses[reader]]

    def hurry(self, bus, now_ms):
        """The readers of this bus may work from now on: probe them."""
        for reader in range(self._readers):
            if self._buses[reader] == bus and self._resting[reader]:
                self._waits[reader] = 0
                self._probe_ms[reader] = now_ms
        self._plan()

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

    # -- checks ----------------------------------------------------------------------------
    def note_set_up(self, reader, version, is_bus_driven, now_ms):
        """A set-up was tried: check the reader at its next look."""
        self.versions[reader] = version
        self._driven[reader] = 1 if is_bus_driven else 0
        self._checked[reader] = self._quarters(now_ms) - _CHECK_AGE & 255

    def is_check_due(self, reader, now_ms, is_long):
        """Whether the chip's registers are to be looked at after this look; after one that was
        long, only if that was due two seconds ago. A reader that was not seen for a minute may be
        late by two seconds."""
        age = self._quarters(now_ms) - self._checked[reader] & 255
        return age >= (2 * _CHECK_AGE if is_long else _CHECK_AGE)

    def note_check(self, reader, now_ms):
        """The registers were as they must be."""
        self._checked[reader] = self._quarters(now_ms) & 255

    def next_part(self, reader, parts):
        """Which part of its registers is checked now, from 0."""
        part = self._parts[reader]
        self._parts[reader] = (part + 1) % parts
        return part

    def _quarters(self, now_ms):
        """Of a second since the start, which fall alike whatever the clock said then."""
        return (now_ms - self.start_ms & _TICKS) >> 8

    # -- the bus ---------------------------------------------------------------------------
    def _blame_working(self, bus):
        """The bus is driven while nobody is selected, and this is why a reader cannot be heard:
        one that is heard all the same is the one that drives it."""
        for reader in range(self._readers):
            if self._buses[reader] == bus and not self._resting[reader]:
                self._driven[reader] = 1

    def bus_state(self, reader):
        """FREE, DISTURBING or HELD, as far as can be told from here."""
        if self.resting_count == 0:
            return FREE
        bus = self._buses[reader]
        is_anybody_heard = is_anybody_held = False
        for other in range(self._readers):
            if self._buses[other] == bus:
                if not self._resting[other]:
                    is_anybody_heard = True
                elif self._driven[other]:
                    is_anybody_held = True
        if not is_anybody_heard:
            return HELD
        if not is_anybody_held or not self._driven[reader]:
            return FREE
        return HELD if self._resting[reader] else DISTURBING
