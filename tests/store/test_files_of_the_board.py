"""The simulated board's file system (host_tools/runtimes/flash.py) does as MicroPython's."""

import pytest

from host_tools.runtimes.micropython import binary
from tests.micropython import run
from tests.store.store_parts import Board

# What is done, and what a file holds then; an OSError by its number.
SCRIPT = """
def tried(files):
    found = []
    for name, mode, data in (
        ("new", "ab", b"1"), ("new", "ab", b"2"), ("old", "wb", b"3"), ("old", "r+b", b"4"),
        ("none", "rb", b""), ("none", "r+b", b"5"), ("folder/file", "ab", b"6"),
    ):
        try:
            with files.open(name, mode) as file:
                if data:
                    file.write(data)
            with files.open(name, "rb") as file:
                found.append(file.read())
        except OSError as error:
            found.append(error.args[0])
    return found
"""
ON_THE_BOARD = (
    SCRIPT
    + """
import os, vfs

class Flash:
    def __init__(self):
        self.data = bytearray(16 * 4096)
    def readblocks(self, sector, into, offset=0):
        at = sector * 4096 + offset
        into[:] = self.data[at : at + len(into)]
    def writeblocks(self, sector, data, offset=0):
        at = sector * 4096 + offset
        self.data[at : at + len(data)] = data
    def ioctl(self, op, argument):
        return {4: 16, 5: 4096}.get(op, 0)

flash = Flash()
vfs.VfsLfs2.mkfs(flash, progsize=256)
vfs.mount(vfs.VfsLfs2(flash, progsize=256, mtime=False), "/flash")
os.chdir("/flash")

class Files:
    open = open

print(tried(Files))
"""
)


@pytest.mark.skipif(binary.find() is None, reason="no MicroPython here: set MICROPYTHON")
def test_files_are_opened_as_on_the_board():
    namespace = {}
    exec(SCRIPT, namespace)
    assert run(ON_THE_BOARD).strip() == repr(namespace["tried"](Board().files()))


def test_a_file_to_append_to_is_made():
    files = Board().files()
    with files.open("new", "ab") as file:
        file.write(b"1")
    assert files.listdir("") == ["new"]


READ = (
    ON_THE_BOARD
    + """
from domino.store import plain

with open("small", "wb") as file:
    file.write(b"12345")
print(plain.read(Files, "small", 1_000_000), plain.read(Files, "small", 3))
"""
)


def test_reading_a_small_file_takes_no_more_room_than_the_file():
    """A heap in use has no 4 KB in one piece, and `read` makes room for all that it may read."""
    assert run(READ, heap="200k").splitlines()[-1] == "b'12345' b'123'"
