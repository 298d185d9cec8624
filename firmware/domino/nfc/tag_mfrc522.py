"""A tag in the hands of one MFRC522: found, read, written and asked for its kind, without hurry.

For tags being written and readers being tested, while nothing scans: imported then only. What a
`port` is: tag_writer.py. The chip's driver is the table's own with what a write needs: an answer
of four bits, and 10 ms for it (NTAG21x data sheet, 10.4: a page takes 4.1 ms, at most 10).
"""

from micropython import const

from domino.nfc.iso14443 import BLOCK, DEAD, NAK, OK, PROTOCOL, TIMEOUT
from domino.nfc.mfrc522 import Mfrc522
from domino.nfc.type_a import TypeA

SETTLE_MS = const(6)  # 5 ms and what a tick may miss
_LIMIT_US = const(11_000)
_TRIES = const(3)

_RX_MODE = const(0x13 << 1)
_RX_NO_ERR = const(0x08)
_RX_CRC = const(0x88)
_RF_CFG = const(0x26 << 1)
_T_RELOAD_H = const(0x2C << 1)
_T_RELOAD_L = const(0x2D << 1)
_COM_IRQ = const(0x04 << 1)
_ERROR = const(0x06 << 1)
_FIFO_LEVEL = const(0x0A << 1)
_FIFO_DATA = const(0x09 << 1)
_CONTROL = const(0x0C << 1)
_READING = const(0x80)
_RX_LAST_BITS = const(0x07)
_OTHER_ERRS = const(0x13)
_RX_IRQ = const(0x20)
_TIMER_IRQ = const(0x01)
_TICKS_WRITE = const(400)  # of 25 us
_TICKS_READ = const(99)  # 2.5 ms
_WRITE = const(0xA2)
_GET_VERSION = const(0x60)
_VERSION_BYTES = const(8)
_VERSION_US = const(1600)
_PWD_AUTH = const(0x1B)
_PACK_BYTES = const(2)
_PWD_US = const(1500)
_LEVEL_AT = const(3)  # in what a poll brings: bytes in the FIFO
_ACK = const(0x0A)
_WRITE_US = const(5000)  # sent, programmed, answered
_WRITE_POLLS = const(60)
_WRITE_POLL_US = const(150)

# RxGain of RFCfgReg (9.3.3.6): a step in dB and its bits; the codes between say the same twice.
GAINS = ((18, 0x00), (23, 0x10), (33, 0x40), (38, 0x50), (43, 0x60), (48, 0x70))


class _Chip(Mfrc522):
    """The driver with an exchange for writes."""

    def __init__(self, select, clock):
        super().__init__(select, clock)
        ask = (_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL)
        self._ask_end = bytes([_READING | register for register in ask] + [0])
        self._got_end = bytearray(len(self._ask_end))
        self._ask_byte, self._got_byte = self.fetching(1)

    def set_gain(self, bits):
        """How much the receiver amplifies, bits of GAINS; until the next set-up."""
        self._write(_RF_CFG, bits)

    def exchange_write(self, frame):
        """Send a write. OK for an ACK, NAK, TIMEOUT, PROTOCOL for anything else, DEAD."""
        self.crc(True)
        self._write(_RX_MODE, _RX_NO_ERR)  # four bits have no CRC
        self._set_timer(_TICKS_WRITE)
        code = self.exchange(frame, 0, None, _WRITE_US)
        self._write(_RX_MODE, _RX_CRC)  # as `crc` has left it
        self._set_timer(_TICKS_READ)
        self._has_long_timer = True
        return code

    def _set_timer(self, ticks):
        self._write(_T_RELOAD_H, ticks >> 8)
        self._write(_T_RELOAD_L, ticks & 0xFF)

    def _finish(self, answer, is_hasty):
        if answer is not None:
            return super()._finish(answer, is_hasty)
        got = self._got_end
        for _ in range(_WRITE_POLLS):
            self.read(self._ask_end, got)
            requests = got[1]
            if requests == 0x00 or requests == 0xFF:
                return DEAD
            if requests & _RX_IRQ:
                return self._judge_end(got[2], got[3], got[4])
            if requests & _TIMER_IRQ:
                return TIMEOUT
            self._clock.sleep_us(_WRITE_POLL_US)
        return DEAD

    def _judge_end(self, errors, level, control):
        self._is_dirty = True
        if errors & _OTHER_ERRS or level != 1 or control & _RX_LAST_BITS != 4:
            return PROTOCOL
        self.read(self._ask_byte, self._got_byte)
        return OK if self._got_byte[1] & 0x0F == _ACK else NAK


