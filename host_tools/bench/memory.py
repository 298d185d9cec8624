"""What the firmware takes of a board: bytes of `.mpy` on its flash, bytes of its heap."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator

from host_tools.bench import device_run
from host_tools.bench.figures import Figure
from host_tools.bench.table import config
from host_tools.boards import board_names, load
from host_tools.deploy import drivers, manifest
from host_tools.runtimes.micropython import binary
from host_tools.runtimes.micropython.scripts import NoMicroPython

_SETTINGS = {"game": "horse-race", "players": 2, "set_id": "5eed0001"}
_FIRST = ("boot", "main")  # run before anything is imported
_HEAP = (
    "app.build and 400 steps, .mpy from the file system; "
    "grown from a bare VM, garbage collected; asyncio not counted, a Pico has it in its ROM"
)


def measure(full: bool) -> Iterator[Figure]:
    """Sizes by mpy-cross, the rest on MicroPython."""
    sizes = mpy_sizes()
    yield _start(sizes)
    yield _total(sizes)
    yield from _heap()


def _total(sizes: dict[str, int]) -> Figure:
    """Of the board that needs most."""
    totals = {name: total_of(sizes, load(name)) for name in board_names()}
    name = max(totals, key=totals.get)
    text = f"every module that {name} may import, the most of all boards; drivers of chips and"
    return Figure("mpy_total_bytes", totals[name], f"{text} selects that it has not left out")


def total_of(sizes: dict[str, int], board: dict) -> int:
    """Bytes of all modules that a board may import."""
    left_out = drivers.unneeded(board)
    return sum(size for module, size in sizes.items() if module not in left_out)


def mpy_sizes() -> dict[str, int]:
    """Bytes of each module on a board, compiled for a Pico, by its dotted name."""
    folder = binary.compiled_firmware("armv6m", folded=True)
    sizes = {}
    for name in manifest.files():
        if name.endswith(".py"):
            module = name[: -len(".py")].removesuffix("/__init__").replace("/", ".")
            sizes[module] = (folder / name).with_suffix(".mpy").stat().st_size
    return sizes


def _start(sizes: dict[str, int]) -> Figure:
    for run in (device_run.on_unix, device_run.on_32_bits):
        try:
            _, _, modules = started(run)
        except NoMicroPython as error:
            missing = str(error)
            continue
        names = [*_FIRST, *modules]
        total = sum(sizes[name] for name in names)
        text = f"{len(names)} modules in sys.modules after start, mpy-cross -march=armv6m"
        largest = sorted(names, key=sizes.get, reverse=True)[:3]
        told = ", ".join(f"{name.removeprefix('domino.')} {sizes[name]}" for name in largest)
        return Figure("mpy_start_bytes", total, f"{text}; largest: {told}")
    return Figure("mpy_start_bytes", None, missing)


def _heap() -> Iterator[Figure]:
    try:
        code, data, _ = started(device_run.on_32_bits)
        on = f"32-bit MicroPython under node; {_HEAP}"
        yield Figure("heap_after_start_bytes", code + data, f"{on}; modules {code}, data {data}")
        yield Figure("heap_data_bytes", data, f"{on}; without the modules' own {code}")
    except NoMicroPython as error:
        yield Figure("heap_after_start_bytes", None, str(error))
        yield Figure("heap_data_bytes", None, str(error))
    with contextlib.suppress(NoMicroPython):
        code, data, _ = started(device_run.on_unix)
        on = f"64-bit MicroPython, whose objects take twice the Pico's; {_HEAP}"
        yield Figure("heap_after_start_64_bit_bytes", code + data, on)


def started(run: Callable, board: dict | None = None) -> tuple[int, int, list[str]]:
    """Heap of the imported modules, heap of what was built, names of the modules."""
    files = [json.dumps(value).encode().hex() for value in (board or config(), _SETTINGS)]
    heap, *modules = run("start.py", *files, folded=True).splitlines()
    code, data = map(int, heap.split())
    return code, data, modules
