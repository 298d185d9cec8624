"""Reads a tag dump in the Flipper text format and makes the tag from it.

A file is lines of `Key: value`, `#` begins a comment. Whatever is wrong becomes one `DumpError`
that names the file, the line, what is wrong and what is accepted.
"""

from pathlib import Path
from typing import NamedTuple

from host_tools.chips.iso14443 import SAK_CASCADE
from host_tools.chips.tag_base import Tag
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_layouts import LAYOUTS, Layout, of_pages
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.files import reading

FILE_TYPE = "Flipper NFC device"
# Up to version 2 the ATQA is written in the order of sending, from 3 on as a number.
_ATQA_AS_NUMBER_FROM = 3
_UID_KINDS = ("UID", "ISO14443-3A", "Mifare Classic")
_CARD_KINDS = (
    "Bank card",
    "ISO14443-4A",
    "Mifare DESFire",
    "Mifare Plus",
    "NTAG4xx",
    "Type 4 Tag",
    "EMV",
)
# Chips of the kind that no layout is at hand for: their pages are read as they are.
_OTHER_TYPE2 = ("NTAG I2C", "Mifare Ultralight", "Ultralight")
_MOST_PAGES = 512
_NOT_TYPE_A = {
    "FeliCa": "FeliCa",
    "ISO15693-3": "ISO 15693",
    "SLIX": "ISO 15693",
    "ISO14443-3B": "ISO 14443 type B",
    "ISO14443-4B": "ISO 14443 type B",
    "ST25TB": "ISO 14443 type B",
}
_PROTOCOL_4 = 0x20  # of the SAK
_TYPE2_KIND = "NTAG/Ultralight"  # version 4: the chip stands in a line of its own


class DumpError(Exception):
    """One line: file, place, what is wrong, what is accepted."""


def not_type_a(where: str, what: str) -> DumpError:
    """The error about a dump of a tag that no reader of the table hears."""
    return DumpError(
        f"{where}: a dump of {what}, which the table cannot read; "
        "accepted: ISO 14443 type A (NTAG, Ultralight, Classic)"
    )


class Value(NamedTuple):
    """The text behind a key and its line, from 1."""

    text: str
    line: int


class Dump:
    """The lines of one file by key."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.values: dict[str, Value] = {}
        for number, line in enumerate(text.splitlines(), 1):
            stripped = line.strip()
            if stripped and not stripped.startswith("#"):
                self._add(stripped, number)
        if self.text("Filetype") != FILE_TYPE:
            raise self.error("Filetype", f"is not '{FILE_TYPE}'")
        self.version = self.integer("Version", 1, 99)

    def _add(self, line: str, number: int) -> None:
        key, colon, value = line.partition(":")
        if not colon:
            raise DumpError(f"{self.name}:{number}: '{line[:40]}' is not 'Key: value'")
        if key in self.values:
            raise DumpError(
                f"{self.name}:{number}: '{key}' stands in line {self.values[key].line} already"
            )
        self.values[key] = Value(value.strip(), number)

    def error(self, key: str, what: str) -> DumpError:
        """An error about the value of `key`."""
        found = self.values.get(key)
        where = f"{self.name}:{found.line}" if found else self.name
        return DumpError(f"{where}: '{key}' {what}")

    def text(self, key: str) -> str:
        """The text behind `key`, which must be there."""
        if key not in self.values:
            raise DumpError(f"{self.name}: no line '{key}: …', which a dump must have")
        return self.values[key].text

    def integer(self, key: str, low: int, high: int) -> int:
        """A decimal number in a range."""
        text = self.text(key)
        is_short = len(text) <= len(str(high)) and text.isascii() and text.isdigit()
        if not is_short or not low <= int(text) <= high:
            raise self.error(key, f"is '{text[:40]}', not a number from {low} to {high}")
        return int(text)

    def octets(self, key: str, *lengths: int) -> bytes:
        """Bytes in hexadecimal, of one of these lengths."""
        text = self.text(key)
        accepted = f"{' or '.join(map(str, lengths))} bytes in hexadecimal"
        try:
            data = bytes.fromhex(text)
        except ValueError:
            raise self.error(key, f"is '{text[:40]}', not {accepted}") from None
        if len(data) not in lengths:
            raise self.error(key, f"has {len(data)} bytes, not {accepted}")
        return data


def load(path: Path | str) -> Tag:
    """The tag of a dump file; DumpError if it can't be read or understood."""
    try:
        text = reading.text(path, reading.SMALL)
    except reading.NotUtf8:
        raise DumpError(f"{path}: is not a text file; a Flipper dump is") from None
    except reading.Unread as error:
        raise DumpError(f"{path}: {error}; wanted: a dump in a file") from None
    return parse(text, str(path))


