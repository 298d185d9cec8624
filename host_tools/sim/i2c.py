"""One simulated I2C bus: who answers at an address, through which switches, and what was sent."""

from collections.abc import Callable

from host_tools.chips.mid_byte import MidByte

# What became of a transfer.
NOT_ACKNOWLEDGED, DONE, TIMED_OUT = range(3)
FOREVER_NS = 1 << 62


class I2cWires(dict):
    """Chips by address; switches (TCA9548A) are chips too, those behind them are reached through
    them. Several chips at one address all hear and all pull the lines: their answers are anded.

    `bytes_clocked` counts address bytes as well. `listeners`: `hear_i2c(address, count, chips)`
    at each transfer, before the chips see it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.bytes_clocked = 0
        self.conflicts = 0  # transfers that more than one chip answered
        self.listeners: list = []
        self.pullers: list = []  # nothing drives an I2C bus unasked; see `is_held`
        self.left: list[MidByte] = []  # slaves that were left in the middle of a byte
        # The controller drives the lines as pins: its I2C unit is cut off from them.
        self.is_taken = False
        self._scl = self._sda = 1  # what it does with them, 1: nothing

    def answering(self, address: int) -> list:
        """Call an address; the chips that acknowledge it. None does on a bus that is held."""
        called = [self[address]] if address in self else []
        for chip in self.values():
            if hasattr(chip, "reached"):
                called += chip.reached(address)
        if self.is_held or self.is_data_held:
            for chip in called:
                getattr(chip, "on_asked", _nothing)()
            return []
        chips = [chip for chip in called if _acknowledges(chip)]
        self.conflicts += len(chips) > 1
        return chips

    def note(self, address: int, count: int, chips: list) -> None:
        """An address byte and `count` bytes of data are on the wires."""
        self.bytes_clocked += 1 + count
        for listener in self.listeners:
            listener.hear_i2c(address, count, chips)

    @property
    def is_held(self) -> bool:
        """Whether a chip holds SCL low for good, on the bus or on a channel that is on."""
        for chip in self.values():  # asked at each transfer, so no generator
            if getattr(chip, "holds_clock", False) or getattr(chip, "is_held", False):
                return True
        return False

    # -- the lines as pins -----------------------------------------------------------------
    @property
    def is_data_held(self) -> bool:
        """Whether a slave holds SDA low: nobody can begin a transfer."""
        return bool(self.left) and any(slave.holds_data for slave in self.left)

    def take_scl(self, level: int) -> None:
        """A pin of the controller drives SCL low, or lets go of it."""
        self.is_taken = True
        if level != self._scl:
            self._scl = level
            if level and self.is_held:
                return  # it stays low
            self.clock(level)

    def take_sda(self, level: int) -> None:
        """The same for SDA; while SCL is high this is a START or a STOP."""
        self.is_taken = True
        before = self.sda()
        self._sda = level
        if self.scl() and self.sda() != before:
            for slave in self.left:
                slave.move_data()
            self._forget_idle()

    def scl(self) -> int:
        """The level of SCL."""
        return 0 if self.is_held else self._scl

    def sda(self) -> int:
        """The level of SDA."""
        return 0 if self.is_data_held else self._sda

    def clock(self, level: int) -> None:
        """SCL moved."""
        for slave in self.left:
            slave.clock(level, self._sda)
        self._forget_idle()

    def _forget_idle(self) -> None:
        self.left = [slave for slave in self.left if not slave.is_idle]

    def open(self) -> None:
        """The controller's I2C unit has the lines."""
        self.is_taken = False
        self._scl = self._sda = 1

    def stretch_ns(self, chips: list) -> int:
        """For how long the slowest of them holds SCL low."""
        if self.is_held:
            return FOREVER_NS
        return max((chip.stretch_ns() for chip in chips if hasattr(chip, "stretch_ns")), default=0)

    @staticmethod
    def write(chips: list, data: bytes) -> bool:
        """Whether the data was acknowledged by any of them."""
        return any([chip.write(data) for chip in chips])

    @staticmethod
    def read(chips: list, count: int) -> bytes:
        """What stands on SDA: a low wins."""
        answer = bytes([0xFF]) * count
        for chip in chips:
            answer = bytes(a & b for a, b in zip(answer, chip.read(count), strict=True))
        return answer


def _nothing() -> None:
    """What is done where a chip that is called need not know."""


def _acknowledges(chip: object) -> bool:
    ask: Callable[[], bool] | None = getattr(chip, "acknowledges", None)
    return ask is None or ask()
