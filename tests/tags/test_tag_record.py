"""The record that names a tile (FORMATS.md, "On the tag")."""

import pytest

from host_tools.chips.tag_layouts import LAYOUTS
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags import record

UID = bytes.fromhex("04112233445566")


def test_crc_of_the_catalogue():
    assert record.crc16_ccitt_false(b"123456789") == 0x29B1


def test_the_bytes_of_an_ntag213_for_a_tile():
    tag = record.ntag213_for_tile(27, 0xDEADBEEF, UID)
    body = bytes.fromhex("011bdeadbeef")
    body += record.crc16_ccitt_false(body + UID).to_bytes(2, "big")
    ndef = b"\xd4\x0e\x08domino.table:t" + body
    area = bytes.fromhex("0103a00c34") + b"\x03\x19" + ndef + b"\xfe"
    assert bytes(tag.memory[16 : 16 + len(area)]) == area
    assert not any(tag.memory[16 + len(area) : 160])
    assert tag.uid == UID


def test_the_crc_binds_the_record_to_its_tag():
    other = bytes.fromhex("04112233445567")
    assert record.payload(0, 1, UID)[:6] == record.payload(0, 1, other)[:6]
    assert record.payload(0, 1, UID)[6:] != record.payload(0, 1, other)[6:]


@pytest.mark.parametrize("tile", [-1, 28])
def test_no_other_tiles(tile):
    with pytest.raises(ValueError, match="not 0 to 27"):
        record.payload(tile, 1, UID)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_type_of_tag_holds_it_and_is_formatted(name):
    tag = Type2Tag(name, UID)
    record.write_record(tag, 5, 7)
    end = 4 * (tag.layout.user_end + 1)
    assert record.message(5, 7, UID) in bytes(tag.memory[16:end])
    assert tag.memory[12] == 0xE1
    assert tag.memory[14] * 8 <= end - 16
