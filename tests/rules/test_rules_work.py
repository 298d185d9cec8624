"""A play is constant work: bytecodes counted on CPython, which grow as MicroPython's do."""

import sys
from statistics import median

import pytest

from domino.rules import codes
from host_tools.bench.device import rules_driver as driver

MOST_BYTECODES = 1200  # "some thousand" of MicroPython's make 1 ms at 125 MHz


class Counting(driver.Driver):
    """A driver that counts the bytecodes of every placement that does not end the round."""

    def __init__(self):
        super().__init__()
        self.counted = []
        self.bytecodes = 0

    def do(self, which):
        if self.done[which * driver.FIELDS] != codes.PLAY:
            return super().do(which)
        before = sys.gettrace()
        self.bytecodes = 0
        sys.settrace(self.trace)
        try:
            super().do(which)
        finally:
            sys.settrace(before)
        if not self.match.round_over:
            self.counted.append(self.bytecodes)
        return None

    def trace(self, frame, event, _):
        frame.f_trace_opcodes = True
        self.bytecodes += event == "opcode"
        return self.trace


@pytest.mark.parametrize("mode", [driver.KNOWN, driver.UNKNOWN])
@pytest.mark.parametrize(
    "game, players, teams", [("horse-race", 4, True), ("all-fives", 2, False)]
)
def test_the_slowest_play_is_near_the_median(game, players, teams, mode):
    one = Counting()
    one.set_up(game, players, teams, mode, 77)
    one.play_match(30)
    assert len(one.counted) > 50
    assert max(one.counted) <= 1.5 * median(one.counted)
    assert max(one.counted) <= MOST_BYTECODES
