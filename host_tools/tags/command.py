"""`domino-table tags`: makes a set of tiles through the table, and looks after it."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from host_tools.boards import pad_names, slot_names
from host_tools.counting import counted
from host_tools.link import choosing, keeper
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Table
from host_tools.records.notation import printable, quote, tile_name
from host_tools.tags import dumps, importing, set_key, showing, tile_set
from host_tools.tags.hands import Hands
from host_tools.tags.importing import Problem
from host_tools.tags.script import ScriptError
from host_tools.tags.script import load as load_script
from host_tools.tags.set_key import SetKey
from host_tools.tags.talk import KEYS, Talk, Terminal
from host_tools.tags.tile_set import RECORD, UID, SetError, TileSet
from host_tools.tags.writing import Maker, Plan, listed, uids

HELP = "write and enrol the tags of a set of tiles through the table"
FAILED, INCOMPLETE = 1, 2
_LONGEST_WAIT_S = 24 * 3600


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `tags` and its actions."""
    parser = subparsers.add_parser("tags", help=HELP, description=HELP)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _register_making(actions)
    show = _action(actions, "show", "say what is on the tags that lie on the pads", _show)
    show.add_argument("--json", action="store_true", help="one object a line")
    show.add_argument("--key", metavar="FILE", help="say which tags it opens")
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
    for parser in (write, replace):
        parser.add_argument(
            "--lock",
            action="store_true",
            help="guard each tag by a password, made of the set's key",
        )
        parser.add_argument(
            "--key", metavar="FILE", help="the set's key, made by the first --lock; keep it"
        )
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
    return _make(args, [importing.tile_of(args.tile)], enrols_locked=True, replaces=True)


def _make(args: argparse.Namespace, wanted: range | list[int], **how: bool) -> int:
    known = _known(args)
    replaces = how.pop("replaces", False)
    simulated = choosing.simulated(args)
    talk = _talk(args, simulated)
    given = _given_key(args)
    locks = getattr(args, "lock", False)

    async def main(table: Table) -> bool:
        tiles = await _begun(args, known, table, replaces)
        key = given or _key_of(args, tiles.set_id, talk)
        if key is not None and key.set_id != tiles.set_id:
            raise Problem(f"{printable(args.key)}: is of set {key.set_id}, not {tiles.set_id}")
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
        how.update(forgets=is_new, pin=args.pin, key=key, locks=locks)
        maker = Maker(table, talk, Plan(tiles, list(wanted), table.pads, **how))
        is_complete = await maker.run()
        talk.say(_ending(maker, is_new))
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


def _given_key(args: argparse.Namespace) -> SetKey | None:
    """The key of --key; None where there is none yet, or none is asked for."""
    locks, file = getattr(args, "lock", False), getattr(args, "key", None)
    if locks and file is None:
        raise Problem("--lock needs --key FILE, the set's key; it is made where there is none")
    if file is None or (locks and not os.path.lexists(file)):
        return None
    return set_key.load(Path(file))


def _key_of(args: argparse.Namespace, set_id: str, talk: Talk) -> SetKey | None:
    """A new key where one is wanted."""
    if not getattr(args, "lock", False):
        return None
    key = set_key.create(Path(args.key), set_id)
    file = printable(args.key)
    talk.say(f"{file}: the key of set {set_id}; without it nobody can write its tags again")
    return key


def _ending(maker: Maker, is_new: bool) -> str:
    tiles, missing = maker.tiles, maker.missing()
    if not missing:
        return f"done: set {tiles.set_id}, {len(tiles.tiles)} tiles{maker.locked_words()}"
    missing = ", ".join(tile_name(tile) for tile in missing)
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
        for uid, tile, by in await listed(table):
            tiles.tiles.setdefault(tile, (uid, by))
    if not tiles.set_id and replaces:
        raise Problem("the table has no set yet, so no tile of it; write, enrol or import one")
    if not tiles.set_id:
        tiles.set_id = secrets.token_hex(4)
    if len(tiles.tiles) == tile_set.TILES and not replaces and not getattr(args, "lock", False):
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
    key = set_key.load(Path(args.key)) if args.key is not None else None
    simulated = choosing.simulated(args)
    talk = _talk(args, simulated)

    async def main(table: Table) -> list[dict]:
        if isinstance(talk, Hands):
            talk.begin()
        return await showing.tags_on(table, table.pads, wait_ms, key)

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
        for uid, tile, by in await listed(table):
            tiles.tiles[tile] = (uid, by)
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
    rows, set_id, records = importing.rows_of(args.files, args.tile)

    async def main(table: Table) -> int:
        await keeper.show(table, args.pin)
        others = [] if args.clear else importing.others(await uids(table), rows)
        if others and not args.replace:
            raise Problem(importing.is_another(others, rows))
        if args.clear:
            await table.ask("uids.clear")
        for uid, _ in others:
            await table.ask("uids.remove", uid=uid)
        for uid, tile in rows:
            by = RECORD if uid in records else UID
            await table.ask("uids.put", uid=uid, tile=tile, by=by)
        await table.ask("uids.save")
        if set_id:
            await table.ask("table.setting", name="set_id", value=set_id)
        return len(await uids(table))

    count = choosing.run(args, main, choosing.simulated(args))
    for uid, tile in rows:
        print(f"{uid} is {tile_name(tile)}")
    print(f"the table knows {counted(count, 'UID')}" + (f", set {set_id}" if set_id else ""))
    return 0
