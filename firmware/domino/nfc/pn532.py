"""PN532 reader chip (UM0701-02): one command at a time, sent, waited for and fetched without ever
blocking. `link` carries frames to the chip that the select has chosen (pn532_i2c, pn532_spi).

A command is written, then its ACK fetched, which lets the chip begin, then its answer. A chip that
acknowledges no transfer is not ready, until the time for what is waited for is over. What comes
too late is aborted; what belongs to an earlier command is passed over; what is bent is asked for
again. Where two fields may be on, two objects of this class have a command each under way.
"""

from micropython import const

from domino.nfc.iso14443 import (
    ABSENT,
    BUSY,
    CRC,
    DEAD,
    FORGETS,
    MAX_UID,
    NAK,
    OK,
    PENDING,
    PROTOCOL,
    SAK_PROTOCOL_4,
    SOUND,
    TIMEOUT,
    UNSTABLE,
)
from domino.nfc.pn532_frames import (
    ACK,
    ATQA,
    BLOCK,
    LEVEL,
    LONG,
    NACK,
    NOTHING,
    ONE_BYTE,
    ONE_TARGET,
    TO_HOST,
    TWO_TARGETS,
    VERSION,
    WHOLE,
)

PAYLOAD = const(8)  # index in `data` of what follows the code of the answer
_READY = const(0x01)
_LENGTH = const(4)
_CHECK = const(5)
_TFI = const(6)
_CODE = const(7)
_AROUND = const(8)  # status, preamble, start, LEN, LCS, DCS, postamble
# In the answer to a search, behind the count: a row for each target (UM, 7.3.5).
_ROW = const(9)
_SECOND = const(2)  # the number that the second one begins with
_SAK = const(3)
_UID_LENGTH = const(4)
_UID = const(5)
_ACK_BYTES = const(7)
_ERROR_TFI = const(0x7F)

_IDLE = const(0)
_UNSENT = const(1)  # nobody has acknowledged the frame yet
_SENT = const(2)
_TAKEN = const(3)  # acknowledged: the chip works

_ACK_US = const(400)  # it is there by then
# UM, 6.2: later than this it will not come. A frame that nobody acknowledges is tried for as long.
_ACK_LIMIT_US = const(15_000)
_ACK_POLLS = const(6)
_WAKE_US = const(1500)  # UM, 7.2.11: 1 ms
_REPEATS = const(2)

# Status bytes of UM, 7.1.
_STATUS = const(0x3F)
_NO_ANSWER = const(0x01)
_BAD_CRC = const(0x02)
_BAD_PARITY = const(0x03)
# The manual does not say which of them a tag's NAK becomes.
_FRAMING = const(0x05)
_FORMAT = const(0x13)
_AUTHENTICATION = const(0x14)


