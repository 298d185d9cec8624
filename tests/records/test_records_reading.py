"""Files: one object over any number of lines, JSON Lines, and everything that is neither."""

import io
import os
import sys
import threading

import pytest

from host_tools.records import reading
from host_tools.records.reading import entries


@pytest.fixture
def read(tmp_path):
    """Writes bytes to a file and gives what `entries` finds: values, and errors with places."""

    def run(content):
        path = tmp_path / "records.json"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        found = list(entries(str(path)))
        return [
            entry.value
            if entry.value is not None
            else f"{entry.place.removeprefix(f'{tmp_path}/')}: {entry.error}"
            for entry in found
        ]

    return run


GOOD = [
    ('{"a": 1}', [{"a": 1}]),
    ('\n\n{"a": 1}\n\n', [{"a": 1}]),
    ('{\n"a":\n1}\n', [{"a": 1}]),
    ('{"a": 1}\n{"b": 2}\n', [{"a": 1}, {"b": 2}]),
    ('{"a": 1}\r\n\r\n{"b": 2}', [{"a": 1}, {"b": 2}]),
    ('{"a": [\n{"b": 1},\n{"b": 2}\n]}', [{"a": [{"b": 1}, {"b": 2}]}]),
    ("\ufeff" + '{"a": 1}', [{"a": 1}]),
    ('{"a": "\u2028"}\n{"b": "\x85"}', [{"a": "\u2028"}, {"b": "\x85"}]),
    ('{"a": 12345678901234567890}', [{"a": 12345678901234567890.0}]),
    ('{"a": 1' + "0" * 5000 + "}", [{"a": float("inf")}]),
]


@pytest.mark.parametrize("content, values", GOOD)
def test_what_can_be_read(read, content, values):
    assert read(content) == values


BAD = [
    (b"", "records.json: empty; wanted: one JSON object, or one on each line"),
    (b" \n\t\n", "records.json: empty; "),
    (b'{"a": "\xff"}', "records.json: not UTF-8: byte 0xff in line 1; "),
    (b'{}\n{"a": "\xe9"}', "records.json: not UTF-8: byte 0xe9 in line 2; "),
    (b"\xff\xfe{\x00}\x00", "records.json: not UTF-8: "),
    ("[1]", "records.json:1: not a JSON object but a list; "),
    ('[\n{"a": 1}\n]', "records.json:1: not a JSON object but a list; "),
    ("5", "records.json:1: not a JSON object but 5; "),
    ("null", "records.json:1: not a JSON object but null; "),
    ('"' + "x" * 99 + '"', 'records.json:1: not a JSON object but "xxxxx'),
    ('{"a": 1', "records.json:1: not JSON: Expecting ',' delimiter at column 8; "),
    ('{"a": NaN}', "records.json:1: not JSON: NaN is no JSON value; "),
    ('{"a": -Infinity}', "records.json:1: not JSON: -Infinity is no JSON value; "),
    ("[" * 100000, "records.json:1: not readable: nested too deep; "),
    ('{"a":' * 100000, "records.json:1: not readable: nested too deep; "),
    ('{\n  "a": 1\n  "b": 2\n}', "records.json:2: not JSON: Expecting ',' delimiter at column 9"),
    ('\n\n{"a":\n}\n', "records.json:4: not JSON: Expecting value at column 1; "),
    ('\n{"a": 1\n\n', "records.json:2: not JSON: Expecting ',' delimiter at column 8; "),
    (
        '{"a": [\n  {"b": 1},\n  {"b": 2}\n}',
        "records.json:4: not JSON: Expecting ',' delimiter at column 1; ",
    ),
    ("not json at all", "records.json:1: not JSON: Expecting value at column 1; "),
]


@pytest.mark.parametrize("content, error", BAD)
def test_what_cannot_be_read_is_one_line(read, content, error):
    (found,) = read(content)
    assert found.startswith(error)
    assert "\n" not in found


def test_the_other_lines_are_still_read(read):
    found = read('{"a": 1}\n[]\n\n{"b":\n{"c": 3}\n')
    assert found[0] == {"a": 1}
    assert found[1].startswith("records.json:2: not a JSON object but []; ")
    assert found[2].startswith("records.json:4: not JSON: Expecting value at column")
    assert found[3] == {"c": 3}


def test_a_broken_first_line_does_not_hide_the_others(read):
    found = read('{"a": 1\n{"b": 2}\n{"c": 3}\n')
    assert found[0].startswith("records.json:1: not JSON")
    assert found[1:] == [{"b": 2}, {"c": 3}]


@pytest.mark.parametrize("name, reason", [("none", "No such file"), (".", "is a folder")])
def test_a_file_that_is_none(tmp_path, name, reason):
    (entry,) = entries(str(tmp_path / name))
    assert entry.value is None
    assert reason in entry.error


def test_a_name_with_a_zero_byte():
    (entry,) = entries("a\0b")
    assert (entry.value, entry.place) == (None, "a\\x00b")


def test_fields_that_stand_twice_are_told(tmp_path):
    path = tmp_path / "twice.json"
    path.write_text('{"a": 1, "a": 2, "b": {"c": 1, "c": 1}}')
    (entry,) = entries(str(path))
    assert sorted(entry.twice) == ["a", "c"]


def test_a_device_that_never_ends_is_refused():
    (entry,) = entries("/dev/zero")
    assert entry.error == (
        "is a device; wanted: one JSON object, or one on each line, in a file or a pipe"
    )


def test_a_pipe_is_read(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=('{"a": 1}',))
    writer.start()
    assert [entry.value for entry in entries(str(path))] == [{"a": 1}]
    writer.join()


def test_what_is_too_large_is_not_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_BYTES", 2 << 20)
    path = tmp_path / "large.json"
    path.write_bytes(b" " * (2 << 20) + b"{}")
    endless = io.BufferedReader(Endless())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(endless))
    for name in (str(path), "-"):
        (entry,) = entries(name)
        assert entry.error == (
            "too large; wanted: one JSON object, or one on each line, 2 MiB at most"
        )
    path.write_bytes(b" " * ((2 << 20) - 2) + b"{}")
    assert [entry.value for entry in entries(str(path))] == [{}]


class Endless(io.RawIOBase):
    """What `/dev/zero` is as standard input."""

    def readable(self):
        return True

    def readinto(self, into):
        into[:] = bytes(len(into))
        return len(into)
