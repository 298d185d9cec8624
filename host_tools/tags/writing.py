"""Makes a set: asks for one tile after the other, and writes whatever tag is laid on a pad."""

from __future__ import annotations

from dataclasses import dataclass

from domino.words import service_ids
from host_tools.chips.tag_layouts import LAYOUTS
from host_tools.link import keeper
from host_tools.link.table import Refused, Table
from host_tools.records.notation import tile_name
from host_tools.tags import talk as keys
from host_tools.tags.pads import Found, Pads
from host_tools.tags.set_key import SetKey
from host_tools.tags.talk import Talk
from host_tools.tags.tile_set import RECORD, UID, TileSet

# Why a tag cannot be written, in words; `page` where one is named.
_UNWRITABLE = {
    "page_protected": "page {page} is protected: this tag cannot be written",
    "too_small": "this tag is too small for the record",
    "other_format": "this tag is formatted for something else (page {page})",
    "not_kept": "page {page} does not keep what is written",
    "reserved": "page {page} is reserved by the tag's own control block: it cannot be written",
    "unknown_size": "nothing says how large this blank tag is, so nothing was written",
    "no_pages": "this kind of tag cannot be written",
}
_OF_THE_LOCK = {
    "other_password": "a password guards this tag, and it is not by this key",
    "not_guarded": "this tag took the password and can be written without it: use another one",
}
_NEEDS_KEY = "a password guards this tag: --key FILE opens it"
_LIFTED = ("gone", "other_tag", "unreadable", "two_tags")  # wait for it to lie still
_NOT_A_TAG = {
    "two_tags": "two tags lie here: lift one",
    "foreign": "a phone or a card: take it away, it is never enrolled",
    "dead": "this reader does not answer; use another one",
    "unreadable": "what lies here cannot be read; lay it flat on the middle",
}
_AUTH0 = 3  # in CFG0: the first page that needs the password (NTAG21x data sheet, 8.5.7)
_LAST_OF_RECORD = 15  # page; the record stands before it
_VERSIONS = {layout.version.hex(): layout.name for layout in LAYOUTS.values() if layout.version}


def chip_name(told: dict) -> str:
    """What kind of tag `tags.show` told of."""
    if told["sak"]:
        return "Classic or another card"
    return _VERSIONS.get(told.get("version"), "Ultralight")


def is_guarded(told: dict) -> bool:
    """Whether `tags.show` told of a tag whose record a password guards."""
    config = told.get("config")
    if config is None:
        return False
    return config == "" or bytes.fromhex(config)[_AUTH0] <= _LAST_OF_RECORD


@dataclass
class Plan:
    """What is to be made. `enrols`: tags are never written, only known by their UID.
    `enrols_locked`: so are those that cannot be written, without asking. `overwrites`: a record
    that is there is written over without asking. `forgets`: with the first tile the table
    forgets what it knew, a set of before."""

    tiles: TileSet
    wanted: list[int]
    names: list[str]  # readers to look at
    enrols: bool = False
    enrols_locked: bool = False
    overwrites: bool = False
    forgets: bool = False
    pin: str | None = None  # of the table's keeper
    key: SetKey | None = None  # opens the tags of the set that are locked
    locks: bool = False  # tags are guarded by the key's passwords


