"""Check bytes against the worked examples of ISO/IEC 14443-3."""

import pytest

from domino.nfc import iso14443


@pytest.mark.parametrize(
    ("data", "on_air"),
    # Annex B, and HLTA as every reader sends it
    [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd"), ("", "6363")],
)
def test_crc_a(data, on_air):
    padded = b"\xaa" + bytes.fromhex(data)
    crc = iso14443.crc_a(padded, 1, len(data) // 2)
    assert bytes((crc & 0xFF, crc >> 8)).hex() == on_air


def test_bcc_is_of_four_bytes():
    assert iso14443.bcc(bytes.fromhex("ff8804a81dff"), 1) == 0x88 ^ 0x04 ^ 0xA8 ^ 0x1D
