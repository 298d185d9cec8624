"""Emulated chain of 74HC595 shift registers whose outputs select the reader chips.

Source: SN74HC595 data sheet, section 8 (function table). Every byte clocked on the shared bus
shifts through the chain, whoever it was meant for; the outputs change only at a rising edge of
the latch (RCLK) or when /OE moves. While /OE is high the outputs float and the pull-up on every
select line wins: all read 1.

Output numbers: chip 0 is the one next to the controller, output 8 * chip + q for its pin Qq
(q = 0 is QA). Sent MSB first, the last byte of a pattern ends in chip 0, its bit 0 at QA.
"""

from collections import deque
from collections.abc import Callable, Iterator


class HC595Chain:
    """`chips` registers in a row, 8 outputs each; pure logic, so no clock."""

    def __init__(self, chips: int) -> None:
        self.chips = chips
        self.outputs = 8 * chips
        self._all_high = (1 << self.outputs) - 1
        # What was clocked in last, a piece a transfer. Undefined at power-up in the data sheet;
        # zeros select everything.
        self._heard = deque([bytes(chips)], maxlen=chips)
        self._latched = 0
        self._latch_level = 0
        self._enable_level = 1  # a pull-up holds /OE until the firmware drives it
        self._seen = self._all_high
        self._listeners: list[Callable[[int], None] | None] = [None] * self.outputs
        # Who hears /OE move, for the pattern of now: it moves for every transfer.
        self._strobed: list[Callable[[int], None]] | None = None

    def on_change(self, output: int, listener: Callable[[int], None]) -> None:
        """Call `listener(level)` whenever this output changes."""
        self._listeners[output] = listener
        self._strobed = None

    @property
    def hear(self) -> Callable[[bytes], None]:
        """What takes every piece clocked on the bus (a byte at least), MSB first."""
        return self._heard.append

    def set_latch(self, level: int) -> None:
        """RCLK: a rising edge copies the shift register to the outputs."""
        if level and not self._latch_level:
            shifted = b"".join(self._heard)[-self.chips :]
            self._latched = int.from_bytes(shifted, "big")
            self._strobed = None
            self._drive()
        self._latch_level = level

    def set_enable(self, level: int) -> None:
        """/OE: low drives the outputs, high leaves them to the pull-ups."""
        if level == self._enable_level:
            return
        self._enable_level = level
        self._seen = self._all_high if level else self._latched
        if self._strobed is None:
            self._strobed = list(self._on_lines(self._all_high & ~self._latched))
        for listener in self._strobed:
            listener(level)

    def level(self, output: int) -> int:
        """The level on this output's line now."""
        return (self._seen >> output) & 1

    def _drive(self) -> None:
        """Tell the listeners of changed lines: first those that rise, so a select ends before the
        next one begins."""
        now = self._all_high if self._enable_level else self._latched
        changed = now ^ self._seen
        self._seen = now
        for listener in self._on_lines(changed & now):
            listener(1)
        for listener in self._on_lines(changed & ~now):
            listener(0)

    def _on_lines(self, lines: int) -> Iterator[Callable[[int], None]]:
        """The listeners of a mask of outputs, lowest first."""
        while lines:
            lowest = lines & -lines
            listener = self._listeners[lowest.bit_length() - 1]
            if listener is not None:
                yield listener
            lines ^= lowest
