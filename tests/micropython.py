"""Runs code on the real MicroPython: the 64-bit unix binary, and a 32-bit build under node.

Both skip the test with a clear word where they are not here. A file is one of tests/device or of
the bench's own device scripts; it can import its neighbours and the firmware. `sys.argv[1:]`
holds the arguments.
"""

from pathlib import Path

import pytest

from host_tools import ROOT
from host_tools.runtimes.micropython import binary, scripts

DEVICE = ROOT / "tests" / "device"
BENCH_DEVICE = ROOT / "host_tools" / "bench" / "device"


def run(code_or_file: str | Path, *args: object, heap: str = "256k") -> str:
    """Run code, or a file, on the unix MicroPython; return what it printed."""
    return _run(scripts.run, code_or_file, args, heap)


def run32(code_or_file: str | Path, *args: object, heap: str = "256k") -> str:
    """Run code, or a file, on the 32-bit MicroPython; return what it printed."""
    return _run(scripts.run32, code_or_file, args, heap)


def compile_firmware(arch: str = "", folded: bool = False) -> Path:
    """Return a folder with the firmware as `.mpy`; `folded` as it lies on a board."""
    return binary.compiled_firmware(arch, folded)


def _run(runner, code_or_file, args, heap):
    code, folder = str(code_or_file), DEVICE
    if "\n" not in code and code.endswith(".py"):
        if not (DEVICE / code).exists():
            folder = BENCH_DEVICE
        code = (folder / code).read_text()
    try:
        return runner(code, args, folder, int(heap.rstrip("k")))
    except scripts.NoMicroPython as missing:
        pytest.skip(str(missing))
