"""Reads an Ultralight, NTAG or Classic dump of a Proxmark3 and makes the tag from it.

`.bin` files come in three forms: 56 bytes in front of the pages (version, 2 + 1 bytes, the last
page's number, signature, three counters with their tearing byte), 48 bytes in front (version, 2
bytes, tearing, PACK, a byte, signature), or the pages alone. `.json` files name the same things.
Of a Classic the UID part alone counts: block 0 is UID, check byte, SAK and ATQA, or a UID of seven
bytes and then SAK and ATQA (NXP AN10927).
Whatever is wrong becomes one DumpError.
"""

import json
from pathlib import Path

from host_tools.chips.flipper import DumpError, not_type_a
from host_tools.chips.iso14443 import CASCADE_TAG, bcc
from host_tools.chips.tag_base import Tag
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_layouts import LAYOUTS, Layout, of_pages
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.files import reading

_NEW, _OLD = 56, 48  # bytes in front of the pages
_FILE_TYPE = "mfu"
_FEWEST = 40  # bytes: the smallest chip, an Ultralight Nano, has some more
_LONGEST = 4096  # a Classic 4K
# Bytes of a Classic's dump -> what it is.
_CLASSICS = {320: "Mini", 1024: "1K", 2048: "2K", 4096: "4K"}
_DOUBLE_SIZE = 0x40  # of the ATQA's first byte: a UID of seven bytes
_PROTOCOL_4 = 0x20  # of the SAK
# How the file types of `.json` begin: Classic and other type A cards, and what is none.
_CLASSIC_TYPES = ("mfc", "mfcard")
_CARD_TYPES = ("mfd", "mfp", "14a", "ntag4")
_NOT_TYPE_A = {
    "15693": "ISO 15693",
    "felica": "FeliCa",
    "iclass": "iCLASS",
    "14b": "ISO 14443 type B",
    "topaz": "Topaz",
    "lto": "LTO",
    "hitag": "Hitag",
    "t55": "T55x7",
    "em4": "EM4x",
    "legic": "Legic",
}


def load(path: Path | str) -> Tag:
    """The tag of a dump file; DumpError if it can't be read or understood."""
    try:
        data = reading.plain(reading.data(path, reading.SMALL))
    except reading.Unread as error:
        raise DumpError(f"{path}: {error}; wanted: a dump in a file") from None
    if data.lstrip()[:1] == b"{":
        return parse_json(data, str(path))
    return parse_binary(data, str(path))


def parse_binary(data: bytes, name: str) -> Tag:
    """The tag of a `.bin` dump; `name` stands in errors."""
    if len(data) > _LONGEST:
        raise DumpError(f"{name}: has more than {_LONGEST} bytes, the longest tag dump")
    if len(data) in _CLASSICS and not _is_head(data):
        return _classic(name, data)
    if len(data) > _NEW and 4 * (data[11] + 1) == len(data) - _NEW:
        return _tag(name, data[_NEW:], data[:8], data[12:44], data[44:56])
    for front in (0, _OLD):
        if _is_head(data[front:]) and _layout(data[front:], b"") is not None:
            version = data[:8] if front else b""
            return _tag(name, data[front:], version, data[16:48] if front else b"", b"")
    sizes = ", ".join(str(4 * layout.pages) for layout in LAYOUTS.values())
    raise DumpError(
        f"{name}: is no Ultralight, NTAG or Classic dump of a Proxmark3; accepted: {sizes} bytes "
        f"of pages, alone or behind {_OLD} or {_NEW} bytes, or "
        f"{', '.join(map(str, _CLASSICS))} bytes of a Classic"
    )


def _classic(name: str, data: bytes) -> ClassicCard:
    """The UID part of a Classic, by its block 0."""
    if any(data[:4]) and data[4] == bcc(data[:4]):
        return ClassicCard(data[:4], data[6:8], data[5])
    if data[8] & _DOUBLE_SIZE and any(data[:7]):
        return ClassicCard(data[:7], data[8:10], data[7])
    raise DumpError(f"{name}: block 0 of this Classic {_CLASSICS[len(data)]} dump holds no UID")