class Pn532:
    """What is under way with one chip. After OK: `count` bytes from data[PAYLOAD]."""

    # On I2C nobody but the chip that is called answers, on SPI none was seen to hold the line.
    is_bus_driven = False

    def __init__(self, link, clock):
        # Why the last command came to nothing (iso14443.SOUND and on).
        self.why = SOUND
        self._link = link
        self._clock = clock
        self.data = bytearray(WHOLE)
        self.count = 0
        self._views = {
            size: link.view(self.data, size)
            for size in (
                1,
                _ACK_BYTES,
                NOTHING,
                ONE_BYTE,
                ATQA,
                VERSION,
                LEVEL,
                ONE_TARGET,
                BLOCK,
                TWO_TARGETS,
                LONG,
                WHOLE,
            )
        }
        self._phase = _IDLE
        self._command = None  # the one under way
        self.size = 0  # how many bytes are read for an answer; a longer one is asked for again
        self._since_us = 0
        self._is_polled = False  # it was not ready before: ask for the status byte alone
        self._repeats = 0
        self._is_to_repeat = False  # a NACK is to be sent
        self.is_gone = False  # the last transfer failed: perhaps there is no chip
        # Since start, over all chips: answers that were bent, and stale ones.
        self.bent = self.stale = 0

    # -- a command -------------------------------------------------------------------------
    def begin(self, command):
        """Send a command and fetch its ACK, if that is there at once. PENDING, or DEAD."""
        self._command = command
        self.size = command.size
        self._repeats = 0
        self._is_to_repeat = False
        self._phase = _UNSENT
        self._restart()
        return self.advance()

    def advance(self):
        """Go on with the command: PENDING while the chip works, then what became of it.

        OK: the answer came. DEAD: nothing came in time, or nobody is there. CRC: it came bent
        each time. PROTOCOL: the chip does not know this command.
        """
        if self._phase == _IDLE:
            return DEAD
        # The last chance begins when the time is over: the tries of a transfer take a while.
        is_last, since_us = self._is_late(), self._since_us
        code = self._send() if self._phase == _UNSENT else self._fetch()
        if code == PENDING and is_last and since_us == self._since_us:
            return self.give_up()
        if code != PENDING:
            self._phase = _IDLE
        return code

    def give_up(self):
        """Do not wait any longer for the command under way. DEAD."""
        if self._phase != _IDLE:
            why = ABSENT if self.is_gone else BUSY
            self.abort()
            self.why = why
        return DEAD

    def abort(self):
        """Whatever the chip is at: it is to stop, and to answer nothing. Whether it heard it."""
        self._phase = _IDLE
        return self._write(ACK)

    def finish(self, command):
        """Send a command whose answer nobody waits for: it is passed over when the next one is
        sent. Whether the chip took it; if not, and it `is_at_work`, `go_on_finishing`."""
        return self._is_taken(self.begin(command))

    def go_on_finishing(self):
        """As `finish`, later."""
        return self._is_taken(self.advance())

    def _is_taken(self, code):
        """Wait for an ACK that comes soon."""
        for _ in range(_ACK_POLLS):
            if code != PENDING or self._phase == _TAKEN or self.is_gone:
                break
            self._clock.sleep_us(_ACK_US)
            code = self.advance()
        is_taken = code == PENDING and self._phase == _TAKEN
        if is_taken:
            self._phase = _IDLE
        return is_taken

    def is_at_work(self):
        """Whether a command is under way."""
        return self._phase != _IDLE

    def wake(self):
        """Before the first command after a reset or a failure. Whether somebody is there."""
        self._link.wake()
        if self.abort():
            return True
        if self._link.is_held:
            return False
        self._clock.sleep_us(_WAKE_US)  # on I2C it is its address that wakes it
        return self.abort()

    def _restart(self):
        self._since_us = self._clock.ticks_us()
        self._is_polled = False

    def _is_late(self):
        clock = self._clock
        spent_us = clock.ticks_diff(clock.ticks_us(), self._since_us)
        return spent_us > (self._command.limit_us if self._phase == _TAKEN else _ACK_LIMIT_US)

    def _send(self):
        if not self._write(self._command.frame):
            return self._unheard()
        self._phase = _SENT
        self._restart()
        self._clock.sleep_us(_ACK_US)
        return self._fetch()

    def _unheard(self):
        """A transfer failed: the chip may be busy, unless the way to it is closed."""
        return PENDING if self._link.may_answer else DEAD

    # -- frames that come ------------------------------------------------------------------
    def _fetch(self):
        """Read once what there is, if there is any."""
        data = self.data
        if self._is_to_repeat:
            return self._repeat()
        if self._is_polled:
            if not self._read(1):
                return self._unheard()
            if data[0] != _READY:
                return PENDING
        size = _ACK_BYTES if self._phase == _SENT else self.size
        if not self._read(size):
            return self._unheard()
        if data[0] != _READY:
            self._is_polled = True
            return PENDING
        return self._judge(size)

    def _write(self, frame):
        return self._is_reached(self._link.write(frame))

    def _read(self, size):
        return self._is_reached(self._link.read(self._views[size]))

    def _is_reached(self, is_reached):
        self.is_gone = not is_reached
        if self.is_gone:
            self.why = ABSENT
        return is_reached

    def _judge(self, size):
        data = self.data
        length = data[_LENGTH]
        if data[1] or data[2] or data[3] != 0xFF:
            return self._ask_again()
        if length == 0 and data[_CHECK] == 0xFF:
            if self._phase == _SENT:
                self._phase = _TAKEN
                self._restart()
            return PENDING
        if self._phase == _SENT:
            return self._pass_over()
        if (length + data[_CHECK]) & 0xFF or not length:
            return self._ask_again()
        if length + _AROUND > size:
            self.size = self._size_for(length + _AROUND)
            return self._repeat()
        return self._judge_body(length)

    def _size_for(self, count):
        """So many bytes come. Two tags make them TWO_TARGETS; what is longer has an ATS."""
        if count <= TWO_TARGETS:
            return TWO_TARGETS
        return LONG if count <= LONG else WHOLE

    def _judge_body(self, length):
        data = self.data
        total = 0
        for i in range(_TFI, _TFI + length + 1):
            total += data[i]
        if total & 0xFF:
            return self._ask_again()
        if length == 1 and data[_TFI] == _ERROR_TFI:
            self.why = FORGETS
            return PROTOCOL
        if data[_TFI] != TO_HOST or data[_CODE] != self._command.code:
            return self._pass_over()
        self.count = length - 2
        return OK

    def _pass_over(self):
        """An answer to an earlier command that nobody fetched."""
        self.stale += 1
        self._is_polled = True
        return PENDING

    def _ask_again(self):
        """What came is no frame, or its check does not hold."""
        self.bent += 1
        self._repeats += 1
        if self._repeats > _REPEATS or self._phase == _SENT:
            self.why = UNSTABLE
            return CRC
        return self._repeat()

    def _repeat(self):
        self._is_to_repeat = not self._write(NACK)
        if self._is_to_repeat:
            return self._unheard()
        self._restart()
        return PENDING

    # -- answers ---------------------------------------------------------------------------
    def status(self):
        """What the status byte of a command to a tag means, as a code of iso14443."""
        status = self.data[PAYLOAD] & _STATUS
        if status == 0:
            return OK
        if status == _NO_ANSWER:
            return TIMEOUT
        if status == _BAD_CRC or status == _BAD_PARITY:
            return CRC
        if status == _FRAMING or status == _FORMAT or status == _AUTHENTICATION:
            return NAK
        return PROTOCOL

    def take_first(self, tag):
        """Note the first target of a search as `uid`, `length` and `sak` of `tag`. False where its
        length is nonsense."""
        self._take_row(tag, _ROW)
        return self.data[_ROW + _UID_LENGTH] <= MAX_UID

    def take_second(self, tag):
        """The same for the second."""
        self._take_row(tag, self._second())

    def is_another(self, tag):
        """Whether the second target is not the first, which was noted, once more: its HLTA may
        have been lost."""
        data, length = self.data, tag.length
        row = self._second()
        if data[row + _UID_LENGTH] != length:
            return True
        for i in range(length):
            if data[row + _UID + i] != tag.uid[i]:
                return True
        return False

    def _second(self):
        """Where the row of the second target begins. A chip that was told to ask for no ATS may do
        it all the same: then the ATS, its length first, stands behind the UID (UM, 7.3.5)."""
        data = self.data
        row = _ROW + _UID + data[_ROW + _UID_LENGTH]
        if data[_ROW + _SAK] & SAK_PROTOCOL_4 and not self._is_last_row(row):
            row += data[row]
        return min(row, WHOLE - _UID - MAX_UID)

    def _is_last_row(self, row):
        """Whether a second target from here on ends where the answer ends."""
        data, end = self.data, PAYLOAD + self.count
        behind = row + _UID + data[row + _UID_LENGTH]
        if data[row] != _SECOND or behind > end:
            return False
        if behind < end and data[row + _SAK] & SAK_PROTOCOL_4:
            behind += data[behind]
        return behind == end

    def _take_row(self, tag, row):
        data = self.data
        length = min(data[row + _UID_LENGTH], MAX_UID)
        tag.sak = data[row + _SAK]
        tag.length = length
        for i in range(length):
            tag.uid[i] = data[row + _UID + i]
