"""`domino-table tags`: makes a set of tiles through the table, and looks after it."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from domino.rules import codes
from host_tools.boards import pad_names, slot_names
from host_tools.counting import counted
from host_tools.files import reading
from host_tools.link import choosing, keeper
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Table
from host_tools.records.notation import printable, quote, tile_name, tile_number
from host_tools.tags import dumps, showing, tile_set
from host_tools.tags.hands import Hands
from host_tools.tags.script import ScriptError
from host_tools.tags.script import load as load_script
from host_tools.tags.talk import KEYS, Terminal
from host_tools.tags.tile_set import UID, SetError, TileSet
from host_tools.tags.writing import Maker, Plan, uids

HELP = "write and enrol the tags of a set of tiles through the table"
FAILED, INCOMPLETE = 1, 2
_LONGEST_WAIT_S = 24 * 3600


class Problem(Exception):
    """What a command cannot do, in one line."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `tags` and its actions."""
    parser = subparsers.add_parser("tags", help=HELP, description=HELP)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _register_making(actions)
    show = _action(actions, "show", "say what is on the tags that lie on the pads", _show)
    show.add_argument("--json", action="store_true", help="one object a line")
    show.add_argument("--wait", default="30", metavar="S", help="seconds (30)")
    _add_where(show)
    export = _action(actions, "export", "write the table's UIDs to a file, - for output", _export)
    export.add_argument("file", metavar="FILE")
    choosing.add_options(export)
    take = _action(actions, "import", "add UIDs from files of `export` and from dumps", _import)
    take.add_argument(
        "files", nargs="+", metavar="FILE", help=".json, Flipper .nfc, Proxmark .bin"
    )
    take.add_argument("--tile", metavar="TILE", help="which tile a single dump is")
    take.add_argument("--clear", action="store_true", help="forget the UIDs that are there first")
    take.add_argument(
        "--replace", action="store_true", help="forget other tags of the tiles that are imported"
    )
    _add_pin(take)
    choosing.add_options(take)


def _register_making(actions: argparse._SubParsersAction) -> None:
    write = _action(actions, "write", "write a set, one tile after the other on any pad", _write)
    write.add_argument("--new", action="store_true", help="another set, though one is begun")
    write.add_argument("--set-id", metavar="HEX", help="eight digits; random without it")
    write.add_argument("--overwrite", action="store_true", help="write over records of other sets")
    write.add_argument(
        "--enrol-locked", action="store_true", help="know tags that cannot be written by their UID"
    )
    enrol = _action(actions, "enrol", "know tags by their UID, without writing them", _enrol)
    replace = _action(actions, "replace", "make another tag a tile that was lost", _replace)
    replace.add_argument("tile", metavar="TILE", help="0-0 to 6-6")
    for parser in (write, enrol, replace):
        parser.add_argument("--state", metavar="FILE", help="keep there how far it is, to go on")
        parser.epilog = KEYS
        _add_pin(parser)
        _add_where(parser)


def _action(
    actions: argparse._SubParsersAction, name: str, text: str, run: Callable
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=text, description=text)
    parser.set_defaults(run=lambda args: _told(lambda: run(args)))
    return parser


def _add_pin(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pin", help="of the table's keeper, if he has one; or his tag lies on a pad"
    )


def _add_where(parser: argparse.ArgumentParser) -> None:
    choosing.add_options(parser)
    parser.add_argument("--script", metavar="FILE", help="of --simulate: what is laid and when")


def _told(act: Callable[[], int]) -> int:
    try:
        return choosing.told(act)
    except (Problem, SetError, ScriptError, dumps.DumpError) as error:
        print(printable(str(error)), file=sys.stderr)
        return FAILED


# -- making a set ------------------------------------------------------------------------------
def _write(args: argparse.Namespace) -> int:
    if args.set_id is not None and not tile_set.is_set_id(args.set_id.lower()):
        raise Problem(f"--set-id is {quote(args.set_id)}; accepted: eight hexadecimal digits")
    how = {"enrols_locked": args.enrol_locked, "overwrites": args.overwrite}
    return _make(args, range(tile_set.TILES), **how)


def _enrol(args: argparse.Namespace) -> int:
    return _make(args, range(tile_set.TILES), enrols=True)


def _replace(args: argparse.Namespace) -> int:
    return _make(args, [_tile(args.tile)], enrols_locked=True, replaces=True)


