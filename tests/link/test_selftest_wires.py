"""`domino-table selftest` of readers with bad wires, and of chips that fail once."""

import pytest

from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import Table
from host_tools.selftest import running
from host_tools.sim.ports import HeldBus, LateReads
from host_tools.tags.record import ntag213_for_tile
from tests.link.test_selftest_command import CONFIG, TAG, Watcher

RUNTIMES = ["cpython", "micropython"]


def run(break_it, runtime, pause_ms=2000):
    """The report of a table with something broken from before its start, and what it says."""
    simulated = SimulatedTable(CONFIG)
    break_it(simulated.board, simulated.names)

    async def main():
        table = Table(simulated)
        await simulated.pause(pause_ms)
        await table.greet()
        return await running.run(table, Watcher(simulated), False, False)

    return simulated.run(main(), runtime), simulated


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_chip_whose_own_test_is_wrong_the_first_time_is_no_clone(runtime):
    def break_two(board, names):
        board.readers[0].wrong_tests = 1
        board.readers[1].wrong_tests = 50

    report, _ = run(break_two, runtime)
    assert report.failing() == []
    assert report.doubtful() == ["b1: its chip's own test differs, as with clones"]


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("pause_ms", [300, 6000])  # the table has not found out, or has
def test_reads_that_arrive_late_are_told_with_the_clock_that_serves(runtime, pause_ms):
    def make_late(board, names):
        board.wires[0].pullers.append(LateReads(board.wires[0], 1_000_000))
        board.fields[3].put(ntag213_for_tile(9, 1, TAG))

    report, simulated = run(make_late, runtime, pause_ms)
    assert report.failing() == []
    line = "reads arrive late: clock lowered to 1000 kHz"
    assert [said.partition(" (")[0] for said in report.doubtful()] == [line]
    assert report.readers[3].told["tile"] == 9
    assert simulated.board.wires[0].baud == 1_000_000
    assert simulated.board.ports.busiest_step_ns < 20_000_000


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_bit_that_is_always_low_is_told_as_that(runtime):
    def break_bits(board, names):
        board.readers[2].bits_low = 0x02
        board.readers[5].bits_high = 0x40
        board.readers[7].dead = 0xFF

    report, _ = run(break_bits, runtime, 6000)
    wrong = "one bit wrong: it is always the same, whatever the reader says"
    assert report.failing() == [f"c1: {wrong}", f"f1: {wrong}", "h1: does not answer"]


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_line_that_never_moves_is_told(runtime, level):
    def hold(board, names):
        board.wires[0].pullers.append(HeldBus(level))

    report, _ = run(hold, runtime, 6000)
    assert set(line.partition(": ")[2] for line in report.failing()) == {
        "does not answer: MISO never moves"
    }
