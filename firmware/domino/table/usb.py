"""The USB line to a host: MicroPython's own, so a Ctrl-C on it still ends the table.

Waiting for bytes costs nothing: the event loop is woken by them. What is said goes out in pieces
for which there is room, and not at all to a host that does not read.
"""

import asyncio
import sys

from micropython import const

_PIECE = const(32)
_PATIENCE_MS = const(500)


class UsbLine:
    """`read` and `write` as table/link.py wants them."""

    def __init__(self):
        self._in = asyncio.StreamReader(sys.stdin.buffer)
        self._out = asyncio.StreamWriter(sys.stdout.buffer)

    async def read(self):
        """A byte, when there is one."""
        return await self._in.read(1)

    async def write(self, data):
        """Send all, or what a host takes within half a second a piece."""
        try:
            for at in range(0, len(data), _PIECE):
                await asyncio.wait_for_ms(self._send(data[at : at + _PIECE]), _PATIENCE_MS)
        except asyncio.TimeoutError:
            return

    async def _send(self, piece):
        self._out.out_buf = piece  # so that `drain` waits for room first
        await self._out.drain()
