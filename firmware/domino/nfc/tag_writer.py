"""Writes a tile's record on the tag that lies on one reader, and reads it back.

What a reader chip must offer (`port`: tag_mfrc522.py, tag_pn532.py) are coroutines that block for
12 ms at most and return a code of iso14443: `again()` wakes and selects the tag of before,
`read(page)` brings four pages into `block`, `write(page, data, at)` is OK when the tag has
acknowledged it, `version()` brings eight bytes into `block`. A NAK and a silence may both have
sent the tag to IDLE, so after anything but OK it is woken and selected before the next command.

Page 3 is written where it is blank, as one-time bits can never be taken back. Control blocks
before the message are kept. While pages change, the message's length is 0, so that a tag that is
lifted in the middle says nothing instead of something wrong.
"""

from micropython import const

from domino.nfc import ndef_write
from domino.nfc.iso14443 import DEAD, NAK, OK, TIMEOUT

# What came of it.
DONE = "done"
SAME = "same"  # the record stood there already
PROTECTED = "page_protected"
GONE = "gone"  # lifted, or out of reach
UNREADABLE = "unreadable"  # it answers, but not to any purpose
TOO_SMALL = "too_small"
NOT_OURS = "other_format"  # the capability container is not that of an NFC Forum tag
CHANGED = "not_kept"  # it does not hold what it acknowledged
BROKEN = "reader_dead"

_TRIES = const(10)
_SELECTS = const(20)  # all of a select's frames must get through, and a PN532 tries but once
_NAKS = const(2)  # one may come of a bent frame
_CONTAINER = const(3)
_DATA = const(4)  # the first page behind it
_MAGIC = const(0xE1)
_LARGEST = const(128)  # so much of the data area is looked at
_SIZE_UNIT = const(8)
# Byte 6 of the answer to GET_VERSION, and the size that the container says (NXP data sheets).
_SIZES = {0x0B: 0x06, 0x0E: 0x10, 0x0F: 0x12, 0x11: 0x3F, 0x13: 0x6F}
_SMALLEST = const(0x06)  # an Ultralight, which knows no GET_VERSION


class Failed(Exception):
    """Why the tag could not be written; args[0] is one of the results."""


class TagWriter:
    """`pause`: a coroutine that lets others run. `page`: which page a failure was about."""

    def __init__(self, port, pause):
        self._port = port
        self._pause = pause
        self.page = 0
        self._area = bytearray(_LARGEST + 4)
        self._is = bytearray(_LARGEST + 4)  # what the tag holds
        self._zero = bytearray(4)

    async def write(self, tile, set_id):
        """Make the selected tag `tile` of the set. Returns one of the results."""
        try:
            return await self._write(tile, set_id)
        except Failed as failure:
            return failure.args[0]

    async def _write(self, tile, set_id):
        port, area = self._port, self._area
        size = await self._container()
        kept = await self._controls(size)
        end = ndef_write.compose(area, kept, port.uid, port.length, tile, set_id)
        await self._load(end)
        if not self._first_change(0, end):
            return SAME
        await self._store(kept, end)
        await self._load(end)
        changed = self._first_change(0, end)
        if changed:
            self.page = changed
            raise Failed(CHANGED)
        return DONE

    # -- the container ---------------------------------------------------------------------
    async def _container(self):
        """The size of the data area in bytes; a blank container is written."""
        await self._read(_CONTAINER)
        block = self._port.block
        self.page = _CONTAINER
        if block[0] == _MAGIC:
            if block[1] >> 4 != 1:
                raise Failed(NOT_OURS)
            if block[3] & 0x0F:
                raise Failed(PROTECTED)
            return min(block[2] * _SIZE_UNIT, _LARGEST)
        if block[0] | block[1] | block[2] | block[3]:
            raise Failed(NOT_OURS)
        units = await self._units()
        await self._write_page(_CONTAINER, bytes((_MAGIC, 0x10, units, 0)), 0)
        return min(units * _SIZE_UNIT, _LARGEST)

    async def _units(self):
        """What the chip says of its size, in eight bytes."""
        port = self._port
        for _ in range(_NAKS):
            code = await port.version()
            await self._pause()
            if code == OK:
                return _SIZES.get(port.block[6], _SMALLEST)
            await self._select()
        return _SMALLEST

    # -- the data area ---------------------------------------------------------------------
    async def _controls(self, size):
        """How many bytes are kept before the message; they are in `_area` then."""
        area = self._area
        count = keep = 0
        while count <= keep and count < size:
            await self._read(_DATA + count // 4)
            for i in range(16):
                if count < size:
                    area[count] = self._port.block[i]
                    count += 1
            keep = ndef_write.kept(area, count)
        if keep + ndef_write.BYTES > size:
            raise Failed(TOO_SMALL)
        return keep

    async def _load(self, end):
        """What the tag holds, up to `end`."""
        held = self._is
        at = 0
        while at < end:
            await self._read(_DATA + at // 4)
            for i in range(16):
                if at < end:
                    held[at] = self._port.block[i]
                    at += 1

    def _first_change(self, at, end):
        """The first page of the tag that is not as it is to be, 0 where all are."""
        for i in range(at, end):
            if self._is[i] != self._area[i]:
                return _DATA + i // 4
        return 0

    async def _store(self, kept, end):
        """All pages that differ; the one with the message's length comes first and last."""
        length_page = _DATA + ndef_write.length_page(kept)
        others = [
            page
            for page in range(_DATA, _DATA + end // 4)
            if page != length_page and self._differs(page)
        ]
        if others:
            await self._write_page(length_page, self._emptied(kept, length_page), 0)
        for page in others:
            await self._write_page(page, self._area, 4 * (page - _DATA))
        await self._write_page(length_page, self._area, 4 * (length_page - _DATA))

    def _differs(self, page):
        at = 4 * (page - _DATA)
        return self._first_change(at, at + 4) != 0

    def _emptied(self, kept, page):
        """The page with the message's length, of an empty message."""
        at = 4 * (page - _DATA)
        empty = bytearray(self._area[at : at + 4])
        empty[kept + 1 - at] = 0
        return empty

    # -- commands, tried again where frames get lost ----------------------------------------
    async def _read(self, page):
        await self._command(page, None, 0)

    async def _write_page(self, page, data, at):
        await self._command(page, data, at)

    async def _command(self, page, data, at):
        """Read a page, or write it from data[at:]."""
        naks = 0
        self.page = page
        port = self._port
        for _ in range(_TRIES):
            code = await (port.read(page) if data is None else port.write(page, data, at))
            await self._pause()
            if code == OK:
                return
            naks = self._judge(code, naks)
            await self._select()
        raise Failed(UNREADABLE)

    def _judge(self, code, naks):
        if code == DEAD:
            raise Failed(BROKEN)
        if code != NAK:
            return naks
        if naks + 1 == _NAKS:
            raise Failed(PROTECTED)
        return naks + 1

    async def _select(self):
        """Wake and select the tag, in whatever state it is."""
        code = TIMEOUT
        for _ in range(_SELECTS):
            code = await self._port.again()
            await self._pause()
            if code == OK:
                return
            if code == DEAD:
                raise Failed(BROKEN)
        raise Failed(GONE if code == TIMEOUT else UNREADABLE)
