"""A bus whose SDA is held is freed by pins: at start, before a retry, through a switch."""

import pytest

from domino.board import looks
from domino.board.config import Board
from domino.board.i2c_lines import I2cLines
from host_tools import boards
from host_tools.chips.mid_byte import MidByte
from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.sim.board import SimulatedBoard
from tests.board.pn532_table import PAD, Pn532Table, small, without_reset

BYTES = ["0" * low for low in range(1, 10)] + ["01", "0101", "0010110", "00000001"]
US = 1000


def wired(bits, **bus):
    """The large table's display bus, as the controller finds it; nothing is made yet."""
    config = boards.load("grid48_mfrc522")
    config["buses"]["display"].update(bus)
    board = SimulatedBoard(config)
    board.hold_data(bits)
    return board, make_machine(board.ports), make_time(board.ports)


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("bits", BYTES)
def test_the_bus_is_free_before_its_object_is_made(bits, soft):
    board, machine, clock = wired(bits, soft=soft)
    i2c = Board(board.config, machine, clock).bus("display")
    assert board.display_wires.left == []
    assert i2c.writeto(board.config["display"]["address"], b"\x00\xae") == 2


def test_a_bus_that_is_free_gets_a_stop_and_no_clock():
    board, machine, clock = wired("0")
    wires = board.display_wires
    wires.left.clear()
    seen = []
    board.ports.pin_outputs[board.config["buses"]["display"]["scl"]] = seen.append
    lines = I2cLines(machine, board.config["buses"]["display"], clock)
    assert lines.clear() and 0 not in seen


def test_a_short_circuit_is_given_up_after_nine_clocks():
    board, machine, clock = wired("")
    falls = []
    scl = board.config["buses"]["display"]["scl"]
    board.ports.pin_outputs[scl] = lambda level: level or falls.append(1)
    start_ns = board.clock.now_ns
    assert not I2cLines(machine, board.config["buses"]["display"], clock).clear()
    assert len(falls) == 9 and board.clock.now_ns - start_ns < 200 * US


@pytest.mark.parametrize("board", [small, without_reset])
@pytest.mark.parametrize("bits", ["0", "000000000", "0010110"])
def test_a_reader_left_in_the_middle_of_a_byte_is_clocked_through_its_switch(board, bits):
    table = Pn532Table(board()).lay(0, 3).lay(4, 5).lay(PAD, 9)
    table.sim.hold_data(bits, 4)
    table.sim.hold_data("000", PAD)
    table.start()
    table.run(500)
    assert [table.scanner.found[at] for at in (0, 4, PAD)] == [3, 5, 9]
    for at in (4, 0, PAD):  # in use
        table.sim.hold_data(bits, at)
        table.run(1000)
    assert table.sim.spi.left == []
    assert [table.scanner.found[at] for at in (0, 4, PAD)] == [3, 5, 9]
    assert looks.DEAD not in table.scanner.found
    assert table.longest_ms < 20


def test_a_switch_that_holds_sda_is_clocked_free():
    table = Pn532Table(without_reset()).lay(0, 3).start()
    table.sim.spi.left.append(MidByte("000000"))
    table.run(1000)
    assert table.scanner.found[0] == 3 and looks.DEAD not in table.scanner.found
    assert table.longest_ms < 20


def test_a_short_circuit_behind_a_switch_takes_its_reader_alone():
    table = Pn532Table(small()).lay(0, 3).lay(4, 5).start()
    table.run(500)
    table.sim.hold_data("", 4)
    table.run(4000)
    assert table.scanner.found[4] == looks.DEAD
    assert bytes(table.scanner.found).count(looks.DEAD) == 1 and table.scanner.found[0] == 3
    assert table.longest_ms < 20
    table.sim.mend_data(4)
    table.run(31_000)
    assert table.scanner.found[4] == 5


def test_a_short_circuit_of_the_bus_stops_all_readers_but_not_the_table():
    table = Pn532Table(without_reset()).lay(0, 3).start()
    table.sim.hold_data("", 4)
    table.run(20_000)
    assert set(table.scanner.found) == {looks.DEAD}
    assert table.longest_ms < 20
    table.sim.mend_data(4)
    table.run(31_000)
    assert table.scanner.found[0] == 3 and looks.DEAD not in table.scanner.found
