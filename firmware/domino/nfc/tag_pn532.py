"""A tag in the hands of one PN532: found, read, written and asked for its kind, without hurry.

For tags being written and readers being tested, while nothing scans: imported then only. What a
`port` is: tag_writer.py. The chip tells a tag's ACK from its NAK by the status of InDataExchange;
GET_VERSION goes through InCommunicateThru, as the chip takes its code for an authentication, and
so does PWD_AUTH, which the chip is not to try again by itself.
"""

from micropython import const

from domino.nfc.iso14443 import BLOCK, COLLISION, DEAD, MAX_UID, OK, PENDING, PROTOCOL, TIMEOUT
from domino.nfc.pn532 import PAYLOAD
from domino.nfc.pn532_frames import ATQA, ONE_BYTE, ONE_TARGET, Command

_DATA_US = const(100_000)
_POLL_MS = const(1)
_SILENT_MS = const(16)  # a chip that is there acknowledges something by then
_WRITE_FRAME = const(16)
_PAGE_AT = const(9)  # in the frame of a write; the data follows
_VERSION_BYTES = const(8)
_PASSWORD_AT = const(8)
_PACK_BYTES = const(2)


class TagPn532:
    """The tag over the reader that was opened last. `uid`, `length`, `sak`; `block`: 16 bytes;
    `is_there`: something answered the last `find`."""

    settle_ms = 0  # the chip settles by itself
    loudest = None  # its gain is its firmware's

    def __init__(self, chip, commands, link, select, sleep_ms):
        self.chip = chip
        self.commands = commands
        self._select = select
        self._sleep_ms = sleep_ms
        self.uid = bytearray(MAX_UID)
        self.length = self.sak = 0
        self.block = bytearray(BLOCK)
        self.is_there = False
        self._good = self._bad = 0
        self._write = Command(b"\x40\x01\xa2" + bytes(5), ONE_BYTE, _DATA_US)
        self._get_version = Command(b"\x42\x60", ONE_TARGET, _DATA_US)
        self._unlock = Command(b"\x42\x1b" + bytes(4), ATQA, _DATA_US)
        self._leave = Command(b"\x44\x01", ONE_BYTE, _DATA_US)
        link.view(bytearray(_WRITE_FRAME + 1), _WRITE_FRAME + 1)  # SPI needs it

    async def run(self, command):
        """One command to its end; its code."""
        code = self.chip.begin(command)
        while code == PENDING:
            await self._sleep_ms(_POLL_MS)
            code = self.chip.advance()
        return code

    async def _ask(self, command):
        """A command about the tag; what its status says."""
        code = await self.run(command)
        if code == OK:
            code = self.chip.status()
        if code == OK:
            self._good += 1
        else:
            self._bad += 1
        return code

    # -- the reader ------------------------------------------------------------------------
    async def open(self, output, gain=None):
        """Set the reader up: OK or DEAD."""
        self._select.choose(output)
        if not await self.wake():
            return DEAD
        for command in self.commands.set_up:
            if await self.run(command) != OK:
                return DEAD
        return OK

    async def wake(self):
        """Whether a chip is there; one that was just spoken to may be silent at first."""
        if self.chip.wake():
            return True
        await self._sleep_ms(_SILENT_MS)
        return self.chip.wake()

    def close(self):
        """Switch the field off."""
        self.chip.finish(self.commands.field_off)
        while self.chip.is_at_work():  # 30 ms at most, with a chip that is silent for long
            self.chip.go_on_finishing()

    def tally(self):
        """Of the last exchanges with the tag: how many went well, how many did not."""
        return self._good, self._bad

    # -- the tag ---------------------------------------------------------------------------
    async def find(self):
        """Search for two tags: OK, TIMEOUT where there is none, COLLISION. The chip asks by REQA,
        which a tag that was halted does not answer: the field goes off first."""
        self.is_there = False
        await self.run(self.commands.field_off)
        code = await self.run(self.commands.search)
        if code != OK:
            return code
        targets = self.chip.data[PAYLOAD]
        if targets == 0:
            return TIMEOUT
        self.is_there = True
        if not self.chip.take_first(self):
            return PROTOCOL
        return COLLISION if targets > 1 and self.chip.is_another(self) else OK

    async def again(self):
        """Halt the tag of before, wake it and select it by its UID."""
        self._good = self._bad = 0
        await self.run(self._leave)
        return await self._ask(self.commands.select)

    confirm = again

    async def read(self, page):
        """Four pages into `block`."""
        code = await self._ask(self.commands.read(page))
        if code == OK and self.chip.count == BLOCK + 1:
            for i in range(BLOCK):
                self.block[i] = self.chip.data[PAYLOAD + 1 + i]
            return OK
        return PROTOCOL if code == OK else code

    async def write(self, page, data, at):
        """Write data[at:at + 4] to a page."""
        frame = self._write.frame
        frame[_PAGE_AT] = page
        for i in range(4):
            frame[_PAGE_AT + 1 + i] = data[at + i]
        self._write.seal()
        return await self._ask(self._write)

    async def version(self):
        """What chip the tag is, eight bytes into `block`. Said past the chip's own bookkeeping,
        so the tag must be the selected one."""
        return await self._say(self._get_version, _VERSION_BYTES)

    async def unlock(self, password):
        """PWD_AUTH: the tag's two bytes PACK into `block`; NAK where the password is another."""
        for i in range(4):
            self._unlock.frame[_PASSWORD_AT + i] = password[i]
        self._unlock.seal()
        return await self._say(self._unlock, _PACK_BYTES)

    async def _say(self, command, count):
        code = await self._ask(self.commands.select)
        if code == OK:
            code = await self._ask(command)
        if code == OK and self.chip.count == count + 1:
            for i in range(count):
                self.block[i] = self.chip.data[PAYLOAD + 1 + i]
            return OK
        return PROTOCOL if code == OK else code