def _make(args: argparse.Namespace, wanted: range | list[int], **how: bool) -> int:
    known = _known(args)
    replaces = how.pop("replaces", False)
    simulated = choosing.simulated(args)
    talk = _talk(args, simulated)

    async def main(table: Table) -> bool:
        tiles = await _begun(args, known, table, replaces)
        if known is not None and known is not tiles and known.set_id:
            talk.say(_written_anew(args.state, known, tiles))
        if isinstance(talk, Hands):
            talk.set_id = tiles.set_id
            talk.used = {uid for uid, _ in tiles.tiles.values()}
            talk.begin()
        if replaces:
            tiles.tiles.pop(wanted[0], None)
        there = len(tiles.tiles)
        talk.say(f"set {tiles.set_id}" + (f", {there} of 28 are there" if there else ""))
        is_new = getattr(args, "new", False)
        plan = Plan(tiles, list(wanted), table.pads, forgets=is_new, pin=args.pin, **how)
        is_complete = await Maker(table, talk, plan).run()
        talk.say(_ending(tiles, is_complete, is_new))
        return is_complete

    if isinstance(talk, Terminal):
        with talk.keys():
            is_complete = choosing.run(args, main, simulated)
    else:
        is_complete = choosing.run(args, main, simulated)
    return 0 if is_complete else INCOMPLETE


def _written_anew(file: str, before: TileSet, tiles: TileSet) -> str:
    was = f"set {before.set_id}, {len(before.tiles)} of 28"
    return f"{printable(file)}: was {was}; the first tile of set {tiles.set_id} writes it anew"


def _ending(tiles: TileSet, is_complete: bool, is_new: bool) -> str:
    if is_complete:
        return f"done: set {tiles.set_id}, {len(tiles.tiles)} tiles"
    missing = ", ".join(tile_name(tile) for tile in tiles.missing())
    same = "the same command" + (" without --new" if is_new else "")
    return f"set {tiles.set_id}: still to be made: {missing}; {same} goes on"


def _known(args: argparse.Namespace) -> TileSet | None:
    """What the file says of the set so far; None without a file."""
    if args.state is None:
        return None
    choosing.refuse_unwritable(args.state, "--state")
    path = Path(args.state)
    if not path.exists():
        return TileSet(path=path)
    return tile_set.load(path)


async def _begun(
    args: argparse.Namespace, known: TileSet | None, table: Table, replaces: bool
) -> TileSet:
    """The set that is to be made or gone on with: of the file, else of the table, else new."""
    ours = (await table.ask("table.setting", name="set_id"))["value"].lower()
    asked = (getattr(args, "set_id", None) or "").lower()
    is_new = getattr(args, "new", False)
    tiles = known or TileSet()
    if is_new:
        tiles = TileSet(asked or secrets.token_hex(4), path=tiles.path)
    elif asked and tiles.set_id and asked != tiles.set_id:
        problem = f"{args.state}: is of set {tiles.set_id}, not {asked}"
        raise Problem(f"{problem}; --new begins another one and writes the file anew")
    elif asked and not tiles.set_id:
        await _refuse_to_leave(table, ours, asked)
    tiles.set_id = tiles.set_id or asked or ours
    if tiles.set_id and tiles.set_id == ours and not is_new:
        for uid, tile in await uids(table):
            tiles.tiles.setdefault(tile, (uid, UID))
    if not tiles.set_id and replaces:
        raise Problem("the table has no set yet, so no tile of it; write, enrol or import one")
    if not tiles.set_id:
        tiles.set_id = secrets.token_hex(4)
    if len(tiles.tiles) == tile_set.TILES and not replaces:
        raise Problem(f"set {tiles.set_id} is complete; --new makes another one, replace one tile")
    return tiles


async def _refuse_to_leave(table: Table, ours: str, asked: str) -> None:
    """A table that holds tiles of one set does not begin another unasked; raises Problem."""
    count = len(await uids(table)) if ours not in ("", asked) else 0
    if count:
        raise Problem(f"the table holds set {ours}, {count} of 28; --new makes another one")


def _talk(args: argparse.Namespace, simulated: SimulatedTable | None) -> Terminal | Hands:
    script = getattr(args, "script", None)
    if simulated is None:
        if script is not None:
            raise Problem("--script goes with --simulate")
        return Terminal()
    slots = slot_names(simulated.config)
    names = slots + pad_names(simulated.config)
    steps = None
    if script is not None:
        steps = {**load_script(script, names, len(slots)), "folder": str(Path(script).parent)}
    return Hands(simulated, pad_names(simulated.config) or names, names, steps, Terminal())


