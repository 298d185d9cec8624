"""One record of the journal: 13 bytes, little-endian.

    0      action + 1 (events of the table; 0 ends the records of a tail)
    1      seat
    2, 3   number of the record, from 0 in each match
    4-7    tile, or a set of tiles
    8-10   joint: slot, tile and port
    11, 12 CRC-16/CCITT-FALSE of the eleven before

The CRC begins with the number of the match, so that a record of another match is none of this one.
Nothing here allocates.
"""

from micropython import const

SIZE = const(13)
_CHECKED = const(11)
# The remainders of 0 to 15 under the polynomial 0x1021: half a byte at a time.
_REMAINDERS = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data, start, end, crc):
    """The CRC of data[start:end]; `crc` is what to begin with."""
    table = _REMAINDERS
    for i in range(start, end):
        byte = data[i]
        crc = (crc << 4 & 0xFFF0) ^ table[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFF0) ^ table[crc >> 12 ^ byte & 15]
    return crc


def _crc(data, at, match):
    return crc16(data, at, at + _CHECKED, match ^ 0xFFFF)


def pack(data, at, match, number, action, seat, tile, joint):
    """Write the record to data[at:at + SIZE]."""
    data[at] = action + 1
    data[at + 1] = seat
    data[at + 2] = number & 255
    data[at + 3] = number >> 8
    data[at + 4] = tile & 255
    data[at + 5] = tile >> 8 & 255
    data[at + 6] = tile >> 16 & 255
    data[at + 7] = tile >> 24
    data[at + 8] = joint & 255
    data[at + 9] = joint >> 8 & 255
    data[at + 10] = joint >> 16
    crc = _crc(data, at, match)
    data[at + 11] = crc & 255
    data[at + 12] = crc >> 8


def is_good(data, at, match):
    """Whether the bytes at `at` are a whole record of this match."""
    return data[at] != 0 and _crc(data, at, match) == data[at + 11] | data[at + 12] << 8


def number(data, at):
    """The record's number."""
    return data[at + 2] | data[at + 3] << 8


def tile(data, at):
    """The tile, or the set of tiles."""
    return data[at + 4] | data[at + 5] << 8 | data[at + 6] << 16 | data[at + 7] << 24


def joint(data, at):
    """The joint."""
    return data[at + 8] | data[at + 9] << 8 | data[at + 10] << 16
