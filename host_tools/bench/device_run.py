"""The bench's own scripts on either MicroPython, and counted by callgrind."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from host_tools.files.reading import text as file_text
from host_tools.runtimes.micropython import binary, scripts

FOLDER = Path(__file__).with_name("device")
_TIMEOUT_S = 300
_HEAP_KB = 320  # enough for a table without a file system


def on_unix(name: str, *args: object, folded: bool = False) -> str:
    """What a script prints on the 64-bit MicroPython with `.mpy` firmware; NoMicroPython.

    `folded`: with the firmware as a board gets it; the script then may not name its constants.
    """
    code = file_text(FOLDER / name)
    compiled = binary.compiled_firmware(folded=folded)
    return scripts.run(code, args, FOLDER, heap_kb=_HEAP_KB, firmware=compiled)


def on_32_bits(name: str, *args: object, folded: bool = False) -> str:
    """The same on the 32-bit MicroPython."""
    code = file_text(FOLDER / name)
    return scripts.run32(code, args, FOLDER, folded=folded)


def instructions(name: str, *args: object) -> list[int]:
    """Instructions between each heap_lock and heap_unlock of a script on the unix MicroPython.

    The counts repeat exactly. Raises NoMicroPython where it or valgrind is not here.
    """
    found = binary.find()
    if not found:
        raise scripts.NoMicroPython(binary.MISSING)
    tools = [shutil.which(tool) for tool in ("setarch", "valgrind")]
    if None in tools:
        raise scripts.NoMicroPython("valgrind and setarch, which count instructions, are missing")
    code = file_text(FOLDER / name)
    with scripts.script_file(code, args) as script:
        folder = Path(script).parent
        count = [
            f"{tools[1]}",
            "--tool=callgrind",
            "--zero-before=*heap_lock",
            "--dump-before=*heap_unlock",
            f"--callgrind-out-file={folder / 'counted'}",
        ]
        path = f"{binary.compiled_firmware()}:{FOLDER}:.frozen"
        done = subprocess.run(
            [f"{tools[0]}", "-R", *count, found, script],
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            # Nothing of the caller's environment: its size moves the stack.
            env={"PATH": os.defpath, "MICROPYPATH": path, "PYTHONHASHSEED": "0"},
        )
        if done.returncode:
            raise scripts.ScriptFailed(done.stdout + done.stderr)
        return [_summary(file) for file in sorted(folder.glob("counted.*"), key=_number)]


def _number(file: Path) -> int:
    return int(file.suffix[1:])


def _summary(file: Path) -> int:
    return int(re.search(r"^summary: (\d+)", file_text(file), re.MULTILINE).group(1))
