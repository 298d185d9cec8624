"""The framebuf stand-in gives the bytes of the real one, by random calls; seeded, one process."""

import importlib.util
import json
import random
import shutil
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STAND_IN = ROOT / "host_tools/runtimes/cpython/stand_ins/framebuf.py"
MICROPYTHON = environ.get("MICROPYTHON") or shutil.which(
    "micropython", path=str(Path(sys.executable).parent)
)
SHAPES = [(1, 1, 1), (8, 8, 8), (7, 5, 9), (20, 19, 20), (13, 24, 16), (732, 8, 732)]


def load_stand_in():
    spec = importlib.util.spec_from_file_location("framebuf_stand_in", STAND_IN)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_call(pick):
    """A method and its arguments, often partly or wholly outside."""

    def place():
        return pick.randint(-12, 30)

    size = pick.randint(-2, 25)
    c = pick.choice([0, 1, 1, 2, 255])
    return pick.choice(
        [
            ("fill", [c]),
            ("pixel", [place(), place()]),
            ("pixel", [place(), place(), c]),
            ("hline", [place(), place(), size, c]),
            ("vline", [place(), place(), size, c]),
            ("rect", [place(), place(), size, pick.randint(-2, 25), c]),
            ("rect", [place(), place(), size, pick.randint(-2, 25), c, True]),
            ("fill_rect", [place(), place(), size, pick.randint(-2, 25), c]),
            ("line", [place(), place(), place(), place(), c]),
            ("blit", [place(), place()]),
            ("blit", [place(), place(), pick.choice([-1, 0, 1])]),
            ("blit", [place(), place(), pick.choice([-1, 0, 1]), "palette"]),
            ("scroll", [pick.randint(-5, 5), pick.randint(-9, 9)]),
        ]
    )


def random_cases():
    pick = random.Random(595)
    cases = []
    for shape in SHAPES * 4:
        size = ((shape[1] + 7) // 8) * shape[2]
        cases.append(
            {
                "shape": shape,
                "start": pick.randbytes(size).hex(),
                "other": pick.randbytes(8).hex(),
                "calls": [random_call(pick) for _ in range(150)],
            }
        )
    return cases


def play(framebuf, case):
    """The lines that the device script prints, from the stand-in."""
    width, height, stride = case["shape"]
    data = bytearray.fromhex(case["start"])
    fb = framebuf.FrameBuffer(data, width, height, framebuf.MONO_VLSB, stride)
    source = framebuf.FrameBuffer(bytearray.fromhex(case["other"]), 8, 8, framebuf.MONO_VLSB)
    palette = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)
    for name, args in case["calls"]:
        given = [palette if a == "palette" else a for a in args]
        result = getattr(fb, name)(*([source, *given] if name == "blit" else given))
        yield f"{data.hex()} {result}"


@pytest.mark.skipif(not MICROPYTHON, reason="no MicroPython: name one in MICROPYTHON")
def test_same_bytes_as_the_real_one(tmp_path):
    cases = random_cases()
    calls_file = tmp_path / "calls.json"
    calls_file.write_text(json.dumps(cases))
    script = ROOT / "tests/device/framebuf_calls.py"
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=8M", script, calls_file], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    real = done.stdout.splitlines()
    framebuf = load_stand_in()
    ours = [
        (case["shape"], call, line)
        for case in cases
        for call, line in zip(case["calls"], play(framebuf, case), strict=True)
    ]
    assert len(real) == len(ours) == 150 * len(cases)
    for theirs, (shape, call, line) in zip(real, ours, strict=True):
        assert line == theirs, (shape, call)


@pytest.mark.parametrize(
    "arguments",
    [(bytearray(8), 8, 9, 0), (bytearray(8), 0, 8, 0), (bytearray(8), 8, 8, 0, 7), (b"", 1, 1, 5)],
)
def test_refuses_what_does_not_fit(arguments):
    with pytest.raises(ValueError):
        load_stand_in().FrameBuffer(*arguments)
