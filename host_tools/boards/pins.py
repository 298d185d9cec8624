"""Which pins a board uses for what, and whether its controller can do that."""

from collections.abc import Iterator
from typing import NamedTuple

from host_tools.boards import selects
from host_tools.boards.controllers import Controller, controller
from host_tools.boards.faults import Fault

_ROLES = {"spi": ("sck", "mosi", "miso"), "i2c": ("sda", "scl")}


class Use(NamedTuple):
    """One pin of the config. `kind`, `unit` and `role` say of which bus it is what, where it is
    of one: then only some pins can be it."""

    place: str
    pin: int
    kind: str = ""
    unit: int = 0
    role: str = ""


def faults(config: dict) -> list[Fault]:
    """Pins used twice, not there, or unable to do what they are for; wrong units of buses."""
    board = controller(config)
    found = [*_units(config["buses"], board)]
    owner: dict[int, Use] = {}
    for use in uses(config):
        found += _unfit(use, board)
        if use.pin in owner:
            problem = f"{board.name(use.pin)} is {owner[use.pin].place} too"
            found.append(Fault(use.place, problem, f"a free pin: {board.listed(free(config))}"))
        owner.setdefault(use.pin, use)
    return found


def free(config: dict) -> list[int]:
    """The pins that nothing is wired to."""
    used = {use.pin for use in uses(config)}
    return [pin for pin in controller(config).pins if pin not in used]


def uses(config: dict) -> Iterator[Use]:
    """Every pin of the config, buses first; of a bus that is not whole, what it says."""
    for name, bus in config["buses"].items():
        kind = bus.get("kind")
        for role in _ROLES.get(kind, ()):
            place = f"buses.{name}.{role}"
            if role not in bus:
                continue
            if bus.get("soft") or "id" not in bus:
                yield Use(place, bus[role])
            else:
                yield Use(place, bus[role], kind, bus["id"], role)
    for place, pin in selects.pins(config):
        yield Use(place, pin)
    for place, part, field in (
        ("readers.reset", config["readers"], "reset"),
        ("strip.pin", config.get("strip", {}), "pin"),
        ("buzzer.pin", config.get("buzzer", {}), "pin"),
    ):
        if field in part:
            yield Use(place, part[field])
    for button, pin in config["buttons"].items():
        yield Use(f"buttons.{button}", pin)


def _unfit(use: Use, board: Controller) -> list[Fault]:
    able = [pin for pin in board.pins if _can(use, board, pin)]
    if use.pin in able or (use.kind and use.unit not in board.units[use.kind]):
        return []
    name = board.name(use.pin)
    if use.pin in board.taken:
        problem = f"{name} serves {board.taken[use.pin]}"
    elif use.pin not in board.pins:
        problem = f"there is no {name}"
    else:
        problem = f"{name} cannot be {use.role.upper()} of {use.kind.upper()}{use.unit}"
    return [Fault(use.place, problem, f"one of {board.listed(able)}")]


def _can(use: Use, board: Controller, pin: int) -> bool:
    return not use.kind or board.fits(use.kind, use.unit, use.role, pin)


def _units(buses: dict, board: Controller) -> Iterator[Fault]:
    """Units of a bus that the controller does not have, or that two buses claim."""
    owner: dict[str, str] = {}
    for name, bus in buses.items():
        if bus.get("soft") or not {"kind", "id"} <= bus.keys():
            continue
        kind, unit = bus["kind"], f"{bus['kind'].upper()}{bus['id']}"
        place = f"buses.{name}.id"
        if bus["id"] not in board.units[kind]:
            able = " or ".join(map(str, board.units[kind]))
            yield Fault(place, f"the {board.title} has no {unit}", able)
        elif unit in owner:
            problem = f"{unit} is bus {owner[unit]} too"
            yield Fault(place, problem, "the other unit, or one bus for both")
        owner.setdefault(unit, name)
