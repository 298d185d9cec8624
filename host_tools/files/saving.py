"""Saves a file: the old one or the new one is there, never a part, whatever is cut off or fails.

It is written under a name of its own in the same folder, which nobody can guess or has made
before (O_EXCL), brought to the disk, and takes the old one's place and mode. A symbolic link stays
one: what it leads to is replaced. Anything that is no regular file is refused, so is one that may
not be written.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

_PREFIX = ".domino-"


class NotSaved(Exception):
    """A file that cannot be saved; the text says why, `path` names the file."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(why)
        self.path = str(path)


def save(path: Path | str, content: bytes | str) -> None:
    """Make the file, or replace it as a whole; texts are UTF-8. Raises NotSaved."""
    why = problem(path)
    if why:
        raise NotSaved(path, why)
    try:
        _replace(Path(os.path.realpath(path)), content)
    except (OSError, ValueError) as error:
        raise NotSaved(path, _reason(error)) from None


def problem(path: Path | str) -> str:
    """Why a file cannot be saved, as far as can be seen before it is tried; "" for nothing."""
    try:
        if not str(path):
            return "has no name"
        mode = _mode(path)
        kind = "" if mode is None else _kind(mode)
        if kind:
            return f"is a {kind}"
        target = os.path.realpath(path) if os.path.islink(path) else str(path)
        folder = os.path.dirname(target) or "."
        if not os.path.isdir(folder):
            return f"there is no folder {_shown(folder)}"
        if mode is not None and not os.access(target, os.W_OK):
            return "cannot be written"
        is_allowed = os.access(folder, os.W_OK | os.X_OK)
    except (OSError, ValueError) as error:
        return _reason(error)
    return "" if is_allowed else f"the folder {_shown(folder)} cannot be written"


def _mode(path: Path | str) -> int | None:
    """The mode of what lies there, links followed; None where nothing does."""
    try:
        return os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _kind(mode: int) -> str:
    """What takes the place of a file and is none, "" for a regular one."""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISFIFO(mode):
        return "pipe"
    return "socket" if stat.S_ISSOCK(mode) else "device"


def _replace(target: Path, content: bytes | str) -> None:
    data = content.encode("utf-8") if isinstance(content, str) else bytes(content)
    number, name = tempfile.mkstemp(prefix=_PREFIX, dir=target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            _take_after(file.fileno(), target)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    _to_disk(target.parent)


def _take_after(number: int, target: Path) -> None:
    """Mode, and where that is allowed the owner, of the file that is replaced."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        os.fchmod(number, 0o666 & ~_umask())
        return
    with contextlib.suppress(OSError):
        os.fchown(number, old.st_uid, old.st_gid)
    os.fchmod(number, stat.S_IMODE(old.st_mode))


def _umask() -> int:
    """What new files of this process may not allow; it can only be asked by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _to_disk(folder: Path) -> None:
    """That the name is the new file's, too."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _shown(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
