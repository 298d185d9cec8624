"""Kinds of type 2 tags: how large they are and where they keep a password. For the writers of
tags, imported with them.

Sources: NXP data sheets NTAG210/212, NTAG213/215/216, MF0ULx1 (GET_VERSION, memory organisation,
capability container), NTAG203, MF0ICU1, MF0ICU2.
"""

from micropython import const

# The answer to GET_VERSION: product type, major version and size (bytes 2, 4, 6); then what the
# container says (eight bytes each), and the first of the pages CFG0, CFG1, PWD, PACK.
_KINDS = (
    b"\x03\x01\x0b\x06\x10"  # Ultralight EV1
    b"\x03\x01\x0e\x10\x25"
    b"\x04\x01\x0b\x06\x10"  # NTAG210
    b"\x04\x01\x0e\x10\x25"  # NTAG212
    b"\x04\x01\x0f\x12\x29"  # NTAG213
    b"\x04\x01\x11\x3e\x83"  # NTAG215
    b"\x04\x01\x13\x6d\xe3"  # NTAG216
)
_ROW = const(5)
_OF_I2C = const(5)  # byte 3: an NTAG I2C, whose size says the same and which is laid out otherwise
# All pages of a chip that can be read, in ascending order, and what its container says.
ENDS = (
    b"\x10\x06"  # Ultralight
    b"\x14\x06"  # Ultralight EV1, NTAG210
    b"\x29\x10"
    b"\x2a\x12"  # NTAG203
    b"\x2c\x12"  # Ultralight C, whose last four pages are keys
    b"\x2d\x12"
    b"\x87\x3e"
    b"\xe7\x6d"
)


def _row(version):
    if version[3] == _OF_I2C:
        return -1
    for at in range(0, len(_KINDS), _ROW):
        is_type = version[2] == _KINDS[at] and version[4] == _KINDS[at + 1]
        if is_type and version[6] == _KINDS[at + 2]:
            return at
    return -1


def units(version):
    """The size of the data area in eight bytes, by the eight bytes of GET_VERSION; 0: unknown."""
    at = _row(version)
    return 0 if at < 0 else _KINDS[at + 3]


def config_page(version):
    """Page CFG0 of a chip that can guard its pages by a password; 0: none is known."""
    at = _row(version)
    return 0 if at < 0 else _KINDS[at + 4]
