"""Regulators that a config can name, 5 V in and 3.3 V out, and fuses.

Sources: Diodes AP63200 family data sheet (3.8 to 32 V in, 2 A, 3.3 V fixed in the AP63203, 22 uA
for itself); TI TPS562200/TPS563200 data sheet SLVSCB0 (4.5 to 17 V in, 3 A; under 1 mA); TI LM2596
data sheet (3.3 V type: 4.75 V in, 3 A, 10 mA at most); AMS1117 data sheet (0.8 A at a drop of
1.3 V at most, 11 mA at most).
"""

from typing import NamedTuple


class Regulator(NamedTuple):
    """What it delivers without end, the least that it wants at its input, and what it takes
    itself (rounded up)."""

    title: str
    gives_ma: int
    least_mv: int
    own_ma: int


REGULATORS = {
    "ap63203": Regulator("AP63203", 2000, 3800, 1),
    "tps563200": Regulator("TPS563200", 3000, 4500, 1),
    "lm2596": Regulator("LM2596-3.3", 3000, 4750, 10),
    "ams1117": Regulator("AMS1117-3.3", 800, 4600, 11),
}
ANY = Regulator("regulator", 20_000, 4500, 11)  # where none is named: the hungriest of these

# IEC 60127-2, the ratings of 5 x 20 mm fuse links.
RATINGS_MA = (315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000,
              10_000, 12_500, 16_000)  # fmt: skip
LOAD_PCT = 75  # of its rating that a fuse is to carry without end, in a warm box


def fuse_ma(load_ma: int) -> int:
    """The smallest rating that carries such a load; the largest one if none does."""
    enough = (rating for rating in RATINGS_MA if rating * LOAD_PCT >= 100 * load_ma)
    return next(enough, RATINGS_MA[-1])
