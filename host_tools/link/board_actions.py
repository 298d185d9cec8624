"""`domino-table board get` and `board put`: the board.json of a table, over its USB line.

A table that can make nothing of the one that it has answers too (docs/keeping.md).
"""

from __future__ import annotations

import argparse
import sys

from host_tools.boards import BoardError, load
from host_tools.boards.reading import find
from host_tools.files import reading
from host_tools.link import choosing, keeper
from host_tools.link.table import LinkError, Table
from host_tools.records.notation import printable

_PIECE = 128  # bytes a request, docs/link.md
_MOST = 256 * _PIECE
_MARK = "\ufeff".encode()


def register(actions: argparse._SubParsersAction, file_help: str) -> None:
    """Add `get` and `put` to the actions of `board`."""
    get = actions.add_parser("get", help="show the board.json of a table")
    put = actions.add_parser("put", help="check a board config and put it on a table")
    put.add_argument("file", metavar="FILE", help=file_help)
    put.add_argument("--pin", help="of the table's keeper")
    for action, act in ((get, _get), (put, _put)):
        choosing.add_options(action)
        action.set_defaults(run=lambda args, act=act: choosing.told(lambda: act(args)))


def _get(args: argparse.Namespace) -> int:
    content = choosing.run(args, _content, choosing.simulated(args), mends=True)
    sys.stdout.write(content.decode("utf-8", "backslashreplace"))
    return 0


async def _content(table: Table) -> bytes:
    content = b""
    while True:
        told = await table.ask("board.read", **{"from": len(content) // _PIECE})
        content += bytes.fromhex(told["data"])
        if len(content) >= min(told["size"], _MOST):
            return content


def _put(args: argparse.Namespace) -> int:
    content = _checked(args.file)

    async def main(table: Table) -> None:
        await keeper.show(table, args.pin, has_readers="fault" not in table.hello)
        for at in range(0, len(content), _PIECE):
            piece = content[at : at + _PIECE].hex()
            await table.ask("board.put", data=piece, **{"from": at // _PIECE})
        await table.ask("board.save", size=len(content))

    choosing.run(args, main, choosing.simulated(args), mends=True)
    is_kept = args.port is not None or args.flash is not None
    print(f"{printable(args.file)}: put on the table, which starts with it")
    if not is_kept:
        print("Nothing is kept: --flash FILE keeps the memory of a simulated table.")
    return 0


def _checked(file: str) -> bytes:
    """The content of a board config without fault; LinkError."""
    try:
        load(file)
        content = reading.data(find(file)).removeprefix(_MARK)
    except (BoardError, reading.Unread) as error:
        raise LinkError(str(error)) from None
    if len(content) > _MOST:
        raise LinkError(f"{printable(file)}: has {len(content)} bytes; accepted: at most {_MOST}")
    return content
