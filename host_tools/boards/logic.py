"""The logic chips of a board, counted from its config: selects, bus drivers, MISO gates, shifter.

The wiring that every page draws:
- select chips and a driver chip at the end of each row; three gates of the driver chip serve the
  row: SCK and MOSI out, MISO back, the last one on only while a reader of the row is selected;
- beside the controller 74LVC244 gates: a pair for each edge with row drivers, a pair for each pad,
  SER and SRCLK of a 74HC595 chain, and one for every select and reset pin. LVC gates conduct
  nothing while they have no supply, so a controller on USB alone feeds no reader through its pins;
- a 74LVC125 gate for the MISO of each pad, on while its NSS is low.
Currents in mA are upper limits, rounded up: at rest by the data sheets, at work C x V x f, with
every gate at the clock of the bus.
"""

from collections.abc import Iterator
from typing import NamedTuple

from host_tools.boards import selects
from host_tools.boards.branches import Branch, branches, is_direct
from host_tools.boards.branches import chips as select_chips

_VOLT = 3.3
_GATE_PF = 140  # a wire of 0.6 m at 100 pF/m and eight inputs of 10 pF (MFRC522, 74HC)


class Kind(NamedTuple):
    """A chip: how many gates it has, what it takes at rest in uA at most, and its own capacitance
    a gate. `is_fast`: its gates follow the bus' clock and drive a wire."""

    title: str
    gates: int
    rest_ua: int
    own_pf: int
    is_fast: bool


KINDS = {
    # TI SCLS041 (80 uA, 400 pF for the whole chip), SCLS107 (74HC138), SCLS081 family (74HC30),
    # SCAS414 (74LVC244A), SCAS339 (74LVC126A), SCAS290 (74LVC125A), SCPS207 table 6.5 (TCA9548A,
    # 35 uA at 400 kHz); of an LVC gate's own capacitance 50 pF are more than any of them says.
    "74hc595": Kind("74HC595", 1, 80, 400, False),
    "74hc138": Kind("74HC138", 1, 80, 100, False),
    "74hc30": Kind("74HC30", 1, 20, 50, False),
    "74lvc244": Kind("74LVC244", 8, 10, 50, True),
    "74lvc126": Kind("74LVC126", 4, 10, 50, True),
    "74lvc125": Kind("74LVC125", 4, 10, 50, True),
    "tca9548a": Kind("TCA9548A", 1, 35, 0, False),
    "74ahct125": Kind("74AHCT125", 4, 20, 50, False),
}
# 74AHCT125 at 5 V, SCLS264: 1.5 mA more for an input at 3.4 V; 0.8 MHz into 60 pF are 0.3.
SHIFTER_MA = 2


class Chips(NamedTuple):
    """`used` of the gates of `number` chips; `tie`: what the inputs of the others are tied to."""

    kind: str
    number: int
    used: int
    why: str
    tie: str

    @property
    def title(self) -> str:
        """As shops call it."""
        return KINDS[self.kind].title

    @property
    def spare(self) -> int:
        """Gates with nothing to do (inputs, of a 74HC30)."""
        if self.kind == "74hc30":
            return 8 * self.number - self.used
        return KINDS[self.kind].gates * self.number - self.used


def chips(config: dict) -> list[Chips]:
    """All of them, selects first; what a board has not is left out."""
    found = [*_selects(config), *_drivers(config)]
    if "strip" in config:
        tie = "input and /OE to ground"
        found.append(Chips("74ahct125", 1, 1, "strip data to 5 V", tie))
    return [row for row in found if row.number]


def _selects(config: dict) -> Iterator[Chips]:
    totals: dict[str, int] = {}
    for place, part in selects.parts(config):
        if part["kind"] != "gpio":
            totals[part["kind"]] = totals.get(part["kind"], 0) + _of_select(config, place, part)
    whys = {"74hc595": "the select chain", "74hc138": "decoders", "tca9548a": "I2C switches"}
    for kind, number in totals.items():
        yield Chips(kind, number, number, whys[kind], "")


