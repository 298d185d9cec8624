"""The 28 tiles as integers: number = high * (high + 1) / 2 + low, 0-0 is 0, 6-6 is 27.

A set of tiles is a mask, bit n for tile n: 28 bits, a small integer on every MicroPython.
All tables are literals; the tests compute them again.
"""

from micropython import const

ALL = const(0xFFFFFFF)  # the whole set
DOUBLES = const(0x8104225)

# By tile number: the halves and their sum.
LOW = (
    b"\x00\x00\x01\x00\x01\x02\x00\x01\x02\x03\x00\x01\x02\x03\x04\x00\x01\x02\x03\x04\x05"
    b"\x00\x01\x02\x03\x04\x05\x06"
)
HIGH = (
    b"\x00\x01\x01\x02\x02\x02\x03\x03\x03\x03\x04\x04\x04\x04\x04\x05\x05\x05\x05\x05\x05"
    b"\x06\x06\x06\x06\x06\x06\x06"
)
PIPS = (
    b"\x00\x01\x02\x02\x03\x04\x03\x04\x05\x06\x04\x05\x06\x07\x08\x05\x06\x07\x08\x09\x0a"
    b"\x06\x07\x08\x09\x0a\x0b\x0c"
)

# The seven tiles that hold a value, as masks.
HAS_VALUE = (0x20844B, 0x410896, 0x821138, 0x10423C0, 0x2087C00, 0x41F8000, 0xFE00000)

# The tiles that hold any of a set of values (bit n for value n): FITS_LOW for the values 0 to 3,
# FITS_HIGH for 4 to 6, so that a set takes two look-ups.
# fmt: off
FITS_LOW = (
    0x0, 0x20844B, 0x410896, 0x618CDF, 0x821138, 0xA2957B, 0xC319BE, 0xE39DFF,
    0x10423C0, 0x124A7CB, 0x1452BD6, 0x165AFDF, 0x18633F8, 0x1A6B7FB, 0x1C73BFE, 0x1E7BFFF,
)
FITS_HIGH = (
    0x0, 0x2087C00, 0x41F8000, 0x61FFC00, 0xFE00000, 0xFE87C00, 0xFFF8000, 0xFFFFC00,
)
# fmt: on

# The tiles of HAS_VALUE as lists, seven a value, each by printed name (0-3, 1-3, 2-3 ...).
WITH_VALUE = (
    b"\x00\x01\x03\x06\x0a\x0f\x15"
    b"\x01\x02\x04\x07\x0b\x10\x16"
    b"\x03\x04\x05\x08\x0c\x11\x17"
    b"\x06\x07\x08\x09\x0d\x12\x18"
    b"\x0a\x0b\x0c\x0d\x0e\x13\x19"
    b"\x0f\x10\x11\x12\x13\x14\x1a"
    b"\x15\x16\x17\x18\x19\x1a\x1b"
)

# Every tile in the order of its printed name: 0-0, 0-1 ... 0-6, 1-1 ... 6-6.
BY_NAME = (
    b"\x00\x01\x03\x06\x0a\x0f\x15\x02\x04\x07\x0b\x10\x16\x05\x08\x0c\x11\x17\x09\x0d\x12"
    b"\x18\x0e\x13\x19\x14\x1a\x1b"
)


def number(low: int, high: int) -> int:
    """Return the tile with these halves (0 to 6, either order)."""
    if low > high:
        return low * (low + 1) // 2 + high
    return high * (high + 1) // 2 + low


def count(mask: int) -> int:
    """Return how many tiles the mask holds."""
    tiles = 0
    while mask:
        mask &= mask - 1
        tiles += 1
    return tiles


def pips(mask: int) -> int:
    """Return the sum of both halves of all tiles of the mask."""
    total = 0
    for tile in range(28):
        if mask >> tile & 1:
            total += PIPS[tile]
    return total
