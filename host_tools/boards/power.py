"""Currents of a board, and whether its supplies can carry them. All in mA.

Worst cases from data sheets, not measurements: nothing here was built. A strip may be dark or lit,
so two figures count: what its LEDs take while black, and what the pegs of a score add.
A regulator is taken as linear: what it delivers it draws, and what it takes itself beside that. A
step-down one draws less.
"""

from collections.abc import Iterator
from typing import NamedTuple

from host_tools.boards import logic, regulators
from host_tools.boards.controllers import controller
from host_tools.boards.faults import Fault
from host_tools.counting import one_of

# WS2812B: three drivers of about 20 mA; a chip takes up to 1 mA while black (users' measurements).
LED_FULL_MA = 60
LED_DARK_MA = 1
RAIL = "3.3 V for readers and logic"
ALL = "in all"
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
    """A line of the budget: `each` times `number` is `ma`; sums and others have neither.

    `kind`: "3.3 V" or "5 V", the rail that it draws from; "sum"; or "limit", which draws nothing:
    what a part carries.
    """

    what: str
    each: int | None
    number: int | None
    ma: int
    kind: str = "5 V"


def count(config: dict) -> int:
    """How many readers there are."""
    return len(config["slots"]["selects"]) + len(config["pads"])


def readers_ma(config: dict) -> int:
    """All readers idle and as many fields on as the board allows."""
    return sum(row.ma for row in _readers_rows(config))


def logic_ma(config: dict) -> int:
    """The logic chips at 3.3 V, and the pull-ups that are low."""
    return sum(row.ma for row in _logic_rows(config))


def rail_ma(config: dict) -> int:
    """What the readers' supply delivers: readers and logic."""
    return readers_ma(config) + logic_ma(config)


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
    """Drawn from the table's supply."""
    return rail_ma(config) + sum(row.ma for row in _five_volt_rows(config))


def regulator(config: dict) -> regulators.Regulator:
    """That of the readers; the hungriest where the config names none."""
    name = config["readers"].get("supply", {}).get("part")
    return regulators.REGULATORS.get(name, regulators.ANY)


def fuse_ma(config: dict) -> int:
    """The rating of the main fuse: as the config says, else the smallest that is enough."""
    given = config.get("supply", {}).get("fuse_ma")
    return given or regulators.fuse_ma(total_ma(config))


