"""Currents of a board, and whether its supplies can carry them. All in mA.

Worst cases from data sheets, not measurements: nothing here was built. A strip may be dark or lit,
so two figures count: what its LEDs take while black, and what the pegs of a score add.
"""

from host_tools.boards.faults import Fault

# WS2812B: three drivers of about 20 mA; a chip takes up to 1 mA while black (users' measurements).
LED_FULL_MA = 60
LED_DARK_MA = 1
PEGS_A_TRACK = 2  # a front and a back peg
LED_NS = 24 * 1_250  # sent with interrupts off: 24 bits of 1.25 us
MAX_STRIP_NS = 20_000_000  # no step of the firmware is longer

# MFRC522 data sheet, table of supply currents: IDDD 9, IDDA 10 with the receiver on, both maxima;
# IDD(TVDD) 60 typical, 100 at most. A module adds about 2 for its power LED.
READER_IDLE_MA = 21
READER_FIELD_MA = 100

# Pico and Pico W data sheets: load on the 3V3 pin to be kept under 300.
MCU_3V3_MA = 300
# Our allowance for a Pico W sending by radio, a lit OLED, a buzzer and the logic chips.
CONTROLLER_MA = 200


def readers_ma(config: dict) -> int:
    """All readers idle and as many fields on as the board allows."""
    supply = config["readers"].get("supply", {})
    count = len(config["slots"]["selects"]) + len(config["pads"])
    fields = min(config["readers"]["fields"], count)
    idle, field = supply.get("idle_ma", READER_IDLE_MA), supply.get("field_ma", READER_FIELD_MA)
    return count * idle + fields * field


def strip_least_ma(strip: dict) -> int:
    """A dark strip, and the pegs of every track at full white under the brightness limit."""
    pegs = strip["tracks"] * PEGS_A_TRACK
    lit = (pegs * LED_FULL_MA * strip["brightness_pct"] + 99) // 100
    return strip["tracks"] * strip["leds"] * LED_DARK_MA + lit


def total_ma(config: dict) -> int:
    """Drawn from the table's supply, a linear reader regulator assumed (current in = out)."""
    return CONTROLLER_MA + readers_ma(config) + config.get("strip", {}).get("current_ma", 0)


def faults(config: dict) -> list[Fault]:
    """Supplies too small for what hangs on them; a strip too long for the firmware."""
    return [*_readers(config), *_strip(config), *_table(config)]


def _readers(config: dict) -> list[Fault]:
    needed = readers_ma(config)
    place, supply = "readers.supply.current_ma", config["readers"].get("supply")
    if supply is None:
        place, supply = "readers.supply", {"kind": "mcu", "current_ma": MCU_3V3_MA}
    if supply["kind"] == "mcu" and supply["current_ma"] > MCU_3V3_MA:
        problem = f"the controller's 3.3 V pin does not give {supply['current_ma']} mA"
        return [Fault(place, problem, f"at most {MCU_3V3_MA}, or a regulator")]
    if needed > supply["current_ma"]:
        problem = f"{supply['current_ma']} mA are too little for the readers"
        return [Fault(place, problem, f"{needed} or more, from a regulator of their own")]
    return []


def _strip(config: dict) -> list[Fault]:
    strip = config.get("strip")
    if strip is None:
        return []
    found = []
    needed = strip_least_ma(strip)
    if strip["current_ma"] < needed:
        problem = f"{strip['current_ma']} mA are too little to light the pegs of a score"
        found.append(Fault("strip.current_ma", problem, f"{needed} or more"))
    leds = strip["tracks"] * strip["leds"]
    if leds * LED_NS > MAX_STRIP_NS:
        problem = f"{leds} LEDs in one chain hold the firmware for {leds * LED_NS // 1_000_000} ms"
        most = MAX_STRIP_NS // LED_NS // strip["tracks"]
        found.append(Fault("strip.leds", problem, f"at most {most} a track"))
    return found


def _table(config: dict) -> list[Fault]:
    supply = config.get("supply")
    if supply is None or supply["current_ma"] >= total_ma(config):
        return []
    problem = f"{supply['current_ma']} mA are too little for strip, readers and controller"
    return [Fault("supply.current_ma", problem, f"{total_ma(config)} or more")]
