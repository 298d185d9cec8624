"""Writes a tile's record on the tag that lies on one reader, and reads it back.

What a reader chip must offer (`port`: tag_mfrc522.py, tag_pn532.py) are coroutines that block for
12 ms at most and return a code of iso14443: `again()` wakes and selects the tag of before,
`read(page)` brings four pages into `block`, `write(page, data, at)` is OK when the tag has
acknowledged it, `version()` brings eight bytes into `block`, `unlock(password)` two. A NAK and a
silence may both have sent the tag to IDLE, so after anything but OK it is woken and selected
before the next command; after a write it is read then: what it holds counts, not what was heard.

Page 3 is written where it is blank, and only where the size of the tag is certain, as one-time
bits can never be taken back (tag_size.py). Control blocks before the message are kept, and what
they reserve is never written. While pages change, the message's length is 0, so that a tag that is
lifted in the middle says nothing instead of something wrong.
"""

from micropython import const

from domino.nfc import ndef, ndef_write
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
RESERVED = "reserved"  # the record would lie on bytes that the tag keeps for itself
UNSURE = "unknown_size"  # its page 3 is blank, and nothing says how large it is
OTHER_KEY = "other_password"  # it is locked, and not by the password at hand
BROKEN = "reader_dead"

_TRIES = const(10)
_SELECTS = const(20)  # all of a select's frames must get through, and a PN532 tries but once
_NAKS = const(3)  # one or two may come of bent frames
_CONTAINER = const(3)
_DATA = const(4)  # the first page behind it
_MAGIC = const(0xE1)
_LARGEST = const(128)  # so much of the data area is looked at
_SIZE_UNIT = const(8)


class Failed(Exception):
    """Why the tag could not be written; args[0] is one of the results."""


class TagWriter:
    """`pause`: a coroutine that lets others run. `page`: which page a failure was about.
    `password`: four bytes, given to the tag after each select; None where it is not guarded."""

    def __init__(self, port, pause):
        self._port = port
        self._pause = pause
        self.page = 0
        self.password = None
        self._area = bytearray(_LARGEST + 4)
        self._is = bytearray(_LARGEST + 4)  # what the tag holds
        self._reserved = bytearray(ndef.RESERVED)

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
        at = ndef_write.first_reserved(self._reserved, kept & ~3, end)  # whole pages are written
        if at < end:
            self.page = _DATA + at // 4
            raise Failed(RESERVED)
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
        await self.read(_CONTAINER)
        block = self._port.block
        if block[0] == _MAGIC:
            if block[1] >> 4 != 1:
                raise Failed(NOT_OURS)
            if block[3] & 0x0F:
                raise Failed(PROTECTED)
            return min(block[2] * _SIZE_UNIT, _LARGEST)
        if block[0] | block[1] | block[2] | block[3]:
            raise Failed(NOT_OURS)
        from domino.nfc.tag_size import units_of

        units = await units_of(self, self._port)
        self.page = _CONTAINER
        if not units:
            raise Failed(UNSURE)
        await self.write_page(_CONTAINER, bytes((_MAGIC, 0x10, units, 0)), 0)
        return min(units * _SIZE_UNIT, _LARGEST)

    # -- the data area ---------------------------------------------------------------------
    async def _controls(self, size):
        """How many bytes are kept before the message; they are in `_area` then."""
        area = self._area
        count = keep = 0
        while count <= keep and count < size:
            await self.read(_DATA + count // 4)
            for i in range(16):
                if count < size:
                    area[count] = self._port.block[i]
                    count += 1
            keep = ndef_write.kept(area, count, self._reserved)
        if keep + ndef_write.BYTES > size:
            raise Failed(TOO_SMALL)
        return keep

    async def _load(self, end):
        """What the tag holds, up to `end`."""
        held = self._is
        at = 0
        while at < end:
            await self.read(_DATA + at // 4)
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
            await self.write_page(length_page, self._emptied(kept, length_page), 0)
        for page in others:
            await self.write_page(page, self._area, 4 * (page - _DATA))
        await self.write_page(length_page, self._area, 4 * (length_page - _DATA))

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
    async def read(self, page):
        """Four pages into the port's block."""
        self.page = page
        if await self.ask(self._port.read, page) != OK:
            raise Failed(PROTECTED)

    async def ask(self, command, *what):
        """A command until it is OK, or NAK three times: that code.
        UNREADABLE where neither comes: silence is no refusal."""
        naks = 0
        for _ in range(_TRIES):
            code = await command(*what)
            await self._pause()
            if code == OK:
                return code
            self._judge(code)
            await self.select()
            if code == NAK:
                naks += 1
                if naks == _NAKS:
                    return code
        raise Failed(UNREADABLE)

    async def write_page(self, page, data, at):
        """Write data[at:at + 4] to a page; where no acknowledge is heard the page is read."""
        naks = 0
        self.page = page
        for _ in range(_TRIES):
            code = await self._port.write(page, data, at)
            await self._pause()
            if code == OK:
                return
            self._judge(code)
            await self.select()
            naks += code == NAK
            if code == NAK and naks < _NAKS:
                continue  # refused, perhaps because it was bent on its way
            if await self._holds(page, data, at):
                return
            if naks == _NAKS:
                raise Failed(PROTECTED)
        raise Failed(UNREADABLE)

    async def try_page(self, page, data):
        """Write a page that cannot be read; what came of it shows otherwise."""
        self._judge(await self._port.write(page, data, 0))
        await self._pause()

    async def _holds(self, page, data, at):
        await self.read(page)
        block = self._port.block
        for i in range(4):
            if block[i] != data[at + i]:
                return False
        return True

    @staticmethod
    def _judge(code):
        if code == DEAD:
            raise Failed(BROKEN)

    async def select(self):
        """Wake and select the tag, in whatever state it is, and give it the password."""
        code = TIMEOUT
        naks = 0
        for _ in range(_SELECTS):
            code = await self._port.again()
            await self._pause()
            if code == OK:
                if self.password is None:
                    return
                code = await self._port.unlock(self.password)
                await self._pause()
                if code == OK:
                    return
                if code == NAK:
                    naks += 1
                    if naks == _NAKS:
                        raise Failed(OTHER_KEY)
            self._judge(code)
        raise Failed(GONE if code == TIMEOUT else UNREADABLE)
