"""The two lines of an I2C bus as pins. A chip that was left in the middle of a byte, as by a start
of the controller alone, holds SDA low until it is clocked (NXP UM10204, 3.1.16). Loaded while a
bus is made, and where SDA is found low later on.
"""

from micropython import const

# How long a chip on I2C may hold the clock; more than 0.4 ms are usual, a step is 20 ms at most.
_TIMEOUT_US = const(5000)
_HALF_US = const(5)  # of a clock of 100 kHz, which every chip follows
_CLOCKS = const(9)  # a byte and its acknowledge


def _no_wait(span_us):
    """Without a clock the calls of the pins take time enough."""


class I2cLines:
    """`bus`: of board.json; `clock`: has sleep_us, or None. Allocates when it is made only."""

    def __init__(self, machine, bus, clock):
        self._machine = machine
        self._bus = bus
        self._sleep_us = clock.sleep_us if clock else _no_wait
        self._scl = machine.Pin(bus["scl"])
        self._sda = machine.Pin(bus["sda"])

    def make(self):
        """The bus: I2C by software, or the controller's unit, whose object is always the same."""
        bus = self._bus
        timeout = bus.get("timeout_us", _TIMEOUT_US)
        if bus.get("soft"):
            return self._machine.SoftI2C(
                scl=self._scl, sda=self._sda, freq=bus["freq"], timeout=timeout
            )
        return self._unit(timeout)

    def _unit(self, timeout):
        return self._machine.I2C(
            self._bus["id"], scl=self._scl, sda=self._sda, freq=self._bus["freq"], timeout=timeout
        )

    def is_held(self):
        """Whether SDA is low, which it never is between two transfers."""
        return not self._sda()

    def free(self):
        """Free the lines of a bus that was made, and give them back to it. Whether SDA is high."""
        is_free = self.clear()
        bus = self._bus
        if not bus.get("soft"):  # by software it goes on with pins as they are left here
            self._unit(bus.get("timeout_us", _TIMEOUT_US))
        return is_free

    def clear(self):
        """Clock until SDA is high, nine times at most, and say STOP: whether it is high then. No
        clock goes before the STOP: the chip might send its next bit instead."""
        scl, sda = self._scl, self._sda
        sleep_us, pin = self._sleep_us, self._machine.Pin
        sda.init(pin.OPEN_DRAIN, pin.PULL_UP, value=1)
        scl.init(pin.OPEN_DRAIN, pin.PULL_UP, value=1)
        for _ in range(_CLOCKS):
            sleep_us(_HALF_US)
            if sda():
                break
            scl(0)
            sleep_us(_HALF_US)
            scl(1)
        sleep_us(_HALF_US)
        sda(0)  # a START, which ends whatever a chip was at
        sleep_us(_HALF_US)
        sda(1)
        sleep_us(_HALF_US)
        return sda() == 1
