"""`domino-table selftest`: proves that every part of a table answers."""

from __future__ import annotations

import argparse
import json
import sys

from host_tools.link import choosing
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Table
from host_tools.selftest import running, showing
from host_tools.selftest.judging import Reader, Report
from host_tools.tags.record import ntag213_for_tile
from host_tools.tags.talk import Terminal

HELP = "test a table: readers, select lines, buttons, strip and screen"
FAILING = 2
_TILE_UID = bytes.fromhex("04d0317e57a1b2")  # of the tile that simulated hands measure with
_PRESS_MS = 80


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add `selftest`."""
    parser = subparsers.add_parser(
        "selftest",
        help=HELP,
        description=f"{HELP}. Exit status: 0; 2 if a part fails; 1 if the table cannot be asked.",
        epilog="The same on the board, without a host: hold ok while it starts.",
    )
    parser.add_argument("--json", action="store_true", help="one object, nothing else")
    parser.add_argument("--no-buttons", action="store_true", help="do not ask for presses")
    parser.add_argument(
        "--calibrate",
        action="store_true",
        help="measure readers with a tile that is laid on one after the other (q: enough)",
    )
    choosing.add_options(parser)
    parser.set_defaults(run=lambda args: choosing.told(lambda: run(args)))


def run(args: argparse.Namespace) -> int:
    """0, or 2 if a part fails."""
    simulated = choosing.simulated(args)
    terminal = Terminal()
    watcher = _Watcher(args.json, terminal) if simulated is None else _Hands(args.json, simulated)

    async def main(table: Table) -> Report:
        return await running.run(table, watcher, not args.no_buttons, args.calibrate)

    with terminal.keys():
        report = choosing.run(args, main, simulated)
    if args.json:
        print(json.dumps(showing.as_json(report)))
    else:
        parts = (showing.table(report), showing.picture(report), showing.summary(report))
        print(*("\n".join(part) for part in parts), sep="\n\n")
    return FAILING if report.failing() else 0


class _Watcher:
    """Tells a person what to do; on standard error where only JSON may be printed."""

    def __init__(self, is_quiet: bool, terminal: Terminal | None = None) -> None:
        self._out = sys.stderr if is_quiet else sys.stdout
        self._terminal = terminal

    def say(self, line: str) -> None:
        print(line, file=self._out, flush=True)

    def reader(self, reader: Reader) -> None:
        for fault in reader.faults():
            self.say(f"  {reader.name}: {fault}")

    def press(self, names: list[str]) -> None:
        self.say(f"press {', '.join(names)}")

    def lay(self, measured: list[str], names: list[str]) -> None:
        count = f"{len(measured)} of {len(names)} measured"
        self.say(f"{count}: lay a tile on another slot or pad, q for enough")

    def is_enough(self) -> bool:
        return self._terminal is not None and self._terminal.key() == "q"


class _Hands(_Watcher):
    """Does it on the simulated table: presses what is asked for, lays a tile on every reader."""

    def __init__(self, is_quiet: bool, table: SimulatedTable) -> None:
        super().__init__(is_quiet)
        self._table = table
        self._tag = ntag213_for_tile(27, 0, _TILE_UID)
        self._lies_on: int | None = None

    def press(self, names: list[str]) -> None:
        super().press(names)
        self._table.also(self._press(self._table.board.buttons[names[0]]))

    async def _press(self, button: object) -> None:
        await self._table.pause(_PRESS_MS)
        button.press()
        await self._table.pause(_PRESS_MS)
        button.release()

    def lay(self, measured: list[str], names: list[str]) -> None:
        super().lay(measured, names)
        fields = self._table.board.fields
        if self._lies_on is not None:
            fields[self._lies_on].remove(self._tag)
        at = next(name for name in names if name not in measured)
        self._lies_on = self._table.names.index(at)
        fields[self._lies_on].put(self._tag)
