"""Tag dumps of any kind, and which tile they say that they are."""

from __future__ import annotations

from pathlib import Path

from domino.nfc import ndef
from host_tools.chips import flipper, proxmark
from host_tools.chips.flipper import DumpError
from host_tools.chips.tag_base import Tag
from host_tools.chips.tag_type2 import Type2Tag

_FLIPPER = ".nfc"


def load(path: Path | str) -> Tag:
    """The tag of a Flipper dump (.nfc) or a Proxmark3 dump (.bin, .json); else DumpError."""
    return (flipper if Path(path).suffix.lower() == _FLIPPER else proxmark).load(path)


def record_of(tag: Tag) -> tuple[int, int] | None:
    """Tile and set id of the record on a tag, read as the table reads it; None without one."""
    if not isinstance(tag, Type2Tag):
        return None
    record = ndef.TileRecord()
    record.begin(tag.uid, len(tag.uid))
    memory = bytes(tag.memory)
    state = ndef.MORE
    while state == ndef.MORE:
        at = 4 * record.next_page
        state = record.take((memory[at:] + memory)[:16], 0, 16)
    if state != ndef.FOUND:
        return None
    return record.tile, int.from_bytes(record.set_id, "big")


__all__ = ["DumpError", "load", "record_of"]