class Maker:
    """One session. The table has been greeted."""

    def __init__(self, table: Table, talk: Talk, plan: Plan) -> None:
        self._table, self._talk, self._plan = table, talk, plan
        self._pads = Pads(table, plan.names)
        self._tile = 0  # that is asked for
        self._offered: tuple[Found, str] | None = None  # a tag, and the key that takes it
        self._is_set_stored = False
        self._troubled = ""  # the reader whose trouble the screen shows
        # Tiles whose tag has no password: they stay as they are.
        self.open: set[int] = set()
        self._keepers = ""  # the UID of the tag that the table's keeper has shown

    async def run(self) -> bool:
        """Whether all that was wanted is there now. Else the rest can be made another time."""
        self._keepers = await keeper.show(self._table, self._plan.pin)
        await self._table.ask("table.borrow")
        try:
            for tile in self._plan.wanted:
                if not self._is_done(tile) and not await self._make(tile):
                    break
        finally:
            await self._table.ask("table.give_back")
        return not self.missing()

    @property
    def tiles(self) -> TileSet:
        """The set in the making."""
        return self._plan.tiles

    def missing(self) -> list[int]:
        """The tiles of all that were wanted that are still to be made, or locked."""
        return [tile for tile in self._plan.wanted if not self._is_done(tile)]

    def locked_words(self) -> str:
        """What is locked, where that was wanted."""
        if not self._plan.locks:
            return ""
        still = sorted(self.open - self._plan.tiles.locked)
        words = f", {len(self._plan.tiles.locked)} locked"
        names = ", ".join(tile_name(tile) for tile in still)
        return f"{words}; no password, so any phone can write: {names}" if still else words

    def _is_done(self, tile: int) -> bool:
        plan = self._plan
        is_shut = not plan.locks or tile in plan.tiles.locked or tile in self.open
        return tile in plan.tiles.tiles and is_shut

    async def _make(self, tile: int) -> bool:
        """False to stop here."""
        wanted = self._plan.wanted
        number = sum(1 for other in wanted if self._is_done(other)) + 1
        self._tile = tile
        self._offered = None
        prompt = {"message": service_ids.LAY_TILE, "tile": tile}
        prompt.update(index=number, of=len(wanted))
        await self._table.ask("table.say", **prompt)
        self._talk.asks(tile, number, len(wanted))
        while not self._is_done(tile):
            key = self._talk.key()
            if key == keys.QUIT:
                return False
            if key == keys.SKIP:
                break
            if key and self._offered and key == self._offered[1]:
                await self._take_offer()
                continue
            found = await self._pads.look()
            if found is not None:
                await self._take(found)
            elif self._troubled and not self._pads.lies(self._troubled):
                self._troubled = ""
                await self._table.ask("table.say", **prompt)
        return True

    # -- one tag ---------------------------------------------------------------------------
    async def _take(self, found: Found) -> None:
        if found.kind != "tag":
            await self._refuse(found, found.kind, _NOT_A_TAG[found.kind])
            return
        if found.uid == self._keepers:
            await self._refuse(found, "keepers", "this is the keeper's tag: take it away")
            return
        tile = self._plan.tiles.tile_of(found.uid)
        if tile is not None and self._is_done(tile):
            await self._refuse(found, "duplicate", f"this tag is {tile_name(tile)} already")
            return
        try:
            told = await self._table.ask("tags.show", at=found.at, uid=found.uid)
            if tile is None:
                await self._decide(found, told)
            else:
                await self._shut(found, told, tile)
        except Refused as refused:
            await self._explain(found, refused)

    async def _decide(self, found: Found, told: dict) -> None:
        """What the tag says by itself decides whether it may be written."""
        plan = self._plan
        if plan.enrols:
            await self._enrol(found)
        elif told["sak"]:
            await self._cannot_write(found, "no_pages", _UNWRITABLE["no_pages"])
        elif "tile" not in told or plan.overwrites:
            await self._write(found, told)
        elif told["set"] != plan.tiles.set_id:
            words = f"this is {tile_name(told['tile'])} of another set, {told['set']}"
            await self._offer(found, "other_set", words, keys.OVERWRITE)
        elif told["tile"] in plan.tiles.tiles:
            words = f"says that it is {tile_name(told['tile'])}, which another tag is already"
            await self._offer(found, "duplicate", words, keys.OVERWRITE)
        else:
            await self._know_again(found, told)

    async def _know_again(self, found: Found, told: dict) -> None:
        """A tag of the set, written by somebody before: it is kept, and locked where that is
        wanted."""
        if self._plan.locks:
            await self._write(found, told, told["tile"])
        else:
            await self._keep(told["tile"], found, RECORD, "was written before")

    async def _shut(self, found: Found, told: dict, tile: int) -> None:
        """A tag of the set that is not locked yet."""
        if told["sak"]:
            self._stays_open(found, tile)
        elif told.get("set", self._plan.tiles.set_id) == self._plan.tiles.set_id:
            await self._write(found, told, tile)
        else:
            words = f"this is {tile_name(told['tile'])} of another set, {told['set']}"
            await self._refuse(found, "other_set", words)

    def _stays_open(self, found: Found, tile: int) -> None:
        self.open.add(tile)
        self._talk.done(tile, found.at, f"{tile_name(tile)} has no password: it stays open")

    async def _write(self, found: Found, told: dict, tile: int | None = None) -> None:
        plan = self._plan
        set_id = plan.tiles.set_id
        tile = self._tile if tile is None else tile
        if plan.key is None and is_guarded(told):
            await self._cannot_write(found, "needs_key", _NEEDS_KEY)
            return
        how: dict = plan.key.secrets(found.uid) if plan.key else {}
        if plan.locks:
            how["lock"] = True
        try:
            reply = await self._table.ask(
                "tags.write", 12_000, at=found.at, uid=found.uid, tile=tile, set=set_id, **how
            )
        except Refused as refused:
            if refused.code in _OF_THE_LOCK:
                await self._refuse(found, refused.code, _OF_THE_LOCK[refused.code])
                return
            if refused.code not in _UNWRITABLE:
                raise
            words = _UNWRITABLE[refused.code].format(page=refused.reply.get("page"))
            await self._cannot_write(found, refused.code, words)
            return
        words = f"is written ({chip_name(told)} {found.uid})"
        if plan.locks:
            words += ", locked" if reply["locked"] else ", stays open: it has no password"
        await self._keep(tile, found, RECORD, words, reply.get("locked"))

    async def _cannot_write(self, found: Found, code: str, words: str) -> None:
        if self._plan.enrols_locked:
            await self._enrol(found)
        else:
            await self._offer(found, code, words, keys.ENROL)

    async def _enrol(self, found: Found) -> None:
        await self._keep(self._tile, found, UID, f"is known by its UID {found.uid}")

    async def _take_offer(self) -> None:
        found, key = self._offered
        self._offered = None
        if key == keys.ENROL:
            await self._enrol(found)
            return
        try:
            told = await self._table.ask("tags.show", at=found.at, uid=found.uid)
            await self._write(found, told)
        except Refused as refused:
            await self._explain(found, refused)

    # -- what came of it -------------------------------------------------------------------
    async def _keep(
        self, tile: int, found: Found, by: str, words: str, is_locked: bool | None = False
    ) -> None:
        """The tag is the tile: for the table, for the file, and for who laid it."""
        await self._store_set()
        for uid, known in await uids(self._table):
            if known == tile and uid != found.uid:
                await self._table.ask("uids.remove", uid=uid)
        await self._table.ask("uids.put", uid=found.uid, tile=tile, by=by)
        await self._table.ask("uids.save")
        self._plan.tiles.put(tile, found.uid, by)
        if is_locked:
            self._plan.tiles.lock(tile)
        else:
            self.open.add(tile)
        self._offered = None
        self._talk.done(tile, found.at, f"{tile_name(tile)} {words}")

    async def _store_set(self) -> None:
        if not self._is_set_stored:
            if self._plan.forgets:
                await self._table.ask("uids.clear")
            set_id = self._plan.tiles.set_id
            await self._table.ask("table.setting", name="set_id", value=set_id)
            self._is_set_stored = True

    async def _refuse(self, found: Found, code: str, words: str) -> None:
        self._offered = None
        self._troubled = found.at
        self._talk.trouble(found.at, code, words)
        await self._table.ask("table.say", message=service_ids.TAG_REFUSED, slot=found.at)

    async def _offer(self, found: Found, code: str, words: str, key: str) -> None:
        what = "enrol it by its UID" if key == keys.ENROL else "write over it"
        await self._refuse(found, code, f"{words}; lay another one, or press {key} to {what}")
        self._offered = (found, key)

    async def _explain(self, found: Found, refused: Refused) -> None:
        """The table could not: a tag that did not lie still is told again when it does."""
        if refused.code not in _LIFTED:
            raise refused
        self._pads.forget(found.at)
        words = f"lifted too early: lay {tile_name(self._tile)} down again"
        await self._refuse(found, "gone", words)


async def listed(table: Table) -> list[tuple[str, int, str]]:
    """The table's UIDs: (UID, tile, RECORD where the tag says the tile itself, else UID)."""
    found: list[tuple[str, int, str]] = []
    while True:
        part = await table.ask("uids.list", **{"from": len(found)})
        says = part.get("says") or [0] * len(part["uids"])  # a table of before has none
        for (uid, tile), by_record in zip(part["uids"], says, strict=True):
            found.append((uid, tile, RECORD if by_record else UID))
        if len(found) >= part["count"] or not part["uids"]:
            return found


async def uids(table: Table) -> list[tuple[str, int]]:
    """The table's UIDs: (UID, tile)."""
    return [(uid, tile) for uid, tile, _ in await listed(table)]
