"""Asks a PN532 whether it is sound (UM0701-02, 7.2.1): its version, its own tests, its place on
the bus. Imported for a self-test only.
"""

from micropython import const

from domino.nfc.iso14443 import OK
from domino.nfc.pn532 import PAYLOAD
from domino.nfc.pn532_frames import ATQA, NOTHING, ONE_BYTE, Command

# What came of the chip's own test, as in probe_mfrc522.py.
PASSED = "ok"
DIFFERS = "differs"
SILENT = "no_answer"

_TEST_US = const(200_000)
_NOBODY = const(0xFF)
_HIGH_AT = const(9)  # in the frame of a mark
_LOW_AT = const(12)


class ProbePn532:
    """`port`: a TagPn532, whose driver is used."""

    gains = ()  # the firmware in the chip sets it anew with each search
    usual_gain = 0

    def __init__(self, port):
        self._port = port
        # Diagnose: the ROM, the RAM, and the antenna with a threshold for its current.
        self._tests = [
            Command(data, ONE_BYTE, _TEST_US)
            for data in (b"\x00\x01", b"\x00\x02", b"\x00\x07\x2d")
        ]
        self._field_on = Command(b"\x32\x01\x01", NOTHING, _TEST_US)
        # CIU_TReloadVal, which every command sets for itself.
        self._mark = Command(b"\x08\x63\x2c\x00\x63\x2d\x00", NOTHING, _TEST_US)
        self._marked = Command(b"\x06\x63\x2c\x63\x2d", ATQA, _TEST_US)

    async def version(self):
        """The chip's kind, 0x32; 0xFF where nobody is there."""
        port = self._port
        if not await port.wake() or await port.run(port.commands.version) != OK:
            return _NOBODY
        return port.chip.data[PAYLOAD]

    async def chip_test(self):
        """ROM, RAM and antenna. One that fails is a warning: boards differ in their antennas."""
        result = PASSED
        for command in self._tests:
            if await self._port.run(command) != OK:
                return SILENT
            if self._port.chip.data[PAYLOAD]:
                result = DIFFERS
        return result

    async def has_antenna(self):
        """Whether it takes the word to switch its field on."""
        return await self._port.run(self._field_on) == OK

    # -- the way to it -----------------------------------------------------------------------
    async def mark(self, value):
        """Leave a number up to 65535 in the chosen chip."""
        frame = self._mark.frame
        frame[_HIGH_AT] = value >> 8
        frame[_LOW_AT] = value & 0xFF
        self._mark.seal()
        if await self._port.wake():
            await self._port.run(self._mark)

    async def marked(self):
        """The number that the chosen chip was given last."""
        if await self._port.run(self._marked) != OK:
            return 0
        data = self._port.chip.data
        return data[PAYLOAD] << 8 | data[PAYLOAD + 1]

    async def set_gain(self, bits):
        """There is nothing to set."""
