"""Emulated chain of WS2812B LEDs: keeps the colours a person sees.

Source: WS2812B data sheet: 24 bits an LED, green, red, blue, MSB first; each LED keeps the first
24 bits it gets and passes on the rest; 50 us of low (280 us in later versions) end a frame. Every
`feed` is taken for a frame of its own: a call costs the firmware more than that gap.
"""

IDLE_MA = 1.0  # an LED's own chip, lit or not
CHANNEL_MA = 20.0  # one colour of one LED at 255


class WS2812Chain:
    """`count` LEDs; dark at power-up."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.frames = 0
        self._grb = bytearray(3 * count)

    def feed(self, data: bytes) -> None:
        """One frame: 3 bytes an LED. Too short: the far LEDs keep theirs; what is over is lost."""
        whole = min(len(data) // 3, self.count) * 3
        self._grb[:whole] = data[:whole]
        self.frames += 1

    @property
    def colours(self) -> list[tuple[int, int, int]]:
        """(red, green, blue), 0 to 255 each, from the first LED to the last."""
        grb = self._grb
        return [(grb[i + 1], grb[i], grb[i + 2]) for i in range(0, len(grb), 3)]

    def lit(self) -> int:
        """How many LEDs are not black."""
        return sum(1 for i in range(0, len(self._grb), 3) if any(self._grb[i : i + 3]))

    def current_ma(self) -> float:
        """What the chain draws: proportional to the sum of its channels, plus the chips."""
        return self.count * IDLE_MA + sum(self._grb) * CHANNEL_MA / 255
