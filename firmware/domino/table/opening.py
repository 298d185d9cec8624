"""Who opens a round: a list of seats where one is given, else the rules, else a neutral lot."""

from micropython import const

from domino.rules import codes

# A small linear congruential generator (75 x + 74 mod 65,537): every product stays below 2^30.
_FACTOR = const(75)
_ADD = const(74)
_MODULUS = const(65537)


class Opening:
    """The starters of a match, and the lot drawn from a seed."""

    def __init__(self, match):
        self._match = match
        self._starters = b""  # a seat a round, NONE where nobody is named
        self.state = 0  # of the lot: 16 bits

    def begin(self, starters, seed):
        """A new match. `seed` is any number from 0 to 2^30 - 1."""
        self._starters = starters
        self.state = (seed ^ seed >> 16) & 0xFFFF  # never 65,536, which would stay itself
        for _ in range(3):
            self.lot(1)

    def open(self):
        """Open the next round; return the rules' code. A starter against the rules gives way."""
        match = self._match
        coming = match.round_number + 1
        starter = self._starters[coming] if coming < len(self._starters) else codes.NONE
        code = match.open_round(starter)
        if code == codes.WRONG_STARTER:
            code = match.open_round(codes.NONE)
        if code == codes.STARTER_NEEDED:
            code = match.open_round(self.lot(match.players))
        return code

    def lot(self, among):
        """A number from 0 to among - 1, each as likely as the others."""
        self.state = (self.state * _FACTOR + _ADD) % _MODULUS
        return (self.state >> 4) % among
