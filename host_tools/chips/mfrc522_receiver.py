"""What the MFRC522's receiver makes of an answer (data sheet rev. 3.9, 9.3.1.7, 9.3.1.15).

CollPos counts from bit 0 of the first FIFO byte, so the RxAlign bits that the chip leaves free
count too; 32 reads as 0, and beyond it only CollPosNotValid says that there was a collision.
With CRC on, the two bytes are checked and not put into the FIFO.
"""

from typing import NamedTuple

from host_tools.chips.field import Reply
from host_tools.chips.iso14443 import crc_holds
from host_tools.chips.mfrc522_map import COLL_ERR, COLL_POS_NOT_VALID, CRC_ERR, PARITY_ERR

_COLL_POS_LAST = 32


class Received(NamedTuple):
    """Bytes for the FIFO, RxLastBits, the error bits and CollReg without ValuesAfterColl."""

    data: bytes
    last_bits: int
    errors: int
    coll: int


def receive(
    reply: Reply, bits: int, rx_align: int, keep_after_coll: bool, check_crc: bool
) -> Received:
    """The first `bits` bits of a reply (all of them, unless the tag was taken away)."""
    data = reply.data
    errors = 0
    coll = COLL_POS_NOT_VALID
    is_cut = bits < reply.bits
    if reply.collision >= 0 and reply.collision < bits:
        errors |= COLL_ERR
        place = rx_align + reply.collision + 1
        if place <= _COLL_POS_LAST:
            coll = place & 0x1F
        if not keep_after_coll:
            data = _masked(data, reply.collision)
    elif reply.garbled or _is_misaligned(reply, bits, rx_align):
        errors |= PARITY_ERR
    if is_cut:
        data = _masked(data[: (bits + 7) // 8], bits)
    filled = bits
    if rx_align:
        filled = bits + rx_align
        value = int.from_bytes(data, "little") << rx_align
        data = value.to_bytes((filled + 7) // 8, "little")
    if check_crc:
        if filled % 8 or not crc_holds(data):
            errors |= CRC_ERR
        if filled >= 24 and not filled % 8:
            data = data[:-2]
    return Received(data, filled % 8, errors, coll)


def _masked(data: bytes, bits: int) -> bytes:
    """Only the first `bits` bits of it, the rest zero."""
    return (int.from_bytes(data, "little") & ((1 << bits) - 1)).to_bytes(len(data), "little")


def _is_misaligned(reply: Reply, bits: int, rx_align: int) -> bool:
    """Parity bits are looked for where no byte ends."""
    return rx_align != reply.align and bits > 8 - max(rx_align, reply.align)
