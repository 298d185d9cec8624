"""MFRC522 reader chip on SPI (NXP data sheet rev. 3.9): registers, set-up, one exchange of frames.

One driver serves every reader: which chip hears it is up to `select`, an object with `spi`, the
bus of the chosen chip, and `strobe`, a pin-like callable that is 0 while a transfer runs (one
select a transfer). What a chip remembers between looks is therefore always put back by `end`.

Bytes on the bus are what a look costs. So a register is written only when it must be, and the
poll that sees the end of an answer fetches the answer in the same transfer. Nothing here waits
without bound: the chip's timer ends an exchange, and a count ends the polling if it does not.
"""

from micropython import const

from domino.nfc.iso14443 import (
    ABSENT,
    BLOCK,
    BUSY,
    COLLISION,
    CRC,
    CRYPTO,
    DEAD,
    FORGETS,
    NAK,
    NO_ANTENNA,
    NO_START,
    OK,
    PROTOCOL,
    SOUND,
    TIMEOUT,
    UNSTABLE,
)

# Section 8.1.2.3: an address byte is the register's number shifted left, with bit 7 for reading.
_READ = const(0x80)
_COMMAND = const(0x01 << 1)
_COM_IRQ = const(0x04 << 1)
_ERROR = const(0x06 << 1)
_STATUS2 = const(0x08 << 1)
_FIFO_DATA = const(0x09 << 1)
_FIFO_LEVEL = const(0x0A << 1)
_BIT_FRAMING = const(0x0D << 1)
_MODE = const(0x11 << 1)
_TX_MODE = const(0x12 << 1)
_RX_MODE = const(0x13 << 1)
_TX_CONTROL = const(0x14 << 1)
_TX_ASK = const(0x15 << 1)
_TX_SEL = const(0x16 << 1)
_RX_SEL = const(0x17 << 1)
_RX_THRESHOLD = const(0x18 << 1)
_DEMOD = const(0x19 << 1)
_MF_TX = const(0x1C << 1)
_MF_RX = const(0x1D << 1)
_MOD_WIDTH = const(0x24 << 1)
_RF_CFG = const(0x26 << 1)
_GS_N = const(0x27 << 1)
_CW_GS_P = const(0x28 << 1)
_MOD_GS_P = const(0x29 << 1)
_T_MODE = const(0x2A << 1)
_T_PRESCALER = const(0x2B << 1)
_T_RELOAD_H = const(0x2C << 1)
_T_RELOAD_L = const(0x2D << 1)
_TEST_SEL_2 = const(0x32 << 1)
_TEST_PIN_EN = const(0x33 << 1)
_AUTO_TEST = const(0x36 << 1)
_VERSION = const(0x37 << 1)

_SOFT = const(0x18)
_CRYPTO1_ON = const(0x08)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)  # also set while the chip starts up
_DEAF = const(0x30)  # receiver or all of it off
_ALL_REQUESTS = const(0x7F)
_TX_IRQ = const(0x40)
_RX_IRQ = const(0x20)
_TIMER_IRQ = const(0x01)
_COLL_ERR = const(0x08)
_CRC_ERR = const(0x04)
_OTHER_ERRS = const(0x13)  # FIFO overflow, parity, protocol
_FLUSH = const(0x80)
_START_SEND = const(0x80)
_CRC_ENABLE = const(0x80)
_RX_NO_ERR = const(0x08)  # fewer than four bits are noise, not an answer
_ANTENNA_OFF = const(0x80)
_ANTENNA_ON = const(0x83)  # both halves, TX2 inverted
_FORCE_100_ASK = const(0x40)
_PRESET_6363 = const(0x3D)  # the reset value with the preset that CRC_A wants
_T_AUTO = const(0x80)  # the timer starts when a frame was sent and stops when an answer begins
# Section 8.5: 13.56 MHz / (2 * 169 + 1) is a tick of 25 us.
_PRESCALER = const(169)
_TICKS = const(40)  # 1.0 ms: the first bit of an answer to a selecting frame comes after 0.1 ms
_TICKS_MEMORY = const(99)  # 2.5 ms: a tag may take its time over its memory

