"""A slave on I2C that was left in the middle of a byte (NXP UM10204, 3.1.16): it holds SDA low
until it is clocked, whoever calls. A controller that starts again in a transfer leaves one behind.
"""

from collections.abc import Callable

_ZEROS = "0" * 8
_SENDING, _ASKING, _ACKNOWLEDGED, _IDLE = range(4)


class MidByte:
    """`bits`: the levels that it drives from now on, the present one first, each until SCL falls;
    then it waits for an acknowledge. An ACK makes it send another byte, of zeros; a NACK, a START
    or a STOP ends the transfer. Without `bits` SDA is low for ever: a short circuit.
    `is_reached`: whether the channel between it and the bus is on; `reader`: the number of the one
    that it is, or None."""

    def __init__(
        self,
        bits: str,
        is_reached: Callable[[], bool] = lambda: True,
        reader: int | None = None,
    ) -> None:
        self._bits = bits
        self._state = _SENDING
        self.is_short = not bits
        self.is_reached = is_reached
        self.reader = reader

    @property
    def is_idle(self) -> bool:
        """Whether its transfer is over."""
        return self._state == _IDLE

    @property
    def holds_data(self) -> bool:
        """Whether it pulls SDA of the bus low now."""
        is_low = self.is_short or (self._state == _SENDING and self._bits[0] == "0")
        return is_low and self.is_reached()

    def clock(self, level: int, sda: int) -> None:
        """SCL moved; `sda`: what the controller does with SDA."""
        if self.is_short or not self.is_reached():
            return
        if level:
            if self._state == _ASKING:
                self._state = _IDLE if sda else _ACKNOWLEDGED
        elif self._state == _SENDING:
            self._bits = self._bits[1:]
            self._state = _SENDING if self._bits else _ASKING
        elif self._state == _ACKNOWLEDGED:
            self._bits, self._state = _ZEROS, _SENDING

    def move_data(self) -> None:
        """SDA moved while SCL is high: a START or a STOP."""
        if not self.is_short and self.is_reached():
            self._state = _IDLE
