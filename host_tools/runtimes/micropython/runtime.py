"""Runs the compiled firmware on a real MicroPython in its own process, on the simulated board."""

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from host_tools.runtimes.flash import insert
from host_tools.runtimes.micropython import binary
from host_tools.runtimes.micropython.bridge import Bridge, FirmwareFailed
from host_tools.sim.ports import Ports

# A table takes 1.44 times as much on 64 bits as on a board's 32 (`bench memory` prints both
# figures), and a Pico has 241,216 bytes free, which are 348,100 here. Of the 25,888 bytes that the
# simulator's own end takes besides (the bridge, its asyncio, the mounted flash) half are added.
HEAP = "352k"


def run(
    ports: Ports,
    files: dict[str, object],
    hook: object,
    firmware: Path | None = None,
    lock_heap: bool = False,
    heap: str = HEAP,
) -> None:
    """Run main.py until `Ports.on_idle` raises Stop; FirmwareFailed if it ends otherwise.

    `files`: name -> JSON value or bytes, what lies on the flash when the board is started first.
    `hook` gets the attributes `report` and `readers`, callables for the firmware's state and the
    figures of its readers while it awaits.
    `firmware`: another folder with a main.py than the compiled firmware. `lock_heap`: a step of
    the table that allocates anything fails. `heap`: how much there is.
    """
    program = binary.find()
    if program is None:
        raise FirmwareFailed(binary.MISSING)
    insert(ports, files)
    with _one_cpu() as move:
        arguments = [str(ports.flash.chip.sectors), *(["lock-heap"] if lock_heap else [])]
        compiled = firmware or binary.compiled_firmware(folded=True)
        _serve(ports, hook, [program, "-X", f"heapsize={heap}"], compiled, arguments, move)


def _serve(
    ports: Ports,
    hook: object,
    program: list[str],
    firmware: Path,
    arguments: list[str],
    move: Callable[[int], None],
) -> None:
    board_in, table_out = os.pipe()
    table_in, board_out = os.pipe()
    path = f"{binary.SHIM}:{firmware}:.frozen"
    # A Ctrl-C in the terminal is for this process alone: MicroPython's unix port would act on it
    # at once, be it in the middle of a collection, which leaves the heap locked.
    process = subprocess.Popen(
        [
            *program,
            str(binary.SHIM / "run_table.py"),
            str(table_in),
            str(table_out),
            *arguments,
        ],
        env={**os.environ, "MICROPYPATH": path},
        pass_fds=(table_in, table_out),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    os.close(table_in)
    os.close(table_out)
    try:
        bridge = Bridge(ports, board_in, board_out)
        hook.report, hook.readers = bridge.report, bridge.readers
        bridge.on_starved = lambda: move(process.pid)
        bridge.serve()
    except (FirmwareFailed, BrokenPipeError) as error:
        raise FirmwareFailed(f"{error}\n{_last_words(process)}".strip()) from None
    finally:
        os.close(board_out)
        os.close(board_in)
        _last_words(process)


def _last_words(process: subprocess.Popen) -> str:
    """End the process and return what it printed."""
    process.kill()
    if process.stdout.closed:
        return ""
    return process.communicate()[0].decode(errors="replace").strip()


@contextlib.contextmanager
def _one_cpu() -> Iterator[Callable[[int], None]]:
    """Keep both processes on one CPU: a transaction then takes 10 us in place of 130. What this
    gives moves us, and the process of that number, to the next one."""
    if not hasattr(os, "sched_setaffinity"):
        yield lambda number: None
        return
    before = sorted(os.sched_getaffinity(0))
    at = os.getpid() % len(before)

    def move(number: int) -> None:
        nonlocal at
        at = (at + 1) % len(before)
        for process in (0, number):
            with contextlib.suppress(OSError):  # it has just ended
                os.sched_setaffinity(process, {before[at]})

    os.sched_setaffinity(0, {before[at]})
    try:
        yield move
    finally:
        os.sched_setaffinity(0, before)
