"""The journal's tail is damaged while the power is off: the table says so once, goes on with what
can be read, and records again at once."""

from pathlib import Path

import pytest

from domino.store import journal
from host_tools.runtimes.flash import FileSystem
from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

needs_micropython = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)
RUNTIMES = ["cpython", pytest.param("micropython", marks=needs_micropython)]
STEPS = [
    {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
    {"power": "cut"},
    {"power": "on", "after_ms": 900, "expect": {"message": "menu_stored"}},
    {"press": "ok", "expect": {"message": "your_turn", "alerts": []}},
    {"after_ms": 900, "place": "0-5", "slot": "e3", "expect": {"accepted": 2}},
    {"power": "cut"},
    {"power": "on", "after_ms": 900, "expect": {"accepted": 2, "message": "your_turn"}},
    {"after_ms": 900, "place": "0-3", "slot": "f3", "expect": {"accepted": 3}},
]
DAMAGES = {
    "a bit of byte 0": lambda data: bytes((data[0] ^ 1,)) + data[1:],
    "the version": lambda data: data[:3] + b"\x09" + data[4:],
    "the number of the match": lambda data: data[:5] + b"\x80" + data[6:],
    "the check": lambda data: data[:8] + b"\0\0" + data[10:],
}


class Spoiled(Simulation):
    """At the first power cut a file of the flash gets another content."""

    def spoil(self, change):
        power_off = self.board.power_off

        def off():
            power_off()
            self.board.power_off = power_off
            chip = self.board.ports.flash.chip
            files = FileSystem(chip, chip.sectors)
            with files.open(journal.TAIL, "rb") as file:
                data = file.read()
            with files.open(journal.TAIL, "wb") as file:
                file.write(change(data))

        self.board.power_off = off
        return self


def run(change, steps, runtime):
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    return Spoiled(read({**value, "steps": steps}, "damaged", Path())).spoil(change).run(runtime)


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("what", DAMAGES)
def test_what_can_be_read_goes_on(what, runtime):
    result = run(DAMAGES[what], STEPS, runtime)
    assert result["failed"] == []
    assert len(result["record"]["rounds"][0]["actions"]) == 3


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("fill", [b"\0", b"\xff"])
def test_a_tail_that_is_gone_is_told_and_the_next_match_is_recorded(fill, runtime):
    steps = [
        *STEPS[:2],
        {"clear": True},
        {**STEPS[2]},
        {"press": "ok", "expect": {"accepted": 0, "message": "lay_first"}},
        {"after_ms": 900, "place": "4-4", "slot": "d3", "expect": {"accepted": 1}},
        {"power": "cut"},
        {"power": "on", "after_ms": 900, "expect": {"accepted": 1, "message": "your_turn"}},
    ]
    result = run(lambda data: fill * len(data), steps, runtime)
    assert result["failed"] == []
