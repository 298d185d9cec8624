"""Chooses one reader of many by 74HC138 decoders (74HC138 data sheet, function table).

The address inputs of all chips hang on the same pins; each chip has an enable of its own (/E1),
and that is the strobe of its readers: exactly one output of one chip is low while it is low. The
address moves only between transfers, with every enable high. A fourth and fifth address pin feed
a decoder in front, whose outputs are the enables of the others; then there is one enable.
"""

from micropython import const

_NOBODY = const(255)


class Select138:
    """`spi`: the readers' bus; `address`: pin-like callables, lowest bit first; `enables`: one a
    group of 2 ** len(address) outputs, idle high. Output 0 is Y0 behind the first enable."""

    def __init__(self, spi, address, enables):
        self.spi = spi
        self._address = address
        self._enables = enables
        # What a transfer pulls low and lets go again.
        self.strobe = enables[0]
        self._chosen = _NOBODY
        for enable in enables:
            enable(1)

    def choose(self, output):
        """Let the following transfers select this output; free when it is chosen already."""
        if output == self._chosen:
            return
        self._chosen = output
        for pin in self._address:
            pin(output & 1)
            output >>= 1
        self.strobe = self._enables[output]
