"""Lines of the field notes on the PN532 that concern one chip and its wires, each by its name."""

from types import SimpleNamespace

import pytest

from domino.board.config import Board
from domino.nfc.iso14443 import ABSENT, DEAD, OK
from domino.nfc.pn532_i2c import I2cLink
from host_tools import boards
from host_tools.runtimes.cpython.machine import make_machine
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import Ports
from host_tools.tags.record import ntag213_for_tile
from tests.nfc.one_pn532 import BUSES, OnePn532

MS = 1_000_000


def opened(**changes):
    """(kind, frequency, time limit in us) of every I2C bus that the shipped board opens."""
    config = boards.load("grid48_pn532")
    config["buses"]["readers"].update(changes)
    machine = make_machine(Ports(VirtualClock()))
    made = []

    def noting(kind, make):
        def note(*args, **named):
            made.append((kind, named["freq"], named["timeout"]))
            return make(*args, **named)

        return note

    machine.I2C, machine.SoftI2C = noting("hard", machine.I2C), noting("soft", machine.SoftI2C)
    Board(config, machine)
    return made


def test_clock_stretching_of_440_us_and_more():
    """The shipped board gives the bus 5 ms at least."""
    assert opened() == [("hard", 400_000, 5000)]
    for held_us in (440, 1000, 4900):
        reader = OnePn532(timeout_us=opened()[0][2])
        reader.sim.stretch_most_ns = held_us * 1000
        assert reader.search() == (OK, 0)
        assert reader.link.failures == 0
    reader = OnePn532(timeout_us=400, is_set_up=False)  # as some ports have it by default
    assert reader.set_up() == OK  # at rest it holds the clock for 0.1 ms only
    assert reader.run(reader.commands.search) == OK  # heard once its work is done
    assert reader.link.failures


def test_hardware_i2c_gives_eio_with_stretching_so_a_transfer_is_tried_again():
    reader = OnePn532()
    for lost in (1, 2):
        reader.sim.lose_writes = lost
        assert reader.run(reader.commands.version) == OK
    assert reader.link.failures == 3
    for lost in (3, 7, 20):  # not acknowledged is not ready
        reader.sim.lose_writes = lost
        assert reader.run(reader.commands.version) == OK


# Longer than any chip may take to acknowledge a command (UM0701-02, 6.2), but for the last ones.
SILENT_US = (100, 400, 800, 1000, 1500, 3000, 8000, 14_000, 15_000)


@pytest.mark.parametrize("us", SILENT_US)
@pytest.mark.parametrize("fetched", [False, True])
def test_a_chip_that_does_not_acknowledge_for_a_while_is_not_ready(us, fetched):
    reader = OnePn532()
    reader.sim.nacks_ns, reader.sim.nacks_fetched = us * 1000, fetched
    for _ in range(3):
        assert reader.search() == (OK, 0)
    assert reader.run(reader.commands.version) == OK
    reader.sim.spoil = 2  # its answer is asked for again
    assert reader.run(reader.commands.version) == OK
    reader.field.put(ntag213_for_tile(7, 1, b"\x04\x11\x22\x33\x44\x55\x66"))
    reader.clock.advance(5_000_000)  # the field was on: ISO 14443-3, 5
    assert reader.search() == (OK, 1)
    assert reader.run(reader.commands.read(4)) == OK and reader.chip.count == 17


@pytest.mark.parametrize("us", SILENT_US[2:])
@pytest.mark.parametrize("fetched", [False, True])
def test_the_field_of_a_silent_chip_goes_off_and_nothing_waits_for_it(us, fetched):
    reader = OnePn532()
    assert reader.search() == (OK, 0) and reader.field.on
    reader.sim.nacks_ns, reader.sim.nacks_fetched = us * 1000, fetched
    start_ns = reader.clock.now_ns
    is_taken = reader.chip.finish(reader.commands.field_off)
    assert reader.clock.now_ns - start_ns < 3 * MS
    while not is_taken and reader.chip.is_at_work():
        reader.clock.advance(MS)
        is_taken = reader.chip.go_on_finishing()
    reader.clock.advance(MS)
    assert is_taken and not reader.field.on


