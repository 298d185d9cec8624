"""Guards a written tag by a password, so that a phone cannot rewrite it; imported when asked for.

Sources: NXP data sheets NTAG21x (8.5.7, 8.9, 10.7) and MF0ULx1. CFG0 byte 3 is AUTH0, the first
page that needs the password for writing; CFG1 byte 0 is ACCESS; PWD and PACK follow and are never
read. The order keeps a tag writable whatever is cut off: the password first, which guards nothing
yet; then it is tried, as the tag accepts it at once; PACK and ACCESS; AUTH0 last. A tag that was
left in the middle is open, or is opened by the password; the next time finishes it. No bit is set
that cannot be taken back: neither CFGLCK, nor AUTHLIM, by which a guest could shut out the keeper.
"""

from micropython import const

from domino.nfc import tag_chips
from domino.nfc.iso14443 import NAK, OK
from domino.nfc.tag_writer import OTHER_KEY, PROTECTED, UNREADABLE, Failed

HOLLOW = "not_guarded"  # it took the password and lets itself be written without it

_GUARDED_FROM = const(2)  # the lock bytes, page 3 and everything after them
_AUTH0 = const(3)  # places in CFG0 and CFG1
_ACCESS = const(4)
_CFGLCK = const(0x40)
_PROT_AND_LIMIT = const(0x87)
_PAGES = const(4)  # CFG0, CFG1, PWD, PACK: the last pages of the chip
_TRIES = const(10)
_DATA = const(4)


class TagLock:
    """`writer`, `port`: tag_writer.py. After `look`: `config`, the page CFG0, 0 where the chip has
    no password that is known of; `bytes`, CFG0 and CFG1, or None where they cannot be read."""

    def __init__(self, writer, port):
        self._writer = writer
        self._port = port
        self.config = 0
        self.bytes = None

    async def look(self):
        """Read what the selected tag guards."""
        writer, port = self._writer, self._port
        self.config = 0
        self.bytes = None
        try:
            if await writer.ask(port.version) == OK:
                self.config = tag_chips.config_page(port.block)
        except Failed as failure:
            if failure.args[0] != UNREADABLE:
                raise
        if self.config and await writer.ask(port.read, self.config) == OK:
            self.bytes = bytes(port.block[:8])

    def is_guarded(self):
        """Whether some page needs the password."""
        if not self.config:
            return False
        return self.bytes is None or self.bytes[_AUTH0] < self.config + _PAGES

    async def enter(self, password):
        """Open a guarded tag by the password, from now on after each select. OTHER_KEY where it is
        another one; it is not tried where wrong ones are counted, as we never set that."""
        await self.look()
        if self.is_guarded():
            self._writer.page = self.config
            if self.bytes is None or self.bytes[_ACCESS] & _PROT_AND_LIMIT:
                raise Failed(OTHER_KEY)
            self._writer.password = password
            await self._writer.select()

    async def lock(self, password, pack):
        """After `enter`: guard the tag by `password`, to which it answers `pack`. False where it
        has no password; it counts from the next time that the tag gets power."""
        writer, config = self._writer, self.config
        if not config or self.bytes is None:
            return False
        is_open = not self.is_guarded()
        writer.page = config
        if is_open and self.bytes[_ACCESS] & _CFGLCK:
            raise Failed(PROTECTED)
        if is_open:
            await self._set(config + 2, password, password, None)
            writer.password = password
        await self._set(config + 3, pack + b"\x00\x00", password, pack)
        access = bytearray(self.bytes[_ACCESS:])
        access[0] &= ~_PROT_AND_LIMIT & 0xFF
        if access[0] != self.bytes[_ACCESS]:
            await writer.write_page(config + 1, access, 0)
        if self.bytes[_AUTH0] > _GUARDED_FROM:
            first = bytearray(self.bytes[:_ACCESS])
            first[_AUTH0] = _GUARDED_FROM
            await writer.write_page(config, first, 0)
        return True

    async def _set(self, page, data, password, pack):
        """Write a page that is never read: whether it holds is what the tag says to the password.
        It is not written where that is right already. `pack` None: any answer will do."""
        writer, port = self._writer, self._port
        writer.page = page
        for _ in range(_TRIES):
            is_taken = await writer.ask(port.unlock, password) == OK
            if is_taken and (pack is None or bytes(port.block[:2]) == pack):
                return
            await writer.select()
            await writer.try_page(page, data)
            await writer.select()
        raise Failed(UNREADABLE)

    async def check(self):
        """After the tag got power again: that it refuses to be written without the password."""
        writer, port = self._writer, self._port
        writer.password = None
        await writer.read(_DATA)
        writer.page = _DATA
        if await writer.ask(port.write, _DATA, bytes(port.block[:4]), 0) != NAK:
            raise Failed(HOLLOW)
