"""The I2C switches of a simulated board: from its buses to one channel a reader."""

from collections.abc import Callable

from host_tools.boards import selects
from host_tools.chips.pn532 import ADDRESS
from host_tools.chips.tca9548a import TCA9548A
from host_tools.sim.i2c import I2cWires
from host_tools.sim.ports import Ports

Connect = Callable[[int, object], None]  # (line, chip)


def wire(config: dict, ports: Ports, wires: dict[str, I2cWires]) -> Connect:
    """Build all switches; return what connects a reader to its channel."""
    switches: list[TCA9548A] = []
    resets: dict[int, list[TCA9548A]] = {}
    for _, part in selects.parts(config):
        for address in part["addresses"]:
            switch = TCA9548A()
            wires[part["bus"]][address] = switch
            switches.append(switch)
            if "reset" in part:
                resets.setdefault(part["reset"], []).append(switch)
    for pin, some in resets.items():
        ports.pin_outputs[pin] = _to_all(some)

    def connect(line: int, chip: object) -> None:
        switches[line // 8].channels[line % 8][ADDRESS] = chip

    return connect


def is_reached(config: dict, wires: I2cWires, line: int) -> Callable[[], bool]:
    """Asks whether the channel of this line is on."""
    ((_, part),) = selects.parts(config)
    switch = wires[part["addresses"][line // 8]]
    return lambda: bool(switch.control >> line % 8 & 1)


def _to_all(switches: list[TCA9548A]) -> Callable[[int], None]:
    def moved(level: int) -> None:
        for switch in switches:
            switch.set_reset(level)

    return moved
