"""A slave that was left in the middle of a byte: it holds SDA until it is clocked, and what it
does then depends on what it hears.
"""

import pytest

from host_tools.chips.mid_byte import MidByte
from host_tools.sim.clock import VirtualClock
from host_tools.sim.i2c import DONE, NOT_ACKNOWLEDGED, TIMED_OUT
from host_tools.sim.ports import SOFT_BUSES, Ports

SDA, SCL = 4, 5


class Cell:
    """A chip that takes everything."""

    def write(self, data):
        return True

    def read(self, count):
        return b"\x55" * count


def bus(number=0):
    ports = Ports(VirtualClock())
    wires = ports.wire_i2c(SDA, SCL)
    wires[0x3C] = Cell()
    ports.i2c_open(number, 400_000, SDA, SCL, 5000)
    return ports, wires


def clock(ports):
    ports.pin_write(SCL, 0)
    ports.pin_write(SCL, 1)


@pytest.mark.parametrize("low", range(1, 10))
def test_it_lets_go_after_so_many_clocks_and_the_unit_waits_in_vain_until_then(low):
    ports, wires = bus()
    wires.left.append(MidByte("0" * low))
    before_ns = ports.clock.now_ns
    assert ports.i2c_write(0, 0x3C, b"\0") == TIMED_OUT
    assert ports.clock.now_ns - before_ns >= 5_000_000
    for _ in range(low):
        assert ports.pin_read(SDA) == 0
        clock(ports)
    assert ports.pin_read(SDA) == 1 and wires.left == []  # it heard no acknowledge
    assert ports.i2c_write(0, 0x3C, b"\0") == TIMED_OUT  # the pins have the lines
    ports.i2c_open(0, 400_000, SDA, SCL, 5000)
    assert ports.i2c_write(0, 0x3C, b"\0") == DONE


def test_a_bit_that_is_high_lets_go_for_a_clock_only_unless_a_stop_is_heard():
    for stops in (False, True):
        ports, wires = bus()
        wires.left.append(MidByte("0100"))
        clock(ports)
        assert ports.pin_read(SDA) == 1
        if stops:
            ports.pin_write(SDA, 0)
            ports.pin_write(SDA, 1)
        clock(ports)
        assert ports.pin_read(SDA) == (1 if stops else 0)


def test_an_acknowledge_makes_it_send_on():
    ports, wires = bus()
    wires.left.append(MidByte("0"))
    ports.pin_write(SCL, 0)
    ports.pin_write(SDA, 0)
    ports.pin_write(SCL, 1)
    ports.pin_write(SCL, 0)
    ports.pin_write(SDA, 1)
    ports.pin_write(SCL, 1)
    assert ports.pin_read(SDA) == 0


def test_a_short_circuit_stays():
    ports, wires = bus()
    wires.left.append(MidByte(""))
    for _ in range(30):
        clock(ports)
    assert ports.pin_read(SDA) == 0


def test_it_is_felt_through_a_channel_that_is_on_alone():
    ports, wires = bus()
    channel = [False]
    wires.left.append(MidByte("000", lambda: channel[0]))
    assert ports.pin_read(SDA) == 1
    clock(ports)  # it hears nothing of that
    channel[0] = True
    for _ in range(3):
        assert ports.pin_read(SDA) == 0
        clock(ports)
    assert ports.pin_read(SDA) == 1


def test_a_bus_by_software_clocks_it_without_knowing():
    ports, wires = bus(SOFT_BUSES)
    wires.left.append(MidByte("000"))
    assert ports.i2c_write(SOFT_BUSES, 0x3C, b"\0") == NOT_ACKNOWLEDGED
    assert ports.i2c_write(SOFT_BUSES, 0x3C, b"\0") == DONE
    wires.left.append(MidByte(""))
    assert ports.i2c_write(SOFT_BUSES, 0x3C, b"\0") == DONE  # so it seems
    assert ports.i2c_read(SOFT_BUSES, 0x3C, 2) == (DONE, b"\0\0")
