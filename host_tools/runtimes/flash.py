"""The board's file system: real littlefs over the emulated flash, laid out as on a stock Pico.

`image` makes the flash as a maker's computer leaves it, before the first power-up. On the cpython
runtime and in tests the firmware is handed a `FileSystem`, which offers what MicroPython's `open`
and `os` offer and no more; the micropython runtime mounts the same flash by its own `VfsLfs2`.
Both littlefs are of one version and get one configuration, so that they write the same bytes.

They differ in one thing. A folder's log that is full and finds no block to split into leaves half
a page in littlefs' cache (its issues 760 and 1157). MicroPython compiles littlefs without its
assertions, and the next write takes the cache over; the assertions of the host's littlefs end the
process there. So that one is mounted anew whenever the flash is full.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from typing import Protocol

from littlefs import LittleFSError, UserContext, lfs

from host_tools.chips.flash import PAGE, SECTOR, Flash
from host_tools.sim.flash_port import FlashPort
from host_tools.sim.ports import Ports

PICO_SECTORS = 352  # 1,408 KB behind the stock firmware of a Pico; 212 on a Pico W
# What the Pico's stock image mounts with: `VfsLfs2(flash, progsize=256)`, the rest by default.
READ_SIZE = 32
CACHE_SIZE = 4 * PAGE
_CONFIG = {
    "block_size": SECTOR,
    "read_size": READ_SIZE,
    "prog_size": PAGE,
    "cache_size": CACHE_SIZE,
    "lookahead_size": 32,
    "block_cycles": 100,
}
# littlefs-python's own "a" makes no file; MicroPython's does.
_APPENDING = lfs.LFSFileFlag.wronly | lfs.LFSFileFlag.creat | lfs.LFSFileFlag.append
_EIO = -5
# What littlefs says of a full flash: the second when it finds no room for the name of a new file.
_FULL = (-errno.ENOSPC, -errno.ENAMETOOLONG)


class Device(Protocol):
    """What a file system lies on: addresses in bytes, `program` within one page."""

    def read(self, start: int, count: int) -> bytes: ...

    def program(self, start: int, data: bytes) -> None: ...

    def erase(self, sector: int) -> None: ...


class _Context(UserContext):
    """littlefs' callbacks. An exception must not pass through its C code: it is kept, and raised
    by every call from then on, as littlefs itself does not get over a device that fails."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self.error: BaseException | None = None

    def _guarded(self, act: Callable[[], bytes | None]) -> bytes | int | None:
        """What the device answers, or a negative number of littlefs."""
        if self.error is not None:
            return _EIO
        try:
            return act()
        except BaseException as error:
            self.error = error
            return _EIO

    def read(self, cfg: object, block: int, off: int, size: int) -> bytearray:
        read = self._guarded(lambda: self._device.read(block * SECTOR + off, size))
        return bytearray(read if isinstance(read, bytes) else size)

    def prog(self, cfg: object, block: int, off: int, data: bytes) -> int:
        def pages() -> None:
            for at in range(0, len(data), PAGE):
                self._device.program(block * SECTOR + off + at, bytes(data[at : at + PAGE]))

        return self._guarded(pages) or 0

    def erase(self, cfg: object, block: int) -> int:
        return self._guarded(lambda: self._device.erase(block)) or 0

    def sync(self, cfg: object) -> int:
        return 0 if self.error is None else _EIO


