"""The way to PN532 chips on SPI (data sheet PN532/C1, 8.3.4), each with a select line.

The chip sends the least significant bit first, which not every controller can: bits are turned
here. The first byte of a transfer says what it is; a frame may be fetched once the status is 1.
"""

from micropython import const

from domino.nfc.pn532_frames import LENGTHS, WHOLE

_WRITE = const(0x80)  # 0x01, turned
_STATUS = const(0x40)  # 0x02
_READ = const(0xC0)  # 0x03
_READY = const(0x80)  # 0x01
_WAKE_US = const(2000)  # NSS low until the oscillator runs


class SpiLink:
    """`select`: has `spi`, the bus of the chosen chip, and `strobe`, low while a transfer runs."""

    is_held = False  # nobody holds the clock here
    may_answer = False  # after a transfer that failed: a chip that is there always answers

    def __init__(self, select, clock):
        self._select = select
        self._clock = clock
        self._turn = bytearray(256)  # each byte with its bits in the other order
        for byte in range(256):
            self._turn[byte] = self._turn[byte >> 1] >> 1 | (byte & 1) << 7
        self._out = bytearray(WHOLE)
        self._in = bytearray(WHOLE)
        self._outs = {}  # views by their length
        self._ins = {}
        self._ask = bytes((_STATUS, 0))
        self._told = bytearray(2)
        for length in LENGTHS:
            self._prepare(length + 1)

    def _prepare(self, count):
        self._outs[count] = memoryview(self._out)[:count]
        self._ins[count] = memoryview(self._in)[:count]

    def view(self, buffer, count):
        """What `read` takes, made once: the first `count` bytes of `buffer`."""
        self._prepare(count)
        return memoryview(buffer)[:count]

    def wake(self):
        """The chip wakes up while it is selected."""
        select = self._select
        select.strobe(0)
        self._clock.sleep_us(_WAKE_US)
        select.strobe(1)

    def write(self, frame):
        """Send a frame. Whether there may be a chip: on SPI nobody says so."""
        out, turn = self._out, self._turn
        out[0] = _WRITE
        count = len(frame)
        for i in range(count):
            out[1 + i] = turn[frame[i]]
        select = self._select
        select.strobe(0)
        select.spi.write(self._outs[count + 1])
        select.strobe(1)
        return True

    def read(self, view):
        """Fill a view: a status byte, then a frame if that is 1. Whether a chip is there."""
        select = self._select
        select.strobe(0)
        select.spi.write_readinto(self._ask, self._told)
        select.strobe(1)
        status = self._told[1]
        if status == 0xFF:  # nobody drives the line
            return False
        view[0] = 1 if status == _READY else 0
        count = len(view)
        if count > 1 and view[0]:
            self._read_frame(view, count)
        return True

    def _read_frame(self, view, count):
        self._out[0] = _READ
        for i in range(1, count):
            self._out[i] = 0
        select = self._select
        select.strobe(0)
        select.spi.write_readinto(self._outs[count], self._ins[count])
        select.strobe(1)
        got, turn = self._in, self._turn
        for i in range(1, count):
            view[i] = turn[got[i]]
