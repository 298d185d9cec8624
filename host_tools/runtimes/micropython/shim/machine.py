"""`machine` over the pipe: what the firmware uses of it, nothing else."""

import bridge
from micropython import const

# host_tools/sim/i2c.py and timings.py; a test compares
_DONE = const(1)
_TIMED_OUT = const(2)
_SOFT_I2C_HZ = const(100_000)
_soft_buses = 15  # numbers above it; units of the controller have lower ones


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, number, mode=0, pull=None, value=None):
        self.number = number
        self.init(mode, pull, value)

    def init(self, mode=0, pull=None, value=None):
        self._is_output = mode != Pin.IN
        if self._is_output and value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            if not self._is_output:
                return bridge.level(self.number)
            return bridge.ask(bridge.PIN_READ, self.number, 0, bridge.small, 0, bridge.small)
        bridge.drive(self.number, 1 if level else 0)
        return None

    __call__ = value


class SPI:
    def __init__(self, number, baudrate, sck, mosi, miso, polarity=0, phase=0):
        self._number = number
        self._pins = bytes((sck.number, mosi.number, miso.number))
        self.init(baudrate)

    def init(self, baudrate):
        self._baud = baudrate
        bridge.put_u32(baudrate, 0)
        for i in range(3):
            bridge.small[4 + i] = self._pins[i]
        bridge.post(bridge.SPI_OPEN, self._number, 0, bridge.small, 7)

    def write(self, data):
        bridge.post_spi(self._number, data, self._baud)

    def write_readinto(self, data, into):
        if len(data) != len(into):
            raise ValueError("buffers must be the same length")
        bridge.ask(bridge.SPI_EXCHANGE, self._number, 0, data, len(data), into)


class _I2C:
    def __init__(self, number, scl, sda, freq=400_000, timeout=50_000):
        self._number = number
        bridge.put_u32(freq, 0)
        bridge.put_u32(timeout, 4)
        bridge.small[8] = sda.number
        bridge.small[9] = scl.number
        bridge.post(bridge.I2C_OPEN, number, 0, bridge.small, 10)

    def writeto(self, address, data, stop=True):
        _check(bridge.ask(bridge.I2C_WRITE, self._number, address, data, len(data), bridge.small))
        return len(data)

    def readfrom_into(self, address, into, stop=True):
        bridge.small[0] = len(into) & 255
        bridge.small[1] = len(into) >> 8
        _check(bridge.ask(bridge.I2C_READ, self._number, address, bridge.small, 2, into))


_units = {}


def I2C(number, scl, sda, freq=400_000, timeout=50_000):
    """The object of a unit, one and the same however often it is made, as on the boards."""
    unit = _units.get(number)
    if unit is None:
        unit = _units[number] = _I2C(number, scl, sda, freq, timeout)
    else:
        unit.__init__(number, scl, sda, freq, timeout)
    return unit


class SoftI2C(_I2C):
    def __init__(self, scl, sda, freq=400_000, timeout=50_000):
        global _soft_buses
        _soft_buses += 1
        super().__init__(_soft_buses, scl, sda, min(freq, _SOFT_I2C_HZ), timeout)


def _check(status):
    if status == _TIMED_OUT:
        raise OSError(110)
    if status != _DONE:
        raise OSError(5)


class PWM:
    def __init__(self, pin, freq=0, duty_u16=0):
        self._pin = pin.number
        self._freq = freq
        self._duty = duty_u16

    def _send(self):
        bridge.put_u32(self._freq, 0)
        bridge.small[4] = self._duty & 255
        bridge.small[5] = self._duty >> 8
        bridge.post(bridge.PWM, self._pin, 0, bridge.small, 6)

    def freq(self, hertz):
        self._freq = hertz
        self._send()

    def duty_u16(self, duty):
        self._duty = duty
        self._send()

    def deinit(self):
        self.duty_u16(0)


class WDT:
    def __init__(self, timeout):
        bridge.post(bridge.WATCHDOG, 0, timeout, bridge.small, 0)

    def feed(self):
        bridge.post(bridge.WATCHDOG, 1, 0, bridge.small, 0)


class _Memory:
    def __setitem__(self, address, value):
        bridge.put_u32(address, 0)
        bridge.put_u32(value, 4)
        bridge.post(bridge.WATCHDOG, 2, 0, bridge.small, 8)


mem32 = _Memory()


def bitstream(pin, encoding, timing, data):
    if encoding != 0:
        raise ValueError("encoding 0 is the only one there is")
    bridge.post_long(bridge.BITSTREAM, pin.number, 0, data, len(data))
