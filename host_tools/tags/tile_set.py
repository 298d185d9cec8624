"""A set of tiles on its way: which tags are which tiles, in a file so that it can go on later.

    {"version": 1, "set_id": "c0ffee01",
     "tiles": {"2-3": {"uid": "04a81d12de5f80", "by": "record"}}}

`by`: `record` for a tag that says it itself, `uid` for one that is only known by its UID; with
`"locked": true` where a password guards it. The same
file is what `export` writes and `import` reads.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from domino.rules import codes
from host_tools.chips.tag_base import is_uid
from host_tools.files import saving
from host_tools.records.notation import printable, quote, tile_name, tile_number, told
from host_tools.records.reading import Unreadable, only

VERSION = 1
TILES = 28
RECORD, UID = "record", "uid"


class SetError(Exception):
    """A file of a set that cannot be used; one line."""


def is_set_id(text: object) -> bool:
    """Whether this is a set id: eight hexadecimal digits."""
    return isinstance(text, str) and len(text) == 8 and all(c in "0123456789abcdef" for c in text)


@dataclass
class TileSet:
    """`tiles`: tile number -> (UID in hexadecimal, RECORD or UID). `path` None: kept nowhere."""

    set_id: str = ""
    tiles: dict[int, tuple[str, str]] = field(default_factory=dict)
    path: Path | None = None
    locked: set[int] = field(default_factory=set)  # tiles whose tag a password guards

    def lock(self, tile: int) -> None:
        """This tile's tag is guarded. Stored at once, where there is a file."""
        self.locked.add(tile)
        if self.path is not None:
            self.save()

    def put(self, tile: int, uid: str, by: str) -> None:
        """This tag is this tile. Stored at once, where there is a file."""
        if self.tiles.get(tile, ("",))[0] != uid:
            self.locked.discard(tile)
        self.tiles[tile] = (uid, by)
        if self.path is not None:
            self.save()

    def tile_of(self, uid: str) -> int | None:
        """The tile that a tag is."""
        return next((tile for tile, (known, _) in self.tiles.items() if known == uid), None)

    def missing(self) -> list[int]:
        """The tiles that no tag is yet, in order."""
        return [tile for tile in range(TILES) if tile not in self.tiles]

    def text(self) -> str:
        """The file."""
        tiles = {
            tile_name(tile): {"uid": uid, "by": by, **self._lock_of(tile)}
            for tile, (uid, by) in sorted(self.tiles.items())
        }
        made = {"version": VERSION, "set_id": self.set_id, "tiles": tiles}
        return json.dumps(made, indent=1) + "\n"

    def _lock_of(self, tile: int) -> dict[str, bool]:
        return {"locked": True} if tile in self.locked else {}

    def save(self) -> None:
        """Write the file, whole or not at all; SetError where it cannot be."""
        try:
            saving.save(self.path, self.text())
        except saving.NotSaved as error:
            raise SetError(f"{printable(str(self.path))}: cannot be written: {error}") from None


def load(path: Path) -> TileSet:
    """The set of a file; SetError for one that is none."""
    try:
        value = only(str(path), "one set of tiles")
    except Unreadable as error:
        raise SetError(str(error)) from None
    made = parse(value, printable(str(path)))
    made.path = path
    return made


def parse(value: object, name: str) -> TileSet:
    """Check what a file says."""
    version = value.get("version") if isinstance(value, dict) else None
    if type(version) is int and version > VERSION:
        raise SetError(f"{name}: a set of a newer version, {version}; accepted: version {VERSION}")
    if version != VERSION:
        raise SetError(f"{name}: is no set of tiles; accepted: an object with version {VERSION}")
    set_id, tiles = value.get("set_id"), value.get("tiles")
    if set_id != "" and not is_set_id(set_id):
        raise SetError(
            f"{name}: set_id: {told(value, 'set_id')}; accepted: eight hexadecimal digits"
        )
    if not isinstance(tiles, dict):
        raise SetError(f"{name}: tiles: {told(value, 'tiles')}; accepted: an object, tile to tag")
    made = TileSet(set_id)
    for text, tag in tiles.items():
        tile = tile_number(text)
        if tile == codes.NONE or tile in made.tiles:
            raise SetError(f"{name}: tiles: {quote(text)}; accepted: 0-0 to 6-6, each once")
        uid = _uid(tag, f"{name}: tiles, {text}")
        if made.tile_of(uid) is not None:
            raise SetError(f"{name}: tiles, {text}: UID {uid} stands twice; accepted: once")
        made.tiles[tile] = (uid, tag.get("by", UID))
        if tag.get("locked", False):
            made.locked.add(tile)
    return made


def _uid(tag: object, where: str) -> str:
    if not isinstance(tag, dict):
        raise SetError(f'{where}: is {quote(tag)}; accepted: {{"uid": …, "by": …}}')
    text = tag.get("uid")
    try:
        uid = bytes.fromhex(text)
    except (TypeError, ValueError):
        uid = b""
    if not is_uid(uid):
        raise SetError(
            f"{where}: uid {told(tag, 'uid')}; accepted: 4, 7 or 10 bytes in hexadecimal"
        )
    if uid[0] == 0x08:
        raise SetError(
            f"{where}: uid {text} is made up anew each time, as phones do; not enrolled"
        )
    if not isinstance(tag.get("locked", False), bool):
        raise SetError(f"{where}: locked is {quote(tag['locked'])}; accepted: true, false")
    if tag.get("by", UID) not in (RECORD, UID):
        raise SetError(f"{where}: by is {quote(tag['by'])}; accepted: {RECORD}, {UID}")
    return uid.hex()
