"""Emulated MFRC522 reader chip at register level, on SPI (NXP data sheet rev. 3.9).

Nothing happens in the background: whenever the chip is touched it first works out what has come
about until now (`catch_up`). Frames, the timer, the CRC unit and start-up take virtual time. The
FIFO is emptied when a transmission starts and filled when an answer has ended; both are gradual
in the real chip. Not modelled: the IRQ pin, the test registers, Crypto1, speeds above 106 kbit/s.
"""

from collections.abc import Callable
from random import Random

from host_tools.chips import mfrc522_map as r
from host_tools.chips.field import Field, Reply
from host_tools.chips.iso14443 import CARRIER_PER_BIT, air_bits, crc16, ns, with_crc
from host_tools.chips.mfrc522_receiver import receive
from host_tools.chips.mfrc522_selftest import SELF_TEST
from host_tools.chips.mfrc522_timer import NEVER, Timer
from host_tools.chips.tag_base import Tag

WAKE_NS = 37_760  # section 8.8.2: 1024 periods of 27.12 MHz
OSCILLATOR_NS = (
    1_000_000  # the crystal after a power-down; the data sheet leaves it to the crystal
)
_CRC_BYTE_NS = 590  # the CRC unit takes a bit a carrier period
_END_BITS = 2  # end of communication of the reader: a zero and a bit without modulation
_NOBODY = 0xFF  # what MISO reads while the chip drives nothing
_MIN_BITS = 4  # section 9.3.2.4, RxNoErr: what is shorter is no frame
_INTERNAL = 25


