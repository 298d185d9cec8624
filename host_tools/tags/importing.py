"""What `domino-table tags import` takes: files of `export` and dumps, as UIDs and tiles."""

from __future__ import annotations

import json
from pathlib import Path

from domino.rules import codes
from host_tools.counting import counted
from host_tools.files import reading
from host_tools.records.notation import printable, quote, tile_name, tile_number
from host_tools.tags import dumps, tile_set
from host_tools.tags.tile_set import RECORD, TileSet


class Problem(Exception):
    """What a command cannot do, in one line."""


def others(known: list[tuple[str, int]], rows: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """What the table knows otherwise: another tag as a tile of the files, or a tag of theirs as
    another tile."""
    given = set(rows)
    uids_given, tiles = {uid for uid, _ in rows}, {tile for _, tile in rows}
    return [one for one in known if one not in given and (one[0] in uids_given or one[1] in tiles)]


def is_another(others: list[tuple[str, int]], rows: list[tuple[str, int]]) -> str:
    """Why an import is refused, a lost tag's perhaps, that was replaced since."""
    uid, tile = others[0]
    given = next(one for one in rows if uid == one[0] or tile == one[1])
    more = f", and {len(others) - 1} more are others" if others[1:] else ""
    if uid == given[0]:
        differs = f"{uid} is {tile_name(given[1])} in the files, but {tile_name(tile)}"
    else:
        differs = f"{tile_name(tile)} is {given[0]} in the files, but {uid}"
    return (
        f"{differs} on the table{more}; nothing was"
        " imported. --replace makes the imported tags the tiles, --clear forgets all others"
    )


def rows_of(files: list[str], named: str | None) -> tuple[list[tuple[str, int]], str, set[str]]:
    """(UID, tile) of all files, the set that one of them names, and the UIDs of tags that say
    their tile themselves."""
    if named is not None and len(files) != 1:
        raise Problem("--tile goes with a single dump")
    rows: list[tuple[str, int]] = []
    set_id = ""
    records: set[str] = set()
    for file in files:
        if not file:
            raise Problem("FILE is ''; accepted: a file of export, or a dump")
        tiles = _set_in(Path(file))
        if tiles is not None and named is not None:
            raise Problem(
                f"--tile goes with a single dump; {printable(file)} is a set of"
                f" {counted(len(tiles.tiles), 'tile')} and says itself which is which"
            )
        if tiles is None:
            rows.append(_row_of_dump(file, named))
        else:
            rows += [(uid, tile) for tile, (uid, _) in sorted(tiles.tiles.items())]
            records |= {uid for uid, by in tiles.tiles.values() if by == RECORD}
            if set_id and tiles.set_id not in ("", set_id):
                raise Problem(
                    f"the files are of the sets {set_id} and {tiles.set_id}; accepted: one"
                )
            set_id = set_id or tiles.set_id
    for uid, tile in rows:
        as_tile = next(as_tile for one, as_tile in rows if one == uid)
        if as_tile != tile:
            both = f"{tile_name(as_tile)} and {tile_name(tile)}"
            raise Problem(f"the files say that {uid} is {both}; accepted: one tile for each tag")
        first = next(one for one, as_tile in rows if as_tile == tile)
        if first != uid:
            raise Problem(
                f"the files say that {first} and {uid} are {tile_name(tile)}; accepted: one tag"
                " for each tile"
            )
    return rows, set_id, records


def _set_in(path: Path) -> TileSet | None:
    """The set of a file of `export`; None for a dump."""
    if path.suffix.lower() != ".json":
        return None
    try:
        value = json.loads(reading.text(path, reading.SMALL))
    except (reading.Unread, ValueError, RecursionError):
        return tile_set.load(path)  # which says what is wrong
    is_dump = isinstance(value, dict) and "FileType" in value
    return None if is_dump else tile_set.parse(value, printable(str(path)))


def _row_of_dump(file: str, named: str | None) -> tuple[str, int]:
    """UID and tile of a dump: the tile of --tile, of its record, or of the file's name."""
    tag = dumps.load(file)
    if tag.uid[0] == 0x08 or tag.sak & 0x20:
        raise Problem(f"{file}: is a phone or a card, {tag.uid.hex()}; those are never enrolled")
    if named is not None:
        return tag.uid.hex(), tile_of(named)
    record = dumps.record_of(tag)
    tile = record[0] if record else tile_number(Path(file).name[:3])
    if tile == codes.NONE:
        raise Problem(
            f"{file}: holds no record of a tile; name the file 2-3.nfc or so, or give --tile"
        )
    return tag.uid.hex(), tile


def tile_of(text: str) -> int:
    tile = tile_number(text)
    if tile == codes.NONE:
        raise Problem(f"no tile {quote(text)}; accepted: 0-0 to 6-6")
    return tile
