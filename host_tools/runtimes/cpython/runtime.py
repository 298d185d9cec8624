"""Runs the firmware in this process on virtual time: the quick runtime of most tests."""

import asyncio
import gc
import heapq
import itertools
import selectors
from collections.abc import Callable, Coroutine, Generator

from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.runtimes.flash import FileSystem, insert, mkfs
from host_tools.runtimes.micropython.shim import report
from host_tools.sim.ports import Ports, Stop


class _Nothing(RuntimeError):
    """Every task waits, and nothing is due."""


class _Selector(selectors.SelectSelector):
    """Waiting for nothing but time, and that passes on the simulated board."""

    def __init__(self, observer: "_Observer") -> None:
        super().__init__()
        self._observer = observer

    def select(self, timeout: float | None = None) -> list:
        if self._observer.ending is not None:
            raise self._observer.ending
        if timeout is None or timeout > 0:
            self._observer.wait()
        return []


class _Task(asyncio.Task):
    """A task. As in MicroPython, one that awaits it takes a turn when it has ended."""

    def __init__(self, observer: "_Observer", coro: Coroutine, **how: object) -> None:
        super().__init__(coro, **how)
        self._observer = observer

    def __await__(self) -> Generator:
        if not self.done():
            yield from super().__await__()
            turn = self.get_loop().create_future()
            self._observer.queue(turn)
            yield from self._observer.turn(turn).__await__()
        return self.result()


class _VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose tasks wait in the observer's queue. What ends one task ends the run."""

    def __init__(self, observer: "_Observer") -> None:
        super().__init__(_Selector(observer))
        self._observer = observer
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        return self._observer.ports.clock.now_ns / 1e9

    def _make_task(self, loop: object, coro: Coroutine, **how: object) -> asyncio.Task:
        turn = self.create_future()
        self._observer.queue(turn)
        task = _Task(self._observer, self._observer.begin(coro, turn), loop=self, **how)
        task.add_done_callback(self._observer.note_end)
        return task


class _Line:
    """The firmware's end of the USB line (firmware/domino/table/usb.py)."""

    def __init__(self, observer: "_Observer") -> None:
        self._observer = observer
        self._port = observer.ports.serial
        self._reading: asyncio.Future | None = None

    def wake(self) -> None:
        """Let the waiting firmware read, where there is something."""
        if self._reading is not None and self._port.has_input:
            self._observer.queue(self._reading)
            self._reading = None

    async def read(self) -> bytes:
        while True:
            data = self._port.read(64)
            if data:
                return data
            self._reading = asyncio.get_running_loop().create_future()
            await self._observer.turn(self._reading)

    async def write(self, data: bytes) -> None:
        self._port.on_output(bytes(data))


class _Observer:
    """What the table reports goes to the ports; what the simulator asks goes to the table. Tasks
    take turns as in MicroPython: by the millisecond in which they are due, then as they came."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.line = _Line(self)
        self.app: object = None
        self.ending: BaseException | None = None  # what ends the run, wherever it came about
        self._has_waited = False
        self._queue: list[tuple[int, int, asyncio.Future]] = []  # due in ms, number, turn
        self._number = itertools.count()

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

    def _now_ms(self) -> int:
        return self.ports.clock.now_ns // 1_000_000

    def queue(self, turn: asyncio.Future, span_ms: int = 0) -> None:
        """A task goes on in so many ms, when `turn` is done."""
        due_ms = self._now_ms() + max(0, span_ms)
        heapq.heappush(self._queue, (due_ms, next(self._number), turn))

    def wait(self) -> None:
        """No task goes on: wait until the next one is due, and let it."""
        if not self._queue:
            raise _Nothing("the firmware awaits something that never comes")
        span_ms = self._queue[0][0] - self._now_ms()
        if span_ms > 0:
            self._has_waited = True
            self._idle(span_ms)
        if self._queue[0][0] <= self._now_ms():
            turn = heapq.heappop(self._queue)[2]
            if not turn.done():
                turn.set_result(None)

    def _idle(self, span_ms: int) -> None:
        self.ports.idle(span_ms, self.app.pending())
        self.line.wake()
        if self.ports.serial.is_interrupted:
            self.app.close()  # as main.py does
            raise Stop

    async def begin(self, coroutine: Coroutine, turn: asyncio.Future) -> object:
        """A task: it waits for its turn before it begins."""
        try:
            await self.turn(turn)
        except asyncio.CancelledError:
            coroutine.close()  # it never began
            raise
        return await coroutine

    async def turn(self, turn: asyncio.Future) -> None:
        """Wait for a turn. Then it is a round of the loop, unless the loop has just waited:
        MicroPython's looks for input before each. In a task nothing may be raised: others go on
        without it."""
        await turn
        if self._has_waited:
            self._has_waited = False
            return
        try:
            self._idle(0)
        except BaseException as error:
            self.ending = error
            await asyncio.Event().wait()  # the loop ends before that comes

    async def sleep_ms(self, span_ms: int) -> None:
        turn = asyncio.get_running_loop().create_future()
        self.queue(turn, span_ms)
        await self.turn(turn)


def run(ports: Ports, files: dict[str, object], hook: object) -> None:
    """Run the firmware until `Ports.on_idle` raises Stop; arguments: the micropython runtime."""
    from domino import app as firmware

    insert(ports, files)
    gc.freeze()  # the firmware collects often, and shall not look through the host's objects
    try:
        _run(ports, hook, firmware.start)
    finally:
        gc.unfreeze()


def _run(ports: Ports, hook: object, start: Callable) -> None:
    observer = _Observer(ports)
    hook.report = lambda: report.snapshot(observer.app)
    hook.readers = lambda: _readers(observer.app)
    files = _mount(ports)
    app = start(make_machine(ports), make_time(ports), observer, files, observer.line)
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
    """Whatever still waits will not go on. A Ctrl-C in the middle of the event loop may have lost
    it what a task waited for: then that task stays as it is."""
    observer.ending = None
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    try:
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    except _Nothing:
        loop.set_exception_handler(lambda *_: None)  # which would tell of each such task


def _mount(ports: Ports) -> FileSystem:
    """Mount the flash; like the stock image, make a file system where none can be mounted."""
    sectors = ports.flash.chip.sectors
    try:
        return FileSystem(ports.flash, sectors)
    except OSError:
        mkfs(ports.flash, sectors)
        return FileSystem(ports.flash, sectors)
