"""Reads ISO 14443-A frames recorded on air in the Proxmark trace format.

Records, little-endian: u32 start and u16 duration in carrier periods, u16 with bit 15 = sent by
the tag and the byte count below it, the bytes, one bit of parity for each (the first in bit 7).
"""

import struct
from pathlib import Path
from typing import NamedTuple

from host_tools.chips.iso14443 import REQA, SHORT_BITS, WUPA
from host_tools.files import reading

_HEADER = struct.Struct("<IHH")


class TraceError(Exception):
    """One line: file, place, what is wrong."""


class TracedFrame(NamedTuple):
    """One frame on air; `parities` has the parity bit of each byte."""

    start: int
    duration: int
    is_tag: bool
    data: bytes
    parities: tuple[int, ...]

    @property
    def bits(self) -> int:
        """How many bits count; not in the file, but a lone request byte is a short frame."""
        if not self.is_tag and len(self.data) == 1 and self.data[0] in (REQA, WUPA):
            return SHORT_BITS
        return 8 * len(self.data)


def load(path: Path | str) -> list[TracedFrame]:
    """All frames of a trace file; TraceError if it ends within a record, or cannot be read."""
    try:
        return parse(reading.data(path), str(path))
    except reading.Unread as error:
        raise TraceError(f"{path}: {error}") from None


def parse(blob: bytes, name: str) -> list[TracedFrame]:
    """All frames of a trace; `name` stands in errors."""
    frames = []
    at = 0
    while at < len(blob):
        body = at + _HEADER.size
        if body > len(blob):
            raise TraceError(f"{name}: byte {at}: the file ends within a record's head")
        start, duration, size = _HEADER.unpack_from(blob, at)
        count = size & 0x7FFF
        end = body + count + (count + 7) // 8
        if end > len(blob):
            raise TraceError(f"{name}: byte {at}: a record of {count} bytes is cut off")
        packed = blob[body + count : end]
        parities = tuple(packed[n // 8] >> 7 - n % 8 & 1 for n in range(count))
        data = blob[body : body + count]
        frames.append(TracedFrame(start, duration, bool(size & 0x8000), data, parities))
        at = end
    return frames
