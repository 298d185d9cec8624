"""Reads a file that somebody named: whole, or one line that says why not.

What never ends or never comes is refused: a device, a pipe that nobody writes to, more bytes than
such a file may have. A pipe that somebody writes to is read like a file (`replay <(command)`).
"""

from __future__ import annotations

import os
import select
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

MOST = 64 << 20  # an evening of matches is a few hundred kilobytes
SMALL = 1 << 20  # dumps, scripts, boards, the files of one match
_BOM = b"\xef\xbb\xbf"  # what some editors begin a UTF-8 file with; it says nothing
_CHUNK = 1 << 16
_PATIENCE_S = 2.0  # for somebody who writes to a pipe, by the host's clock


class Unread(Exception):
    """A file that cannot be read; the text says why, without its name."""


class TooLarge(Unread):
    """More bytes than such a file may have."""


class NotUtf8(Unread):
    """Bytes that are no UTF-8 text."""


def data(path: Path | str, most: int = MOST) -> bytes:
    """The bytes of a file, `most` at the most; raises Unread."""
    return _limited(_opened(path, lambda number: _all(number, most)), most)


def head(path: Path | str, count: int) -> bytes:
    """The first bytes of a file, `count` or fewer; raises Unread."""
    return _opened(path, lambda number: os.read(number, count))


def text(path: Path | str, most: int = MOST) -> str:
    """The UTF-8 text of a file, without a byte order mark; raises Unread."""
    return decoded(data(path, most))


def decoded(found: bytes) -> str:
    """Bytes as UTF-8 text, without a byte order mark; raises NotUtf8."""
    found = plain(found)
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise NotUtf8(f"not UTF-8: byte {found[error.start]:#04x} in line {line}") from None


def plain(found: bytes) -> bytes:
    """Bytes of a text, without a byte order mark."""
    return found.removeprefix(_BOM)


def standard_input(most: int = MOST) -> bytes:
    """What comes on standard input, to its end; raises Unread."""
    if sys.stdin is None:
        raise Unread("closed")
    return _limited(sys.stdin.buffer.read(most + 1), most)


def _kind(mode: int) -> str:
    """What is never read, "" for a file or a pipe."""
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISSOCK(mode):
        return "socket"
    # Such as /dev/zero, which never ends.
    return "device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else ""


def _opened(path: Path | str, read: Callable[[int], bytes]) -> bytes:
    """What `read` gets from the number of the opened file; raises Unread."""
    try:
        _refuse(os.stat(path).st_mode)
        # Without O_NONBLOCK a pipe that nobody writes to is waited for, for ever.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            _refuse(os.fstat(number).st_mode)  # it may be another one by now
            return read(number)
        finally:
            os.close(number)
    except (OSError, ValueError) as error:
        raise Unread(getattr(error, "strerror", None) or str(error)) from None


def _refuse(mode: int) -> None:
    kind = _kind(mode)
    if kind:
        raise Unread(f"is a {kind}")


def _all(number: int, most: int) -> bytes:
    """What comes from an open file or pipe, at most one byte more than `most`."""
    if stat.S_ISFIFO(os.fstat(number).st_mode):
        return _from_pipe(number, most)
    found = bytearray()
    while len(found) <= most and (more := os.read(number, min(_CHUNK, most + 1 - len(found)))):
        found += more
    return bytes(found)


def _from_pipe(number: int, most: int) -> bytes:
    """To the end that its writers make; Unread where there is none to begin with."""
    found = bytearray()
    patience_ends = time.monotonic() + _PATIENCE_S
    has_writer = False
    while len(found) <= most:
        try:
            more = os.read(number, min(_CHUNK, most + 1 - len(found)))
        except BlockingIOError:  # somebody has it open, and has not written yet
            has_writer = True
            select.select([number], [], [])
            continue
        found += more
        if not more and (has_writer or found):
            break
        if not more and time.monotonic() > patience_ends:
            raise Unread("is a pipe that nobody writes to")
        if not more:
            time.sleep(0.01)
    return bytes(found)


def _limited(found: bytes, most: int) -> bytes:
    if len(found) > most:
        size = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most} bytes"
        raise TooLarge(f"too large: more than {size}")
    return found
