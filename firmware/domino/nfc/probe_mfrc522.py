"""Asks an MFRC522 whether it is sound (NXP data sheet rev. 3.9): its own test, its antenna, its
select line, and how much room its receiver has. Imported for a self-test only.

After `chip_test` and `mark` the chip is not set up; `TagMfrc522.open` sets it up from the start.
"""

from micropython import const

from domino.nfc.ndef import crc16
from domino.nfc.tag_mfrc522 import GAINS

# What came of the chip's own test.
PASSED = "ok"
DIFFERS = "differs"  # a clone leaves other bytes, and may read tags well: a warning
SILENT = "no_answer"

_READ = const(0x80)
_COMMAND = const(0x01 << 1)
_FIFO_DATA = const(0x09 << 1)
_FIFO_LEVEL = const(0x0A << 1)
_TX_CONTROL = const(0x14 << 1)
_AUTO_TEST = const(0x36 << 1)
_T_RELOAD_H = const(0x2C << 1)
_T_RELOAD_L = const(0x2D << 1)
_VERSION = const(0x37 << 1)

_MEM = const(0x01)
_CALC_CRC = const(0x03)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)
_FLUSH = const(0x80)
_TEST = const(0x09)
_NO_TEST = const(0x40)
_BUFFER = const(25)
_RESULT = const(64)
_ANTENNA_ON = const(0x03)
_POLLS = const(40)
_POLL_US = const(250)
# CRC-16/CCITT-FALSE of the 64 bytes that section 16.1.1 prints, by VersionReg.
_EXPECTED = {0x91: 0xD982, 0x92: 0x274C}


class ProbeMfrc522:
    """`port`: a TagMfrc522, whose driver is used."""

    gains = GAINS
    usual_gain = 33  # dB, what the table sets

    def __init__(self, port, clock):
        self._chip = port.chip
        self._clock = clock
        self._ask = bytearray(2)
        self._got = bytearray(2)

    def _register(self, number):
        self._ask[0] = _READ | number
        self._chip.read(self._ask, self._got)
        return self._got[1]

    async def version(self):
        """What VersionReg reads; 0x00 and 0xFF mean that nobody is there."""
        return self._register(_VERSION)

    async def chip_test(self):
        """The digital self test of section 16.1.1; about 3 ms."""
        chip = self._chip
        version = self._register(_VERSION)
        if version == 0x00 or version == 0xFF:
            return SILENT
        chip._write(_COMMAND, _SOFT_RESET)
        if not self._waits_for(_COMMAND, _POWER_DOWN, 0):
            return SILENT
        chip._write(_FIFO_LEVEL, _FLUSH)
        for _ in range(_BUFFER):
            chip._write(_FIFO_DATA, 0)
        chip._write(_COMMAND, _MEM)
        chip._write(_AUTO_TEST, _TEST)
        chip._write(_FIFO_DATA, 0)
        chip._write(_COMMAND, _CALC_CRC)
        is_done = self._waits_for(_FIFO_LEVEL, 0x7F, _RESULT)  # some never raise CRCIRq
        crc = self._fetch() if is_done else 0
        chip._write(_COMMAND, 0)
        chip._write(_AUTO_TEST, _NO_TEST)
        if not is_done:
            return SILENT
        return PASSED if crc == _EXPECTED.get(version, -1) else DIFFERS

    def _waits_for(self, register, mask, value):
        for _ in range(_POLLS):
            if self._register(register) & mask == value:
                return True
            self._clock.sleep_us(_POLL_US)
        return False

    def _fetch(self):
        """The CRC of what the test left in the FIFO."""
        ask, got = self._chip.fetching(_RESULT)
        self._chip.read(ask, got)
        crc = 0xFFFF
        for i in range(_RESULT):
            crc = crc16(crc, got[1 + i])
        return crc

    async def has_antenna(self):
        """Whether both halves of the antenna's driver can be switched on; of an open reader."""
        return self._register(_TX_CONTROL) & _ANTENNA_ON == _ANTENNA_ON

    # -- select lines ----------------------------------------------------------------------
    async def mark(self, value):
        """Leave a number up to 65535 in the chosen chip."""
        self._chip._write(_T_RELOAD_H, value >> 8)
        self._chip._write(_T_RELOAD_L, value & 0xFF)

    async def marked(self):
        """The number that the chosen chip was given last."""
        return self._register(_T_RELOAD_H) << 8 | self._register(_T_RELOAD_L)

    # -- the receiver ----------------------------------------------------------------------
    async def set_gain(self, bits):
        """Of `gains`, until the reader is opened again."""
        self._chip.set_gain(bits)