class FileSystem:
    """A mounted littlefs. Errors are OSError with MicroPython's numbers, or the device's own."""

    def __init__(self, device: Device, sectors: int) -> None:
        self._context = _Context(device)
        self._config = lfs.LFSConfig(context=self._context, block_count=sectors, **_CONFIG)
        # littlefs keeps the address of an open file, so none may go while it is open.
        self.opened: set[File] = set()
        self._mount()

    def _mount(self) -> None:
        self._fs = lfs.LFSFilesystem()
        self._call(lfs.mount, self._config)

    def _mount_anew(self) -> None:
        """The flash is full: see above. What an open file has not flushed is lost to it, as
        littlefs has it of the file that met the full flash."""
        before = self._fs
        places = [(file, lfs.file_tell(before, file.handle)) for file in self.opened]
        self._mount()
        for file, place in places:
            file.handle = self._call(lfs.file_open, file.name, file.mode_again)
            self._call(lfs.file_seek, file.handle, place, 0)
        lfs.unmount(before)  # its memory; it writes nothing

    def _call(self, function: object, *arguments: object) -> object:
        context = self._context
        if context.error is None:
            try:
                result = function(self._fs, *arguments)
            except LittleFSError as error:
                if error.code in _FULL and context.error is None:
                    self._mount_anew()
                raise context.error or OSError(-error.code, error.name) from None
        if context.error is not None:
            raise context.error
        return result

    def open(self, name: str, mode: str = "r") -> File:
        """Open a file; texts are UTF-8 without change of line ends."""
        how = _APPENDING if mode in ("a", "ab") else mode.replace("b", "")
        handle = self._call(lfs.file_open, name, how)
        file = File(self._call, handle, name, mode, self.opened)
        self.opened.add(file)
        return file

    def remove(self, name: str) -> None:
        """Remove a file, or a folder that is empty."""
        self._call(lfs.remove, name)

    def rename(self, old: str, new: str) -> None:
        """Rename; what was at the new name gives way."""
        self._call(lfs.rename, old, new)

    def mkdir(self, name: str) -> None:
        """Make a folder."""
        self._call(lfs.mkdir, name)

    def rmdir(self, name: str) -> None:
        """Remove a folder that is empty."""
        self._call(lfs.remove, name)

    def listdir(self, name: str = "") -> list[str]:
        """The names in a folder."""
        folder = self._call(lfs.dir_open, name or ".")
        names = []
        while (entry := self._call(lfs.dir_read, folder)) is not None:
            if entry.name not in (".", ".."):
                names.append(entry.name)
        self._call(lfs.dir_close, folder)
        return names


class File:
    """An open file. It is not closed by being forgotten: a power cut closes nothing."""

    def __init__(self, call: object, handle: object, name: str, mode: str, opened: set) -> None:
        self._call = call
        self.handle = handle
        self.name = name
        # With what it is opened a second time, so that what it holds stays.
        self.mode_again = "r+" if "w" in mode else mode.replace("b", "")
        self._opened = opened
        self._is_text = "b" not in mode

    def read(self, count: int = -1) -> bytes | str:
        """At most `count` bytes, or all that is left."""
        if count < 0:
            count = self._call(lfs.file_size, self.handle)
        data = bytes(self._call(lfs.file_read, self.handle, count))
        return data.decode() if self._is_text else data

    def readinto(self, into: bytearray) -> int:
        """Fill `into`; how many bytes came."""
        data = self.read(len(into))
        into[: len(data)] = data
        return len(data)

    def write(self, data: bytes | str, *part: int) -> int:
        """Write all, or as MicroPython has it `write(data, count)`, `write(data, from, count)`."""
        data = data.encode() if isinstance(data, str) else bytes(data)
        start = part[0] if len(part) == 2 else 0
        chosen = data[start : start + part[-1]] if part else data
        return self._call(lfs.file_write, self.handle, chosen)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move; where it stands then."""
        return self._call(lfs.file_seek, self.handle, offset, whence)

    def flush(self) -> None:
        """Everything written is in the flash after this."""
        self._call(lfs.file_sync, self.handle)

    def close(self) -> None:
        """Write what is left and close."""
        self._opened.remove(self)
        self._call(lfs.file_close, self.handle)

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def image(files: dict[str, object], sectors: int = PICO_SECTORS) -> bytes:
    """The content of a flash that holds `files`: name -> JSON value, or bytes as they are."""
    flash = Flash(sectors)
    mkfs(flash, sectors)
    system = FileSystem(flash, sectors)
    for name, value in files.items():
        with system.open(name, "wb") as file:
            file.write(value if isinstance(value, bytes) else json.dumps(value).encode())
    return bytes(flash.content)


def mkfs(device: Device, sectors: int) -> None:
    """An empty file system."""
    context = _Context(device)
    config = lfs.LFSConfig(context=context, block_count=sectors, **_CONFIG)
    lfs.format(lfs.LFSFilesystem(), config)


def insert(ports: Ports, files: dict[str, object]) -> None:
    """Give a board a flash with `files`, unless it has one: then it was started before."""
    if ports.flash is None:
        ports.flash = FlashPort(ports.clock, Flash(PICO_SECTORS, image(files)))


def mounted(content: bytes) -> FileSystem:
    """The file system of a flash's content, which is not changed; OSError where it has none."""
    flash = Flash(len(content) // SECTOR, content)
    return FileSystem(flash, flash.sectors)
