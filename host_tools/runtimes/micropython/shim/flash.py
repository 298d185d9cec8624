"""The board's flash over the pipe, mounted as the Pico's stock image does it.

Only the times of files are left out: they would come from the host's clock, and the littlefs of
the cpython runtime has none.
"""

import os

import bridge
import vfs
from micropython import const

_SECTOR = const(4096)
_FOLDER = "/flash"


class Flash:
    """A block device. Nothing here allocates: files are closed with the heap locked."""

    def __init__(self, sectors):
        self._sectors = sectors

    def readblocks(self, sector, into, offset=0):
        count = len(into)
        bridge.small[0] = count & 255
        bridge.small[1] = count >> 8
        bridge.ask(bridge.FLASH_READ, offset >> 5, sector, bridge.small, 2, into)

    def writeblocks(self, sector, data, offset=0):
        bridge.post_long(bridge.FLASH_PROGRAM, offset >> 8, sector, data, len(data))

    def ioctl(self, op, argument):
        if op == 4:
            return self._sectors
        if op == 5:
            return _SECTOR
        if op == 6:
            bridge.post_long(bridge.FLASH_ERASE, 0, argument, bridge.small, 0)
        return 0


def mount(sectors):
    """Mount the flash and go there; where it cannot be mounted it is made anew."""
    device = Flash(sectors)
    try:
        system = vfs.VfsLfs2(device, progsize=256, mtime=False)
    except OSError:
        vfs.VfsLfs2.mkfs(device, progsize=256)
        system = vfs.VfsLfs2(device, progsize=256, mtime=False)
    vfs.mount(system, _FOLDER)
    os.chdir(_FOLDER)
