"""Check bytes and frame lengths of ISO 14443-3 type A."""

import pytest

from host_tools.chips import iso14443


# ISO 14443-3, annex B, gives the first two; HLTA's is known from every trace.
@pytest.mark.parametrize(
    "data, crc",
    [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd"), ("3000", "02a8"), ("e080", "3173")],
)
def test_crc_a(data, crc):
    assert iso14443.crc_a(bytes.fromhex(data)).hex() == crc
    assert iso14443.crc_holds(bytes.fromhex(data + crc))
    assert not iso14443.crc_holds(bytes.fromhex(data + "ffff"))


def test_crc_needs_something_before_it():
    assert not iso14443.crc_holds(b"\x63\x63")


@pytest.mark.parametrize(
    "four, check", [("8804a81d", 0x39), ("12de5f80", 0x13), ("b0bb8904", 0x86)]
)
def test_bcc(four, check):
    assert iso14443.bcc(bytes.fromhex(four)) == check


@pytest.mark.parametrize("byte, bit", [(0x00, 1), (0x01, 0), (0x26, 0), (0xFF, 1), (0x93, 1)])
def test_odd_parity(byte, bit):
    assert iso14443.odd_parity(byte) == bit


@pytest.mark.parametrize(
    "bits, align, air",
    [(7, 0, 8), (4, 0, 5), (8, 0, 10), (16, 0, 19), (40, 0, 46), (35, 5, 41), (3, 5, 5)],
)
def test_air_bits_count_a_parity_bit_a_complete_byte(bits, align, air):
    assert iso14443.air_bits(bits, align) == air


def test_spans():
    assert iso14443.ns(13_560) == 1_000_000
    # ISO 14443-3, table 3: 1172/fc after a last bit zero (its pause ends 32/fc into the bit that
    # follows), 1236/fc after a last bit one (whose pause ends with the bit).
    air = iso14443.air_bits(7)
    assert iso14443.answer_start(air, 9) == air * 128 + 32 + 1172
    assert iso14443.answer_start(air, 9) == (air - 1) * 128 + 96 + 1236
