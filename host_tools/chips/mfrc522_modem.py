"""The contactless part of the emulated MFRC522: frames out, answers in, with their times."""

from collections.abc import Callable

from host_tools.chips import mfrc522_map as r
from host_tools.chips.field import Reply
from host_tools.chips.iso14443 import CARRIER_PER_BIT, air_bits, ns, with_crc
from host_tools.chips.mfrc522_receiver import Received, receive
from host_tools.chips.mfrc522_registers import Registers
from host_tools.chips.mfrc522_timer import NEVER
from host_tools.chips.tag_base import Tag

_END_BITS = 2  # end of communication of the reader: a zero and a bit without modulation
_GAIN_STEP_DB = 5
_MOD_WIDTH_SPAN = 8  # a pause of 2 to 3 us is heard as one (ISO 14443-2, 8.1.3)
# Below it the antenna has not enough current for a tag (9.3.3.7, 9.3.3.8: CWGsN, CWGsP).
_LEAST_CW_N, _LEAST_CW_P = 4, 0x10
_MOST_MIN_LEVEL = 0xB  # of RxThresholdReg; above it an answer is too faint (9.3.2.9)
_MIN_BITS = 4  # section 9.3.2.4, RxNoErr: what is shorter is no frame


class Modem(Registers):
    """Sends what the FIFO holds; the field says what comes back."""

    no_rf = False  # fault, see MFRC522

    def _clear(self, ready_ns: int) -> None:
        super()._clear(ready_ns)
        self._frame: tuple[bytes, int, int, int] | None = None  # data, bits, air bits, start
        self._reply: Reply | None = None
        self._heard_bits = 0
        self._filled = 0  # bytes of the answer that are in the FIFO already
        self._rx_start = NEVER  # the fifth bit of the answer
        self._drive_antenna()

    def _read_handlers(self) -> list[Callable[[], int] | None]:
        handlers = super()._read_handlers()
        handlers[r.FIFO_DATA] = self._read_fifo
        handlers[r.FIFO_LEVEL] = self._read_fifo_level
        return handlers

    def _write_handlers(self) -> list[Callable[[int], None] | None]:
        handlers = super()._write_handlers()
        handlers[r.BIT_FRAMING] = self._write_bit_framing
        handlers[r.TX_CONTROL] = self._write_tx_control
        for number in (r.GS_N, r.CW_GS_P):
            handlers[number] = self._make_write_conductance(number)
        return handlers

    def _drive_antenna(self) -> None:
        regs = self._regs
        self.field.power(
            bool(regs[r.TX_CONTROL] & 3)
            and not regs[r.COMMAND] & r.POWER_DOWN
            and not self.reset_stuck
            and not self.no_rf
            and not self.antenna_stuck_off
            and regs[r.GS_N] >> 4 >= _LEAST_CW_N
            and regs[r.CW_GS_P] & 0x3F >= _LEAST_CW_P
        )

    def _write_tx_control(self, value: int) -> None:
        self._regs[r.TX_CONTROL] = value
        was_on = self.field.on
        self._drive_antenna()
        if was_on and not self.field.on:
            self._cut_answer()

    def _make_write_conductance(self, number: int) -> Callable[[int], None]:
        def write(value: int) -> None:
            self._regs[number] = value
            self._drive_antenna()

        return write

    def _write_bit_framing(self, value: int) -> None:
        self._regs[r.BIT_FRAMING] = value & 0x77
        if value & r.START_SEND and self._command == r.TRANSCEIVE:
            self._start_transmission()

    # -- sending ---------------------------------------------------------------------------
    def _start_transmission(self) -> None:
        regs = self._regs
        if self.stuck_busy or self.reset_stuck or self._tx_end != NEVER:
            return
        data = bytes(self._fifo)
        last = regs[r.BIT_FRAMING] & 7
        bits = 8 * len(data) - (8 - last if last and data else 0)
        if regs[r.TX_MODE] & r.CRC_ENABLE:
            data = with_crc(data)
            bits = bits + 16 if not last else 0  # half a byte and a CRC: no frame at all
        self._fifo.clear()
        self._send(data, bits)

    def _send(self, data: bytes, bits: int) -> None:
        now_ns = self.clock.now_ns
        air = air_bits(bits)
        self._frame = (data, bits, air, now_ns)
        self._reply = None
        self._rx_start = self._rx_end = NEVER
        self._is_waiting = False
        self._tx_end = now_ns + ns((air + _END_BITS) * CARRIER_PER_BIT)
        self._plan()

    def _end_transmission(self) -> None:
        end_ns = self._tx_end
        self._tx_end = NEVER
        self._com_irq |= r.TX_IRQ | r.LO_ALERT_IRQ
        regs = self._regs
        if regs[r.T_MODE] & r.T_AUTO:
            self._start_timer(end_ns)
        regs[r.ERROR] &= ~(r.COLL_ERR | r.CRC_ERR | r.PARITY_ERR | r.PROTOCOL_ERR)
        self._is_waiting = self._command in (r.TRANSCEIVE, r.MF_AUTHENT)
        if self._command == r.TRANSMIT:
            self._end_command()
        if self.no_rf or self.antenna_stuck_off:
            return
        data, bits, air, start_ns = self._frame
        if self._is_on_air():
            self.field.gain_db = self._gain_db()
            reply = self.field.send(data, bits, air, start_ns)
            if reply is not None and self._is_loud_enough():
                self._expect(reply, start_ns)
        else:
            self.field.send_noise(start_ns)

    def _is_on_air(self) -> bool:
        """Whether a tag can make a frame of what is sent."""
        regs = self._regs
        return bool(
            self._frame[1]
            and regs[r.TX_ASK] & r.FORCE_100_ASK
            and regs[r.TX_SEL] & 0x30 == 0x10  # the drivers follow the internal encoder
            and abs(regs[r.MOD_WIDTH] - r.RESET_VALUES[r.MOD_WIDTH]) <= _MOD_WIDTH_SPAN
            and not self._read_status2() & r.CRYPTO1_ON
            and not regs[r.MF_RX] & r.PARITY_DISABLE
            and not (regs[r.TX_MODE] | regs[r.RX_MODE]) & 0x70
            and not regs[r.AUTO_TEST] & 0x0F
            and not regs[r.TX_CONTROL] & r.TX_CW
            and not regs[r.TEST_SEL_2] & r.PRBS
        )

    def _gain_db(self) -> int:
        return r.GAIN_DB[self._regs[r.RF_CFG] >> 4 & 7]

    def _is_loud_enough(self) -> bool:
        """Below what the place needs nothing is heard; up to a step above it, not all."""
        room = self._gain_db() - self.field.needs_db
        if 0 <= room < _GAIN_STEP_DB:
            return self._random.random() < (room + 1) / (_GAIN_STEP_DB + 1)
        return room >= 0

    def _cancel(self, next_command: int) -> None:
        """End what runs; a frame cut off in the middle is noise to the tags."""
        if self._tx_end != NEVER:
            self._tx_end = NEVER
            self.field.send_noise(self._frame[3])
        if next_command != r.RECEIVE:
            self._rx_start = NEVER
            self._rx_end = NEVER
            self._reply = None
        self._crc_end = NEVER
        self._is_waiting = False

    # -- receiving -------------------------------------------------------------------------
    def _expect(self, reply: Reply, start_ns: int) -> None:
        self._reply = reply
        self._heard_bits = reply.bits
        self._filled = 0
        bits = air_bits(reply.bits, reply.align)
        # Table 106: the timer stops with the fifth bit, the start bit counted.
        self._rx_start = start_ns + ns(reply.start + 5 * CARRIER_PER_BIT)
        self._rx_from = start_ns + ns(reply.start)
        self._rx_end = start_ns + ns(reply.start + (bits + 1) * CARRIER_PER_BIT)

    def tag_left(self, tag: Tag) -> None:
        """The field says that a tag was taken away; its answer ends here."""
        if self._reply is not None and self._reply.tags == [tag]:
            self._cut_answer()

    def _cut_answer(self) -> None:
        if self._reply is None:
            return
        now_ns = self.clock.now_ns
        bits = (now_ns - self._rx_from) * 339 // (25_000 * CARRIER_PER_BIT) - 1
        heard = max(0, bits - bits // 9)  # parity bits left out
        if heard == 0:
            self._rx_start = self._rx_end = NEVER
            self._reply = None
        elif heard < self._reply.bits:
            self._heard_bits = heard
            self._rx_end = now_ns + ns(CARRIER_PER_BIT)
        self._plan()

    def _hear_start(self, due_ns: int) -> None:
        self._rx_start = NEVER
        regs = self._regs
        if self._hears() and regs[r.T_MODE] & r.T_AUTO and not regs[r.RX_MODE] & r.RX_MULTIPLE:
            self._timer.stop(due_ns)

    def _hears(self) -> bool:
        regs = self._regs
        return (
            not regs[r.COMMAND] & r.RCV_OFF
            and regs[r.RX_SEL] & 0xC0 == 0x80  # from the internal analogue part
            and regs[r.RX_THRESHOLD] >> 4 <= _MOST_MIN_LEVEL
            and not regs[r.DEMOD] & 0x80  # AddIQ: two of its four values are reserved (9.3.2.10)
            and self._command in (r.TRANSCEIVE, r.RECEIVE, r.MF_AUTHENT)
        )

    def _end_reception(self) -> None:
        reply, self._reply = self._reply, None
        self._rx_end = NEVER
        regs = self._regs
        bits = self._heard_bits
        if not self._hears() or (bits < _MIN_BITS and regs[r.RX_MODE] & r.RX_NO_ERR):
            return
        if self._command == r.MF_AUTHENT:
            self._end_authent(bits)
            return
        if bits < _MIN_BITS:
            self._raise_error(r.PROTOCOL_ERR)
        self._take(reply, bits)
        self._com_irq |= r.RX_IRQ
        self._is_waiting = bool(regs[r.RX_MODE] & r.RX_MULTIPLE)
        if self._command == r.RECEIVE and not self._is_waiting:
            self._end_command()

    def _decode(self, reply: Reply, bits: int) -> Received:
        regs = self._regs
        return receive(
            reply,
            bits,
            regs[r.BIT_FRAMING] >> 4 & 7,
            bool(regs[r.COLL] & r.VALUES_AFTER_COLL),
            bool(regs[r.RX_MODE] & r.CRC_ENABLE),
        )

    def _take(self, reply: Reply, bits: int) -> None:
        regs = self._regs
        got = self._decode(reply, bits)
        self._push(got.data[self._filled :])
        regs[r.CONTROL] = regs[r.CONTROL] & 0xF8 | got.last_bits
        regs[r.COLL] = regs[r.COLL] & r.VALUES_AFTER_COLL | got.coll
        if got.errors:
            self._raise_error(got.errors)

    def _push(self, data: bytes) -> None:
        room = r.FIFO_SIZE - len(self._fifo)
        self._fifo += data[:room]
        if len(data) > room:
            self._raise_error(r.BUFFER_OVFL)

    def _fill(self) -> None:
        """Bytes of the answer come into the FIFO one by one; a poll that reads it in the middle
        takes them out."""
        elapsed = (self.clock.now_ns - self._rx_from) * 339 // (25_000 * CARRIER_PER_BIT)
        whole = (elapsed - 1) // 9  # a start bit, then eight and a parity bit a byte
        if whole > self._filled and self._hears() and self._command != r.MF_AUTHENT:
            data = self._decode(self._reply, self._heard_bits).data[:-1]
            if self._regs[r.RX_MODE] & r.CRC_ENABLE:
                whole -= 2  # two are held back: they may be the CRC
            fresh = data[self._filled : max(whole, self._filled)]
            self._filled += len(fresh)
            self._push(fresh)

    def _read_fifo_level(self) -> int:
        if self._reply is not None:
            self._fill()
        return len(self._fifo)

    def _read_fifo(self) -> int:
        if self._reply is not None:
            self._fill()
        return self._fifo.pop(0) if self._fifo else 0

    def _end_authent(self, bits: int) -> None:
        """Anything but a nonce of four bytes ends the command; after a nonce the tag, whose key
        is never met here, stays silent."""
        if bits != 32:
            self._raise_error(r.PROTOCOL_ERR)
            self._is_waiting = False
            self._end_command()

    def _end_command(self) -> None:
        self._command = r.IDLE
        self._com_irq |= r.IDLE_IRQ
