"""Reading a file: whole, or one line; never without end."""

import os
import threading
import time

import pytest

from host_tools.files import reading
from host_tools.files.reading import Unread
from tests.files.nobody import as_nobody


def unread(path, most=100):
    with pytest.raises(Unread) as raised:
        reading.data(path, most)
    return str(raised.value)


def test_a_file_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "file"
    for count in (0, 1, 99, 100):
        path.write_bytes(b"x" * count)
        assert reading.data(path, 100) == b"x" * count
    path.write_bytes(b"x" * 101)
    assert unread(path) == "too large: more than 100 bytes"
    os.truncate(path, 1 << 40)  # a hole: nothing of it is on the disk
    assert unread(path, reading.MOST) == "too large: more than 64 MiB"
    assert reading.head(path, 10) == b"x" * 10


def test_a_file_that_is_larger_than_it_says_is_cut_off():
    """The system's own files say that they have no bytes."""
    assert reading.data("/proc/self/status", reading.SMALL)


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", "/dev/urandom", "/dev/full"])
def test_devices_are_refused(name, tmp_path):
    (tmp_path / "link").symlink_to(name)
    assert unread(name) == unread(tmp_path / "link") == "is a device"


def test_what_is_no_file_is_told(tmp_path):
    (tmp_path / "nowhere").symlink_to("none")
    (tmp_path / "loop").symlink_to("loop")
    assert unread(tmp_path) == "is a folder"
    assert unread(tmp_path / "none") == unread(tmp_path / "nowhere") == "No such file or directory"
    assert "symbolic links" in unread(tmp_path / "loop")
    assert "null" in unread("a\0b")
    assert unread(tmp_path / ("n" * 300)) == "File name too long"


def test_what_may_not_be_read_is_told(lent_folder):
    path = lent_folder / "file"
    path.write_text("x")
    path.chmod(0)
    assert as_nobody(lambda: unread(path)) == "Permission denied"


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "_PATIENCE_S", 0.05)
    os.mkfifo(tmp_path / "pipe")
    began = time.monotonic()
    assert unread(tmp_path / "pipe") == "is a pipe that nobody writes to"
    assert time.monotonic() - began < 5


def test_a_pipe_is_read_to_its_end_or_its_limit(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    def written(data):
        def write():
            with open(tmp_path / "pipe", "wb", buffering=0) as file:
                for at in range(0, len(data), 10):
                    try:
                        file.write(data[at : at + 10])
                    except BrokenPipeError:
                        return

        writer = threading.Thread(target=write)
        writer.start()
        return writer

    writer = written(b"y" * 95)
    assert reading.data(tmp_path / "pipe", 100) == b"y" * 95
    writer.join()
    writer = written(b"y" * 200_000)
    assert unread(tmp_path / "pipe") == "too large: more than 100 bytes"
    writer.join()


def test_texts_are_utf_8_with_or_without_a_mark(tmp_path):
    path = tmp_path / "file"
    for data in ("é\nz".encode(), b"\xef\xbb\xbf" + "é\nz".encode()):
        path.write_bytes(data)
        assert reading.text(path) == "é\nz"
    path.write_bytes(b"\xef\xbb\xbfab\nc\xff")
    with pytest.raises(reading.NotUtf8, match="not UTF-8: byte 0xff in line 2"):
        reading.text(path)
    path.write_text("a", encoding="utf-16")
    with pytest.raises(reading.NotUtf8):
        reading.text(path)


def test_standard_input_has_the_same_limit(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(Unread, match="closed"):
        reading.standard_input()
