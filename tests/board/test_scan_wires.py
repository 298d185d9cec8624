"""Wires that are too long, loaded or broken: known values at start say which, and what helps."""

import pytest

from domino.board import looks
from domino.nfc import iso14443
from host_tools.sim.ports import HeldBus, LateReads
from tests.board.tabletop import FREE, HELD, Tabletop, config, found, qualities, tile
from tests.board.test_scan_faults import HALF_DEAD, contend, two_buses

SLOT = 20
ONE_BIT = 4  # Scanner.quality


def late(table, slot, khz):
    wires = table.sim.wires[slot]
    wires.pullers.append(LateReads(wires, 1000 * khz))
    return wires


@pytest.mark.parametrize("is_from_start", [True, False])
@pytest.mark.parametrize(
    "khz, kept", [(3999, 2000), (2000, 2000), (1999, 1000), (700, 500), (125, 125)]
)
def test_reads_that_arrive_late_lower_the_clock_of_the_bus_step_by_step(khz, kept, is_from_start):
    table = Tabletop()
    if not is_from_start:
        table.start()
    wires = late(table, SLOT, khz)
    table.run(8000)
    assert set(table.scanner.found) == {looks.DEAD}
    assert table.try_wires() == kept
    table.run(5000)
    assert set(table.scanner.found) == {looks.EMPTY} and set(qualities(table)) == {FREE}
    assert wires.baud == 1000 * kept and table.board.clocks[0] == 1000 * kept
    table.fields[SLOT].put(tile())
    assert (SLOT, 7) in found(table.run(2000))
    assert table.scanner.health.doubts == 0


def test_reads_that_are_late_at_every_clock_leave_it_as_it_was():
    table = Tabletop()
    wires = late(table, SLOT, 60)
    table.run(3000)
    assert table.try_wires() == 0
    table.run(4000)
    assert wires.baud == 4_000_000 and set(qualities(table)) == {HELD}
    wires.pullers.clear()
    table.run(40_000)
    assert set(table.scanner.found) == {looks.EMPTY}


def test_only_the_bus_that_is_late_is_slowed_down():
    table = two_buses()
    buses = table.board.buses
    late(table, 0, 1000)
    table.run(3000)
    assert table.try_wires() == 1000
    table.run(5000)
    assert set(qualities(table)) == {FREE}
    clocks = [table.scanner.health.clock_khz(reader) for reader in range(table.scanner.readers)]
    assert clocks == [1000 if bus == buses[0] else 0 for bus in buses]


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_line_that_never_moves_is_said(level):
    table = Tabletop()
    table.sim.spi.pullers.append(HeldBus(level))
    table.run(3000)
    assert table.try_wires() == 0
    assert set(table.scanner.health.wires) == {iso14443.STILL}
    table.run(4000)
    assert set(qualities(table)) == {HELD} and table.sim.spi.baud == 4_000_000
    table.sim.spi.pullers.clear()
    table.run(40_000)
    assert set(table.scanner.health.wires) == {iso14443.SOUND}


@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("level", ["bits_low", "bits_high"])
def test_one_bit_that_is_always_the_same_is_said_of_that_reader_alone(bit, level):
    table = Tabletop()
    chip = table.sim.readers[SLOT]
    setattr(chip, level, 1 << bit)
    table.run(3000)
    assert table.try_wires() == 0
    assert table.scanner.found[SLOT] == looks.DEAD
    assert qualities(table) == [ONE_BIT if r == SLOT else FREE for r in range(52)]
    table.run(200)
    assert table.sim.spi.baud == 4_000_000
    chip.mend()
    table.run(40_000)
    assert set(qualities(table)) == {FREE} and table.scanner.found[SLOT] == looks.EMPTY


def test_a_bit_that_breaks_while_the_table_is_in_use_is_said():
    table = Tabletop().start()
    table.run(2000)
    table.sim.readers[SLOT].bits_low = 0x04
    table.run(12_000)
    table.try_wires()
    assert qualities(table)[SLOT] == ONE_BIT


@pytest.mark.parametrize(
    "name, value",
    [("dead", 0xFF), ("dead", 0x00), ("forgets", 0x15), ("reset_stuck", True), ("noise", 0.05)],
)
def test_other_faults_never_lower_a_clock(name, value):
    table = Tabletop()
    setattr(table.sim.readers[SLOT], name, value)
    if name == "reset_stuck":
        table.sim.readers[SLOT].set_reset(0)
        table.sim.readers[SLOT].set_reset(1)
    table.run(4000)
    assert table.try_wires() == 0 and qualities(table)[SLOT] != ONE_BIT
    table.run(200)
    assert table.sim.spi.baud == 4_000_000


@pytest.mark.parametrize("share", [1.0, 0.3])
def test_contention_lowers_no_clock(share):
    table = Tabletop()
    contend(table, SLOT, share)
    table.run(4000)
    assert table.try_wires() == 0
    table.run(2000)
    assert table.sim.spi.baud == 4_000_000


def test_trying_the_wires_of_every_reader_takes_short_steps():
    table = Tabletop(config())
    late(table, SLOT, 60)
    table.run(3000)
    longest_us = 0
    while table.scanner.health.doubts:
        start_us = table.time.ticks_us()
        from domino.board import wires_mfrc522

        wires_mfrc522.examine(table.board, table.scanner.health, table.time.ticks_ms())
        longest_us = max(longest_us, table.time.ticks_us() - start_us)
    assert longest_us < 15_500


@pytest.mark.parametrize(("fail", "reason"), HALF_DEAD, ids=lambda v: getattr(v, "__name__", ""))
@pytest.mark.parametrize("khz", [700, 250])
def test_no_step_takes_long_at_a_slow_clock_whatever_fails(khz, fail, reason):
    table = Tabletop().start()
    table.heat(SLOT)
    late(table, SLOT, khz)
    table.run(8000)
    assert 0 < table.try_wires() <= khz
    table.run(5000)
    table.longest_step_us = 0
    table.fields[SLOT].put(tile())
    table.run(1000)
    fail(table.sim.readers[SLOT])
    while (SLOT, looks.DEAD) not in found(table.events[-3:]):
        table.run(100)
    assert table.longest_step_us <= 20_000