@pytest.mark.parametrize("us", [20_000, 40_000, 1_000_000])
def test_a_chip_that_is_silent_for_longer_than_its_deadline_is_given_up(us):
    reader = OnePn532()
    reader.sim.nacks_ns = us * 1000
    start_ns = reader.clock.now_ns
    assert reader.run(reader.commands.version) == DEAD
    assert reader.chip.why == ABSENT
    assert 15 * MS < reader.clock.now_ns - start_ns < 19 * MS


def test_software_i2c_is_a_choice():
    assert opened(soft=True) == [("soft", 400_000, 5000)]
    machine_ports = Ports(VirtualClock())
    reader = OnePn532()
    wires = machine_ports.i2c_wires[5, 6] = reader.ports.i2c_wires[0, 1]
    machine_ports.clock = reader.clock
    machine = make_machine(machine_ports)
    soft = machine.SoftI2C(scl=machine.Pin(6), sda=machine.Pin(5), freq=400_000, timeout=5000)
    reader.link._select = SimpleNamespace(i2c=soft, is_chosen=True)
    before = wires.bytes_clocked
    assert isinstance(reader.link, I2cLink) and reader.search() == (OK, 0)
    assert wires.bytes_clocked > before


def test_a_seconds_block_on_each_poll_after_a_wire_break():
    """A command to nobody is over when a chip would have acknowledged it, and no step waits for
    that; on a bus that is held it is over in two time limits."""
    for fault, limit_ms in (("unplugged", 18), ("hung", 11)):
        reader = OnePn532()
        setattr(reader.sim, fault, "clock" if fault == "hung" else True)
        start_ns = reader.clock.now_ns
        code = reader.chip.begin(reader.commands.search)
        assert reader.clock.now_ns - start_ns < min(limit_ms, 11) * MS
        assert reader.finish(code) == DEAD
        assert reader.clock.now_ns - start_ns < limit_ms * MS


@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("how", ["busy", "silent"])
def test_dead_until_power_cycle_ends_with_the_reset_pin_and_a_new_set_up(bus, how):
    reader = OnePn532(bus=bus)
    reader.sim.hung = how
    assert reader.run(reader.commands.search) == DEAD
    assert reader.set_up() == DEAD  # no command mends it
    reader.sim.set_reset(0)
    reader.sim.set_reset(1)
    reader.clock.advance(5 * MS)
    assert reader.set_up() == OK and reader.search() == (OK, 0)


@pytest.mark.parametrize("bus", BUSES)
def test_in_list_passive_target_takes_over_100_ms(bus):
    reader = OnePn532(bus=bus)
    reader.sim.slow_ns = 150 * MS
    start_ns = reader.clock.now_ns
    assert reader.search() == (OK, 0)
    assert reader.clock.now_ns - start_ns > 150 * MS


@pytest.mark.parametrize("bus", BUSES)
def test_blocks_for_seconds_without_a_tag(bus):
    """From the factory it searches for ever; the set-up gives it two retries."""
    reader = OnePn532(bus=bus, is_set_up=False)
    assert reader.sim.activation_retries == 0xFF
    assert reader.set_up() == OK
    assert reader.sim.activation_retries == 2
    start_ns = reader.clock.now_ns
    assert reader.search() == (OK, 0)
    assert reader.clock.now_ns - start_ns < 15 * MS


@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("left", ["searching", "asleep", "with its field on", "fresh"])
def test_chip_not_reset_with_the_controller(bus, left):
    """Whatever the controller's last run left it at, the set-up makes a reader of it."""
    reader = OnePn532(bus=bus, is_set_up=False)
    if left != "fresh":
        assert reader.set_up() == OK
    if left == "searching":
        reader.sim.activation_retries = 0xFF
        reader.chip.begin(reader.commands.search)
    elif left == "asleep":
        reader.sim.wakers, reader.sim._out = 0xA0, []
    elif left == "with its field on":
        reader.sim.switch(True)
    reader.clock.advance(20 * MS)
    assert reader.set_up() == OK
    assert reader.search() == (OK, 0)
    assert reader.chip.finish(reader.commands.field_off)
    reader.clock.advance(MS)
    assert not reader.field.on
