"""The NDEF record that says which tile a tag is (FORMATS.md, "On the tag"), and tags that hold it.

One short record: TNF external, type `domino.table:t`, payload of 8 bytes: version, tile number,
set id (u32 big-endian), CRC-16/CCITT-FALSE over these six bytes and the UID (big-endian).
"""

from host_tools.chips.tag_type2 import Type2Tag

TYPE = b"domino.table:t"
VERSION = 1
TILES = 28
_MB_ME_SR_EXTERNAL = 0xD4  # first and last record, short, TNF 4
_TLV_NDEF = 0x03
_TLV_END = 0xFE
_TLV_NULL = 0x00
_TLV_CONTROLS = (0x01, 0x02)  # lock and memory control: stand first, are kept
_CONTROL_BYTES = 5  # type, length, and always three bytes
_CC = 12  # capability container, page 3 (NFC Forum type 2 tag)
_USER_FROM = 16


def crc16_ccitt_false(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, preset 0xFFFF, most significant bit first."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc


def payload(tile: int, set_id: int, uid: bytes) -> bytes:
    """The 8 bytes of tile 0 to 27 of a set on the tag with this UID."""
    if not 0 <= tile < TILES:
        raise ValueError(f"tile {tile} is not 0 to 27")
    six = bytes([VERSION, tile]) + set_id.to_bytes(4, "big")
    return six + crc16_ccitt_false(six + uid).to_bytes(2, "big")


def message(tile: int, set_id: int, uid: bytes) -> bytes:
    """The NDEF message: one record."""
    body = payload(tile, set_id, uid)
    return bytes([_MB_ME_SR_EXTERNAL, len(TYPE), len(body)]) + TYPE + body


def user_area(before: bytes, ndef: bytes) -> bytes:
    """A tag's memory from page 4 with `ndef` on it, in whole pages: what stands at its beginning
    up to the last control TLV is kept. ValueError where it would lie on reserved bytes."""
    kept, reserved = _controls(before)
    area = before[:kept] + bytes([_TLV_NDEF, len(ndef)]) + ndef + bytes([_TLV_END])
    area += bytes(-len(area) % 4)
    if reserved & set(range(kept // 4 * 4, len(area))):
        raise ValueError("the record would lie on bytes that a control TLV reserves")
    return area


def _controls(area: bytes) -> tuple[int, set[int]]:
    """The end of the last control TLV before the message, null TLVs between them included; and
    the places in `area` that control TLVs reserve, which belong to no TLV."""
    reserved: set[int] = set()
    kept, block = 0, b""
    for at, byte in enumerate(area):
        if at in reserved:
            continue
        block += bytes([byte])
        if block[0] == _TLV_NULL:
            block = b""
        elif block[0] not in _TLV_CONTROLS or block[1:2] not in (b"", b"\x03"):
            return kept, reserved
        elif len(block) == _CONTROL_BYTES:
            reserved |= _reserved_by(block)
            kept, block = at + 1, b""
    return (len(area) if block else kept), reserved


def _reserved_by(block: bytes) -> set[int]:
    """Places from page 4 on: page and offset, size in bits (locks) or bytes, 0 for 256, and bytes
    a page as a power of two (NFC Forum Type 2 Tag, 2.3)."""
    kind, _, place, size, page = block
    first = (place >> 4 << (page & 15)) + (place & 15) - _USER_FROM
    size = size or 256
    count = -(-size // 8) if kind == _TLV_CONTROLS[0] else size
    return set(range(max(first, 0), first + count))


def write_record(tag: Type2Tag, tile: int, set_id: int) -> None:
    """Put the record for `tile` into the tag's memory, formatting a tag without CC."""
    if not tag.memory[_CC]:
        tag.memory[_CC : _CC + 4] = bytes([0xE1, 0x10, tag.layout.units, 0])
    before = bytes(tag.memory[_USER_FROM:])
    area = user_area(before, message(tile, set_id, tag.uid))
    tag.memory[_USER_FROM : _USER_FROM + len(area)] = area


def blank_ntag213(uid: bytes) -> Type2Tag:
    """An NTAG213 as it leaves the factory, with a 7-byte UID."""
    return Type2Tag("NTAG213", uid)


def ntag213_for_tile(tile: int, set_id: int, uid: bytes) -> Type2Tag:
    """An NTAG213 that says that it is `tile` (0 to 27) of the set `set_id`."""
    tag = blank_ntag213(uid)
    write_record(tag, tile, set_id)
    return tag
