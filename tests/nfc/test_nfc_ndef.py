"""The tile's record in tag memory: every way it may stand there, and everything that is none."""

from random import Random

import pytest

from domino.nfc import ndef
from host_tools.tags.record import message, ntag213_for_tile, payload

UID = bytes.fromhex("04a81d12de5f80")
SET = 0xC0FFEE01
CC = bytes.fromhex("e1106d00")  # a big tag
LOCK_CONTROL = bytes.fromhex("0103a00c34")
MEMORY_CONTROL = bytes.fromhex("0203 0102 03")
RECORD = message(19, SET, UID)
URI = bytes.fromhex("91010a5504") + b"domino.de"  # first of a message, not the last
BODY = payload(19, SET, UID)
TYPE = b"domino.table:t"


def tlv(data, is_long=False):
    length = b"\xff" + len(data).to_bytes(2, "big") if is_long else bytes([len(data)])
    return b"\x03" + length + data


def record(header=0xD4, kind=TYPE, body=BODY, identifier=None):
    """One record with any header, long length and id where the header says so."""
    length = bytes([len(body)]) if header & 0x10 else len(body).to_bytes(4, "big")
    ids = bytes([len(identifier)]) if identifier is not None else b""
    return bytes([header, len(kind)]) + length + ids + kind + (identifier or b"") + body


def parse(memory, uid=UID):
    """Feed memory from page 3 as READs of four pages bring it; the state and the bytes taken."""
    reader = ndef.TileRecord()
    reader.begin(uid, len(uid))
    padded = memory + bytes(4096)
    at = 0
    state = ndef.MORE
    while state == ndef.MORE:
        assert reader.next_page == 3 + at // 4
        state = reader.take(b"\xee" + padded[at : at + 16], 1, 16)
        at += 16
    return reader, state, at


@pytest.mark.parametrize(
    "area",
    [
        tlv(RECORD) + b"\xfe",
        LOCK_CONTROL + tlv(RECORD) + b"\xfe",
        LOCK_CONTROL + MEMORY_CONTROL + tlv(RECORD),
        b"\x00\x00\x00" + tlv(RECORD),  # null blocks are one byte
        b"\x03\x00" + tlv(RECORD),  # an empty message before it
        tlv(URI + b"\x54" + RECORD[1:]),  # the second record of the message
        tlv(RECORD, is_long=True),
        tlv(record(header=0xC4)),  # a long record
        tlv(record(header=0xDC, identifier=b"id")),
        tlv(record(header=0xDC, identifier=b"")),
        b"\xfd\x02ab" + tlv(RECORD),  # a proprietary block
    ],
    ids=lambda area: area[:12].hex(),
)
def test_finds_the_tile(area):
    reader, state, _ = parse(CC + area)
    assert state == ndef.FOUND
    assert reader.tile == 19
    assert bytes(reader.set_id) == SET.to_bytes(4, "big")


@pytest.mark.parametrize("tile", range(28))
def test_finds_what_the_host_writes_on_a_factory_tag(tile):
    tag = ntag213_for_tile(tile, SET, UID)
    reader, state, _ = parse(bytes(tag.memory[12:]))
    assert (state, reader.tile) == (ndef.FOUND, tile)


BROKEN = bytearray(BODY)
BROKEN[7] ^= 1


@pytest.mark.parametrize(
    "memory",
    [
        b"\x00\x10\x6d\x00" + tlv(RECORD),  # no capability container
        b"\xe1\x10\x00\x00" + tlv(RECORD),  # a data area of no size
        CC + b"\xfe" + tlv(RECORD),  # behind the terminator
        CC + b"\x03\x00\xfe",
        CC + tlv(record(body=bytes(BROKEN))),
        CC + tlv(record(kind=b"domino.table:u")),
        CC + tlv(record(kind=b"domino.table")),
        CC + tlv(record(header=0xD2)),  # a media type
        CC + tlv(record(header=0xF4)),  # chunked
        CC + tlv(record(body=BODY + b"\x00")),
        CC + tlv(RECORD[:-1]),  # the message is too short for its record
        CC + b"\x01\x03",  # cut off in a control block
        bytes(64),
        b"\xff" * 64,
        CC + b"\x05\xff\xff\xff" + bytes(300),  # a block of 65,535 bytes
        CC + tlv(record(header=0xC2, kind=b"x", body=bytes(300))[:200], is_long=True),
    ],
    ids=lambda memory: memory[:14].hex(),
)
def test_finds_nothing(memory):
    _, state, taken = parse(memory)
    assert state == ndef.NO_RECORD
    assert taken <= 4 + 256 + 16


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc = ndef.crc16(crc, byte)
    return crc


