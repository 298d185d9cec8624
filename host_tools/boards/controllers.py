"""The controller boards: which pins are led out, what a pin can be, which units there are.

Sources: RP2040 data sheet, section 1.4.3, and RP2350 data sheet, section 1.2.3 (GPIO functions
SPI and I2C, the same for GPIO 0 to 29); pinouts of the Pico boards (GP23, GP24, GP25 and GP29 are
not led out, and serve the board itself). ESP32-S3 data sheet, sections 2.2 (pins of flash, PSRAM
and USB) and 2.3 (strapping pins), ESP32-S3-WROOM-1 pinout; its GPIO matrix leads SPI, I2C and PWM
to any pin, and none is an input only.
"""

from collections.abc import Callable
from typing import NamedTuple

_SPI_ROLES = ("miso", "csn", "sck", "mosi")  # of GP(4n), GP(4n + 1) ...
_I2C_ROLES = ("sda", "scl")  # of even and odd pins
# From the third on every fifth of the 40 is ground, 30 is RUN.
_PICO_PLACES = (*(n for n in range(1, 30) if n % 5 != 3), 31, 32, 34)
_PICO_3V3_MA = 300  # Pico data sheets: the load on the 3V3 pin to be kept under this


class Controller(NamedTuple):
    """`pins` may be used; `taken` may not, each with what it serves; other numbers do not exist.

    `fits(kind, unit, role, pin)`: whether a pin can be `role` of a unit. `units`: by kind of bus.
    `own_ma`: our allowance for the board at work (its radio sending, if it has one), a lit OLED
    and a buzzer. `gives_ma`: what may be drawn from its 3.3 V pin. `places`: the number
    printed for each pin on the board's outline; empty where boards differ.
    """

    title: str
    prefix: str
    pins: tuple[int, ...]
    taken: dict[int, str]
    units: dict[str, tuple[int, ...]]
    fits: Callable[[str, int, str, int], bool]
    own_ma: int
    gives_ma: int
    places: dict[int, int]

    def name(self, pin: int) -> str:
        """As the board's pinout calls it."""
        return f"{self.prefix}{pin}"

    def listed(self, pins: list[int]) -> str:
        """Names of pins for a message."""
        return ", ".join(self.name(pin) for pin in pins) or "none is left"


def _fits_rp2(kind: str, unit: int, role: str, pin: int) -> bool:
    if kind == "spi":
        return pin // 8 % 2 == unit and _SPI_ROLES[pin % 4] == role
    return pin // 2 % 2 == unit and _I2C_ROLES[pin % 2] == role


def _pico(title: str, taken: dict[int, str], own_ma: int) -> Controller:
    units, pins = {"spi": (0, 1), "i2c": (0, 1)}, (*range(23), 26, 27, 28)
    places = dict(zip(pins, _PICO_PLACES, strict=True))
    return Controller(title, "GP", pins, taken, units, _fits_rp2, own_ma, _PICO_3V3_MA, places)


def _taken_pico(name: str) -> dict[int, str]:
    supply = f"the {name}'s own supply"
    return {23: supply, 24: supply, 25: f"the {name}'s LED", 29: supply}


def _radio(name: str) -> dict[int, str]:
    return dict.fromkeys((23, 24, 25, 29), f"the radio of the {name}")


_S3_TAKEN = {
    **dict.fromkeys((0, 3, 45, 46), "as a strapping pin, read at reset"),
    **dict.fromkeys((19, 20), "the USB port"),
    **dict.fromkeys(range(26, 33), "the flash and the PSRAM"),
    **dict.fromkeys(range(33, 38), "the octal flash or PSRAM of most modules"),
    **dict.fromkeys((43, 44), "the console (UART0), on which the boot loader writes"),
}

CONTROLLERS = {
    "pico": _pico("Pico", _taken_pico("Pico"), 120),
    "pico_w": _pico("Pico W", _radio("Pico W"), 200),
    "pico2": _pico("Pico 2", _taken_pico("Pico 2"), 120),
    "pico2_w": _pico("Pico 2 W", _radio("Pico 2 W"), 200),
    "esp32_s3": Controller(
        "ESP32-S3",
        "GPIO",
        (1, 2, *range(4, 19), 21, *range(38, 43), 47, 48),
        _S3_TAKEN,
        {"spi": (1, 2), "i2c": (0, 1)},
        lambda kind, unit, role, pin: True,
        450,  # ESP32-S3 data sheet, 4.6: 340 mA while sending
        150,  # of the 500 mA and more of the usual regulators
        {},
    ),
}


def controller(config: dict) -> Controller:
    """That of a board config."""
    return CONTROLLERS[config["mcu"]]
