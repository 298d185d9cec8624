"""Currents of a board, and whether its supplies can carry them. All in mA.

Worst cases from data sheets, not measurements: nothing here was built. A strip may be dark or lit,
so two figures count: what its LEDs take while black, and what the pegs of a score add.
"""

from collections.abc import Iterator
from typing import NamedTuple

from host_tools.boards.controllers import controller
from host_tools.boards.faults import Fault

# WS2812B: three drivers of about 20 mA; a chip takes up to 1 mA while black (users' measurements).
LED_FULL_MA = 60
LED_DARK_MA = 1
PEGS_A_TRACK = 2  # a front and a back peg
LED_NS = 24 * 1_250  # sent with interrupts off: 24 bits of 1.25 us
MAX_STRIP_NS = 20_000_000  # no step of the firmware is longer


class Reader(NamedTuple):
    """One reader board: with its antenna off, and what the antenna adds; at most and typically."""

    idle_ma: int
    field_ma: int
    typical_idle_ma: int
    typical_field_ma: int


READERS = {
    # MFRC522 data sheet, table of supply currents: IDDD 9 (6.5 typical), IDDA 10 with the receiver
    # on (7), IDD(TVDD) 100 (60). A board adds about 2 for its LED.
    "mfrc522": Reader(21, 100, 16, 60),
    # PN532/C1 data sheet, supply currents: 60 typical for the transmitter, 100 with a usual coil.
    # Of a board at rest builders report 20 to 36, its LED and regulator included.
    "pn532": Reader(40, 100, 30, 60),
}


class Row(NamedTuple):
    """A line of the budget: `each` times `number` is `ma`; a sum has neither."""

    what: str
    each: int | None
    number: int | None
    ma: int


def count(config: dict) -> int:
    """How many readers there are."""
    return len(config["slots"]["selects"]) + len(config["pads"])


def readers_ma(config: dict) -> int:
    """All readers idle and as many fields on as the board allows."""
    return sum(row.ma for row in _readers_rows(config))


def typical_readers_ma(config: dict) -> int:
    """The same by the chip's typical figures: what a meter should show."""
    chip = READERS[config["readers"]["chip"]]
    return count(config) * chip.typical_idle_ma + _fields(config) * chip.typical_field_ma


def strip_least_ma(strip: dict) -> int:
    """A dark strip, and the pegs of every track at full white under the brightness limit."""
    pegs = strip["tracks"] * PEGS_A_TRACK
    lit = (pegs * LED_FULL_MA * strip["brightness_pct"] + 99) // 100
    return strip["tracks"] * strip["leds"] * LED_DARK_MA + lit


def total_ma(config: dict) -> int:
    """Drawn from the table's supply, a linear reader regulator assumed (current in = out)."""
    return (
        controller(config).own_ma
        + readers_ma(config)
        + config.get("strip", {}).get("current_ma", 0)
    )


def budget(config: dict) -> list[Row]:
    """The lines that add up to the currents of the readers and of the whole table."""
    board = controller(config)
    rows = _readers_rows(config)
    rows.append(Row("3.3 V for the readers", None, None, readers_ma(config)))
    if "strip" in config:
        leds = config["strip"]["tracks"] * config["strip"]["leds"]
        what = f"strip of {leds} LEDs, kept to its budget by the firmware"
        rows.append(Row(what, None, None, config["strip"]["current_ma"]))
    rows.append(Row(f"{board.title}, screen, buzzer, logic", None, None, board.own_ma))
    rows.append(Row("in all", None, None, total_ma(config)))
    return rows


def _fields(config: dict) -> int:
    return min(config["readers"]["fields"], count(config))


def _readers_rows(config: dict) -> list[Row]:
    readers, number = config["readers"], count(config)
    supply, chip = readers.get("supply", {}), READERS[readers["chip"]]
    idle_ma = supply.get("idle_ma", chip.idle_ma)
    field_ma = supply.get("field_ma", chip.field_ma)
    fields = _fields(config)
    return [
        Row(f"{readers['chip']} reader, antenna off", idle_ma, number, number * idle_ma),
        Row("antenna on", field_ma, fields, fields * field_ma),
    ]


def faults(config: dict) -> list[Fault]:
    """Supplies too small for what hangs on them; a strip too long for the firmware."""
    return [*_readers(config), *_strip(config), *_table(config)]


def warnings(config: dict) -> Iterator[Fault]:
    """Currents of a reader that are less than its chip draws typically, so of another chip."""
    readers = config["readers"]
    chip, supply = READERS[readers["chip"]], readers.get("supply", {})
    for name, typical, most in (
        ("idle_ma", chip.typical_idle_ma, chip.idle_ma),
        ("field_ma", chip.typical_field_ma, chip.field_ma),
    ):
        given = supply.get(name, most)
        if given < typical:
            problem = f"{given} mA are less than a {readers['chip']} typically draws, {typical}"
            yield Fault(f"readers.supply.{name}", problem, f"{most}, or what was measured")


def _readers(config: dict) -> Iterator[Fault]:
    needed, gives = readers_ma(config), controller(config).gives_ma
    place, supply = "readers.supply.current_ma", config["readers"].get("supply")
    if supply is None:
        place, supply = "readers.supply", {"kind": "mcu", "current_ma": gives}
    if supply["kind"] == "mcu" and supply["current_ma"] > gives:
        problem = f"the controller's 3.3 V pin does not give {supply['current_ma']} mA"
        yield Fault(place, problem, f"at most {gives}, or a regulator")
    elif needed > supply["current_ma"]:
        problem = f"{supply['current_ma']} mA are too little for the readers"
        yield Fault(place, problem, f"{needed} or more, from a regulator of their own")


def _strip(config: dict) -> Iterator[Fault]:
    strip = config.get("strip")
    if strip is None:
        return
    needed = strip_least_ma(strip)
    if strip["current_ma"] < needed:
        problem = f"{strip['current_ma']} mA are too little to light the pegs of a score"
        yield Fault("strip.current_ma", problem, f"{needed} or more")
    leds = strip["tracks"] * strip["leds"]
    if leds * LED_NS > MAX_STRIP_NS:
        problem = f"{leds} LEDs in one chain hold the firmware for {leds * LED_NS // 1_000_000} ms"
        most = MAX_STRIP_NS // LED_NS // strip["tracks"]
        yield Fault("strip.leds", problem, f"at most {most} a track")


def _table(config: dict) -> Iterator[Fault]:
    supply = config.get("supply")
    if supply is not None and supply["current_ma"] < total_ma(config):
        problem = f"{supply['current_ma']} mA are too little for strip, readers and controller"
        yield Fault("supply.current_ma", problem, f"{total_ma(config)} or more")
