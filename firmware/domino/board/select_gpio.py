"""Chooses one reader of a few by a pin each: the pin itself is the strobe."""


class SelectGpio:
    """`spi`: the readers' bus; `pins`: pin-like callables, idle high, one a reader."""

    def __init__(self, spi, pins):
        self.spi = spi
        self._pins = pins
        # What a transfer pulls low and lets go again.
        self.strobe = pins[0]
        for pin in pins:
            pin(1)

    def choose(self, output):
        """Let the following transfers select this output."""
        self.strobe = self._pins[output]
