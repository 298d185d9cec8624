"""The way to PN532 chips on I2C, all of one address behind switches (board/select_tca9548a.py).

The chip holds the clock low for 0.4 ms and more, so the bus is to be made with a time limit of
5 ms at least. Some ports answer that with EIO now and then: a transfer is tried again, unless it
took so long that a wire must be broken.
"""

from micropython import const

_ADDRESS = const(0x24)
_TRIES = const(3)
_PAUSE_US = const(100)
_LONG_US = const(3000)


class I2cLink:
    """`select`: has `i2c`, the bus of the chosen chip, and `is_chosen`: whether it is reached."""

    def __init__(self, select, clock):
        self._select = select
        self._clock = clock
        self.failures = 0  # transfers that failed, since start
        self.is_held = False  # the last one that failed did so because the clock is held

    @staticmethod
    def view(buffer, count):
        """What `read` takes, made once: the first `count` bytes of `buffer`."""
        return memoryview(buffer)[:count]

    def wake(self):
        """Nothing to do: the chip wakes at its address, and transfers are tried again."""

    def write(self, frame):
        """Send a frame. Whether the chip took it."""
        for _ in range(_TRIES if self._select.is_chosen else 0):
            start_us = self._clock.ticks_us()
            try:
                self._select.i2c.writeto(_ADDRESS, frame)
                return True
            except OSError:
                if self._was_long(start_us):
                    break
        return False

    def read(self, view):
        """Fill a view: a status byte, then a frame if that is 1. Whether the chip is there."""
        for _ in range(_TRIES if self._select.is_chosen else 0):
            start_us = self._clock.ticks_us()
            try:
                self._select.i2c.readfrom_into(_ADDRESS, view)
                return True
            except OSError:
                if self._was_long(start_us):
                    break
        return False

    def _was_long(self, start_us):
        clock = self._clock
        self.failures += 1
        self.is_held = clock.ticks_diff(clock.ticks_us(), start_us) > _LONG_US
        if not self.is_held:
            clock.sleep_us(_PAUSE_US)
        return self.is_held