class MFRC522:
    """One reader chip, its `field` at its antenna. `version` is what VersionReg reads: 0x91,
    0x92, or that of a clone (0x88, 0xB2, 0x12).

    Faults, all off at first and free to be changed at any time:
    `dead` (None, 0xFF or 0x00): nothing but this byte on MISO; after it the chip has lost its
    set-up. `stuck_busy`: no command ends, no interrupt request comes; `heals_by_reset` ends that
    with the next reset. `no_rf`: answers on SPI, but no tag hears it. `antenna_stuck_off`: the
    antenna bits of TxControlReg stay 0. `crypto_stuck`: MFCrypto1On stays set. `reset_stuck`: the
    PowerDown bit stays set after a reset.
    """

    def __init__(self, clock: object, field: Field, version: int = 0x92, seed: int = 0) -> None:
        self.clock = clock
        self.field = field
        self.version = version
        self.stuck_busy = False
        self.heals_by_reset = False
        self.no_rf = False
        self.antenna_stuck_off = False
        self.crypto_stuck = False
        self.reset_stuck = False
        self.transfers = 0  # selects with at least one byte, for tests and benches
        self._dead: int | None = None
        self._random = Random(seed)
        self._internal = bytearray(_INTERNAL)
        self._regs = bytearray(64)
        self._fifo = bytearray()
        self._timer = Timer()
        self._reset_level = 1
        self._is_selected = False
        self._address = -1  # register of this transfer, -1 before its first byte
        self._reading = False
        self._on_read = self._read_handlers()
        self._on_write = self._write_handlers()
        field.readers.append(self)
        self._reset(clock.now_ns + OSCILLATOR_NS + WAKE_NS)

    # -- pins and bus ----------------------------------------------------------------------
    def select(self) -> None:
        """NSS goes low: a transfer begins."""
        self._is_selected = True
        self._address = -1

    def deselect(self) -> None:
        """NSS goes high."""
        self._is_selected = False
        self._address = -1

    def set_reset(self, level: int) -> None:
        """NRSTPD: low is hard power-down, the rise is a reset with the oscillator's start."""
        if level == self._reset_level:
            return
        self.catch_up()
        self._reset_level = level
        self._reset(self.clock.now_ns + OSCILLATOR_NS + WAKE_NS if level else NEVER)

    def exchange(self, data: bytes) -> bytes:
        """Bytes of a transfer (section 8.1.2); may come in several pieces while selected."""
        if not self._is_selected or self._dead is not None or not self._reset_level:
            silent = _NOBODY if self._dead is None else self._dead
            return bytes([silent]) * len(data)
        if self.clock.now_ns >= self._next_ns:
            self.catch_up()
        address = self._address
        out = bytearray(len(data))
        regs = self._regs
        for at, byte in enumerate(data):
            if address < 0:
                self.transfers += 1
                self._reading = byte >= 0x80
                out[at] = _NOBODY
                # Bit 0 must be zero (table 8); a transfer that breaks this reaches no register.
                address = (byte & 0x7E) >> 1 if not byte & 1 else 0x40
            elif self._reading:
                if address < 0x40:
                    handler = self._on_read[address]
                    out[at] = handler() if handler else regs[address]
                else:
                    out[at] = _NOBODY
                address = (byte & 0x7E) >> 1
            elif address < 0x40 and self.clock.now_ns >= self._ready_ns:
                handler = self._on_write[address]
                if handler:
                    handler(byte)
                else:
                    regs[address] = byte
        self._address = address
        return bytes(out)

    # -- faults ----------------------------------------------------------------------------
    @property
    def dead(self) -> int | None:
        """The byte a dead chip reads as; None while it lives."""
        return self._dead

    @dead.setter
    def dead(self, silent: int | None) -> None:
        self.catch_up()
        self._dead = silent
        self._reset(self.clock.now_ns + OSCILLATOR_NS + WAKE_NS if silent is None else NEVER)

    # -- what tests look at ----------------------------------------------------------------
    @property
    def antenna_on(self) -> bool:
        """Whether the chip drives its field now."""
        self.catch_up()
        return self.field.on

    def register(self, number: int) -> int:
        """A register as it stands, without the side effects of a read."""
        self.catch_up()
        return self._regs[number]

    # -- time ------------------------------------------------------------------------------
    def catch_up(self) -> None:
        """Work out everything that came about until now."""
        now_ns = self.clock.now_ns
        while True:
            due_ns = min(self._tx_end, self._rx_start, self._timer.due_ns, self._rx_end)
            due_ns = min(due_ns, self._crc_end)
            if due_ns > now_ns:
                self._next_ns = due_ns
                return
            if due_ns == self._tx_end:
                self._end_transmission()
            elif due_ns == self._rx_start:
                self._hear_start(due_ns)
            elif due_ns == self._timer.due_ns:
                self._end_timer()
            elif due_ns == self._rx_end:
                self._end_reception()
            else:
                self._end_crc()

    def _plan(self) -> None:
        """Something new is due: look at the next access which came first."""
        self._next_ns = 0

    # -- reset -----------------------------------------------------------------------------
    def _reset(self, ready_ns: int) -> None:
        self._ready_ns = ready_ns
        self._regs[:] = r.RESET_VALUES
        self._com_irq = r.RESET_VALUES[r.COM_IRQ]
        self._div_irq = 0
        self._command = r.IDLE
        self._fifo.clear()
        self._timer = Timer()
        self._next_ns = NEVER
        self._frame: tuple[bytes, int, int, int] | None = None  # data, bits, air bits, start
        self._reply: Reply | None = None
        self._heard_bits = 0
        self._rx_from = 0
        self._is_waiting = False  # the receiver is on and no answer has ended yet
        self._crc = 0
        self._tx_end = NEVER
        self._rx_start = NEVER
        self._rx_end = NEVER
        self._crc_end = NEVER
        if self.heals_by_reset and self._dead is None:
            self.stuck_busy = False
            self.heals_by_reset = False
        self._drive_antenna()

    def _drive_antenna(self) -> None:
        regs = self._regs
        self.field.power(
            bool(regs[r.TX_CONTROL] & 3)
            and not regs[r.COMMAND] & r.POWER_DOWN
            and not self.no_rf
            and not self.antenna_stuck_off
        )

    # -- register handlers -----------------------------------------------------------------
    def _read_handlers(self) -> list[Callable[[], int] | None]:
        handlers: list[Callable[[], int] | None] = [None] * 64
        handlers[r.COMMAND] = self._read_command
        handlers[r.COM_IRQ] = self._read_com_irq
        handlers[r.DIV_IRQ] = lambda: self._div_irq
        handlers[r.STATUS1] = self._read_status1
        handlers[r.STATUS2] = self._read_status2
        handlers[r.FIFO_DATA] = self._read_fifo
        handlers[r.FIFO_LEVEL] = lambda: len(self._fifo)
        handlers[r.TX_CONTROL] = self._read_tx_control
        handlers[r.T_COUNTER_H] = lambda: self._timer.count(self.clock.now_ns) >> 8
        handlers[r.T_COUNTER_L] = lambda: self._timer.count(self.clock.now_ns) & 0xFF
        handlers[r.VERSION] = lambda: self.version
        return handlers

    def _write_handlers(self) -> list[Callable[[int], None] | None]:
        handlers: list[Callable[[int], None] | None] = [None] * 64
        for number in r.READ_ONLY:
            handlers[number] = lambda value: None
        handlers[r.COMMAND] = self._write_command
        handlers[r.COM_IRQ] = self._write_com_irq
        handlers[r.DIV_IRQ] = self._write_div_irq
        handlers[r.STATUS2] = self._write_status2
        handlers[r.FIFO_DATA] = self._write_fifo
        handlers[r.FIFO_LEVEL] = self._write_fifo_level
        handlers[r.CONTROL] = self._write_control
        handlers[r.BIT_FRAMING] = self._write_bit_framing
        handlers[r.COLL] = self._write_coll
        handlers[r.TX_CONTROL] = self._write_tx_control
        return handlers

    def _read_command(self) -> int:
        starting = self.clock.now_ns < self._ready_ns or self.reset_stuck
        return self._regs[r.COMMAND] & 0xF0 | self._command | (r.POWER_DOWN if starting else 0)

    def _read_com_irq(self) -> int:
        self._latch_alerts()
        return self._com_irq

    def _read_status1(self) -> int:
        level = len(self._fifo)
        water = self._regs[r.WATER_LEVEL] & 0x3F
        crc = self._regs[r.CRC_RESULT_H] | self._regs[r.CRC_RESULT_L]
        enabled = self._regs[r.COM_IEN] & self._read_com_irq() & 0x7F
        enabled |= self._regs[r.DIV_IEN] & self._div_irq & 0x14
        return (
            (0 if crc else 0x40)
            | (0x20 if self._crc_end == NEVER else 0)
            | (0x10 if enabled else 0)
            | (0x08 if self._timer.running else 0)
            | (0x02 if r.FIFO_SIZE - level <= water else 0)
            | (0x01 if level <= water else 0)
        )

    def _read_status2(self) -> int:
        state = 0
        if self._tx_end != NEVER:
            state = 3
        elif self._rx_end != NEVER:
            state = 6 if self.clock.now_ns >= self._rx_from else 5
        elif self._command == r.TRANSCEIVE:
            state = 5 if self._is_waiting else 1
        crypto = r.CRYPTO1_ON if self.crypto_stuck else 0
        return self._regs[r.STATUS2] & 0xC8 | crypto | state

    def _read_fifo(self) -> int:
        fifo = self._fifo
        return fifo.pop(0) if fifo else 0

    def _read_tx_control(self) -> int:
        return self._regs[r.TX_CONTROL] & (0xFC if self.antenna_stuck_off else 0xFF)

    def _write_com_irq(self, value: int) -> None:
        if value & r.SET1:
            self._com_irq |= value & 0x7F
        else:
            self._com_irq &= ~value & 0x7F

    def _write_div_irq(self, value: int) -> None:
        if value & r.SET1:
            self._div_irq |= value & 0x14
        else:
            self._div_irq &= ~value & 0x14

    def _write_status2(self, value: int) -> None:
        # MFCrypto1On is set by MFAuthent alone; software can only clear it.
        self._regs[r.STATUS2] = value & 0xC0 | value & self._regs[r.STATUS2] & r.CRYPTO1_ON

    def _write_fifo(self, value: int) -> None:
        if self._is_waiting or self._command == r.MF_AUTHENT:
            self._raise_error(r.WR_ERR)
        if len(self._fifo) >= r.FIFO_SIZE:
            self._raise_error(r.BUFFER_OVFL)
            return
        self._fifo.append(value)
        if self._command == r.CALC_CRC and not self.stuck_busy:
            self._crc_end = self.clock.now_ns + _CRC_BYTE_NS * len(self._fifo)
            self._plan()

    def _write_fifo_level(self, value: int) -> None:
        if value & 0x80:
            self._fifo.clear()
            self._regs[r.ERROR] &= ~r.BUFFER_OVFL

    def _write_control(self, value: int) -> None:
        if value & 0x80:
            self._timer.stop(self.clock.now_ns)
        elif value & 0x40:
            self._start_timer(self.clock.now_ns)

    def _write_bit_framing(self, value: int) -> None:
        self._regs[r.BIT_FRAMING] = value & 0x77
        if value & r.START_SEND and self._command == r.TRANSCEIVE:
            self._start_transmission()

    def _write_coll(self, value: int) -> None:
        self._regs[r.COLL] = value & r.VALUES_AFTER_COLL | self._regs[r.COLL] & 0x7F

    def _write_tx_control(self, value: int) -> None:
        self._regs[r.TX_CONTROL] = value
        was_on = self.field.on
        self._drive_antenna()
        if was_on and not self.field.on:
            self._cut_answer()

    def _raise_error(self, bits: int) -> None:
        self._regs[r.ERROR] |= bits
        self._com_irq |= r.ERR_IRQ

    def _latch_alerts(self) -> None:
        level = len(self._fifo)
        water = self._regs[r.WATER_LEVEL] & 0x3F
        if level <= water:
            self._com_irq |= r.LO_ALERT_IRQ
        if r.FIFO_SIZE - level <= water:
            self._com_irq |= r.HI_ALERT_IRQ

    # -- commands (section 10.3) -----------------------------------------------------------
    def _write_command(self, value: int) -> None:
        regs = self._regs
        was_down = regs[r.COMMAND] & r.POWER_DOWN
        regs[r.COMMAND] = value & 0x30
        command = value & 0x0F
        if (value & r.POWER_DOWN) != was_down:
            self._change_power(value & r.POWER_DOWN)
        if command == r.NO_CMD_CHANGE or value & r.POWER_DOWN:
            return
        self._cancel(command)
        self._command = command
        if command:
            regs[r.ERROR] = 0
            start = _STARTS.get(command, MFRC522._end_command)
            if not self.stuck_busy or command == r.SOFT_RESET:
                start(self)

    def _change_power(self, down: int) -> None:
        if down:
            self._cancel(r.IDLE)
            self._command = r.IDLE
            self._timer.stop(self.clock.now_ns)
        else:
            self._ready_ns = self.clock.now_ns + OSCILLATOR_NS + WAKE_NS
        self._drive_antenna()

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

    def _end_command(self) -> None:
        self._command = r.IDLE
        self._com_irq |= r.IDLE_IRQ

    def _start_mem(self) -> None:
        if self._fifo:
            moved = self._fifo[:_INTERNAL]
            del self._fifo[:_INTERNAL]
            self._internal[: len(moved)] = moved
        else:
            self._fifo += self._internal
        self._end_command()

    def _start_random(self) -> None:
        self._internal[:10] = self._random.randbytes(10)
        self._end_command()

    def _start_crc(self) -> None:
        self._crc = r.CRC_PRESETS[self._regs[r.MODE] & 3]
        self._crc_end = self.clock.now_ns + _CRC_BYTE_NS * len(self._fifo)
        self._plan()

    def _end_crc(self) -> None:
        """All bytes of the FIFO went through the CRC unit; more may follow (section 10.3.1.4)."""
        self._crc_end = NEVER
        if self._regs[r.AUTO_TEST] & 0x0F == 0x09:
            self._fifo[:] = SELF_TEST.get(self.version, bytes(r.FIFO_SIZE))
        else:
            self._crc = self._run_crc(self._crc)
            self._fifo.clear()
        self._regs[r.CRC_RESULT_H] = self._crc >> 8
        self._regs[r.CRC_RESULT_L] = self._crc & 0xFF
        self._div_irq |= r.CRC_IRQ

    def _run_crc(self, crc: int) -> int:
        if not self._regs[r.MODE] & 0x80:
            return crc16(self._fifo, crc)
        mirrored = bytes(int(f"{byte:08b}"[::-1], 2) for byte in self._fifo)
        turned = crc16(mirrored, int(f"{crc:016b}"[::-1], 2))
        return int(f"{turned:016b}"[::-1], 2)

    def _soft_reset(self) -> None:
        self._reset(self.clock.now_ns + WAKE_NS)

    def _start_transmit(self) -> None:
        self._start_transmission()

    def _start_receive(self) -> None:
        self._is_waiting = True

    def _start_transceive(self) -> None:
        self._is_waiting = False  # for StartSend

    def _start_authent(self) -> None:
        """Sends the request of the FIFO's first two bytes; what follows is not modelled."""
        if len(self._fifo) < 12:
            self._raise_error(r.PROTOCOL_ERR)
            self._end_command()
            return
        self._send(with_crc(bytes(self._fifo[:2])), 32)
        self._fifo.clear()

    # -- sending ---------------------------------------------------------------------------
    def _start_transmission(self) -> None:
        regs = self._regs
        if self.stuck_busy or self._tx_end != NEVER:
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
            reply = self.field.send(data, bits, air, start_ns)
            if reply is not None:
                self._expect(reply, start_ns)
        else:
            self.field.send_noise(start_ns)

    def _is_on_air(self) -> bool:
        """Whether a tag can make a frame of what is sent."""
        regs = self._regs
        return bool(
            self._frame[1]
            and regs[r.TX_ASK] & r.FORCE_100_ASK
            and not self._read_status2() & r.CRYPTO1_ON
            and not regs[r.MF_RX] & r.PARITY_DISABLE
            and not (regs[r.TX_MODE] | regs[r.RX_MODE]) & 0x70
            and not regs[r.AUTO_TEST] & 0x0F
        )

    # -- receiving -------------------------------------------------------------------------
    def _expect(self, reply: Reply, start_ns: int) -> None:
        self._reply = reply
        self._heard_bits = reply.bits
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
        return not self._regs[r.COMMAND] & r.RCV_OFF and self._command in (
            r.TRANSCEIVE,
            r.RECEIVE,
            r.MF_AUTHENT,
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

    def _take(self, reply: Reply, bits: int) -> None:
        regs = self._regs
        got = receive(
            reply,
            bits,
            regs[r.BIT_FRAMING] >> 4 & 7,
            bool(regs[r.COLL] & r.VALUES_AFTER_COLL),
            bool(regs[r.RX_MODE] & r.CRC_ENABLE),
        )
        room = r.FIFO_SIZE - len(self._fifo)
        self._fifo += got.data[:room]
        regs[r.CONTROL] = regs[r.CONTROL] & 0xF8 | got.last_bits
        regs[r.COLL] = regs[r.COLL] & r.VALUES_AFTER_COLL | got.coll
        errors = got.errors | (r.BUFFER_OVFL if len(got.data) > room else 0)
        if errors:
            self._raise_error(errors)

    def _end_authent(self, bits: int) -> None:
        """Anything but a nonce of four bytes ends the command; after a nonce the tag, whose key
        is never met here, stays silent."""
        if bits != 32:
            self._raise_error(r.PROTOCOL_ERR)
            self._is_waiting = False
            self._end_command()

    # -- timer -----------------------------------------------------------------------------
    def _start_timer(self, now_ns: int) -> None:
        regs = self._regs
        self._timer.start(
            now_ns,
            (regs[r.T_MODE] & 0x0F) << 8 | regs[r.T_PRESCALER],
            bool(regs[r.DEMOD] & r.PRESCAL_EVEN),
            regs[r.T_RELOAD_H] << 8 | regs[r.T_RELOAD_L],
        )
        self._plan()

    def _end_timer(self) -> None:
        due_ns = self._timer.expire()
        self._com_irq |= r.TIMER_IRQ
        if self._regs[r.T_MODE] & r.T_AUTO_RESTART:
            self._timer.restart(due_ns)


_STARTS = {
    r.MEM: MFRC522._start_mem,
    r.GENERATE_RANDOM_ID: MFRC522._start_random,
    r.CALC_CRC: MFRC522._start_crc,
    r.TRANSMIT: MFRC522._start_transmit,
    r.RECEIVE: MFRC522._start_receive,
    r.TRANSCEIVE: MFRC522._start_transceive,
    r.MF_AUTHENT: MFRC522._start_authent,
    r.SOFT_RESET: MFRC522._soft_reset,
}