def _of_select(config: dict, place: str, part: dict) -> int:
    """Decoders that select nobody need not be there; those in front of others must."""
    if part["kind"] == "tca9548a":
        return len(part["addresses"])
    if part["kind"] == "74hc595":
        return part["outputs"] // 8
    used = sum(where == place for where, _, _ in select_chips(config))
    return used + (len(part["enables"]) if len(part["address"]) > 3 else 0)


def is_driven(config: dict) -> bool:
    """Whether the readers' bus needs drivers: SPI to more than one reader on the pins."""
    return selects.bus_kind(selects.parts(config)[0][1]) == "spi" and not is_direct(config)


def hub_gates(config: dict) -> int:
    """Gates beside the controller."""
    if not is_driven(config):
        return 0
    rows, pads = _split(config)
    edges = {(row.bus, row.edge or row.readers) for row in rows}
    chains = sum(part["kind"] == "74hc595" for _, part in selects.parts(config))
    controls = len(list(selects.pins(config))) + ("reset" in config["readers"])
    return 2 * (len(edges) + len(pads) + chains) + controls


def _split(config: dict) -> tuple[list[Branch], list[Branch]]:
    found = branches(config)
    return [one for one in found if not one.is_pad], [one for one in found if one.is_pad]


def _drivers(config: dict) -> Iterator[Chips]:
    if not is_driven(config):
        return
    rows, pads = _split(config)
    gates = hub_gates(config)
    why = "beside the controller: all that it sends to readers and selects"
    yield Chips("74lvc244", -(-gates // 8), gates, why, "input to ground")
    decoded = _rows_of_decoders(config, rows)
    others = [row for row in rows if row not in decoded]
    why = "SCK, MOSI and MISO of each row, at its end"
    yield Chips("74lvc126", len(others), 3 * len(others), why, "input and OE to ground")
    used = sum(len(row.readers) for row in others)
    why = "on while an NSS of its row is low"
    yield Chips("74hc30", len(others), used, why, "input to 3.3 V")
    number = len(decoded) + -(-len(pads) // 4)
    why = "MISO of the pads"
    if decoded:
        why = "SCK, MOSI and MISO of each side, at its end" + (f"; {why}" if pads else "")
    used = 3 * len(decoded) + len(pads)
    yield Chips("74lvc125", number, used, why, "input to ground, /OE to 3.3 V")


def _rows_of_decoders(config: dict, rows: list[Branch]) -> list[Branch]:
    """Those whose select chip has an enable that says when the row is selected."""
    decoders, number = set(), 0
    for _, part in selects.parts(config):
        for _ in range(0, selects.count(part), selects.chip_lines(part)):
            if part["kind"] == "74hc138":
                decoders.add(number)
            number += 1
    return [row for row in rows if row.chip in decoders]


def gates_out(config: dict) -> int:
    """Gates with a resistor of 33 ohm at their output: all that drive a wire of the bus."""
    if not is_driven(config):
        return 0
    rows, pads = _split(config)
    return hub_gates(config) + 3 * len(rows) + len(pads)


def each_ma(row: Chips, config: dict) -> int:
    """What one of these chips takes, with the wires that it drives."""
    if row.kind == "74ahct125":
        return SHIFTER_MA
    kind = KINDS[row.kind]
    buses = (config["buses"].get(name, {}) for name in selects.buses(config))
    hertz = max(bus.get("baud", 0) for bus in buses)
    pf = kind.gates * (kind.own_pf + (_GATE_PF if kind.is_fast else 0))
    return _rounded_up(kind.rest_ua / 1000 + pf * 1e-12 * _VOLT * hertz * 1000)


def pull_ups_ma(config: dict) -> int:
    """What flows through pull-ups that are low at the same time: on SPI /OE, an NSS and two MISO
    with 10 kOhm; on I2C SDA and SCL of trunk (1.5 kOhm) and of one channel (4.7 kOhm)."""
    if selects.bus_kind(selects.parts(config)[0][1]) == "i2c":
        return _rounded_up(2 * _VOLT / 1.5 + 2 * _VOLT / 4.7)
    return _rounded_up(4 * _VOLT / 10)


def _rounded_up(ma: float) -> int:
    return int(-(-ma // 1))