def test_crc16_is_ccitt_false():
    assert crc16(b"123456789") == 0x29B1  # the check value of the catalogue


@pytest.mark.parametrize(("version", "tile"), [(0, 3), (2, 3), (1, 28), (1, 255)])
def test_a_good_check_over_an_unknown_version_or_tile_is_no_tile(version, tile):
    six = bytes([version, tile]) + b"\x01\x02\x03\x04"
    body = six + crc16(six + UID).to_bytes(2, "big")
    assert parse(CC + tlv(record(body=body)))[1] == ndef.NO_RECORD


def test_a_record_copied_to_another_tag_does_not_hold():
    assert parse(CC + tlv(RECORD), uid=UID[:-1] + b"\x81")[1] == ndef.NO_RECORD


def test_the_record_must_lie_within_the_size_of_the_tag():
    """As on an Ultralight of 48 bytes, where a READ over the end goes on at page 0."""
    small = bytes.fromhex("e1100600")
    room = 48 - len(tlv(RECORD))
    assert parse(small + b"\x00" * room + tlv(RECORD))[1] == ndef.FOUND
    assert parse(small + b"\x00" * (room + 1) + tlv(RECORD))[1] == ndef.NO_RECORD


def test_any_memory_ends_within_the_cap():
    random = Random(5)
    starts = [b"", tlv(b"")[:1], LOCK_CONTROL, tlv(RECORD)[:9]]
    for _ in range(500):
        memory = CC + random.choice(starts) + random.randbytes(300)
        _, state, taken = parse(memory)
        assert state == ndef.NO_RECORD and taken <= 4 + 256 + 16


def spread(control, data):
    """Memory from page 3 with `control`, then `data` laid around the four bytes at `control`'s
    place (page 8), which hold what would end the message."""
    area = bytearray(control + data)
    at = 32 - 16
    if len(area) > at:
        area[at:at] = b"\xfe\x00\xfe\x00"
    return CC + bytes(area)


@pytest.mark.parametrize(
    "control",
    [bytes.fromhex("0203200404"), bytes.fromhex("0103202004"), bytes.fromhex("0203400403")],
)
def test_reserved_bytes_within_the_area_belong_to_no_block(control):
    """Control blocks that keep bytes 32 to 35, the record around them."""
    reader, state, _ = parse(spread(control, tlv(RECORD) + b"\xfe"))
    assert (state, reader.tile) == (ndef.FOUND, 19)
    # Without the control block they are part of the record, which does not hold then.
    assert parse(spread(bytes(5), tlv(RECORD) + b"\xfe"))[1] == ndef.NO_RECORD


def test_two_control_blocks_reserve_both():
    """Bytes 26 and 27 (13 pages of 2), and 40 (5 pages of 8)."""
    controls = bytes.fromhex("0203d00201") + bytes.fromhex("0203500103")
    area = bytearray(controls + tlv(RECORD))
    area[26 - 16 : 26 - 16] = b"\x03\x00"
    area[40 - 16 : 40 - 16] = b"\xfe"
    assert parse(CC + bytes(area))[1] == ndef.FOUND


def test_what_one_tag_reserves_is_forgotten_with_the_next():
    reader = ndef.TileRecord()
    for area in (spread(bytes.fromhex("0203200404"), tlv(RECORD)), CC + tlv(RECORD)):
        reader.begin(UID, len(UID))
        padded = area + bytes(64)
        states = (reader.take(padded[at : at + 16], 0, 16) for at in range(0, 48, 16))
        assert ndef.FOUND in states
