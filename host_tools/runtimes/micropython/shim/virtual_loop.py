"""Puts MicroPython's asyncio on virtual time, and lets the board run while the firmware awaits.

The C task queue stamps real time on a task that is pushed without a key, so the queue is wrapped
as well as the clock. Must be installed before the firmware imports asyncio; new_event_loop() must
not be called afterwards.
"""

import asyncio.core as core
from asyncio.event import Event

import bridge


class Stopped(Exception):
    """The simulation is over."""


def _ticks():
    return bridge.peek_us() // 1000 & 0x3FFFFFFF


class _Queue:
    """asyncio's task queue with virtual time as the default key."""

    def __init__(self, queue):
        self._queue = queue

    def push(self, task, key=None):
        self._queue.push(task, _ticks() if key is None else key)

    def peek(self):
        return self._queue.peek()

    def pop(self):
        return self._queue.pop()

    def remove(self, task):
        self._queue.remove(task)


class _Board:
    """Takes the place of asyncio's I/O queue: waiting hands the time to the board."""

    def __init__(self):
        self.map = {}
        self.pending = lambda: False
        self.report = lambda: b"{}"
        self.readers = lambda take: None
        self._slept = False

    def wait_io_event(self, span_ms):
        # The loop asks again with 0 after each wait: one round, one charge.
        if span_ms <= 0 and self._slept:
            self._slept = False
            return
        self._slept = span_ms > 0
        if bridge.idle(max(0, span_ms), self.pending(), self.report, self.readers):
            raise Stopped
        if bridge.flag() == bridge.FLAG_INPUT:
            line.wake()


class _Line:
    """The firmware's end of the USB line (firmware/domino/table/usb.py)."""

    def __init__(self):
        self._came = Event()
        self._data = bytearray(64)
        self.wake = self._came.set

    async def read(self):
        while True:
            self._came.clear()
            bridge.ask(bridge.LINE_READ, len(self._data), 0, bridge.small, 0, self._data)
            if bridge.length():
                return bytes(self._data[: bridge.length()])
            await self._came.wait()

    async def write(self, data):
        bridge.post(bridge.LINE_WRITE, 0, 0, data, len(data))


board = _Board()
line = _Line()


def install():
    """Replace asyncio's clock, task queue and I/O queue."""
    core.ticks = _ticks
    core._task_queue = _Queue(core._task_queue)
    core._io_queue = board
