"""Strip frames, screen pages, buttons and tones allocate nothing, on 64 and on 32 bits.

CPython, with its stand-in for framebuf, sends display and strip the very same bytes.
"""

import os
import re
import subprocess
import sys
from functools import cache

import pytest

from host_tools import FIRMWARE, STAND_INS
from tests import micropython


@cache
def printed_by_cpython():
    script = micropython.DEVICE / "ui_heap.py"
    path = os.pathsep.join(map(str, (FIRMWARE, STAND_INS)))
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("run", [micropython.run, micropython.run32])
def test_nothing_is_allocated_and_the_bytes_are_the_same(run):
    printed = run("ui_heap.py")
    drawn = re.fullmatch(r"pages (\d+) frames (\d+) lit (\d+)\nsums (\d+) (\d+)\n", printed)
    assert drawn, printed
    pages, frames, lit, *_ = map(int, drawn.groups())
    assert pages > 1000, "the pages were really written"
    assert frames > 500
    assert lit > 0
    assert printed == printed_by_cpython()