class TagMfrc522:
    """The tag over the reader that was opened last. `uid`, `length`, `sak`; `block`: 16 bytes;
    `is_there`: something answered the last `find`."""

    settle_ms = SETTLE_MS
    loudest = GAINS[-1][1]

    def __init__(self, select, clock):
        self._select = select
        self.chip = _Chip(select, clock)
        self._tag = TypeA(self.chip, clock)
        self.block = bytearray(BLOCK)
        self.is_there = False
        self._write = self.chip.frame(6)
        self._write[1] = _WRITE
        self._ask_version = self.chip.frame(1)
        self._ask_version[1] = _GET_VERSION
        self._version = self.chip.answer(_VERSION_BYTES, False)
        self._fetch_version, self._got_version = self.chip.fetching(_VERSION_BYTES)
        self._ask_pack = self.chip.frame(5)
        self._ask_pack[1] = _PWD_AUTH
        self._pack = self.chip.answer(_PACK_BYTES, False)
        self._fetch_pack, self._got_pack = self.chip.fetching(_PACK_BYTES)

    @property
    def uid(self):
        """The UID, `length` bytes of it."""
        return self._tag.uid

    @property
    def length(self):
        """4, 7 or 10."""
        return self._tag.length

    @property
    def sak(self):
        """The last SAK."""
        return self._tag.sak

    # -- the reader ------------------------------------------------------------------------
    async def open(self, output, gain=None):
        """Set the reader up and switch its field on: OK or DEAD. Tags answer `settle_ms` later."""
        self._select.choose(output)
        if self.chip.set_up() != OK:
            return DEAD
        if gain is not None:
            self.chip.set_gain(gain)
        self.chip.field_on()
        self._begin()
        return OK

    def close(self):
        """Switch the field off."""
        self.chip.end()

    def _begin(self):
        self._tag.begin(_LIMIT_US)

    def tally(self):
        """Of the last exchanges with the tag: how many were answered, how many lost or bent."""
        tag = self._tag
        return tag.answers, tag.lost + tag.crc_errors + tag.collisions

    # -- the tag ---------------------------------------------------------------------------
    async def find(self):
        """Wake and select whatever lies there: OK, TIMEOUT where nothing does, COLLISION."""
        self._begin()
        tag = self._tag
        tag.forget()
        code = tag.wake(_TRIES, False)
        self.is_there = code == OK
        return tag.select() if code == OK else code

    async def confirm(self):
        """Halt the selected tag, wake it and select it by the UID that was read."""
        self._begin()
        return self._tag.confirm()

    async def again(self):
        """Wake and select the tag of before."""
        self._begin()
        return self._tag.reselect()

    async def read(self, page):
        """Four pages into `block`."""
        self._begin()
        code = self._tag.read_page(page)
        if code == OK:
            got = self._tag.block
            for i in range(BLOCK):
                self.block[i] = got[1 + i]
        return code

    async def write(self, page, data, at):
        """Write data[at:at + 4] to a page."""
        frame = self._write
        frame[2] = page
        for i in range(4):
            frame[3 + i] = data[at + i]
        return self.chip.exchange_write(frame)

    async def version(self):
        """What chip the tag is, eight bytes into `block`; NAK, or silence, where it cannot say."""
        return self._say(
            self._ask_version,
            self._version,
            self._fetch_version,
            self._got_version,
            _VERSION_US,
        )

    async def unlock(self, password):
        """PWD_AUTH: the tag's two bytes PACK into `block`; NAK where the password is another."""
        for i in range(4):
            self._ask_pack[2 + i] = password[i]
        return self._say(self._ask_pack, self._pack, self._fetch_pack, self._got_pack, _PWD_US)

    def _say(self, frame, answer, fetch, got, due_us):
        """A frame whose answer has a length of its own."""
        chip = self.chip
        chip.crc(True)
        chip.wait_for_memory()
        code = chip.exchange(frame, 0, answer, due_us)
        if code == OK:
            chip.read(fetch, got)
            for i in range(answer[2]):
                self.block[i] = got[1 + i]
        elif code != TIMEOUT and answer[1][_LEVEL_AT] == 1:
            return NAK
        return code
