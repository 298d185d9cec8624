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
        if self.done[which * driver.FIELDS] != codes.PLAY or self.first_of(which) != which:
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


TABLES = [
    ("horse-race", 4, True),
    ("all-fives", 2, False),
    ("muggins", 3, False),
    ("bergen", 2, False),
    ("goat-online", 3, False),
    ("sea-goat", 4, True),
    ("donkey", 2, False),
    ("forty-two", 4, True),
]


@pytest.mark.parametrize("mode", [driver.KNOWN, driver.UNKNOWN])
@pytest.mark.parametrize("game, players, teams", TABLES)
def test_the_slowest_play_is_near_the_median(game, players, teams, mode):
    one = Counting()
    for seed in (77, 78, 79):
        one.set_up(game, players, teams, mode, seed)
        one.play_match(10)
    assert len(one.counted) > 50
    assert max(one.counted) <= 1.5 * median(one.counted)
    assert max(one.counted) <= MOST_BYTECODES
