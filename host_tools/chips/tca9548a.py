"""Emulated TCA9548A: eight switched branches of an I2C bus (TI data sheet SCPS207).

One control byte, bit n for channel n; of several bytes the last one counts, and it counts from
the STOP on. Channels that are on are joined with the bus and with each other, so two chips of one
address on them both answer.
"""


class TCA9548A:
    """`dead` (a fault): no acknowledge, and the channels stay as they are."""

    def __init__(self) -> None:
        self.channels: list[dict[int, object]] = [{} for _ in range(8)]
        self._control = 0
        self._on: list[dict[int, object]] = []  # the channels that are on
        self.dead = False
        self._reset_level = 1

    @property
    def control(self) -> int:
        """The control byte."""
        return self._control

    @control.setter
    def control(self, value: int) -> None:
        self._control = value
        self._on = [chips for n, chips in enumerate(self.channels) if value >> n & 1]

    def acknowledges(self) -> bool:
        """Its address was called."""
        return not self.dead and bool(self._reset_level)

    def write(self, data: bytes) -> bool:
        """The control byte; more than one may come."""
        if data:
            self.control = data[-1]
        return True

    def read(self, count: int) -> bytes:
        """The control byte, again and again."""
        return bytes([self.control]) * count

    def set_reset(self, level: int) -> None:
        """/RESET: low switches every channel off."""
        self._reset_level = level
        if not level:
            self.control = 0

    @property
    def is_held(self) -> bool:
        """Whether a chip on a channel that is on holds SCL low, and with it the whole bus."""
        for chips in self._on:
            for chip in chips.values():
                if getattr(chip, "holds_clock", False):
                    return True
        return False

    def reached(self, address: int) -> list[object]:
        """The chips of this address on the channels that are on."""
        return [chips[address] for chips in self._on if address in chips]
