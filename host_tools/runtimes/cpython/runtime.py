"""Runs the firmware in this process on virtual time: the quick runtime of most tests."""

import asyncio
import json
import selectors
from collections.abc import Callable

from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.runtimes.flash import FileSystem, insert, mkfs
from host_tools.runtimes.micropython.shim import report
from host_tools.sim.ports import Ports, Stop


class _Selector(selectors.SelectSelector):
    """Waiting for nothing but time, and that passes on the simulated board."""

    def __init__(self, observer: "_Observer") -> None:
        super().__init__()
        self._observer = observer

    def select(self, timeout: float | None = None) -> list:
        if timeout is None:
            raise RuntimeError("the firmware awaits something that never comes")
        if timeout > 0:
            self._observer.idle(timeout)
        return []


class _VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is the board's."""

    def __init__(self, observer: "_Observer") -> None:
        super().__init__(_Selector(observer))
        self._ports = observer.ports
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self._ports.clock.now_ns / 1e9


class _Observer:
    """What the table reports goes to the ports; what the simulator asks goes to the table."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.app: object = None

    def attach(self, app: object) -> None:
        self.app = app

    def emit(self, kind: int, place: int, tile: int, code: int) -> None:
        self.ports.on_event(kind, place, tile, code)

    def record(self, action: int, seat: int, tile: int, joint: int) -> None:
        self.ports.on_record(action, seat, tile, joint)

    def idle(self, timeout: float) -> None:
        # MicroPython's loop counts whole milliseconds of its clock, so we do too.
        now_ms = self.ports.clock.now_ns // 1_000_000
        due_ms = round(self.ports.clock.now_ns / 1e6 + timeout * 1e3)
        self.ports.idle(max(0, due_ms - now_ms), self.app.pending())

    async def sleep_ms(self, span_ms: int) -> None:
        if span_ms <= 0:
            self.ports.idle(0, self.app.pending())
            await asyncio.sleep(0)
            return
        now_ms = self.ports.clock.now_ns // 1_000_000
        await asyncio.sleep((now_ms + span_ms) / 1e3 - self.ports.clock.now_ns / 1e9)


def run(ports: Ports, files: dict[str, object], hook: object) -> None:
    """Run the firmware until `Ports.on_idle` raises Stop; arguments: the micropython runtime."""
    from domino import app as firmware

    insert(ports, files)
    _run(ports, hook, firmware.build)


def _run(ports: Ports, hook: object, build: Callable) -> None:
    observer = _Observer(ports)
    hook.report = lambda: report.snapshot(observer.app)
    files = _mount(ports)
    with files.open("board.json") as file:
        board = json.loads(file.read())
    app = build(make_machine(ports), make_time(ports), board, None, observer, files)
    loop = _VirtualLoop(observer)
    try:
        ports.idle(0, app.pending())  # MicroPython's loop goes round once before the first step
        loop.run_until_complete(app.run(observer.sleep_ms))
    except Stop:
        pass
    finally:
        loop.close()


def _mount(ports: Ports) -> FileSystem:
    """Mount the flash; like the stock image, make a file system where none can be mounted."""
    sectors = ports.flash.chip.sectors
    try:
        return FileSystem(ports.flash, sectors)
    except OSError:
        mkfs(ports.flash, sectors)
        return FileSystem(ports.flash, sectors)
