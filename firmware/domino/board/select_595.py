"""Chooses one reader of many by a chain of 74HC595 on the readers' own SPI bus (SN74HC595 data
sheet).

The pattern is shifted once a visit, with /OE high: the outputs float, a pull-up on every select
line keeps all readers from hearing the shifted bytes. Then /OE itself is the strobe: low for each
transfer, so one select is one transfer. The bytes of those transfers run through the chain too,
which is harmless: outputs change at the latch only.
"""

from micropython import const

NOTHING = const(255)


class Select595:
    """`spi`: the readers' bus; `latch`, `enable`: pin-like callables (enable is /OE, idle high);
    `outputs`: how many, a multiple of 8. Output 0 is QA of the chip next to the controller."""

    def __init__(self, spi, latch, enable, outputs):
        self.spi = spi
        self._latch = latch
        # What a transfer pulls low and lets go again.
        self.strobe = enable
        self._chosen = NOTHING
        # Sent first ends farthest away: the last byte is the nearest chip's, its bit 0 QA.
        self._pattern = bytearray(b"\xff" * (outputs // 8))
        enable(1)
        latch(0)
        self._shift()

    def choose(self, output):
        """Let the following transfers select this output; free when it is chosen already."""
        chosen = self._chosen
        if output == chosen:
            return
        pattern = self._pattern
        last = len(pattern) - 1
        if chosen != NOTHING:
            pattern[last - (chosen >> 3)] = 0xFF
        pattern[last - (output >> 3)] = 0xFF ^ (1 << (output & 7))
        self._chosen = output
        self._shift()

    def _shift(self):
        self.spi.write(self._pattern)
        self._latch(1)
        self._latch(0)
