"""Where journals may lie: a file of one match, a folder copied from a board, images of a flash."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from domino.store import journal as stored
from host_tools.chips.flash import SECTOR
from host_tools.files import reading
from host_tools.journal.reading import TAIL
from host_tools.runtimes.flash import FileSystem, mounted

WANTED = "accepted: a .dtj file, a folder with such files, an image of a flash, a folder of images"
_IMAGES = "*.bin"  # as `simulate --flash DIR` names them
_MAGIC = b"littlefs"  # in the first sectors of an image, eight bytes in


class NoJournal(Exception):
    """Nothing that a journal could be read from; the text is one line."""


def journals_at(path: Path) -> list[Path]:
    """The path itself, or the images of flashes in a folder that holds no copy of a journal."""
    if not path.is_dir() or _is_copy(path):
        return [path]
    images = [file for file in sorted(path.glob(_IMAGES)) if file.is_file() and _is_image(file)]
    return images or [path]


def _is_copy(folder: Path) -> bool:
    has_files = any(folder.glob(f"*{stored.SUFFIX}")) or (folder / TAIL).is_file()
    return has_files or (folder / stored.FOLDER).is_dir()


def _is_image(file: Path) -> bool:
    try:
        return _has_magic(reading.head(file, SECTOR + 16))
    except reading.Unread:
        return False


def _has_magic(data: bytes) -> bool:
    return data[8:16] == _MAGIC or data[SECTOR + 8 : SECTOR + 16] == _MAGIC


def files_at(path: Path) -> dict[str, bytes]:
    """The files of the journal by name; raises NoJournal, Unread or OSError."""
    if path.is_dir():
        return _folder(path)
    data = reading.data(path)
    if _has_magic(data):
        return files_in(data)
    if data[:3] == stored.MAGIC or path.suffix == stored.SUFFIX:
        return {path.with_suffix(stored.SUFFIX).name: data}
    raise NoJournal(f"no journal; {WANTED}")


def _folder(path: Path) -> dict[str, bytes]:
    inside = path / stored.FOLDER
    folder = inside if inside.is_dir() else path
    files = [*sorted(folder.glob(f"*{stored.SUFFIX}")), folder / TAIL]
    found = {str(file.relative_to(folder)): _read(file) for file in files if os.path.lexists(file)}
    if not found:
        raise NoJournal(f"holds no journal; {WANTED}")
    return found


def _read(file: Path) -> bytes:
    try:
        return reading.data(file, reading.SMALL)
    except reading.Unread as error:
        raise NoJournal(f"{file.name}: {error}; {WANTED}") from None


def files_in(data: bytes) -> dict[str, bytes]:
    """The files of the journal in an image of a flash; raises NoJournal."""
    if len(data) % SECTOR:
        raise NoJournal(f"{len(data)} bytes; an image has whole sectors of {SECTOR}")
    try:
        system = mounted(data)
        names = [name for name in system.listdir(stored.FOLDER) if name.endswith(stored.SUFFIX)]
    except OSError as error:
        raise NoJournal(f"an image without a journal: {error.strerror}") from None
    found = {name: _content(system, f"{stored.FOLDER}/{name}") for name in names}
    with contextlib.suppress(OSError):  # there may be none, if the power went just then
        found[TAIL] = _content(system, stored.TAIL)
    return found


def _content(system: FileSystem, name: str) -> bytes:
    with system.open(name, "rb") as file:
        return file.read()
