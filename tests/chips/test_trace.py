"""The trace format, on bytes of our own."""

import struct

import pytest

from host_tools.chips import trace


def record(start, is_tag, data):
    head = struct.pack("<IHH", start, 100, len(data) | (0x8000 if is_tag else 0))
    return head + data + b"\xa5" * ((len(data) + 7) // 8)


def test_records():
    blob = record(7, False, b"\x26") + record(2000, True, b"\x44\x00") + record(9, False, bytes(9))
    frames = trace.parse(blob, "mine.trace")
    assert [(f.start, f.is_tag, f.data, f.bits) for f in frames] == [
        (7, False, b"\x26", 7),
        (2000, True, b"\x44\x00", 16),
        (9, False, bytes(9), 72),
    ]
    assert frames[2].parities == (1, 0, 1, 0, 0, 1, 0, 1, 1)


@pytest.mark.parametrize("left", [1, 7, 8, 9])
def test_a_cut_file_says_where(left):
    blob = record(7, False, b"\x26") + record(8, True, b"\x44\x00")
    with pytest.raises(trace.TraceError, match="mine.trace: byte 10"):
        trace.parse(blob[: 10 + left], "mine.trace")
