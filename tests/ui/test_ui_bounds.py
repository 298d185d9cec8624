"""Drawing is bounded: no letter, message, tile or number from anywhere ends the table."""

import os
import subprocess
import sys

import pytest

from host_tools import FIRMWARE, STAND_INS
from tests import micropython

SCRIPT = "ui_bounds.py"


def on_cpython(script, seed, heap):
    path = os.pathsep.join(map(str, (FIRMWARE, STAND_INS)))
    done = subprocess.run(
        [sys.executable, micropython.DEVICE / script, str(seed)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def on_micropython(script, seed, heap):
    return micropython.run(script, seed, heap=heap)


def on_32_bits(script, seed, heap):
    return micropython.run32(script, seed, heap=heap)


@pytest.mark.parametrize("run", [on_cpython, on_micropython, on_32_bits])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_is_drawn_is_drawn(run, seed):
    assert run(SCRIPT, seed, "1024k").strip() == "drawn"
