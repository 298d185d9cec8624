"""Emulated MFRC522 reader chip at register level, on SPI (NXP data sheet rev. 3.9).

Nothing happens in the background: whenever the chip is touched it first works out what has come
about until now (`catch_up`). Frames, the timer, the CRC unit and start-up take virtual time. The
FIFO fills byte by byte as an answer comes in; it is emptied at once when a transmission starts,
gradually in the real chip. Not modelled: the IRQ pin, the test registers, Crypto1, speeds above
106 kbit/s.
"""

from random import Random

from host_tools.chips.field import Field
from host_tools.chips.mfrc522_commands import OSCILLATOR_NS, WAKE_NS, Commands
from host_tools.chips.mfrc522_map import RESET_VALUES
from host_tools.chips.mfrc522_timer import NEVER
from host_tools.chips.wire_faults import WireFaults

_NOBODY = 0xFF  # what MISO reads while the chip drives nothing
_NO_REGISTER = 0x40
_NO_ANSWER = bytes([_NOBODY]) * 2


class MFRC522(WireFaults, Commands):
    """One reader chip, its `field` at its antenna. `version` is what VersionReg reads: 0x91,
    0x92, or that of a clone (0x88, 0xB2, 0x12).

    Faults, all off at first and free to be changed at any time:
    `dead` (None, 0xFF or 0x00): nothing but this byte on MISO; after it the chip has lost its
    set-up. `disturb` changes a register, for once or for good. `stuck_busy`: no command ends, no
    interrupt request comes. `no_rf`: answers on SPI, but
    no tag hears it. `antenna_stuck_off`: the antenna bits of TxControlReg stay 0. `crypto_stuck`:
    MFCrypto1On stays set. `forgets`: a register (or None) that stays at its reset value.
    `heals_by_reset`: the next reset ends these five. `reset_stuck`: the PowerDown bit stays set
    after a reset. `wrong_tests`: so many of the next self tests leave other bytes than is right.
    `version_drifts`: VersionReg reads another value each time. What is wrong with
    the wires to the chip: WireFaults.
    """

    def __init__(self, clock: object, field: Field, version: int = 0x92, seed: int = 0) -> None:
        super().__init__(clock, field, version, seed)
        self.wire_random = Random(seed)
        self.transfers = 0  # selects with at least one byte, for tests and benches
        self._dead: int | None = None
        self._reset_level = 1
        self._is_selected = False
        self._address = -1  # register of this transfer, -1 before its first byte
        self._reading = False
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
        """Bytes of a transfer (section 8.1.2), one at least; may come in several pieces while
        selected."""
        if self.noise or self.stall_share or self.bits_low or self.bits_high:
            return self._over_bad_wires(data)
        return self._exchange(data)

    def _exchange(self, data: bytes) -> bytes:
        if not self._is_selected or self._dead is not None or not self._reset_level:
            silent = _NOBODY if self._dead is None else self._dead
            return bytes([silent]) * len(data)
        if self.clock.now_ns >= self._next_ns:
            self.catch_up()
        begins = self._address < 0
        if begins:
            self.transfers += 1
            self._reading = data[0] >= 0x80
            self._address = _register(data[0])
        if not self._reading:
            if begins and len(data) == 2:  # most of them
                self._write(data[1])
                return _NO_ANSWER
            for byte in data[begins:]:
                self._write(byte)
            return bytes([_NOBODY]) * len(data)
        out = bytearray([_NOBODY]) * begins
        for byte in data[begins:]:
            out.append(self._read())
            self._address = _register(byte)
        return bytes(out)

    def _write(self, byte: int) -> None:
        address = self._address
        if (
            address == _NO_REGISTER
            or address == self._forgets
            or address in self._held
            or self.clock.now_ns < self._ready_ns
        ):
            return
        handler = self._on_write[address]
        if handler:
            handler(byte)
        else:
            self._regs[address] = byte

    def _read(self) -> int:
        address = self._address
        if address == _NO_REGISTER:
            return _NOBODY
        handler = self._on_read[address]
        return handler() if handler else self._regs[address]

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

    @property
    def forgets(self) -> int | None:
        """The register that does not keep what is written to it."""
        return self._forgets

    @forgets.setter
    def forgets(self, register: int | None) -> None:
        self.catch_up()
        self._forgets = register
        if register is not None:
            self._regs[register] = RESET_VALUES[register]

    def disturb(self, register: int, value: int, sticks: bool = False) -> None:
        """A register is another than was written, as after a spike on the supply. `sticks`: and so
        it stays, whatever is written and reset."""
        self.catch_up()
        if sticks:
            self._held[register] = value
        self._put(register, value)
        self._drive_antenna()
        self._plan()

    @property
    def is_broken(self) -> bool:
        """Whether it has a fault for which a reader may be given up."""
        return bool(
            self.dead is not None
            or self.stuck_busy
            or self.antenna_stuck_off
            or self.crypto_stuck
            or self.forgets is not None
            or self.no_rf
            or self.reset_stuck
            or self.version_drifts
            or self._held
            or self.noise
            or self.stall_share
            or self.bits_low
            or self.bits_high
        )

    def mend(self) -> None:
        """End every fault."""
        if self.dead is not None:
            self.dead = None
        self.stuck_busy = self.no_rf = self.antenna_stuck_off = self.crypto_stuck = False
        self.reset_stuck = self.version_drifts = self.heals_by_reset = False
        self.forgets = None
        self.wrong_tests = 0
        self._held.clear()
        self.mend_wires()

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


def _register(byte: int) -> int:
    """Of an address byte. Bit 0 must be zero (table 8); what breaks this reaches no register."""
    return _NO_REGISTER if byte & 1 else (byte & 0x7E) >> 1
