"""board.json over the link (docs/link.md): read, and put in the place of one that is wrong.

Imported when a host asks for it, on a running table or where no table could be made
(board_fault.py). The file comes in pieces into another one, which takes its place as a whole.
"""

import asyncio
from binascii import hexlify, unhexlify

from micropython import const

from domino import building
from domino.board import checking
from domino.board.config import BoardError

_PIECE = const(128)  # bytes
_NEW = "board.new"
_SAID_MS = const(300)  # until the reply is out


class BoardService:
    """`files`: the file system; `sleep_ms`: asyncio's."""

    COMMANDS = ("read", "put", "save")

    def __init__(self, files, sleep_ms):
        self._files = files
        self._sleep_ms = sleep_ms
        self._restarting = None

    async def read(self, asked):
        """Piece `from` of the file as it is, `data` in hexadecimal, and its `size` in bytes."""
        try:
            with self._files.open("board.json", "rb") as file:
                size = file.seek(0, 2)
                file.seek(min(size, asked["from"] * _PIECE))
                return {"size": size, "data": hexlify(file.read(_PIECE)).decode()}
        except OSError:
            return {"error": "gone"}

    async def put(self, asked):
        """Piece `from` of another file, one after the other; 0 begins it."""
        data = unhexlify(asked["data"])
        at = asked["from"] * _PIECE
        with self._files.open(_NEW, "ab" if at else "wb") as file:
            if len(data) > _PIECE or file.seek(0, 2) != at:
                raise ValueError("data: 128 bytes a piece, in order")
            file.write(data)
        return {}

    async def save(self, asked):
        """The file that was put, of `size` bytes, takes the place of board.json, and the table
        starts with it. `gone`: none was put. Not one that no table can be made of: `what` is
        wrong with it."""
        try:
            with self._files.open(_NEW, "rb") as file:
                size = file.seek(0, 2)
        except OSError:
            return {"error": "gone"}
        if asked["size"] != size:
            raise ValueError("size: is {}".format(size))
        try:
            checking.check(building.read(self._files, _NEW))
        except BoardError as error:
            return {"error": "bad_board", "what": str(error)}
        self._files.rename(_NEW, "board.json")
        self._restarting = asyncio.create_task(self._restart())
        return {}

    async def _restart(self):
        await self._sleep_ms(_SAID_MS)
        raise SystemExit  # MicroPython runs main.py once more
