"""The commands of the emulated MFRC522 (data sheet rev. 3.9, section 10.3)."""

from collections.abc import Callable

from host_tools.chips import mfrc522_map as r
from host_tools.chips.iso14443 import crc16, with_crc
from host_tools.chips.mfrc522_modem import Modem
from host_tools.chips.mfrc522_registers import CRC_BYTE_NS, INTERNAL_SIZE
from host_tools.chips.mfrc522_selftest import SELF_TEST
from host_tools.chips.mfrc522_timer import NEVER

WAKE_NS = 37_760  # section 8.8.2: 1024 periods of 27.12 MHz
OSCILLATOR_NS = (
    1_000_000  # the crystal after a power-down; the data sheet leaves it to the crystal
)


class Commands(Modem):
    """CommandReg and what its commands do."""

    heals_by_reset = False  # fault, see MFRC522

    def _write_handlers(self) -> list[Callable[[int], None] | None]:
        handlers = super()._write_handlers()
        handlers[r.COMMAND] = self._write_command
        return handlers

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
            start = _STARTS.get(command, Commands._end_command)
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

    def _start_mem(self) -> None:
        if self._fifo:
            moved = self._fifo[:INTERNAL_SIZE]
            del self._fifo[:INTERNAL_SIZE]
            self._internal[: len(moved)] = moved
        else:
            self._fifo += self._internal
        self._end_command()

    def _start_random(self) -> None:
        self._internal[:10] = self._random.randbytes(10)
        self._end_command()

    def _start_crc(self) -> None:
        self._crc = r.CRC_PRESETS[self._regs[r.MODE] & 3]
        self._crc_end = self.clock.now_ns + CRC_BYTE_NS * len(self._fifo)
        self._plan()

    def _end_crc(self) -> None:
        """All bytes of the FIFO went through the CRC unit; more may follow (section 10.3.1.4)."""
        self._crc_end = NEVER
        if self._regs[r.AUTO_TEST] & 0x0F == 0x09:
            self._fifo[:] = self._self_test()
        else:
            self._crc = self._run_crc(self._crc)
            self._fifo.clear()
        self._regs[r.CRC_RESULT_H] = self._crc >> 8
        self._regs[r.CRC_RESULT_L] = self._crc & 0xFF
        self._div_irq |= r.CRC_IRQ

    def _self_test(self) -> bytes:
        if self.wrong_tests:
            self.wrong_tests -= 1
            return bytes(r.FIFO_SIZE)
        return SELF_TEST.get(self.version, bytes(r.FIFO_SIZE))

    def _run_crc(self, crc: int) -> int:
        if not self._regs[r.MODE] & 0x80:
            return crc16(self._fifo, crc)
        mirrored = bytes(int(f"{byte:08b}"[::-1], 2) for byte in self._fifo)
        turned = crc16(mirrored, int(f"{crc:016b}"[::-1], 2))
        return int(f"{turned:016b}"[::-1], 2)

    def _reset(self, ready_ns: int) -> None:
        self._clear(ready_ns)
        if self.heals_by_reset:
            self.heals_by_reset = self.stuck_busy = self.no_rf = False
            self.antenna_stuck_off = self.crypto_stuck = False
            self._forgets = None

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


_STARTS = {
    r.MEM: Commands._start_mem,
    r.GENERATE_RANDOM_ID: Commands._start_random,
    r.CALC_CRC: Commands._start_crc,
    r.TRANSMIT: Commands._start_transmit,
    r.RECEIVE: Commands._start_receive,
    r.TRANSCEIVE: Commands._start_transceive,
    r.MF_AUTHENT: Commands._start_authent,
    r.SOFT_RESET: Commands._soft_reset,
}
