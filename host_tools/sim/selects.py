"""The select lines of a simulated board: from the controller's pins to one line a reader."""

from collections.abc import Callable

from host_tools.boards import selects
from host_tools.chips.hc138 import HC138
from host_tools.chips.hc595 import HC595Chain
from host_tools.sim.ports import Ports, SpiWires

_BITS = 3  # address inputs of a 74HC138

Listener = Callable[[int], None]
Connect = Callable[[int, Listener], None]  # (line, what it drives): as chips have `on_change`


def wire(config: dict, ports: Ports, wires: dict[str, SpiWires]) -> Connect:
    """Build the chips of all selects; return what connects a reader to its line."""
    connects = [_MAKE[part["kind"]](part, ports, wires) for _, part in selects.parts(config)]
    numbers = [selects.count(part) for _, part in selects.parts(config)]

    def connect(line: int, listener: Listener) -> None:
        for number, connect_part in zip(numbers, connects, strict=True):
            if line < number:
                connect_part(line, listener)
                return
            line -= number

    return connect


def _shift_registers(part: dict, ports: Ports, wires: dict[str, SpiWires]) -> Connect:
    chain = HC595Chain(part["outputs"] // 8)
    wires[part["bus"]].listeners.append(chain.hear)
    ports.pin_outputs[part["latch"]] = chain.set_latch
    ports.pin_outputs[part["enable"]] = chain.set_enable
    return chain.on_change


def _decoders(part: dict, ports: Ports, wires: dict[str, SpiWires]) -> Connect:
    """A chip for each eight lines; more than three address pins pass through one in front."""
    address = part["address"]
    chips: list[HC138] = []
    fronts: list[HC138] = []
    for pin in part["enables"]:
        if len(address) > _BITS:
            front = HC138()
            fronts.append(front)
            ports.pin_outputs[pin] = front.set_enable
            for output in range(1 << (len(address) - _BITS)):
                chips.append(HC138())
                front.on_change(output, chips[-1].set_enable)
        else:
            chips.append(HC138())
            ports.pin_outputs[pin] = chips[-1].set_enable
    for bit, pin in enumerate(address):
        behind = chips if bit < _BITS else fronts
        ports.pin_outputs[pin] = _to_all(behind, bit % _BITS)
    a_chip = 1 << min(len(address), _BITS)
    return lambda line, listener: chips[line // a_chip].on_change(line % a_chip, listener)


def _to_all(chips: list[HC138], bit: int) -> Listener:
    def moved(level: int) -> None:
        for chip in chips:
            chip.set_address(bit, level)

    return moved


def _pins(part: dict, ports: Ports, wires: dict[str, SpiWires]) -> Connect:
    """No chip between pin and reader."""

    def connect(line: int, listener: Listener) -> None:
        ports.pin_outputs[part["pins"][line]] = _from_high(listener)

    return connect


def _from_high(listener: Listener) -> Listener:
    """A pull-up holds the line until the firmware drives it: to drive it high changes nothing."""
    level_now = 1

    def moved(level: int) -> None:
        nonlocal level_now
        if level != level_now:
            level_now = level
            listener(level)

    return moved


_MAKE = {"74hc595": _shift_registers, "74hc138": _decoders, "gpio": _pins}
