"""The whole shipped table on the simulated board, stepped by hand: no event loop, no scenario."""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import SimpleNamespace

from domino import app as firmware
from domino.board import looks
from domino.rules import codes
from host_tools import boards
from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.sim.board import SimulatedBoard

BOARD = "grid48_mfrc522"
_SET_ID = "5eed0001"
_STUCK_MS = 20_000


class BenchError(Exception):
    """A measurement that could not be made; the text is one line."""


def config(name: str = BOARD, **readers: object) -> dict:
    """The config of a shipped board, with some of `readers` changed."""
    board = copy.deepcopy(boards.load(name))
    board["readers"].update(readers)
    return board


class Table:
    """One table, just switched on. `step` does what main.py's loop does; `scan` leaves out
    everything but the scanner, which makes its laps uninterrupted."""

    def __init__(self, board: dict, **settings: object) -> None:
        settings = {"game": "horse-race", "players": 2, "set_id": _SET_ID, **settings}
        self.sim = SimulatedBoard(board)
        self.time = make_time(self.sim.ports)
        self.app = firmware.build(make_machine(self.sim.ports), self.time, board, settings)
        self.scanner = self.app.scanner
        self.fields = self.sim.fields

    @property
    def set_id(self) -> int:
        """Of the tiles that belong to this table."""
        return int(_SET_ID, 16)

    @property
    def now_ns(self) -> int:
        """Virtual time."""
        return self.sim.clock.now_ns

    def step(self) -> None:
        """One step of the whole firmware, and the wait after it."""
        self.sim.ports.idle(self.app.step(), False)

    def scan(self) -> None:
        """One step of the scanner; nobody takes its findings to the table."""
        wait_ms = self.scanner.step(self.time.ticks_ms())
        while self.scanner.take() != codes.NONE:
            pass
        self.sim.ports.idle(wait_ms, False)

    def heat(self, slots: list[int]) -> None:
        """From now on these are the slots that `scan` looks at first."""
        hot = bytearray(self.app.board.slots)
        hot[: len(slots)] = bytes(slots)
        self.scanner.focus = SimpleNamespace(hot=hot, hot_count=len(slots))

    def run(self, span_ms: float, step: Callable[[], None]) -> None:
        """Go on for so long."""
        end_ns = self.now_ns + int(span_ms * 1e6)
        while self.now_ns < end_ns:
            step()

    def until(self, is_so: Callable[[], bool], step: Callable[[], None], what: str) -> None:
        """Go on until something is so. Raises BenchError when that takes too long."""
        end_ns = self.now_ns + _STUCK_MS * 1_000_000
        while not is_so():
            if self.now_ns > end_ns:
                raise BenchError(f"{what}: not within {_STUCK_MS // 1000} s of virtual time")
            step()

    def scan_all(self) -> None:
        """Start, and look at every reader once."""
        self.heat([])
        found = self.scanner.found
        self.until(lambda: looks.UNSEEN not in found, self.scan, "start")
