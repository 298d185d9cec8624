"""Which pins a board uses for what, and whether its controller can do that.

Sources: RP2040 data sheet, section 1.4.3 (GPIO functions F1 SPI and F3 I2C); Pico and Pico W data
sheets, pinout (GP23, GP24, GP25 and GP29 are not led out, and serve the board itself).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from host_tools.boards.faults import Fault

_LED_OUT = [*range(23), 26, 27, 28]  # the same on both boards
_SPI_ROLES = ("miso", "csn", "sck", "mosi")  # of GP(4n), GP(4n + 1) ...
_I2C_ROLES = ("sda", "scl")  # of even and odd pins

_TAKEN = {
    "pico_w": dict.fromkeys((23, 24, 25, 29), "the radio of the Pico W"),
    "pico": {
        23: "the Pico's own supply",
        24: "the Pico's own supply",
        25: "the Pico's LED",
        29: "the Pico's own supply",
    },
}


class Use(NamedTuple):
    """One pin of the config. `fits` says whether a pin can do it; None: any pin can."""

    place: str
    pin: int
    role: str
    fits: Callable[[int], bool] | None = None


def faults(config: dict) -> list[Fault]:
    """Pins used twice, not there, or unable to do what they are for; bus units used twice."""
    found = _units_used_twice(config["buses"])
    owner: dict[int, Use] = {}
    for use in uses(config):
        found += _unfit(use, config["mcu"])
        if use.pin in owner:
            problem = f"GP{use.pin} is {owner[use.pin].place} too"
            found.append(Fault(use.place, problem, f"a free pin: {_listed(free(config))}"))
        owner.setdefault(use.pin, use)
    return found


def free(config: dict) -> list[int]:
    """The pins that nothing is wired to."""
    used = {use.pin for use in uses(config)}
    return [pin for pin in _LED_OUT if pin not in used]


def uses(config: dict) -> Iterator[Use]:
    """Every pin of the config, buses first."""
    for name, bus in config["buses"].items():
        roles = ("sck", "mosi", "miso") if bus["kind"] == "spi" else ("sda", "scl")
        for role in roles:
            label = f"{role.upper()} of {bus['kind'].upper()}{bus['id']}"
            yield Use(
                f"buses.{name}.{role}", bus[role], label, _fits(bus["kind"], bus["id"], role)
            )
    for place, part, field in (
        ("selects.latch", config["selects"], "latch"),
        ("selects.enable", config["selects"], "enable"),
        ("readers.reset", config["readers"], "reset"),
        ("strip.pin", config.get("strip", {}), "pin"),
        ("buzzer.pin", config.get("buzzer", {}), "pin"),
    ):
        if field in part:
            yield Use(place, part[field], "an output")
    for button, pin in config["buttons"].items():
        yield Use(f"buttons.{button}", pin, "an input")


def _fits(kind: str, unit: int, role: str) -> Callable[[int], bool]:
    if kind == "spi":
        return lambda pin: pin // 8 % 2 == unit and _SPI_ROLES[pin % 4] == role
    return lambda pin: pin // 2 % 2 == unit and _I2C_ROLES[pin % 2] == role


def _unfit(use: Use, mcu: str) -> list[Fault]:
    able = [pin for pin in _LED_OUT if use.fits is None or use.fits(pin)]
    if use.pin in able:
        return []
    if use.pin in _TAKEN[mcu]:
        problem = f"GP{use.pin} serves {_TAKEN[mcu][use.pin]}"
    elif use.pin not in _LED_OUT:
        problem = f"there is no GP{use.pin}"
    else:
        problem = f"GP{use.pin} cannot be {use.role}"
    return [Fault(use.place, problem, f"one of {_listed(able)}")]


def _units_used_twice(buses: dict) -> list[Fault]:
    found, owner = [], {}
    for name, bus in buses.items():
        unit = f"{bus['kind'].upper()}{bus['id']}"
        if unit in owner:
            problem = f"{unit} is bus {owner[unit]} too"
            found.append(Fault(f"buses.{name}.id", problem, "the other unit, or one bus for both"))
        owner.setdefault(unit, name)
    return found


def _listed(pins: list[int]) -> str:
    return ", ".join(f"GP{pin}" for pin in pins) or "none is left"
