"""Tags on single readers, for a host that writes a set: what lies where, what it says, write it.

Nothing scans meanwhile (Scanner.stop). Each command is a coroutine that takes the fields of a
request and returns those of its reply (docs/link.md); it gives way after every exchange with a
tag, so nothing blocks for more than 15 ms. Imported when a host asks for it.
"""

from binascii import hexlify, unhexlify

from domino.nfc import ndef, tag_chips
from domino.nfc.identity import Identity
from domino.nfc.iso14443 import BLOCK, COLLISION, DEAD, NAK, OK, TIMEOUT
from domino.nfc.tag_writer import BROKEN, DONE, GONE, OTHER_KEY, SAME, Failed, TagWriter

_TRIES = 3
_MANY_TRIES = 8
_LOCK_PAGE = 2


def make_port(board, clock, sleep_ms):
    """What handles a tag over the board's kind of reader chip (nfc/tag_writer.py)."""
    if board.chip == "pn532":
        from domino.board.readers import make_link
        from domino.nfc.pn532 import Pn532
        from domino.nfc.pn532_frames import Commands
        from domino.nfc.tag_pn532 import TagPn532

        link = make_link(board, clock)
        return TagPn532(Pn532(link, clock), Commands(), link, board.select, sleep_ms)
    from domino.nfc.tag_mfrc522 import TagMfrc522

    return TagMfrc522(board.select, clock)


def make_probe(board, port, clock):
    """What asks the board's kind of reader chip whether it is sound (nfc/probe_mfrc522.py)."""
    if board.chip == "pn532":
        from domino.nfc.probe_pn532 import ProbePn532

        return ProbePn532(port)
    from domino.nfc.probe_mfrc522 import ProbeMfrc522

    return ProbeMfrc522(port, clock)


def text(data, count):
    """Bytes as lower-case hexadecimal."""
    return hexlify(data[:count]).decode()


