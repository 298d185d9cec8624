"""Which table a command speaks to: `--port` a real one, `--simulate` a simulated board."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

from host_tools.boards import BoardError, load
from host_tools.files import reading, saving
from host_tools.link.serial_wire import SerialWire
from host_tools.link.serial_wire import run as run_on_host
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import LinkError, Table
from host_tools.records.notation import named
from host_tools.runtimes.micropython.bridge import FirmwareFailed

FAILED = 1
_START_MS = 2000  # of a simulated table, until it has looked at every slot


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--port`, `--simulate` and `--runtime`."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--port", metavar="PORT", help="the table's serial port: /dev/ttyACM0, COM3"
    )
    where.add_argument("--simulate", metavar="BOARD", help="a simulated board: its name or path")
    parser.add_argument(
        "--runtime",
        choices=("cpython", "micropython"),
        default="cpython",
        help="of --simulate: cpython (default), or a real MicroPython",
    )
    parser.add_argument(
        "--flash", metavar="FILE", help="of --simulate: its flash is kept there from run to run"
    )


def simulated(args: argparse.Namespace) -> SimulatedTable | None:
    """The simulated table that is asked for; LinkError where the board is none."""
    if args.simulate is None:
        if args.flash is not None:
            raise LinkError("--flash goes with --simulate")
        if not args.port:
            raise LinkError("--port is ''; accepted: a serial port, such as /dev/ttyACM0 or COM3")
        return None
    refuse_unwritable(args.flash, "--flash")
    from host_tools.runtimes.micropython import binary

    problem = binary.problem() if args.runtime == "micropython" else None
    if problem:
        raise LinkError(problem)
    try:
        table = SimulatedTable(load(args.simulate))
    except BoardError as error:
        raise LinkError(str(error)) from None
    if args.flash is not None and Path(args.flash).exists():
        try:
            content = reading.data(args.flash)
        except reading.Unread as error:
            wanted = "accepted: the flash of a simulated board"
            raise LinkError(f"--flash {named(args.flash)}: {error}; {wanted}") from None
        table.insert_flash(content, args.flash)
    return table


def refuse_unwritable(name: str | None, option: str) -> None:
    """Raises LinkError where a file that is written later cannot be: before anything is done."""
    if name is None:
        return
    what = saving.problem(name)
    if what:
        raise LinkError(f"{option} {named(name)}: {what}; accepted: a file to be written")


def _save_flash(name: str, content: bytes) -> None:
    try:
        saving.save(name, content)
    except saving.NotSaved as error:
        raise LinkError(f"--flash {named(name)}: cannot be written: {error}") from None


def run(
    args: argparse.Namespace,
    main: Callable[[Table], Coroutine],
    table: SimulatedTable | None = None,
    mends: bool = False,
) -> object:
    """Run `main` with a table that was greeted; what it returns. `table`: see `simulated`;
    `mends`: see `Table.greet`."""
    if table is not None:
        result = table.run(_greeted(main, table, _START_MS, mends), args.runtime)
        if args.flash is not None:
            _save_flash(args.flash, bytes(table.board.ports.flash.chip.content))
        return result
    wire = SerialWire(args.port)
    try:
        return run_on_host(_greeted(main, wire, 0, mends))
    finally:
        wire.close()


async def _greeted(
    main: Callable[[Table], Coroutine],
    wire: SimulatedTable | SerialWire,
    after_ms: int,
    mends: bool,
) -> object:
    await wire.pause(after_ms)
    table = Table(wire)
    await table.greet(mends)
    return await main(table)


def told(act: Callable[[], int]) -> int:
    """The exit status of `act`; what goes wrong with a table is told in one line."""
    try:
        return act()
    except (LinkError, FirmwareFailed) as error:
        print(str(error).splitlines()[0], file=sys.stderr)
        return FAILED
