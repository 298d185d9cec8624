"""The driver of I2C switches: one channel on at a time, also when switches fail."""

import pytest

from domino.board.config import Board, BoardError
from domino.board.select_tca9548a import SelectTca9548a
from host_tools import boards
from host_tools.chips.tca9548a import TCA9548A
from host_tools.runtimes.cpython.machine import make_machine
from host_tools.sim.clock import VirtualClock
from host_tools.sim.i2c import I2cWires
from host_tools.sim.ports import Ports

RESET = 7


class Bus:
    """Switches on one bus and the driver for them."""

    def __init__(self, count=8, has_reset=True):
        self.ports = Ports(VirtualClock())
        self.wires = self.ports.i2c_wires[0, 1] = I2cWires()
        self.switches = [TCA9548A() for _ in range(count)]
        for number, switch in enumerate(self.switches):
            self.wires[0x70 + number] = switch
            switch.control = 0xFF  # left so by the controller's last run
        self.ports.pin_outputs[RESET] = self.reset
        machine = make_machine(self.ports)
        i2c = machine.I2C(0, scl=machine.Pin(1), sda=machine.Pin(0))
        pin = machine.Pin(RESET, machine.Pin.OUT, value=1) if has_reset else None
        self.select = SelectTca9548a(i2c, range(0x70, 0x70 + count), pin)

    def reset(self, level):
        for switch in self.switches:
            switch.set_reset(level)

    @property
    def on(self):
        """Every channel that is on."""
        return [
            8 * number + channel
            for number, switch in enumerate(self.switches)
            for channel in range(8)
            if switch.control >> channel & 1
        ]


@pytest.mark.parametrize("has_reset", [True, False])
def test_one_channel_of_sixty_four_is_on_at_a_time(has_reset):
    bus = Bus(has_reset=has_reset)
    assert bus.on == []
    for output in [*range(64), 0, 63, 7, 8]:
        bus.select.choose(output)
        assert bus.select.is_chosen and bus.on == [output]
    before = bus.wires.bytes_clocked
    bus.select.choose(8)
    assert bus.wires.bytes_clocked == before  # chosen already
    bus.select.choose(9)
    assert bus.wires.bytes_clocked == before + 2  # an address and a control byte


@pytest.mark.parametrize("has_reset", [True, False])
def test_a_switch_that_does_not_answer_is_noticed(has_reset):
    bus = Bus(has_reset=has_reset)
    bus.switches[1].dead = True
    bus.select.choose(9)
    assert not bus.select.is_chosen and bus.select.failures
    bus.select.choose(3)
    assert bus.select.is_chosen == has_reset  # without the pin nobody knows whether it is off
    if has_reset:
        assert bus.on == [3]
    bus.switches[1].dead = False
    bus.select.choose(9)
    assert bus.select.is_chosen and bus.on == [9]


def test_a_switch_that_cannot_be_closed_is_closed_by_its_reset_pin():
    bus = Bus()
    bus.select.choose(9)
    bus.switches[1].dead = True
    bus.select.choose(3)
    assert bus.select.is_chosen and bus.on == [3]


def test_without_the_pin_no_second_reader_is_let_on_beside_a_stuck_one():
    bus = Bus(has_reset=False)
    bus.select.choose(9)
    bus.switches[1].dead = True
    for output in (3, 4, 12):
        bus.select.choose(output)
        assert not bus.select.is_chosen and bus.on == [9]
    bus.switches[1].dead = False
    bus.select.choose(3)
    assert bus.select.is_chosen and bus.on == [3]


def made(change):
    config = boards.load("grid48_pn532")
    change(config)
    return Board(config, make_machine(Ports(VirtualClock())))


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda config: config["readers"].update(chip="mfrc522"), "with pn532"),
        (
            lambda config: config.update(
                selects=[
                    config["selects"],
                    {"kind": "gpio", "bus": "display", "pins": [1]},
                ]
            ),
            "must be alone",
        ),
        (lambda config: config.update(selects=[config["selects"]] * 2), "must be alone"),
    ],
)
def test_what_cannot_be_driven_is_named(change, words):
    with pytest.raises(BoardError, match=words):
        made(change)
