"""Emulated 74HC138 decoder: of eight outputs the addressed one is low while the chip is enabled.

Source: 74HC138 data sheet, function table: enabled by /E1 low, /E2 low and E3 high. Here /E2 is at
ground and E3 at the supply, as one wires it; /E1 is driven, a pull-up holds it high until then.
An address pin that moves while the chip is enabled moves the low output at once: whoever sits on
an address passed on the way is selected too, which is what the firmware must not do.
"""

from collections.abc import Callable

_OUTPUTS = 8
_NONE = -1


class HC138:
    """One chip; pure logic, so no clock."""

    def __init__(self) -> None:
        self._address = 0
        self._enable_level = 1
        self._low = _NONE  # the output that is low
        self._listeners: list[Callable[[int], None] | None] = [None] * _OUTPUTS

    def on_change(self, output: int, listener: Callable[[int], None]) -> None:
        """Call `listener(level)` whenever this output changes."""
        self._listeners[output] = listener

    def set_address(self, bit: int, level: int) -> None:
        """Input A0, A1 or A2."""
        self._address = self._address & ~(1 << bit) | (1 if level else 0) << bit
        self._drive()

    def set_enable(self, level: int) -> None:
        """Input /E1."""
        self._enable_level = level
        self._drive()

    def level(self, output: int) -> int:
        """The level of output Y0 to Y7 now."""
        return 0 if output == self._low else 1

    def _drive(self) -> None:
        """The output that was low rises before another one falls."""
        low = _NONE if self._enable_level else self._address
        if low == self._low:
            return
        before, self._low = self._low, low
        for output, level in ((before, 1), (low, 0)):
            if output != _NONE and self._listeners[output] is not None:
                self._listeners[output](level)