def parse(text: str, name: str) -> Tag:
    """The tag of a dump's text; `name` stands in errors."""
    dump = Dump(text, name)
    kind = dump.text("Device type")
    key = "Device type"
    if kind == _TYPE2_KIND:
        key = "NTAG/Ultralight type"
        kind = dump.text(key)
    if kind in _NOT_TYPE_A:
        where = f"{name}:{dump.values[key].line}: '{key}' is '{kind}'"
        raise not_type_a(where, _NOT_TYPE_A[kind])
    uid = dump.octets("UID", 4, 7, 10)
    atqa = dump.octets("ATQA", 2)
    if dump.version >= _ATQA_AS_NUMBER_FROM:
        atqa = atqa[::-1]
    sak = dump.octets("SAK", 1)[0]
    if sak & SAK_CASCADE:
        raise dump.error("SAK", "has bit 3 set: the UID goes on, and the dump holds a part of it")
    if kind in LAYOUTS:
        return _type2(dump, LAYOUTS[kind], uid, atqa, sak)
    if kind.startswith(_OTHER_TYPE2):
        pages = dump.integer("Pages total", 4, _MOST_PAGES)
        return _type2(dump, of_pages(kind, pages), uid, atqa, sak)
    if kind == "Mifare Plus" and not sak & _PROTOCOL_4:
        return ClassicCard(uid, atqa, sak)
    if kind in _UID_KINDS:
        return ClassicCard(uid, atqa, sak)
    if kind in _CARD_KINDS:
        return Iso14443_4Card(uid, atqa=atqa, sak=sak)
    accepted = ", ".join([*LAYOUTS, "NTAG I2C …", *_UID_KINDS, *_CARD_KINDS])
    raise dump.error(key, f"is '{kind[:40]}', not one of {accepted}")


def _type2(dump: Dump, layout: Layout, uid: bytes, atqa: bytes, sak: int) -> Type2Tag:
    if len(uid) != 7:
        raise dump.error("UID", f"has {len(uid)} bytes, a {layout.name} has 7")
    pages = layout.pages
    if dump.integer("Pages total", 1, _MOST_PAGES) != pages:
        raise dump.error("Pages total", f"is not {pages}, as a {layout.name} has")
    memory = b"".join(_page(dump, number) for number in range(pages))
    if memory[:3] + memory[4:8] != uid:
        raise dump.error("Page 0", "and 'Page 1' do not hold the UID of the line 'UID'")
    tag = Type2Tag(layout, uid, sak, atqa)
    tag.load(memory)
    if "Signature" in dump.values:
        tag.signature = dump.octets("Signature", 32)
    if "Mifare version" in dump.values and tag.layout.version:
        tag.version = dump.octets("Mifare version", 8)
    for number in range(3):
        if f"Counter {number}" in dump.values:
            tag.counters[number] = dump.integer(f"Counter {number}", 0, 0xFFFFFF)
        if f"Tearing {number}" in dump.values:
            tag.tearing[number] = dump.octets(f"Tearing {number}", 1)[0]
    return tag


def _page(dump: Dump, number: int) -> bytes:
    """A page; one that the dumping device could not read is left out of the file."""
    read = _MOST_PAGES
    if "Pages read" in dump.values:
        read = dump.integer("Pages read", 0, _MOST_PAGES)
    if number >= read and f"Page {number}" not in dump.values:
        return bytes(4)
    return dump.octets(f"Page {number}", 4)
