"""Chooses one reader of many behind switches on several I2C buses; outputs count through."""


class SelectManyI2c:
    """`selects`: a SelectTca9548a a bus, in the order of outputs; `counts`: how many each has."""

    def __init__(self, selects, counts):
        self._selects = selects
        self._counts = counts
        self.i2c = selects[0].i2c
        self.is_chosen = False

    def choose(self, output):
        """Let the following transfers reach this output."""
        counts = self._counts
        i = 0
        while output >= counts[i]:
            output -= counts[i]
            i += 1
        select = self._selects[i]
        select.choose(output)
        self.i2c = select.i2c
        self.is_chosen = select.is_chosen
