"""The emulated I2C switch: what is reached through it, and two chips of one address at once."""

from host_tools.chips.tca9548a import TCA9548A
from host_tools.sim.clock import VirtualClock
from host_tools.sim.i2c import DONE, NOT_ACKNOWLEDGED, TIMED_OUT, I2cWires
from host_tools.sim.ports import Ports

CHIP = 0x24


class Cell:
    """A chip that keeps a byte and may hold the clock."""

    def __init__(self, value=0xFF, held_ns=0):
        self.value, self.held_ns = value, held_ns

    def write(self, data):
        self.value = data[-1]
        return True

    def read(self, count):
        return bytes([self.value]) * count

    def stretch_ns(self):
        return self.held_ns


def bus(*switches, timeout_us=5000):
    ports = Ports(VirtualClock())
    wires = ports.i2c_wires[8, 9] = I2cWires()
    for number, switch in enumerate(switches):
        wires[0x70 + number] = switch
    ports.i2c_open(0, 400_000, 8, 9, timeout_us)
    return ports, wires


def wired():
    switch = TCA9548A()
    for channel in range(8):
        switch.channels[channel][CHIP] = Cell(channel)
    return switch


def read(ports, address=CHIP):
    return ports.i2c_read(0, address, 1)


def test_nothing_is_reached_until_a_channel_is_on():
    ports, _ = bus(wired())
    assert read(ports) == (NOT_ACKNOWLEDGED, b"")
    assert ports.i2c_write(0, 0x70, b"\x08") == DONE
    assert read(ports) == (DONE, b"\x03")
    assert read(ports, 0x70) == (DONE, b"\x08")
    ports.i2c_write(0, 0x70, b"\x01\x00")  # the last byte counts
    assert read(ports)[0] == NOT_ACKNOWLEDGED


def test_two_channels_at_once_clash():
    ports, wires = bus(wired())
    ports.i2c_write(0, 0x70, b"\x60")  # 5 and 6
    assert read(ports) == (DONE, b"\x04")
    assert wires.conflicts == 1
    ports.i2c_write(0, CHIP, b"\x55")
    for channel in (5, 6):
        ports.i2c_write(0, 0x70, bytes([1 << channel]))
        assert read(ports) == (DONE, b"\x55")


def test_channels_of_two_switches_clash_too():
    ports, wires = bus(wired(), wired())
    ports.i2c_write(0, 0x70, b"\x08")
    ports.i2c_write(0, 0x71, b"\x10")
    assert read(ports) == (DONE, b"\x00")
    assert wires.conflicts == 1
    ports.i2c_write(0, 0x70, b"\x00")
    assert read(ports) == (DONE, b"\x04")


def test_the_reset_pin_switches_all_off():
    switch = wired()
    ports, _ = bus(switch)
    ports.i2c_write(0, 0x70, b"\x01")
    switch.set_reset(0)
    assert read(ports)[0] == NOT_ACKNOWLEDGED
    assert ports.i2c_write(0, 0x70, b"\x01") == NOT_ACKNOWLEDGED
    switch.set_reset(1)
    assert switch.control == 0
    assert ports.i2c_write(0, 0x70, b"\x01") == DONE


def test_a_dead_switch_leaves_its_channels_as_they_are():
    switch = wired()
    ports, _ = bus(switch)
    ports.i2c_write(0, 0x70, b"\x02")
    switch.dead = True
    assert ports.i2c_write(0, 0x70, b"\x00") == NOT_ACKNOWLEDGED
    assert read(ports) == (DONE, b"\x01")


def test_a_held_clock_takes_time_and_too_long_ends_the_transfer():
    ports, wires = bus(timeout_us=5000)
    wires[CHIP] = Cell(7, held_ns=440_000)
    start_ns = ports.clock.now_ns
    assert read(ports) == (DONE, b"\x07")
    # CPU, clock held, then two bytes of nine bits, start and stop at 400 kHz
    assert ports.clock.now_ns - start_ns == 55_000 + 440_000 + 20 * 2500
    wires[CHIP].held_ns = 1 << 62
    start_ns = ports.clock.now_ns
    assert ports.i2c_write(0, CHIP, b"\x01") == TIMED_OUT
    assert 5_000_000 < ports.clock.now_ns - start_ns < 5_100_000


def test_bytes_are_counted_with_their_addresses():
    ports, wires = bus(wired())
    ports.i2c_write(0, 0x70, b"\x01")
    ports.i2c_write(0, CHIP, b"\x01\x02")
    read(ports)
    assert wires.bytes_clocked == 2 + 3 + 2
