"""ISO/IEC 14443-3 type A on the wire: check bytes, parity, and how long frames last at 106 kbit/s.

Frames are `(data, bits)`: bytes filled from the least significant bit, and how many bits of them
count. Spans are in carrier periods (1/13.56 MHz) or, where the name says so, in nanoseconds.
"""

CARRIER_PER_BIT = 128  # ISO 14443-2, 8.1.1: 106 kbit/s is fc/128
REQA = 0x26  # ISO 14443-3, 6.4: short frames of seven bits
WUPA = 0x52
SELECT_LEVELS = (0x93, 0x95, 0x97)
HLTA = b"\x50\x00"
CASCADE_TAG = 0x88
SAK_CASCADE = 0x04  # ISO 14443-3, 6.5.4: bit 3 says that the UID goes on
SHORT_BITS = 7
# ISO 14443-3, 6.2.1.1: from the last pause of the reader to the first of the tag, (128 n + 84)/fc
# after a one and (128 n + 20)/fc after a zero. Counted from the end of the reader's last data or
# parity bit both are the same grid, 128 n + 52; during activation n is exactly 9.
ACTIVATION_GRID = 9
_GRID_OFFSET = 52


def ns(carrier: int) -> int:
    """Carrier periods as whole nanoseconds (13.56 MHz = 339 / 25000 periods a nanosecond)."""
    return carrier * 25_000 // 339


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x8408 if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


_CRC_TABLE = _crc_table()


def crc16(data: bytes, preset: int) -> int:
    """CRC of polynomial x^16 + x^12 + x^5 + 1, least significant bit first, no final change."""
    crc = preset
    for byte in data:
        crc = (crc >> 8) ^ _CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc


def crc_a(data: bytes) -> bytes:
    """CRC_A as the two bytes that follow `data` on air (ISO 14443-3, annex B)."""
    return crc16(data, 0x6363).to_bytes(2, "little")


def with_crc(data: bytes) -> bytes:
    """`data` and its CRC_A."""
    return data + crc_a(data)


def crc_holds(frame: bytes) -> bool:
    """Whether the last two bytes are the CRC_A of those before."""
    return len(frame) > 2 and crc16(frame, 0x6363) == 0


def bcc(four: bytes) -> int:
    """Check byte of one cascade level (ISO 14443-3, 6.5.4)."""
    return four[0] ^ four[1] ^ four[2] ^ four[3]


def odd_parity(byte: int) -> int:
    """The bit that makes the number of ones odd."""
    return ~bin(byte).count("1") & 1


def air_bits(bits: int, align: int = 0) -> int:
    """Bit periods of a frame: start, data, and a parity bit behind each byte that is complete.

    `align` bits of the first byte were sent by the other side already (anticollision).
    """
    return 1 + bits + (align + bits) // 8


def answer_start(air: int, grid: int) -> int:
    """Carrier periods from the start of a reader frame of `air` bit periods to the answer."""
    return (air + grid) * CARRIER_PER_BIT + _GRID_OFFSET
