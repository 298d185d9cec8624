"""A simulated table at the other end of the line, on either runtime, and people at the table.

All of it moves on the simulated board's clock: a coroutine goes on when the firmware awaits and
what it waits for has come about, so a run is the same each time.
"""

from __future__ import annotations

import contextlib
import json
from collections import deque
from collections.abc import Callable, Coroutine, Generator

from domino.store import uid_service, uid_table
from host_tools.boards import pad_names, slot_names
from host_tools.link.table import LinkError
from host_tools.sim.board import SimulatedBoard
from host_tools.sim.flash_port import FlashPort, PowerCut
from host_tools.sim.ports import Stop

_MS = 1_000_000
# A host is served by modules imported when it speaks. A Pico has 90 KB left for them after
# the start, which are some 130 KB on 64 bits. How tight a board is is not measured here.
_HEAP = "384k"


class _Until:
    """Awaited: goes on when `is_due()`."""

    def __init__(self, is_due: Callable[[], bool]) -> None:
        self.is_due = is_due

    def __await__(self) -> Generator[_Until, None, None]:
        yield self


class SimulatedTable:
    """A board with the firmware on its flash, and the wire to it (table.Wire).

    `files` beside board.json: name -> JSON value or bytes. The flash outlives a run: a second one
    is the table switched off and on.
    """

    def __init__(self, config: dict, files: dict[str, object] | None = None) -> None:
        settings = {"game": "all-fives", "players": 2, "seed": 1}
        self.files = {"board.json": config, "settings.json": settings, **(files or {})}
        self.config = config
        self.names = slot_names(config) + pad_names(config)
        self.board = SimulatedBoard(config)
        self.report: Callable[[], dict] = dict  # set by the runtime
        self._lines: deque[bytes] = deque()
        self._said = b""
        self._busy: list[tuple[Coroutine, _Until]] = []
        self._main: Coroutine | None = None
        self._result: object = None
        self._limit_ms = 0.0
        self.board.ports.on_idle = self._on_idle
        self.board.ports.serial.on_output = self._take

    # -- the wire --------------------------------------------------------------------------
    def now_ms(self) -> float:
        """Virtual milliseconds since power-on."""
        return self.board.clock.now_ns / _MS

    def send(self, data: bytes) -> None:
        """To the table."""
        self.board.ports.serial.write(data)

    async def line(self, wait_ms: float) -> bytes | None:
        """The next line from the table; None when none came in time."""
        until_ms = self.now_ms() + wait_ms
        await _Until(lambda: bool(self._lines) or self.now_ms() >= until_ms)
        return self._lines.popleft() if self._lines else None

    async def pause(self, span_ms: float) -> None:
        """Let virtual time pass."""
        until_ms = self.now_ms() + span_ms
        await _Until(lambda: self.now_ms() >= until_ms)

    def _take(self, data: bytes) -> None:
        *whole, self._said = (self._said + data).split(b"\n")
        self._lines.extend(whole)

    # -- running ---------------------------------------------------------------------------
    def run(
        self, main: Coroutine, runtime: str = "cpython", limit_ms: float = 1_800_000, **how: object
    ) -> object:
        """Run the firmware until `main` is over; what it returned. `how` goes to the runtime.

        LinkError where it is not over after `limit_ms` on the board's clock.
        """
        self._limit_ms = self.now_ms() + limit_ms
        self._main = main
        self._busy = []
        self._lines.clear()
        self.also(main)
        if runtime == "micropython":
            how.setdefault("heap", _HEAP)
        try:
            _runtime(runtime)(self.board.ports, self.files, self, **how)
        except PowerCut:
            raise LinkError("the table's watchdog ended what it did; it hung") from None
        finally:
            for coroutine, _ in self._busy:
                with contextlib.suppress(RuntimeError):  # one that will not end just stops
                    coroutine.close()
        return self._result

    def also(self, coroutine: Coroutine) -> None:
        """Somebody else who does something meanwhile."""
        self._busy.append((coroutine, _Until(lambda: True)))

    def _on_idle(self, pending: bool) -> None:
        if self.now_ms() >= self._limit_ms:
            raise LinkError(f"nothing came of it by {self._limit_ms / 60_000:g} simulated minutes")
        moved = True
        while moved:
            moved = False
            for entry in tuple(self._busy):
                if entry[1].is_due():
                    self._go_on(entry)
                    moved = True

    def _go_on(self, entry: tuple[Coroutine, _Until]) -> None:
        at = self._busy.index(entry)
        coroutine = entry[0]
        try:
            self._busy[at] = (coroutine, coroutine.send(None))
        except StopIteration as ended:
            self._busy.remove(entry)
            if coroutine is self._main:
                self._result = ended.value
                raise Stop from None

    # -- what is stored --------------------------------------------------------------------
    def insert_flash(self, content: bytes, name: str) -> None:
        """Give the board the flash of an earlier run; LinkError where this is none, or that of
        another board. A board.json that says nothing is for the table to tell."""
        from host_tools.chips.flash import SECTOR, Flash, FlashError
        from host_tools.runtimes.flash import mounted

        ports = self.board.ports
        try:
            mounted(content)
        except (OSError, FlashError):
            raise LinkError(f"{name}: is no flash of a simulated board") from None
        stored = self.config["name"]
        try:
            with mounted(content).open("board.json") as file:
                stored = json.loads(file.read())["name"]
        except (OSError, ValueError, LookupError, TypeError):
            pass
        if stored != self.config["name"]:
            board = self.config["name"]
            raise LinkError(f"{name}: is the flash of the board {stored}, wanted: of {board}")
        ports.flash = FlashPort(ports.clock, Flash(len(content) // SECTOR, content))

    def uids(self) -> dict[bytes, int]:
        """The UID table in the flash: UID -> tile."""
        from host_tools.runtimes.flash import mounted

        table = uid_table.UidTable(255)
        table.load(mounted(bytes(self.board.ports.flash.chip.content)))
        return dict(uid_service.entry(table, place) for place in range(table.count))


def _runtime(name: str) -> Callable:
    if name == "cpython":
        from host_tools.runtimes.cpython.runtime import run
    else:
        from host_tools.runtimes.micropython.runtime import run
    return run