def parse_json(data: bytes, name: str) -> Tag:
    """The tag of a `.json` dump."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise DumpError(f"{name}: is not JSON") from None
    kind = value.get("FileType") if isinstance(value, dict) else None
    if kind != _FILE_TYPE:
        return _other(name, kind if isinstance(kind, str) else "", value)
    blocks, card = value.get("blocks"), value.get("Card", {})
    if not isinstance(blocks, dict) or not isinstance(card, dict):
        raise DumpError(f"{name}: 'Card' and 'blocks' must be objects")
    pages = b"".join(_octets(name, blocks, str(page), 4) for page in range(len(blocks)))
    version = _octets(name, card, "Version", 8) if "Version" in card else b""
    signature = _octets(name, card, "Signature", 32) if "Signature" in card else b""
    # Of a chip that is not known so far the pages alone count.
    tag = _tag(name, pages, version, signature, b"", of_pages("Ultralight or NTAG", len(blocks)))
    if "UID" in card and _octets(name, card, "UID", 7) != tag.uid:
        raise DumpError(f"{name}: 'UID' is not what blocks 0 and 1 say")
    return tag


def _other(name: str, kind: str, value: object) -> Tag:
    """The UID part of a card that is neither Ultralight nor NTAG; DumpError for no type A card."""
    for begin, what in _NOT_TYPE_A.items():
        if kind.lower().startswith(begin):
            raise not_type_a(f"{name}: 'FileType' is '{kind[:40]}'", what)
    if not kind.startswith(_CLASSIC_TYPES + _CARD_TYPES):
        raise DumpError(
            f"{name}: 'FileType' is {kind[:40]!r}; accepted: '{_FILE_TYPE}' (Ultralight, NTAG), "
            f"{', '.join(_CLASSIC_TYPES + _CARD_TYPES)} …"
        )
    card = value.get("Card")
    if not isinstance(card, dict):
        raise DumpError(f"{name}: 'Card' must be an object with UID, ATQA and SAK")
    uid = _octets(name, card, "UID", 4, 7, 10)
    atqa = _octets(name, card, "ATQA", 2)
    sak = _octets(name, card, "SAK", 1)[0]
    if sak & _PROTOCOL_4 or not kind.startswith(_CLASSIC_TYPES):
        return Iso14443_4Card(uid, atqa=atqa, sak=sak)
    return ClassicCard(uid, atqa, sak)


def _octets(name: str, source: dict, key: str, *counts: int) -> bytes:
    text = source.get(key)
    try:
        data = bytes.fromhex(text)
    except (TypeError, ValueError):
        data = b""
    if len(data) not in counts:
        accepted = f"{' or '.join(map(str, counts))} bytes in hexadecimal"
        raise DumpError(f"{name}: '{key}' is {str(text)[:40]!r}, not {accepted}")
    return data


def _is_head(pages: bytes) -> bool:
    """Whether these begin with a UID of seven bytes and its check bytes."""
    if len(pages) < 9:
        return False
    first = bytes([CASCADE_TAG]) + pages[:3]
    return pages[3] == bcc(first) and pages[8] == bcc(pages[4:8])


def _layout(pages: bytes, version: bytes) -> Layout | None:
    """The chip with so many pages; its version decides where two have as many."""
    fitting = [layout for layout in LAYOUTS.values() if 4 * layout.pages == len(pages)]
    named = [layout for layout in fitting if layout.version and layout.version == version]
    return (named or fitting or [None])[0]


def _tag(
    name: str,
    pages: bytes,
    version: bytes,
    signature: bytes,
    counters: bytes,
    other: Layout | None = None,
) -> Type2Tag:
    """`other`: the chip where none that is known has so many pages."""
    layout = _layout(pages, version) or (other if len(pages) >= _FEWEST else None)
    if layout is None:
        known = ", ".join(f"{layout.pages} ({layout.name})" for layout in LAYOUTS.values())
        raise DumpError(f"{name}: has {len(pages) // 4} pages; accepted: {known}")
    if not _is_head(pages):
        raise DumpError(f"{name}: pages 0 to 2 do not hold a UID of 7 bytes with its check bytes")
    tag = Type2Tag(layout, pages[:3] + pages[4:8])
    tag.load(pages)
    if any(version) and layout.version:
        tag.version = version
    if signature:
        tag.signature = signature
    for number in range(len(counters) // 4):
        tag.counters[number] = int.from_bytes(counters[4 * number : 4 * number + 3], "little")
        tag.tearing[number] = counters[4 * number + 3]
    return tag