class Desk:
    """`sleep_ms`: asyncio's. `hides(uid)`: whether a tag, by its UID in hexadecimal, is only said
    to be there. A reply with `error` says why nothing else is in it."""

    COMMANDS = ("look", "show", "write")

    def __init__(self, board, clock, sleep_ms, hides=None):
        self._board = board
        self._hides = hides
        self._sleep_ms = sleep_ms
        self._port = make_port(board, clock, sleep_ms)
        self._record = ndef.TileRecord()

    # -- commands --------------------------------------------------------------------------
    async def look(self, asked):
        """`at`: names of readers, or all; all pads without it (all readers where there are none).
        `loud`: with the most gain. `found`: [name, kind, UID, SAK] of each that is not empty."""
        board = self._board
        gain = self._port.loudest if asked.get("loud") else None
        names = asked.get("at") or board.names[board.slots :] or board.names
        if names == "all":
            names = board.names
        found = []
        for name in names:
            kind = await self._find(board.names.index(name), gain)
            port = self._port
            if kind == "tag" or kind == "foreign":
                found.append([name, kind, text(port.uid, port.length), port.sak])
            elif kind:
                found.append([name, kind])
            port.close()
        return {"found": found}

    async def show(self, asked):
        """`at`, `uid`, perhaps `pwd` and `pack`: what is to be known of that tag."""
        fault = await self._take(asked)
        told = fault or await self._told()
        if not fault and "config" in told and "pwd" in asked:
            told["key"] = await self._fits(asked)
        self._port.close()
        return told

    async def write(self, asked):
        """`at`, `uid`, `tile` (0 to 27), `set` (eight hexadecimal digits): `was` done or same.
        `pwd` and `pack` open a guarded tag; with `lock` the tag is guarded by them: `locked`."""
        tile = asked["tile"]
        set_id = unhexlify(asked["set"])
        if not 0 <= tile < ndef.TILES or len(set_id) != 4:
            raise ValueError("tile 0 to 27, set four bytes")
        fault = await self._take(asked)
        if not fault:
            writer = TagWriter(self._port, self._give_way)
            try:
                fault = await self._write(writer, asked, tile, set_id)
            except Failed as failure:
                fault = {"error": failure.args[0], "page": writer.page}
        self._port.close()
        return fault

    async def _write(self, writer, asked, tile, set_id):
        lock = None
        if "pwd" in asked:
            password, pack = self._secrets(asked)
            lock = self._lock(writer)
            await lock.enter(password)
        result = await writer.write(tile, set_id)
        if result != DONE and result != SAME:
            raise Failed(result)
        told = {"was": result}
        if lock is not None and asked.get("lock"):
            told["locked"] = await lock.lock(password, pack)
            if told["locked"]:
                self._port.close()  # without power it forgets that it was opened
                fault = await self._take(asked)
                if fault:
                    raise Failed(fault["error"])
                await lock.check()
        return told

    def _lock(self, writer):
        from domino.nfc.tag_lock import TagLock

        return TagLock(writer, self._port)

    @staticmethod
    def _secrets(asked):
        password, pack = unhexlify(asked["pwd"]), unhexlify(asked["pack"])
        if len(password) != 4 or len(pack) != 2:
            raise ValueError("pwd four bytes, pack two")
        return password, pack

    async def _fits(self, asked):
        """Whether a guarded tag opens by the password, and says what it should."""
        writer = TagWriter(self._port, self._give_way)
        lock = self._lock(writer)
        password, pack = self._secrets(asked)
        try:
            await lock.enter(password)
            if writer.password is None:
                return None  # nothing is guarded
            return await writer.ask(self._port.unlock, password) == OK and (
                bytes(self._port.block[:2]) == pack
            )
        except Failed as failure:
            return False if failure.args[0] == OTHER_KEY else None

    # -- steps -----------------------------------------------------------------------------
    async def _give_way(self):
        await self._sleep_ms(0)

    async def _find(self, reader, gain=None):
        """What lies on a reader: "", "tag", "personal" (not for this host), "foreign", "two_tags",
        "unreadable" or "dead". The tag is selected then and its UID was read twice."""
        port = self._port
        if await port.open(self._board.outputs[reader], gain) != OK:
            return "dead"
        await self._sleep_ms(port.settle_ms)
        code = await port.find()
        was_there = False  # it answered something
        for _ in range(_TRIES):
            await self._sleep_ms(0)
            if code == OK:
                code = await port.confirm()
            if code == OK or code == COLLISION or code == DEAD:
                break
            was_there = was_there or port.is_there
            if code == TIMEOUT and not was_there:
                return ""
            await self._sleep_ms(0)
            code = await port.find()
        if code == OK and self._hides is not None and self._hides(text(port.uid, port.length)):
            return "personal"
        if code == OK:
            return "foreign" if Identity.is_foreign(port.uid, port.sak) else "tag"
        return "two_tags" if code == COLLISION else "dead" if code == DEAD else "unreadable"

    async def _take(self, asked):
        """Select the tag that is asked for; None, or why it is not there."""
        port = self._port
        for _ in range(_TRIES):
            kind = await self._find(self._board.names.index(asked["at"]))
            if kind != "unreadable" and kind:
                break
        if kind == "tag":
            uid = text(port.uid, port.length)
            return None if uid == asked["uid"] else {"error": "other_tag", "uid": uid}
        return {"error": {"": GONE, "dead": BROKEN}.get(kind, kind)}

    async def _told(self):
        port = self._port
        told = {"uid": text(port.uid, port.length), "sak": port.sak}
        if not Identity.has_pages(port.sak):
            return told
        code = await self._try(port.version)
        config = 0
        if code == OK:
            told["version"] = text(port.block, 8)
            config = tag_chips.config_page(port.block)
        code = await self._try(port.read, _LOCK_PAGE)
        if code != OK:
            return told
        told["lock"] = text(port.block[2:], 2)
        told["container"] = text(port.block[4:], 4)
        if config:
            code = await self._try(port.read, config)
            told["config"] = text(port.block, 8) if code == OK else ""
        if await self._has_record():
            told["tile"] = self._record.tile
            told["set"] = text(self._record.set_id, 4)
        return told

    async def _try(self, command, *page):
        """A command, tried again after waking the tag; its code. A NAK counts when it comes twice:
        a tag answers a bent frame with one too."""
        naks = 0
        for _ in range(_MANY_TRIES):
            code = await command(*page)
            await self._sleep_ms(0)
            if code == NAK:
                naks += 1
            if code == OK or naks == 2:
                break
            await self._port.again()
            await self._sleep_ms(0)
        return code

    async def _has_record(self):
        port, record = self._port, self._record
        record.begin(port.uid, port.length)
        state = ndef.MORE
        while state == ndef.MORE:
            if await self._try(port.read, record.next_page) != OK:
                return False
            state = record.take(port.block, 0, BLOCK)
        return state == ndef.FOUND
