"""One simulated I2C bus: who answers at an address, through which switches, and what was sent."""

from collections.abc import Callable

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

    def answering(self, address: int) -> list:
        """Call an address; the chips that acknowledge it. None does on a bus that is held."""
        if self.is_held:
            return []
        called = [self[address]] if address in self else []
        for chip in self.values():
            if hasattr(chip, "reached"):
                called += chip.reached(address)
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
        return any(
            getattr(chip, "holds_clock", False) or getattr(chip, "is_held", False)
            for chip in self.values()
        )

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


def _acknowledges(chip: object) -> bool:
    ask: Callable[[], bool] | None = getattr(chip, "acknowledges", None)
    return ask is None or ask()
