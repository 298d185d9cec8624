"""Chooses one reader of many behind several selects, on one bus or on several.

Outputs count through: those of the first select come first. The chip's driver talks on the bus of
the reader that was chosen last, so one driver serves all of them.
"""


class SelectMany:
    """`selects`: the parts in the order of their outputs, `counts`: how many each has."""

    def __init__(self, selects, counts):
        self._selects = selects
        self._counts = counts
        self.spi = selects[0].spi
        # What a transfer pulls low and lets go again.
        self.strobe = selects[0].strobe

    def choose(self, output):
        """Let the following transfers select this output."""
        counts = self._counts
        i = 0
        while output >= counts[i]:
            output -= counts[i]
            i += 1
        select = self._selects[i]
        select.choose(output)
        self.spi = select.spi
        self.strobe = select.strobe