def strip_fuse_ma(strip: dict) -> int:
    """The rating of the strip's fuse: twice its budget, for the capacitor's first charge."""
    return regulators.fuse_ma(2 * strip["current_ma"] * regulators.LOAD_PCT // 100)


def budget(config: dict) -> list[Row]:
    """The lines that add up to the currents of the 3.3 V and of the whole table; below them what
    fuses and regulator carry."""
    return [
        *_readers_rows(config),
        *_logic_rows(config),
        Row(RAIL, None, None, rail_ma(config), "sum"),
        *_five_volt_rows(config),
        Row(ALL, None, None, total_ma(config), "sum"),
        *_limits(config),
    ]


def _logic_rows(config: dict) -> list[Row]:
    found = []
    for row in logic.chips(config):
        if row.kind != "74ahct125":
            each = logic.each_ma(row, config)
            what = f"{row.title}, {row.why}"
            found.append(Row(what, each, row.number, row.number * each, "3.3 V"))
    held = logic.pull_ups_ma(config)
    return [*found, Row("pull-ups that are low", held, 1, held, "3.3 V")]


def _five_volt_rows(config: dict) -> list[Row]:
    board, rows = controller(config), []
    if _is_regulated(config):
        part = regulator(config)
        rows.append(Row(f"{part.title}, for itself", None, None, part.own_ma))
    if "strip" in config:
        leds = config["strip"]["tracks"] * config["strip"]["leds"]
        what = f"strip of {leds} LEDs, kept to its budget by the firmware"
        rows.append(Row(what, None, None, config["strip"]["current_ma"]))
        rows.append(Row("74AHCT125, strip data", None, None, logic.SHIFTER_MA))
    rows.append(Row(f"{board.title}, screen, buzzer", None, None, board.own_ma))
    return rows


def _is_regulated(config: dict) -> bool:
    return config["readers"].get("supply", {}).get("kind") == "regulator"


def _limits(config: dict) -> Iterator[Row]:
    """What the parts between supply and load carry without end, or when they part."""
    if _is_regulated(config):
        gives = min(regulator(config).gives_ma, config["readers"]["supply"]["current_ma"])
        yield Row(f"{regulator(config).title} delivers at most", None, None, gives, "limit")
    yield Row("main fuse, time-lag", None, None, fuse_ma(config), "limit")
    if "strip" in config:
        rating = strip_fuse_ma(config["strip"])
        yield Row("fuse of the strip, time-lag", None, None, rating, "limit")


def _fields(config: dict) -> int:
    return min(config["readers"]["fields"], count(config))


def _readers_rows(config: dict) -> list[Row]:
    readers, number = config["readers"], count(config)
    supply, chip = readers.get("supply", {}), READERS[readers["chip"]]
    idle_ma = supply.get("idle_ma", chip.idle_ma)
    field_ma = supply.get("field_ma", chip.field_ma)
    fields = _fields(config)
    return [
        Row(f"{readers['chip']} reader, antenna off", idle_ma, number, number * idle_ma, "3.3 V"),
        Row("antenna on", field_ma, fields, fields * field_ma, "3.3 V"),
    ]


def faults(config: dict) -> list[Fault]:
    """Supplies too small for what hangs on them; a strip too long for the firmware."""
    readers = list(_readers(config)) or list(_regulator(config))
    others = [*_strip(config), *_table(config)]
    return [*readers, *(others or _fuse(config))]


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
    needed, gives = rail_ma(config), controller(config).gives_ma
    place, supply = "readers.supply.current_ma", config["readers"].get("supply")
    if supply is None:
        place, supply = "readers.supply", {"kind": "mcu", "current_ma": gives}
    if supply["kind"] == "mcu" and supply["current_ma"] > gives:
        problem = f"the controller's 3.3 V pin does not give {supply['current_ma']} mA"
        yield Fault(place, problem, f"at most {gives}, or a regulator")
    elif needed > supply["current_ma"]:
        problem = f"{supply['current_ma']} mA are too little for the readers"
        yield Fault(place, problem, f"{needed} or more, from a regulator of their own")


def _regulator(config: dict) -> Iterator[Fault]:
    supply, place = config["readers"].get("supply", {}), "readers.supply.part"
    if "part" not in supply:
        return
    part = regulator(config)
    if supply["kind"] == "mcu":
        wanted = 'no part, or "kind": "regulator"'
        yield Fault(place, "the controller's 3.3 V pin needs no regulator", wanted)
        return
    able = [name for name, one in regulators.REGULATORS.items() if one.gives_ma >= rail_ma(config)]
    if part.gives_ma < supply["current_ma"]:
        problem = f"the {part.title} gives {part.gives_ma} mA, not {supply['current_ma']}"
        yield Fault(
            place, problem, f"{part.gives_ma} in current_ma, or {one_of(able or ['two of them'])}"
        )
    volts = config.get("supply", {}).get("millivolts", part.least_mv)
    if volts < part.least_mv:
        problem = f"the {part.title} wants {part.least_mv} mV, the table's supply has {volts}"
        yield Fault(place, problem, "another one, or a higher supply.millivolts")


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


def _fuse(config: dict) -> Iterator[Fault]:
    """A main fuse that parts at the table's own current, or that its supply can never part."""
    supply = config.get("supply", {})
    if "fuse_ma" not in supply:
        return
    given, least = supply["fuse_ma"], regulators.fuse_ma(total_ma(config))
    if given * regulators.LOAD_PCT < 100 * total_ma(config):
        problem = f"a fuse of {given} mA does not last with {total_ma(config)}"
        yield Fault("supply.fuse_ma", problem, f"{least} or more")
    elif given > supply["current_ma"]:
        problem = f"a supply of {supply['current_ma']} mA never parts a fuse of {given}"
        wanted = f"at most {supply['current_ma']}, or a stronger supply"
        yield Fault("supply.fuse_ma", problem, wanted)
