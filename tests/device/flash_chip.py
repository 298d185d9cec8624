"""A NOR flash in memory as a block device, for MicroPython's own littlefs.

`writeblocks` clears bits only, as the chip does; a write that cannot be so fails the test.
"""

SECTOR = 4096


class Flash:
    """Counts `erases` and `programs` (pages of 256 bytes)."""

    def __init__(self, content):
        self.content = bytearray(content)
        self.erases = 0
        self.programs = 0

    def readblocks(self, block, into, offset=0):
        start = block * SECTOR + offset
        for i in range(len(into)):
            into[i] = self.content[start + i]

    def writeblocks(self, block, data, offset=0):
        start = block * SECTOR + offset
        self.programs += len(data) // 256
        for i in range(len(data)):
            self.content[start + i] &= data[i]

    def ioctl(self, op, argument):
        if op == 4:
            return len(self.content) // SECTOR
        if op == 5:
            return SECTOR
        if op == 6:
            start = argument * SECTOR
            for i in range(SECTOR):
                self.content[start + i] = 255
            self.erases += 1
        return 0


class files:
    """What main.py hands to the firmware."""


def mount(content):
    """Mount an image as the Pico does, but without times; returns the chip."""
    import os

    import vfs

    chip = Flash(content)
    vfs.mount(vfs.VfsLfs2(chip, progsize=256, mtime=False), "/flash")
    os.chdir("/flash")
    for name in ("rename", "remove", "listdir", "mkdir", "rmdir"):
        setattr(files, name, getattr(os, name))
    files.open = open
    return chip
