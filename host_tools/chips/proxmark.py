"""Reads an Ultralight or NTAG dump of a Proxmark3 and makes the tag from it.

`.bin` files come in three forms: 56 bytes in front of the pages (version, 2 + 1 bytes, the last
page's number, signature, three counters with their tearing byte), 48 bytes in front (version, 2
bytes, tearing, PACK, a byte, signature), or the pages alone. `.json` files name the same things.
Whatever is wrong becomes one DumpError.
"""

import json
from pathlib import Path

from host_tools.chips.flipper import DumpError
from host_tools.chips.iso14443 import CASCADE_TAG, bcc
from host_tools.chips.tag_layouts import LAYOUTS, Layout
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.files import reading

_NEW, _OLD = 56, 48  # bytes in front of the pages
_FILE_TYPE = "mfu"
_LONGEST = 1100  # 256 pages and what stands in front


def load(path: Path | str) -> Type2Tag:
    """The tag of a dump file; DumpError if it can't be read or understood."""
    try:
        data = reading.plain(reading.data(path, reading.SMALL))
    except reading.Unread as error:
        raise DumpError(f"{path}: {error}; wanted: a dump in a file") from None
    if data.lstrip()[:1] == b"{":
        return parse_json(data, str(path))
    return parse_binary(data, str(path))


def parse_binary(data: bytes, name: str) -> Type2Tag:
    """The tag of a `.bin` dump; `name` stands in errors."""
    if len(data) > _LONGEST:
        raise DumpError(f"{name}: has {len(data)} bytes, more than an Ultralight or NTAG dump")
    if len(data) > _NEW and 4 * (data[11] + 1) == len(data) - _NEW:
        return _tag(name, data[_NEW:], data[:8], data[12:44], data[44:56])
    for front in (0, _OLD):
        if _is_head(data[front:]) and _layout(data[front:], b"") is not None:
            version = data[:8] if front else b""
            return _tag(name, data[front:], version, data[16:48] if front else b"", b"")
    sizes = ", ".join(str(4 * layout.pages) for layout in LAYOUTS.values())
    raise DumpError(
        f"{name}: is no Ultralight or NTAG dump of a Proxmark3; accepted: {sizes} bytes of pages, "
        f"alone or behind {_OLD} or {_NEW} bytes"
    )


def parse_json(data: bytes, name: str) -> Type2Tag:
    """The tag of a `.json` dump."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise DumpError(f"{name}: is not JSON") from None
    if not isinstance(value, dict) or value.get("FileType") != _FILE_TYPE:
        raise DumpError(f"{name}: 'FileType' is not '{_FILE_TYPE}', an Ultralight or NTAG dump")
    blocks, card = value.get("blocks"), value.get("Card", {})
    if not isinstance(blocks, dict) or not isinstance(card, dict):
        raise DumpError(f"{name}: 'Card' and 'blocks' must be objects")
    pages = b"".join(_octets(name, blocks, str(page), 4) for page in range(len(blocks)))
    version = _octets(name, card, "Version", 8) if "Version" in card else b""
    signature = _octets(name, card, "Signature", 32) if "Signature" in card else b""
    tag = _tag(name, pages, version, signature, b"")
    if "UID" in card and _octets(name, card, "UID", 7) != tag.uid:
        raise DumpError(f"{name}: 'UID' is not what blocks 0 and 1 say")
    return tag


def _octets(name: str, source: dict, key: str, count: int) -> bytes:
    text = source.get(key)
    try:
        data = bytes.fromhex(text)
    except (TypeError, ValueError):
        data = b""
    if len(data) != count:
        raise DumpError(f"{name}: '{key}' is {str(text)[:40]!r}, not {count} bytes in hexadecimal")
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


def _tag(name: str, pages: bytes, version: bytes, signature: bytes, counters: bytes) -> Type2Tag:
    layout = _layout(pages, version)
    if layout is None:
        known = ", ".join(f"{layout.pages} ({layout.name})" for layout in LAYOUTS.values())
        raise DumpError(f"{name}: has {len(pages) // 4} pages; accepted: {known}")
    if not _is_head(pages):
        raise DumpError(f"{name}: pages 0 to 2 do not hold a UID of 7 bytes with its check bytes")
    tag = Type2Tag(layout.name, pages[:3] + pages[4:8])
    tag.load(pages)
    if any(version) and layout.version:
        tag.version = version
    if signature:
        tag.signature = signature
    for number in range(len(counters) // 4):
        tag.counters[number] = int.from_bytes(counters[4 * number : 4 * number + 3], "little")
        tag.tearing[number] = counters[4 * number + 3]
    return tag