TIMEOUT_US = const(1040)
# From the first look at the interrupt requests to the timer's end, when no answer began.
_REST_US = const(760)
_POLL_US = const(150)
_POLLS = const(16)
_RESET_POLLS = const(20)
_RESET_POLL_US = const(100)
# What a set-up brings about, register and value: all whose wrong value makes a reader deaf, loud
# or slow. Those that have it after the reset are not written; later a spike on the supply, or a
# bit turned over on the wires, may hit any of them. RFCfgReg is the gain.
_TX_MODE_AT = const(6)
_GAIN_AT = const(15)
_SET_UP = bytes(
    (_TX_ASK, _FORCE_100_ASK, _T_MODE, _T_AUTO, _T_PRESCALER, _PRESCALER)
    + (_T_RELOAD_H, 0, _T_RELOAD_L, _TICKS, _MODE, _PRESET_6363, _TX_MODE, 0, _RX_MODE, _RX_NO_ERR)
    + (_TX_SEL, 0x10, _RX_SEL, 0x84, _RX_THRESHOLD, 0x84, _DEMOD, 0x4D, _MF_TX, 0x62, _MF_RX, 0)
    + (_MOD_WIDTH, 0x26, _RF_CFG, 0x48, _GS_N, 0x88, _CW_GS_P, 0x20, _MOD_GS_P, 0x20)
    + (_TEST_SEL_2, 0, _TEST_PIN_EN, 0x80, _AUTO_TEST, 0x40)
)
_WRITTEN = const(22)
# A check reads version, three registers of which some bits count, the first of the set-up, without
# which no tag understands a word, and a part of the rest: as many registers as the bytes of a look
# allow, so that three checks read all.
PARTS = const(3)
_PART = const(7)


def _reading(registers):
    """Buffers of one transfer that reads `registers`: what is sent, what comes (from byte 1)."""
    ask = bytes([_READ | register for register in registers] + [0])
    return ask, bytearray(len(ask))


