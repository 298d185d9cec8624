"""The way to PN532 chips on I2C, all of one address behind switches (board/select_tca9548a.py).

The chip holds the clock low for 0.4 ms and more, so the bus is to be made with a time limit of
5 ms at least. Some ports answer that with EIO now and then: a transfer is tried again, unless it
took so long that a wire must be broken. A chip that was left in the middle of a byte holds SDA:
it is clocked before the next try (board/i2c_lines.py).
"""

from micropython import const

_ADDRESS = const(0x24)
_TRIES = const(3)
_PAUSE_US = const(100)
_LONG_US = const(3000)


class I2cLink:
    """`select`: has `i2c`, the bus of the chosen chip, `is_chosen`: whether it is reached, and
    `lines`, the bus as pins, or None."""

    def __init__(self, select, clock):
        self._select = select
        self._clock = clock
        self._lines = getattr(select, "lines", None)
        self.failures = 0  # transfers that failed, since start
        self.is_held = False  # the last one that failed did so because a line is held
        # After a transfer that failed: nobody acknowledged it, which a chip that works may do.
        self.may_answer = False

    @staticmethod
    def view(buffer, count):
        """What `read` takes, made once: the first `count` bytes of `buffer`."""
        return memoryview(buffer)[:count]

    def wake(self):
        """Nothing to do: the chip wakes at its address, and transfers are tried again."""

    def write(self, frame):
        """Send a frame. Whether the chip took it."""
        for _ in range(self._tries()):
            start_us = self._clock.ticks_us()
            try:
                self._select.i2c.writeto(_ADDRESS, frame)
                return True
            except OSError:
                if self._is_hopeless(start_us):
                    break
        return False

    def read(self, view):
        """Fill a view: a status byte, then a frame if that is 1. Whether the chip answered."""
        for _ in range(self._tries()):
            start_us = self._clock.ticks_us()
            try:
                self._select.i2c.readfrom_into(_ADDRESS, view)
                return True
            except OSError:
                if self._is_hopeless(start_us):
                    break
        return False

    def _tries(self):
        self.may_answer = self._select.is_chosen
        return _TRIES if self.may_answer else 0

    def _is_hopeless(self, start_us):
        clock, lines = self._clock, self._lines
        self.failures += 1
        self.is_held = clock.ticks_diff(clock.ticks_us(), start_us) > _LONG_US
        if lines is not None and lines.is_held():
            self.is_held = not lines.free()
        if not self.is_held:
            clock.sleep_us(_PAUSE_US)
        self.may_answer = not self.is_held
        return self.is_held
