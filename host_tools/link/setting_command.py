"""`domino-table setting`: reads or changes one setting of a table over its USB line.

Where the table has a keeper, his PIN or tag is asked for. They themselves are never shown, and can
be forgotten by somebody who stands at the table: its `ok` is to be pressed meanwhile.
"""

from __future__ import annotations

import argparse
import json

from domino.rules.games import GAMES
from domino.store.settings import SCHEMA, is_accepted
from host_tools.link import choosing, keeper, match_settings
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import LinkError, Refused, Table
from host_tools.records.notation import perhaps, quote
from host_tools.records.reading import Unreadable, parsed
from host_tools.setting_words import accepted

HELP = "read or change a setting of a table; forget a PIN"
_KEEPERS = ("keeper_pin", "keeper_tag")
_AT_ONCE = ("set_id", "language", *_KEEPERS)  # others count from the next start
_PRESS_MS = 30_000  # how long `ok` is waited for
_REPLY_MS = 5000  # more than that
_HAND_MS = 200


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `setting`."""
    parser = subparsers.add_parser(
        "setting",
        help=HELP,
        description="Read a setting of a table, or change it.",
        epilog="A forgotten PIN: domino-table setting keeper_pin '' --port PORT, then press ok at"
        f" the table. Settings: {', '.join(SCHEMA)}.",
    )
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("value", metavar="VALUE", nargs="?", help="to change it: ar, 30, true")
    parser.add_argument("--pin", help="of the table's keeper, who may change it")
    choosing.add_options(parser)
    parser.set_defaults(run=lambda args: choosing.told(lambda: run(args)))


def run(args: argparse.Namespace) -> int:
    """0; LinkError where it cannot be done."""
    name = args.name
    if name not in SCHEMA:
        near = perhaps(name, SCHEMA)
        raise LinkError(f"no setting {quote(name)}{near}; accepted: {', '.join(SCHEMA)}")
    value = None if args.value is None else _value(name, args.value)
    simulated = choosing.simulated(args)
    notes: list[str] = []

    async def main(table: Table) -> object:
        if args.value is None:
            return (await table.ask("table.setting", name=name))["value"]
        if name in _KEEPERS:
            return await _forget(table, name, simulated)
        if name in match_settings.NAMES:
            notes.append(await match_settings.fit(table, name, value))
        await keeper.show(table, args.pin)
        return (await table.ask("table.setting", name=name, value=value))["value"]

    shown = choosing.run(args, main, simulated)
    if name in _KEEPERS:
        print(f"{name}: {'there is one' if shown else 'none'}")
    else:
        print(f"{name}: {json.dumps(shown, ensure_ascii=False)}")
    if name == "game" and args.value is not None and value not in GAMES:
        near = perhaps(value, GAMES)
        print(
            f"note: {quote(value)}{near} is no game of ours; games.json on the table must have it"
        )
    for note in filter(None, notes):
        print(f"note: {note}")
    if args.value is not None:
        _say_when_it_counts(name, is_kept=args.port is not None or args.flash is not None)
    return 0


def _say_when_it_counts(name: str, is_kept: bool) -> None:
    """Say from when a changed setting counts; not kept: the simulated table ends here."""
    if not is_kept:
        print("Nothing is kept: --flash FILE keeps the memory of a simulated table.")
    elif name not in _AT_ONCE:
        print("It counts from the table's next start.")


def _value(name: str, text: str) -> object:
    """The value that is meant; LinkError where the table would not take it."""
    if name in _KEEPERS:
        if text:
            where = "the menu sets it: Players and keeper, Keeper"
            raise LinkError(f"{name}: {where}; accepted here: '', which forgets it")
        return text
    value: object = text
    if not isinstance(SCHEMA[name][0], str):
        value = _json(name, text)
    if name == "starters" and isinstance(value, list):
        _check_starters(value)
    if not is_accepted(name, value) or (name == "game" and not text):
        raise LinkError(f"{name} is {quote(text)}; accepted: {accepted(name)}")
    return value


def _check_starters(value: list) -> None:
    """Raises LinkError for an entry that is no seat."""
    for at, seat in enumerate(value):
        if not is_accepted("starters", [seat]):
            wanted = "a seat from 0 to 3, or null"
            raise LinkError(f"starters[{at}] is {quote(seat)}; accepted: {wanted}")


def _json(name: str, text: str) -> object:
    """The value of a JSON text; the text itself where it is none, None where it is empty."""
    try:
        value, twice = parsed(text)
    except Unreadable:
        return text or None
    if twice:
        raise LinkError(f"{name}: {quote(twice[0])} stands twice; accepted: each name once")
    return value


async def _forget(table: Table, name: str, simulated: SimulatedTable | None) -> object:
    """Let somebody at the table say yes; LinkError where nobody does."""
    print("press ok at the table", flush=True)
    await table.ask("table.borrow")
    try:
        if simulated is not None:
            simulated.also(_hand(simulated))
        asked = {"name": name, "value": "", "within_ms": _PRESS_MS}
        return (await table.ask("table.setting", _PRESS_MS + _REPLY_MS, **asked))["value"]
    except Refused as refused:
        if refused.code != "guarded":
            raise
        seconds = _PRESS_MS // 1000
        raise LinkError(f"ok was not pressed at the table within {seconds} s: all stays") from None
    finally:
        await table.ask("table.give_back")


async def _hand(simulated: SimulatedTable) -> None:
    """A simulated hand at a simulated table."""
    button = simulated.board.buttons["ok"]
    await simulated.pause(_HAND_MS)
    button.press()
    await simulated.pause(_HAND_MS)
    button.release()