# -- looking after it --------------------------------------------------------------------------
def _show(args: argparse.Namespace) -> int:
    wait_ms = _wait_ms(args.wait)
    simulated = choosing.simulated(args)
    talk = _talk(args, simulated)

    async def main(table: Table) -> list[dict]:
        if isinstance(talk, Hands):
            talk.begin()
        return await showing.tags_on(table, table.pads, wait_ms)

    found = choosing.run(args, main, simulated)
    for tag in found:
        print(json.dumps(tag) if args.json else showing.in_words(tag))
    if not found:
        print("nothing was laid on a pad", file=sys.stderr)
    return 0 if found else INCOMPLETE


def _wait_ms(text: str) -> float:
    """The milliseconds of --wait."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _LONGEST_WAIT_S:  # not a number is neither
        most = f"a number of seconds from 0 to {_LONGEST_WAIT_S}"
        raise Problem(f"--wait is {quote(text)}; accepted: {most}")
    return seconds * 1000


def _export(args: argparse.Namespace) -> int:
    if args.file != "-":
        choosing.refuse_unwritable(args.file, "FILE")

    async def main(table: Table) -> TileSet:
        set_id = (await table.ask("table.setting", name="set_id"))["value"]
        tiles = TileSet(set_id)
        for uid, tile in await uids(table):
            tiles.tiles[tile] = (uid, UID)
        return tiles

    tiles = choosing.run(args, main, choosing.simulated(args))
    if args.file == "-":
        print(tiles.text(), end="")
    else:
        tiles.path = Path(args.file)
        tiles.save()
        count = counted(len(tiles.tiles), "tile")
        print(f"{printable(args.file)}: {count} of set {tiles.set_id or 'any'}")
    return 0


def _import(args: argparse.Namespace) -> int:
    rows, set_id = _rows(args)

    async def main(table: Table) -> int:
        await keeper.show(table, args.pin)
        others = [] if args.clear else _others(await uids(table), rows)
        if others and not args.replace:
            raise Problem(_is_another(others, rows))
        if args.clear:
            await table.ask("uids.clear")
        for uid, _ in others:
            await table.ask("uids.remove", uid=uid)
        for uid, tile in rows:
            await table.ask("uids.put", uid=uid, tile=tile)
        await table.ask("uids.save")
        if set_id:
            await table.ask("table.setting", name="set_id", value=set_id)
        return len(await uids(table))

    count = choosing.run(args, main, choosing.simulated(args))
    for uid, tile in rows:
        print(f"{uid} is {tile_name(tile)}")
    print(f"the table knows {counted(count, 'UID')}" + (f", set {set_id}" if set_id else ""))
    return 0


def _others(known: list[tuple[str, int]], rows: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """What the table knows otherwise: another tag as a tile of the files, or a tag of theirs as
    another tile."""
    given = set(rows)
    uids_given, tiles = {uid for uid, _ in rows}, {tile for _, tile in rows}
    return [one for one in known if one not in given and (one[0] in uids_given or one[1] in tiles)]


def _is_another(others: list[tuple[str, int]], rows: list[tuple[str, int]]) -> str:
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


def _rows(args: argparse.Namespace) -> tuple[list[tuple[str, int]], str]:
    """(UID, tile) of all files, and the set that one of them names."""
    if args.tile is not None and len(args.files) != 1:
        raise Problem("--tile goes with a single dump")
    rows: list[tuple[str, int]] = []
    set_id = ""
    for file in args.files:
        if not file:
            raise Problem("FILE is ''; accepted: a file of export, or a dump")
        tiles = _set_in(Path(file))
        if tiles is not None and args.tile is not None:
            raise Problem(
                f"--tile goes with a single dump; {printable(file)} is a set of"
                f" {counted(len(tiles.tiles), 'tile')} and says itself which is which"
            )
        if tiles is None:
            rows.append(_row_of_dump(file, args.tile))
        else:
            rows += [(uid, tile) for tile, (uid, _) in sorted(tiles.tiles.items())]
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
    return rows, set_id


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
        return tag.uid.hex(), _tile(named)
    record = dumps.record_of(tag)
    tile = record[0] if record else tile_number(Path(file).name[:3])
    if tile == codes.NONE:
        raise Problem(
            f"{file}: holds no record of a tile; name the file 2-3.nfc or so, or give --tile"
        )
    return tag.uid.hex(), tile


def _tile(text: str) -> int:
    tile = tile_number(text)
    if tile == codes.NONE:
        raise Problem(f"no tile {quote(text)}; accepted: 0-0 to 6-6")
    return tile
