"""The tile's record as it is written: the host's host_tools/tags/record.py makes the same bytes
(FORMATS.md, "On the tag"; NFC Forum Type 2 Tag: TLV blocks).

For the few minutes in which a set is made; imported when a host asks for it.
"""

from micropython import const

from domino.nfc.ndef import crc16, reserve

_TLV_NULL = const(0x00)
_TLV_LOCK_CONTROL = const(0x01)
_TLV_MEMORY_CONTROL = const(0x02)
_CONTROL_BYTES = const(5)  # such a block always holds three bytes
_AREA_BIT = const(4)  # of the map of ndef.reserve, whose first four bits are the container
_LENGTH_AT = const(1)  # in the message's block

_TYPE = b"domino.table:t"
# The message's block up to the payload: one short record, first and last, TNF external.
_HEAD = b"\x03\x19\xd4\x0e\x08" + _TYPE
_PAYLOAD = const(8)
BYTES = const(28)  # of the message's block, and the terminator behind it
_VERSION = const(1)
_TERMINATOR = const(0xFE)


def is_reserved(reserved, at):
    """Whether the byte at `at` of the data area belongs to the tag (ndef.reserve)."""
    at += _AREA_BIT
    return reserved[at >> 3] >> (at & 7) & 1 != 0


def kept(area, count, reserved):
    """How many of the `count` bytes at the start of the data area are to be kept: all up to the
    end of the last lock or memory control block before the message. What those blocks reserve is
    marked in `reserved` and left out, as it belongs to no block."""
    for i in range(len(reserved)):
        reserved[i] = 0
    block = bytearray(_CONTROL_BYTES)
    at = keep = n = 0
    while at < count:
        if not is_reserved(reserved, at):
            block[n] = area[at]
            n += 1
            kind = block[0]
            if kind == _TLV_NULL:
                n = 0
            elif kind > _TLV_MEMORY_CONTROL or (n == 2 and block[1] != _CONTROL_BYTES - 2):
                break
            elif n == _CONTROL_BYTES:
                reserve(reserved, kind, block, 2)
                keep = at + 1
                n = 0
        at += 1
    else:
        if n:
            keep = count  # a control block goes on behind what is known so far
    return keep


def first_reserved(reserved, at, end):
    """The first byte of area[at:end] that belongs to the tag, or `end`."""
    while at < end and not is_reserved(reserved, at):
        at += 1
    return at


def compose(area, at, uid, length, tile, set_id):
    """Put the message and the terminator into `area` from `at`, zeros up to a whole page.

    Returns the end, a multiple of 4. `area` needs BYTES + 3 bytes behind `at`; `set_id`: four
    bytes; the record's check covers uid[:length].
    """
    end = at
    for byte in _HEAD:
        area[end] = byte
        end += 1
    first = end
    area[end] = _VERSION
    area[end + 1] = tile
    for i in range(4):
        area[end + 2 + i] = set_id[i]
    crc = 0xFFFF
    for i in range(6):
        crc = crc16(crc, area[first + i])
    for i in range(length):
        crc = crc16(crc, uid[i])
    area[end + 6] = crc >> 8
    area[end + 7] = crc & 0xFF
    end += _PAYLOAD
    area[end] = _TERMINATOR
    end += 1
    while end & 3:
        area[end] = 0
        end += 1
    return end


def length_page(at):
    """The page, from that of `area`'s first byte, in which the message's length stands."""
    return (at + _LENGTH_AT) >> 2
