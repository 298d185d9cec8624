"""A board.json that is JSON but wrong: BoardError, or a board that runs; never anything else.

Every bit of every board is a candidate; a test samples them with a seed. All of them:
`python -m tests.board.test_board_live_fuzz`.
"""

import json
import random

import pytest

from domino import app as firmware
from domino.board.config import BoardError
from host_tools import boards
from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import Ports
from tests import micropython

NAMES = boards.board_names()
SETTINGS = {"game": "all-fives", "players": 2, "seed": 1}
VALUES = [
    None,
    True,
    False,
    -1,
    255,
    256,
    1 << 31,
    0.5,
    1e300,
    "",
    "x",
    "\u0645",
    [],
    [[]],
    {},
    [0],
]


def text_of(name):
    return (boards.CONFIGS / name / "board.json").read_bytes()


def flipped(name):
    """(place, bit, the file) of every flipped bit that leaves JSON."""
    text = text_of(name)
    for place in range(len(text)):
        for bit in range(8):
            spoiled = bytearray(text)
            spoiled[place] ^= 1 << bit
            try:
                value = json.loads(bytes(spoiled).decode())
            except ValueError:
                continue
            yield place, bit, value


def places(node, path=()):
    if isinstance(node, (dict, list)):
        for step in node if isinstance(node, dict) else range(len(node)):
            yield (*path, step)
            yield from places(node[step], (*path, step))


def overwritten(name, rng):
    """A board of which something is gone, or another value."""
    config = json.loads(text_of(name))
    *way, last = rng.choice(list(places(config)))
    node = config
    for step in way:
        node = node[step]
    if rng.randrange(5) == 0:
        del node[last]
    else:
        node[last] = rng.choice(VALUES)
    return config


def starts(config):
    """Whether the firmware starts on it, and runs; BoardError's line where it does not."""
    ports = Ports(VirtualClock())
    try:
        table = firmware.build(make_machine(ports), make_time(ports), config, dict(SETTINGS))
        for _ in range(10):
            table.step()
    except BoardError as error:
        assert "\n" not in str(error) and str(error).startswith("board.json: ")
        return str(error)
    return ""


def sample(rng, count):
    for _ in range(count):
        name = rng.choice(NAMES)
        if rng.randrange(2):
            yield overwritten(name, rng)
            continue
        found = None
        while found is None:
            spoiled = bytearray(text_of(name))
            spoiled[rng.randrange(len(spoiled))] ^= 1 << rng.randrange(8)
            try:
                found = json.loads(spoiled.decode())
            except ValueError:
                continue
        yield found


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_board_is_a_board_error(seed):
    said = [starts(config) for config in sample(random.Random(seed), 120)]
    assert any(said) and not all(said)


def test_a_wrong_board_is_a_board_error_on_micropython():
    script = (micropython.DEVICE / "boards_wrong.py").read_text()
    configs = list(sample(random.Random(99), 150))
    told = micropython.run(f"CONFIGS = {json.dumps(configs)!r}\n{script}", heap="4096k").split()
    assert told[-1] == "done" and int(told[0]) > 10


if __name__ == "__main__":
    for board in NAMES:
        lines = {}
        for _, _, value in flipped(board):
            line = starts(value)
            lines[line.split(":")[1] if line else ""] = lines.get(line, 0) + 1
        print(board, sum(lines.values()))