class Mfrc522:
    """The chip that `select` has chosen. Result codes are those of iso14443."""

    def __init__(self, select, clock, gain=0x48):
        self._select = select
        self._clock = clock
        # What the registers are to be. RFCfgReg: 0x48 is 33 dB, the reset value; 0x70 is 48 dB.
        self._wanted = bytearray(_SET_UP[2 * i + 1] for i in range(_WRITTEN))
        self._wanted[_GAIN_AT] = gain
        self.version = 0
        # Why the last set-up, check or exchange failed (iso14443.SOUND and on).
        self.why = SOUND
        # Whether somebody drove MISO before the last set-up while no chip was selected.
        self.is_bus_driven = False
        self._pair = bytearray(2)
        # The running exchange needs the command written anew: always at the start of a look, and
        # after anything but a good answer, because the receiver is still waiting then.
        self._is_stale = True
        # Bytes nobody read may be left in the FIFO.
        self._is_dirty = False
        self._has_crc = False
        self._has_long_timer = False
        self._ask_version, self._got_version = _reading((_VERSION, _VERSION))
        self._ask_command, self._got_command = _reading((_COMMAND,))
        written = [_SET_UP[2 * i] for i in range(_WRITTEN)]
        self._ask_check, self._got_check = _reading([_COMMAND] + written)
        watched = [_VERSION, _TX_CONTROL, _STATUS2, _COMMAND, _TX_ASK]
        self._watched = tuple(
            _reading(watched + written[first : first + _PART])
            for first in range(1, _WRITTEN, _PART)
        )

    # -- buffers, made once by whoever sends frames ----------------------------------------
    @staticmethod
    def frame(count):
        """A buffer for a frame of `count` bytes, to be filled from byte 1."""
        buffer = bytearray(count + 1)
        buffer[0] = _FIFO_DATA
        return buffer

    @staticmethod
    def answer(count, fetched=True):
        """Buffers for an answer of `count` bytes, which come from byte 4 of the second one."""
        fifo = (_FIFO_DATA,) * (count if fetched else 0)
        ask, got = _reading((_COM_IRQ, _ERROR, _FIFO_LEVEL) + fifo)
        return ask, got, count

    @staticmethod
    def fetching(count):
        """Buffers that fetch `count` bytes after the end of the answer was seen (from byte 1)."""
        return _reading((_FIFO_DATA,) * count)

    # -- registers -------------------------------------------------------------------------
    def _write(self, register, value):
        pair = self._pair
        pair[0] = register
        pair[1] = value
        select = self._select
        select.strobe(0)
        select.spi.write(pair)
        select.strobe(1)

    def read(self, ask, got):
        """One reading transfer with buffers of `fetching`."""
        select = self._select
        select.strobe(0)
        select.spi.write_readinto(ask, got)
        select.strobe(1)

    # -- set-up ---------------------------------------------------------------------------
    def probe(self):
        """OK when a chip is there. 0x00 and 0xFF mean nobody; any other version is used, if it
        reads the same twice."""
        got = self._got_version
        # With no chip selected the pull-up on MISO wins, unless a module never lets go of it.
        self._select.spi.write_readinto(self._ask_version, got)
        self.is_bus_driven = got[0] & got[1] & got[2] != 0xFF
        self.read(self._ask_version, got)
        self.version = got[1]
        if got[1] != got[2]:
            return self._fail(UNSTABLE)
        return self._fail(ABSENT) if self.version in (0x00, 0xFF) else OK

    def _fail(self, why):
        self.why = why
        return DEAD

    def set_up(self):
        """Reset the chip by command and set every register that we rely on; about 1 ms.

        OK, or DEAD where the chip does not answer, does not come back, or forgets what is written.
        """
        if self.probe() != OK:
            return DEAD
        self._write(_COMMAND, _SOFT_RESET)
        if not self._has_started():
            return self._fail(NO_START)
        # TxModeReg changes in each look, and a reset leaves it as it is wanted: does it change?
        self._wanted[_TX_MODE_AT] = _CRC_ENABLE
        is_as_wanted = self._bring_about()
        self._wanted[_TX_MODE_AT] = 0
        self._write(_TX_MODE, 0)
        self._is_stale = True
        self._is_dirty = self._has_crc = self._has_long_timer = False
        return OK if is_as_wanted else self._fail(FORGETS)

    def _bring_about(self):
        """Write what the reset left otherwise, in chips of other makers more, and read it back."""
        got = self._got_check
        self.read(self._ask_check, got)
        for i in range(_WRITTEN):
            if got[2 + i] != self._wanted[i]:
                self._write(_SET_UP[2 * i], self._wanted[i])
        for _ in range(2):  # noise on the wires is not the chip's fault
            self.read(self._ask_check, got)
            if self._is_as_wanted(got, 2, 0, _WRITTEN):
                return True
        return False

    def _is_as_wanted(self, got, at, first, count):
        """Whether got[at:] are the values of `count` registers of the set-up from `first` on."""
        for i in range(count):
            if got[at + i] != self._wanted[first + i]:
                return False
        return True

    def _has_started(self):
        for _ in range(_RESET_POLLS):
            self._clock.sleep_us(_RESET_POLL_US)
            self.read(self._ask_command, self._got_command)
            if not self._got_command[1] & _POWER_DOWN:
                return True
        return False

    def check(self, version, part=PARTS):
        """While the field is on: OK, or DEAD where the chip is there but can read no tag, or is
        not the one it was. What is wrong must read so twice. `part`: of the set-up, 0 to 2; PARTS
        for all of it."""
        self.rest()
        if part < PARTS:
            return DEAD if self._watch(version, part) and self._watch(version, part) else OK
        self._write(_COMMAND, 0)  # a reset has left the receiver off
        self._is_stale = True
        for part in range(PARTS):
            if self._watch(version, part) and self._watch(version, part):
                return DEAD
        return OK

    def _watch(self, version, part):
        """One transfer of 13 bytes."""
        ask, got = self._watched[part]
        self.read(ask, got)
        why = SOUND
        if got[1] in (0x00, 0xFF):
            why = ABSENT
        elif got[1] != version:
            why = UNSTABLE
        elif got[2] != _ANTENNA_ON:
            why = NO_ANTENNA
        elif got[3] & _CRYPTO1_ON:
            why = CRYPTO
        elif got[4] & _DEAF or not self._is_part_as_wanted(got, part):
            why = FORGETS
        if why:
            self.why = why
        return why

    def soften(self, is_soft):
        """Receive with 23 dB (RFCfgReg, 9.3.3.6), which hears what lies over the antenna but not
        what lies beside it, or as before."""
        self._write(_RF_CFG, _SOFT if is_soft else self._wanted[_GAIN_AT])

    def _is_part_as_wanted(self, got, part):
        first = 1 + _PART * part
        return got[5] == self._wanted[0] and self._is_as_wanted(got, 6, first, _PART)

    # -- field -----------------------------------------------------------------------------
    def field_on(self):
        """Drive the antenna; tags need 5 ms from here."""
        self._write(_TX_CONTROL, _ANTENNA_ON)

    def field_off(self):
        """Stop driving the antenna: every tag over it forgets its state."""
        self._write(_TX_CONTROL, _ANTENNA_OFF)

    # -- a look ----------------------------------------------------------------------------
    def begin(self):
        """The first exchange with this chip since another one was chosen."""
        self._is_stale = True

    def end(self):
        """Put back what the next look at this chip takes for granted, and switch off the field."""
        self.rest()
        self.field_off()

    def rest(self):
        """The same with the field left on, before another chip is chosen."""
        self.crc(False)
        if self._has_long_timer:
            self._write(_T_RELOAD_L, _TICKS)
            self._has_long_timer = False
        if self._is_dirty:
            self._flush()

    def crc(self, on):
        """Let the chip add and check CRC_A, or not (short frames and anticollision have none)."""
        if on != self._has_crc:
            self._has_crc = on
            self._write(_TX_MODE, _CRC_ENABLE if on else 0)
            self._write(_RX_MODE, _CRC_ENABLE | _RX_NO_ERR if on else _RX_NO_ERR)

    def wait_for_memory(self):
        """From now to the end of the look, give a tag 2.5 ms instead of 1."""
        if not self._has_long_timer:
            self._write(_T_RELOAD_L, _TICKS_MEMORY)
            self._has_long_timer = True

    def _flush(self):
        self._write(_FIFO_LEVEL, _FLUSH)
        self._is_dirty = False

    def exchange(self, frame, last_bits, answer, due_us, is_hasty=False):
        """Send a frame, wait for its answer, return what became of it.

        `last_bits`: bits of the last byte that are sent, 0 for all. `due_us`: when the answer is
        complete, counted from the start of sending; the first look comes then. `is_hasty`: nothing
        having come by then is silence enough.
        """
        self._start(frame, last_bits)
        self._clock.sleep_us(due_us)
        code = self._finish(answer, is_hasty)
        # StartSend must rise again for the next frame.
        self._write(_BIT_FRAMING, 0)
        if code != OK:
            self._is_stale = True
        return code

    def send(self, frame, sent_us):
        """Send a frame that nobody answers; `sent_us`: until it is out."""
        self._start(frame, 0)
        self._clock.sleep_us(sent_us)
        self._write(_BIT_FRAMING, 0)
        self._is_stale = True

    def _start(self, frame, last_bits):
        if self._is_stale:
            # Writing the command again is what ends the wait of an exchange without an answer;
            # after a good answer it goes on to the next frame by itself (section 10.3.1.8).
            self._write(_COMMAND, _TRANSCEIVE)
            self._is_stale = False
        if self._is_dirty:
            self._flush()
        self._write(_COM_IRQ, _ALL_REQUESTS)
        select = self._select
        select.strobe(0)
        select.spi.write(frame)
        select.strobe(1)
        self._write(_BIT_FRAMING, _START_SEND | last_bits)

    def _finish(self, answer, is_hasty):
        ask, got, count = answer
        is_spoiled = is_absent = False
        for i in range(_POLLS):
            self.read(ask, got)
            requests = got[1]
            # A sent frame always leaves a request, and bit 7 always reads 0.
            if requests == 0x00 or requests == 0xFF:
                if is_absent:
                    return self._fail(ABSENT)
                is_absent = True  # once may be noise on the wires
                continue
            if requests & _RX_IRQ:
                return self._judge(got[2], got[3], count, is_spoiled)
            if requests & _TIMER_IRQ or (is_hasty and requests & _TX_IRQ and got[3] == 0):
                return TIMEOUT
            # An answer is coming in and this poll took bytes of it out of the FIFO.
            is_spoiled = is_spoiled or (got[3] != 0 and len(got) > 4)
            self._clock.sleep_us(_POLL_US if i else _REST_US)
        return self._fail(BUSY)

    def _judge(self, errors, level, count, is_spoiled):
        bad = errors & (_COLL_ERR | _CRC_ERR | _OTHER_ERRS)
        if bad == 0 and level == count and not is_spoiled:
            return OK
        self._is_dirty = True
        if count == BLOCK and level == 1:
            return NAK
        if errors & _COLL_ERR:
            return COLLISION
        if errors & _CRC_ERR:
            return CRC
        return PROTOCOL
