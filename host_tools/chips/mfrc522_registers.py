"""The registers of the emulated MFRC522 that work by themselves: FIFO, requests, errors, timer.

Data sheet rev. 3.9, section 9. `Modem` and `Commands` build on this; `MFRC522` is the chip.
"""

from collections.abc import Callable
from random import Random

from host_tools.chips import mfrc522_map as r
from host_tools.chips.field import Field
from host_tools.chips.mfrc522_timer import NEVER, Timer

INTERNAL_SIZE = 25  # the buffer behind Mem and GenerateRandomID
CRC_BYTE_NS = 590  # the CRC unit takes a bit a carrier period


class Registers:
    """State of the chip, and what a read or a write does beside keeping a byte."""

    def __init__(self, clock: object, field: Field, version: int, seed: int) -> None:
        self.clock = clock
        self.field = field
        self.version = version
        # Faults (see MFRC522).
        self.stuck_busy = False
        self.antenna_stuck_off = False
        self.crypto_stuck = False
        self.reset_stuck = False
        self.version_drifts = False
        self.wrong_tests = 0
        self._forgets: int | None = None
        self._held: dict[int, int] = {}  # registers that stay as they are
        self._random = Random(seed)
        self._internal = bytearray(INTERNAL_SIZE)  # outlives a reset
        self._regs = bytearray(64)
        self._fifo = bytearray()
        self._clear(NEVER)
        self._on_read = self._read_handlers()
        self._on_write = self._write_handlers()

    def _clear(self, ready_ns: int) -> None:
        """Every register as after a reset; writes count from `ready_ns` on."""
        self._ready_ns = ready_ns
        self._regs[:] = r.RESET_VALUES
        self._fifo.clear()
        self._com_irq = r.RESET_VALUES[r.COM_IRQ]
        self._div_irq = 0
        self._command = r.IDLE
        self._timer = Timer()
        for number, value in self._held.items():
            self._put(number, value)
        self._next_ns = NEVER  # when something happens next without being touched
        self._crc = 0
        self._crc_end = NEVER
        # The modem's: when the frame being sent ends, its answer begins, and ends.
        self._tx_end = NEVER
        self._rx_from = 0
        self._rx_end = NEVER
        self._is_waiting = False  # the receiver is on and no answer has ended yet

    def _put(self, number: int, value: int) -> None:
        """A register changes by itself; those that the chip alone writes do not."""
        if number not in r.READ_ONLY and number not in r.TRANSIENT:
            self._regs[number] = value & 0x30 if number == r.COMMAND else value

    def _plan(self) -> None:
        """Something new is due: look at the next access which came first."""
        self._next_ns = 0

    def _read_handlers(self) -> list[Callable[[], int] | None]:
        handlers: list[Callable[[], int] | None] = [None] * 64
        handlers[r.COMMAND] = self._read_command
        handlers[r.COM_IRQ] = self._read_com_irq
        handlers[r.DIV_IRQ] = lambda: self._div_irq
        handlers[r.STATUS1] = self._read_status1
        handlers[r.STATUS2] = self._read_status2
        handlers[r.TX_CONTROL] = self._read_tx_control
        handlers[r.T_COUNTER_H] = lambda: self._timer.count(self.clock.now_ns) >> 8
        handlers[r.T_COUNTER_L] = lambda: self._timer.count(self.clock.now_ns) & 0xFF
        handlers[r.VERSION] = self._read_version
        return handlers

    def _write_handlers(self) -> list[Callable[[int], None] | None]:
        handlers: list[Callable[[int], None] | None] = [None] * 64
        for number in r.READ_ONLY:
            handlers[number] = lambda value: None
        handlers[r.COM_IRQ] = self._write_com_irq
        handlers[r.DIV_IRQ] = self._write_div_irq
        handlers[r.STATUS2] = self._write_status2
        handlers[r.FIFO_DATA] = self._write_fifo
        handlers[r.FIFO_LEVEL] = self._write_fifo_level
        handlers[r.CONTROL] = self._write_control
        handlers[r.COLL] = self._write_coll
        return handlers

    # -- reading ---------------------------------------------------------------------------
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

    def _read_tx_control(self) -> int:
        return self._regs[r.TX_CONTROL] & (0xFC if self.antenna_stuck_off else 0xFF)

    def _read_version(self) -> int:
        if self.version_drifts:
            return self._random.randrange(1, 0xFF)
        return self.version

    # -- writing ---------------------------------------------------------------------------
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
            self._crc_end = self.clock.now_ns + CRC_BYTE_NS * len(self._fifo)
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

    def _write_coll(self, value: int) -> None:
        self._regs[r.COLL] = value & r.VALUES_AFTER_COLL | self._regs[r.COLL] & 0x7F

    # -- for the other parts ---------------------------------------------------------------
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
