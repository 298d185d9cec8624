"""Runs the firmware in this process on virtual time: the quick runtime of most tests."""

import asyncio
import gc
import json
import selectors
from collections.abc import Callable, Coroutine

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
        if self._observer.ending is not None:
            raise self._observer.ending
        if timeout is None:
            raise RuntimeError("the firmware awaits something that never comes")
        if timeout > 0:
            self._observer.wait(timeout)
        return []


class _VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is the board's. What ends one task ends the run."""

    def __init__(self, observer: "_Observer") -> None:
        super().__init__(_Selector(observer))
        self._observer = observer
        self._clock_resolution = 1e-6
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        return self._observer.ports.clock.now_ns / 1e9

    def _make_task(self, loop: object, coro: Coroutine, **how: object) -> asyncio.Task:
        task = asyncio.Task(self._observer.begin(coro), loop=self, **how)
        task.add_done_callback(self._observer.note_end)
        return task


class _Line:
    """The firmware's end of the USB line (firmware/domino/table/usb.py)."""

    def __init__(self, observer: "_Observer") -> None:
        self._observer = observer
        self._port = observer.ports.serial
        self._came = asyncio.Event()

    def wake(self) -> None:
        """Let the waiting firmware read, where there is something."""
        if self._port.has_input:
            self._came.set()

    async def read(self) -> bytes:
        self._came.clear()
        if not self._port.has_input:
            await self._came.wait()
            await self._observer.go_on()
        return self._port.read(64)

    async def write(self, data: bytes) -> None:
        self._port.on_output(bytes(data))


class _Observer:
    """What the table reports goes to the ports; what the simulator asks goes to the table."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.line = _Line(self)
        self.app: object = None
        self.ending: BaseException | None = None  # what ends the run, wherever it came about
        self._has_waited = False

    def attach(self, app: object) -> None:
        self.app = app

    def emit(self, kind: int, place: int, tile: int, code: int) -> None:
        self.ports.on_event(kind, place, tile, code)

    def record(self, action: int, seat: int, tile: int, joint: int) -> None:
        self.ports.on_record(action, seat, tile, joint)

    def note_end(self, task: asyncio.Task) -> None:
        """A task is over."""
        if not task.cancelled() and task.exception() is not None:
            self.ending = task.exception()

    def wait(self, timeout: float) -> None:
        """The loop has nothing to do for so many seconds."""
        # MicroPython's loop counts whole milliseconds of its clock, so we do too.
        now_ms = self.ports.clock.now_ns // 1_000_000
        due_ms = round(self.ports.clock.now_ns / 1e6 + timeout * 1e3)
        self._has_waited = True
        self._idle(max(0, due_ms - now_ms))

    def _idle(self, span_ms: int) -> None:
        self.ports.idle(span_ms, self.app.pending())
        self.line.wake()
        if self.ports.serial.is_interrupted:
            self.app.close()  # as main.py does
            raise Stop

    async def begin(self, coroutine: Coroutine) -> object:
        """A task: it is the loop's turn before it begins."""
        await self.go_on()
        return await coroutine

    async def go_on(self) -> None:
        """A task goes on: a round of the loop, unless the loop has just waited. MicroPython's
        looks for input before each. In a task nothing may be raised: others go on without it."""
        if self._has_waited:
            self._has_waited = False
            return
        try:
            self._idle(0)
        except BaseException as error:
            self.ending = error
            await asyncio.Event().wait()  # the loop ends before that comes

    async def sleep_ms(self, span_ms: int) -> None:
        now_ms = self.ports.clock.now_ns // 1_000_000
        left_s = (now_ms + span_ms) / 1e3 - self.ports.clock.now_ns / 1e9
        await asyncio.sleep(left_s if span_ms > 0 else 0)
        await self.go_on()


def run(ports: Ports, files: dict[str, object], hook: object) -> None:
    """Run the firmware until `Ports.on_idle` raises Stop; arguments: the micropython runtime."""
    from domino import app as firmware

    insert(ports, files)
    gc.freeze()  # the firmware collects often, and shall not look through the host's objects
    try:
        _run(ports, hook, firmware.build)
    finally:
        gc.unfreeze()


def _run(ports: Ports, hook: object, build: Callable) -> None:
    observer = _Observer(ports)
    hook.report = lambda: report.snapshot(observer.app)
    hook.readers = lambda: _readers(observer.app)
    files = _mount(ports)
    with files.open("board.json") as file:
        board = json.loads(file.read())
    app = build(make_machine(ports), make_time(ports), board, None, observer, files, observer.line)
    loop = _VirtualLoop(observer)
    try:
        loop.run_until_complete(app.run(observer.sleep_ms))
    except Stop:
        pass
    finally:
        _end_tasks(loop, observer)
        loop.close()


def _readers(app: object) -> dict[int, tuple[int, ...]]:
    figures = {}
    report.readers(app, lambda reader, row: figures.update({reader: tuple(row)}))
    return figures


def _end_tasks(loop: asyncio.AbstractEventLoop, observer: _Observer) -> None:
    """Whatever still waits will not go on."""
    observer.ending = None
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))


def _mount(ports: Ports) -> FileSystem:
    """Mount the flash; like the stock image, make a file system where none can be mounted."""
    sectors = ports.flash.chip.sectors
    try:
        return FileSystem(ports.flash, sectors)
    except OSError:
        mkfs(ports.flash, sectors)
        return FileSystem(ports.flash, sectors)
