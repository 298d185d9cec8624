"""The `machine` and `time` that the firmware is handed on CPython, over the simulated ports.

They offer what MicroPython's offer and the firmware uses, nothing else. Each simulation makes its
own, so several tables can live in one process.
"""

import itertools
from types import SimpleNamespace

from host_tools.sim import timings
from host_tools.sim.i2c import DONE, TIMED_OUT
from host_tools.sim.ports import SOFT_BUSES, Ports

_PERIOD_MS = 1 << 30  # ticks_ms() wraps at 2**30 on MicroPython


def make_machine(ports: Ports) -> SimpleNamespace:
    """Return a `machine` module bound to `ports`."""
    soft_buses = itertools.count(SOFT_BUSES)
    pin_read, pin_write, spi = ports.pin_read, ports.pin_write, ports.spi

    class Pin:
        IN, OUT, OPEN_DRAIN = 0, 1, 2
        PULL_UP, PULL_DOWN = 1, 2

        def __init__(
            self, number: int, mode: int = IN, pull: int | None = None, *, value: int | None = None
        ) -> None:
            self.number = number
            self.init(mode, pull, value=value)

        def init(
            self, mode: int = IN, pull: int | None = None, *, value: int | None = None
        ) -> None:
            if mode != Pin.IN and value is not None:
                pin_write(self.number, value)

        def value(self, level: int | None = None) -> int | None:
            if level is None:
                return pin_read(self.number)
            return pin_write(self.number, 1 if level else 0)

        __call__ = value

    class SPI:
        def __init__(
            self,
            number: int,
            *,
            baudrate: int,
            polarity: int = 0,
            phase: int = 0,
            sck: Pin,
            mosi: Pin,
            miso: Pin,
        ) -> None:
            self._number = number
            self._pins = sck.number, mosi.number, miso.number
            self.init(baudrate=baudrate)

        def init(self, *, baudrate: int) -> None:
            ports.spi_open(self._number, baudrate, *self._pins)

        def write(self, data: bytes) -> None:
            spi(self._number, bytes(data))

        def write_readinto(self, data: bytes, into: bytearray) -> None:
            if len(data) != len(into):
                raise ValueError("buffers must be the same length")
            into[:] = spi(self._number, bytes(data))

    class I2C:
        def __init__(
            self, number: int, *, scl: Pin, sda: Pin, freq: int = 400_000, timeout: int = 50_000
        ) -> None:
            self._number = number
            ports.i2c_open(number, freq, sda.number, scl.number, timeout)

        def writeto(self, address: int, data: bytes, stop: bool = True) -> int:
            _check(ports.i2c_write(self._number, address, bytes(data)))
            return len(data)

        def readfrom_into(self, address: int, into: bytearray, stop: bool = True) -> None:
            status, answer = ports.i2c_read(self._number, address, len(into))
            _check(status)
            into[:] = answer

    class SoftI2C(I2C):
        """By software on any two pins, which makes it slower."""

        def __init__(
            self, *, scl: Pin, sda: Pin, freq: int = 400_000, timeout: int = 50_000
        ) -> None:
            self._number = next(soft_buses)
            ports.i2c_open(
                self._number, min(freq, timings.SOFT_I2C_HZ), sda.number, scl.number, timeout
            )

    class PWM:
        def __init__(self, pin: Pin, *, freq: int = 0, duty_u16: int = 0) -> None:
            self._pin, self._freq, self._duty = pin.number, freq, duty_u16

        def freq(self, hertz: int) -> None:
            self._freq = hertz
            ports.pwm(self._pin, self._freq, self._duty)

        def duty_u16(self, duty: int) -> None:
            self._duty = duty
            ports.pwm(self._pin, self._freq, self._duty)

        def deinit(self) -> None:
            self.duty_u16(0)

    def bitstream(pin: Pin, encoding: int, timing: tuple, data: bytes) -> None:
        if encoding != 0:
            raise ValueError("encoding 0 is the only one there is")
        ports.bitstream(pin.number, bytes(data))

    class WDT:
        def __init__(self, *, timeout: int) -> None:
            ports.watchdog.start(timeout)

        def feed(self) -> None:
            ports.watchdog.feed()

    class Memory:
        def __setitem__(self, address: int, value: int) -> None:
            ports.watchdog.clear(address, value)

    return SimpleNamespace(
        Pin=Pin,
        SPI=SPI,
        I2C=I2C,
        SoftI2C=SoftI2C,
        PWM=PWM,
        WDT=WDT,
        mem32=Memory(),
        bitstream=bitstream,
    )


def _check(status: int) -> None:
    if status == TIMED_OUT:
        raise OSError(110, "ETIMEDOUT")
    if status != DONE:
        raise OSError(5, "EIO")


def make_time(ports: Ports) -> SimpleNamespace:
    """Return a `time` module that reads the virtual clock."""

    def ticks_ms() -> int:
        return ports.clock_read() // 1000 % _PERIOD_MS

    def ticks_us() -> int:
        return ports.clock_read() % _PERIOD_MS

    def ticks_add(ticks: int, delta: int) -> int:
        return (ticks + delta) % _PERIOD_MS

    def ticks_diff(later: int, earlier: int) -> int:
        half = _PERIOD_MS // 2
        return (later - earlier + half) % _PERIOD_MS - half

    return SimpleNamespace(
        ticks_ms=ticks_ms,
        ticks_us=ticks_us,
        ticks_add=ticks_add,
        ticks_diff=ticks_diff,
        sleep_ms=lambda span_ms: ports.sleep_us(span_ms * 1000),
        sleep_us=ports.sleep_us,
    )
