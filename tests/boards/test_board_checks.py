"""One good config, spoiled in one way at a time: the fault is found there, and nowhere else."""

import copy
import json

import jsonschema
import pytest

from host_tools import boards
from host_tools.boards import checks, shape

GRID = boards.load("grid48_mfrc522")
GONE = object()

# A ring of six slots, given by names and neighbours: east and west only.
RING = copy.deepcopy(GRID)
RING["slots"] = {
    "names": ["s1", "s2", "s3", "s4", "s5", "s6"],
    "neighbours": [[None, (n + 1) % 6, None, (n - 1) % 6] for n in range(6)],
    "selects": [0, 1, 2, 3, 4, 5],
}


def spoiled(config, changes):
    """A copy of `config` with {path: value} laid over it; GONE takes a field away."""
    config = copy.deepcopy(config)
    for path, value in changes.items():
        node, *steps = config, *path.split("/")
        for step in steps[:-1]:
            node = node[int(step)] if isinstance(node, list) else node[step]
        last = int(steps[-1]) if isinstance(node, list) else steps[-1]
        if value is GONE:
            del node[last]
        else:
            node[last] = value
    return config


# (changes, place of the fault, words of what is wrong, words of what is accepted)
GRID_FAULTS = [
    # shape
    ({"version": GONE}, "version", "is missing", "one of 1"),
    ({"version": 2}, "version", "is 2", "one of 1"),
    ({"version": True}, "version", "is true", "one of 1"),
    ({"version": 1.0}, "version", "is 1.0", "one of 1"),
    ({"name": "Grid 48"}, "name", 'is "Grid 48"', "a-z"),
    ({"title": ""}, "title", 'is ""', "1 to 80"),
    ({"title": ["x"]}, "title", "is a list", "a string"),
    ({"mcu": "esp32"}, "mcu", 'is "esp32"', '"pico_w"'),
    ({"mcu": None}, "mcu", "is null", '"pico_w"'),
    ({"buses": []}, "buses", "is a list", "an object"),
    ({"buses/A": {"kind": "i2c", "id": 1, "sda": 14, "scl": 15, "freq": 100000}},
     "buses", '"A" is no name', "lower-case"),
    ({"buses/readers/kind": "uart"}, "buses.readers.kind", 'is "uart"', '"spi", "i2c"'),
    ({"buses/readers/kind": GONE}, "buses.readers.kind", "is missing", '"spi", "i2c"'),
    ({"buses/readers/miso": GONE}, "buses.readers.miso", "is missing", "0 to 63"),
    ({"buses/readers/baud": 20_000_000}, "buses.readers.baud", "is 20000000", "10000000"),
    ({"buses/readers/baud": "4M"}, "buses.readers.baud", 'is "4M"', "an integer"),
    ({"buses/readers/baud": float("inf")}, "buses.readers.baud", "too large", "10000000"),
    ({"buses/display/freq": 1}, "buses.display.freq", "is 1", "10000 to 400000"),
    ({"buses/display/id": 2}, "buses.display.id", "is 2", "0 to 1"),
    ({"selects/kind": "74hc137"}, "selects.kind", "74hc137", '"74hc595", "74hc138", "gpio"'),
    ({"selects": "74hc595"}, "selects", 'is "74hc595"', "an object or a list"),
    ({"selects": []}, "selects", "has 0 entries", "1 to 8"),
    ({"selects": [3]}, "selects[0]", "is 3", "an object"),
    ({"selects/outputs": 57}, "selects.outputs", "is 57", "a multiple of 8"),
    ({"readers/chip": "pn532"}, "readers.chip", "pn532", '"mfrc522"'),
    ({"readers/fields": 3}, "readers.fields", "is 3", "1 to 2"),
    ({"strip/brightnes_pct": 20}, "strip.brightnes_pct", "not a known", "brightness_pct, perhaps"),
    ({"strip/leds": 61.5}, "strip.leds", "is 61.5", "2 to 300"),
    ({"slots/linked_edges": True}, "slots.linked_edges", "not a known", "one of grid"),
    ({"a b\n": 1}, '["a b\\n"]', "not a known", "version"),
    ({"pads/0": 48}, "pads[0]", "is 48", "an object"),
    ({"pads/0/select": False}, "pads[0].select", "is false", "0 to 254"),
    ({"seats/2": [0]}, "seats.2", "has 1 entries", "2 entries"),
    ({"seats/5": [0, 1, 2, 3, 3]}, "seats.5", "not a known", "one of 2, 3, 4"),
    ({"buttons/undo": GONE}, "buttons.undo", "is missing", "0 to 63"),
    ({"display/address": 120}, "display.address", "is 120", "8 to 119"),
    ({"display/width": 130}, "display.width", "is 130", "one of 128"),
    # pins
    ({"buzzer/pin": 2}, "buzzer.pin", "GP2 is strip.pin too", "GP0, GP1, GP3, GP13"),
    ({"buttons/ok": 6}, "buttons.ok", "GP6 is buttons.pass too", "GP9"),
    ({"buttons/ok": 18}, "buttons.ok", "GP18 is buses.readers.sck too", "GP0"),
    ({"buzzer/pin": 23}, "buzzer.pin", "GP23 serves the radio", "GP28"),
    ({"buzzer/pin": 29}, "buzzer.pin", "GP29 serves the radio", "GP28"),
    ({"buzzer/pin": 25, "mcu": "pico"}, "buzzer.pin", "GP25 serves the Pico's LED", "GP28"),
    ({"buzzer/pin": 30}, "buzzer.pin", "there is no GP30", "GP28"),
    ({"buses/readers/sck": 17},
     "buses.readers.sck", "GP17 cannot be SCK of SPI0", "GP2, GP6, GP18"),
    ({"buses/readers/mosi": 16, "buses/readers/miso": 0},
     "buses.readers.mosi", "MOSI of SPI0", "GP3, GP7, GP19"),
    ({"buses/readers/miso": 28}, "buses.readers.miso", "MISO of SPI0", "GP0, GP4, GP16, GP20"),
    ({"buses/display/sda": 14}, "buses.display.sda", "SDA of I2C0", "GP0, GP4, GP8"),
    ({"buses/display/scl": 0}, "buses.display.scl", "SCL of I2C0", "GP1, GP5, GP9"),
    ({"buses/second": {"kind": "i2c", "id": 0, "sda": 0, "scl": 1, "freq": 100000}},
     "buses.second.id", "I2C0 is bus display too", "the other unit"),
    # buses by name, addresses
    ({"display/bus": "screen"}, "display.bus", 'no bus "screen"', "one of display"),
    ({"display/bus": "readers"}, "display.bus", "readers is no i2c bus", "one of display"),
    ({"readers/bus": "x", "selects/bus": "x"},
     ["selects.bus", "readers.bus"], 'no bus "x"', "one of readers"),
    ({"display/address": 62}, "display.address", "never answers at 62", "60 (0x3c) or 61 (0x3d)"),
    # select lines
    ({"slots/selects/5": 4},
     "slots.selects[5]", "line 4 of f1 is that of e1 too", "free line: 5, 52"),
    ({"pads/1/select": 0}, "pads[1].select", "line 0 of p1 is that of a1 too", "free line: 49"),
    ({"pads/3/select": 56}, "pads[3].select", "no select line 56", "0 to 55"),
    # slots and seats
    ({"slots/grid/columns": 9}, "slots.selects", "has 48 entries", "54, one for each slot"),
    ({"slots/grid/linked": "all"}, "slots.grid.linked", 'is "all"', '"rows", "columns", "both"'),
    ({"slots/grid": {"columns": 24, "rows": 2, "linked": "both"}},
     "slots.grid.rows", "2 are too few for closed columns", "3 or more"),
    ({"slots/grid": {"columns": 2, "rows": 24, "linked": "rows"}},
     "slots.grid.columns", "2 are too few for closed rows", "3 or more"),
    ({"slots/names": ["a"]}, "slots.names", "stands beside grid", "grid, or names"),
    ({"slots/grid": GONE}, "slots.grid", "is missing", "names with neighbours"),
    ({"slots/grid": GONE, "slots/names": []}, "slots.neighbours", "is missing", "names with"),
    ({"slots/grid": {"columns": 26, "rows": 10}, "slots/selects": [0] * 254},
     ["slots.selects", "slots"], "", ""),
    ({"seats/3": GONE}, "seats.3", "is missing", "a list of 3 pads"),
    ({"seats/2": [0, 0]}, "seats.2[1]", "pad 0 is at seat 0 too", "each pad once"),
    ({"pads/3": GONE}, "seats.4[3]", "there is no pad 3", "0 to 2"),
    # currents
    ({"readers/supply/current_ma": 1000},
     "readers.supply.current_ma", "1000 mA are too little", "1292 or more"),
    ({"readers/supply/kind": "mcu"},
     "readers.supply.current_ma", "3.3 V pin does not give", "at most 300"),
    ({"readers/supply": GONE}, "readers.supply", "300 mA are too little", "1292 or more"),
    ({"strip/current_ma": 339}, "strip.current_ma", "339 mA are too little", "340 or more"),
    ({"strip/leds": 300, "strip/current_ma": 3000, "supply/current_ma": 9000},
     "strip.leds", "1200 LEDs", "at most 166 a track"),
    ({"supply/current_ma": 1900}, "supply.current_ma", "1900 mA are too little", "1992 or more"),
]  # fmt: skip

RING_FAULTS = [
    ({"slots/neighbours/0/1": 3}, ["slots.neighbours[0][1]", "slots.neighbours[1][3]"],
     "not the other way round", "as"),
    ({"slots/neighbours/2/0": 2}, "slots.neighbours[2][0]", "s3 is its own neighbour", "another"),
    ({"slots/neighbours/1/3": None}, "slots.neighbours[0][1]",
     "east of s1 is s2, but not the other way round", "0 (s1) as west of s2"),
    ({"slots/neighbours/0/0": 6}, "slots.neighbours[0][0]", "there is no slot 6", "0 to 5"),
    ({"slots/neighbours/0/2": 1, "slots/neighbours/1/0": 0},
     ["slots.neighbours[0][2]", "slots.neighbours[1][3]"], "neighbour of s", "each"),
    ({"slots/neighbours/0": [None, None, None]}, "slots.neighbours[0]", "has 3", "4 entries"),
    ({"slots/neighbours/0/0": "s2"}, "slots.neighbours[0][0]", 'is "s2"', "or null"),
    ({"slots/neighbours/0/0": -1}, "slots.neighbours[0][0]", "is -1", "0 to 253 or null"),
    ({"slots/neighbours/0": GONE}, "slots.neighbours", "has 5 entries", "6, one for each slot"),
    ({"slots/selects/0": GONE}, "slots.selects", "has 5 entries", "6, one for each slot"),
    ({"slots/names/3": "s1"}, "slots.names[3]", '"s1" is slot 0 too', "its own"),
    ({"slots/names/3": "p1"}, "slots.names[3]", 'is "p1"', "no name of a pad"),
    ({"slots/names/3": "S4"}, "slots.names[3]", 'is "S4"', "lower-case"),
    # links cut on both sides, twice: two parts, of which the smaller is named
    ({"slots/neighbours/0/3": None, "slots/neighbours/5/1": None,
      "slots/neighbours/1/1": None, "slots/neighbours/2/3": None},
     "slots.neighbours[0]", "s1, s2 cannot be reached from s3", "links that join all"),
]  # fmt: skip


def cases():
    return list(_cases())


def _cases():
    for name, good, rows in (("grid", GRID, GRID_FAULTS), ("ring", RING, RING_FAULTS)):
        for changes, place, problem, accepted in rows:
            yield pytest.param(
                good, changes, place, problem, accepted, id=f"{name}-{place}-{problem}"
            )


@pytest.mark.parametrize("good, changes, place, problem, accepted", cases())
def test_a_spoiled_config_is_refused_where_it_was_spoiled(good, changes, place, problem, accepted):
    faults = checks.faults_of(spoiled(good, changes))
    assert [fault.place for fault in faults] == ([place] if isinstance(place, str) else place)
    for fault in faults:
        assert problem in fault.problem
        assert accepted in fault.accepted


@pytest.mark.parametrize(
    "good, changes",
    [
        (GRID, {}),
        (RING, {}),
        (GRID, {"strip": GONE}),
        (GRID, {"display": GONE}),
        (GRID, {"buzzer": GONE}),
        (GRID, {"supply": GONE}),
        (GRID, {"readers/reset": GONE}),
        (GRID, {"readers/supply/idle_ma": GONE}),
        (GRID, {"mcu": "pico"}),
        (GRID, {"notes": "free text", "strip/notes": "more"}),
        (GRID, {"display/address": 61}),
        (GRID, {"buttons/ok": 28}),
        (RING, {"slots/neighbours/0/3": None, "slots/neighbours/5/1": None}),  # a line, not a ring
        (GRID, {"pads/3": GONE, "seats/4": GONE}),
        (GRID, {"slots/grid": {"columns": 24, "rows": 2, "linked": "rows"}}),
        (GRID, {"slots/grid/linked": "both"}),
    ],
    ids=lambda part: " ".join(part) or "as it is" if part is not GRID else "grid",
)
def test_what_may_differ_is_accepted(good, changes):
    assert checks.faults_of(spoiled(good, changes)) == []


def test_the_schema_is_a_valid_one_and_describes_every_field():
    schema = json.loads(shape.SCHEMA_FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, field in schema["properties"].items():
        assert "description" in shape._followed(field) or "enum" in field, name


@pytest.mark.parametrize("name", boards.board_names())
def test_every_committed_board_is_good_and_named_as_its_folder(name):
    report = boards.check(name)
    assert (report.faults, report.warnings) == ([], [])
    assert report.config["name"] == name


def test_the_committed_board_is_the_one_that_others_are_built_on():
    assert "grid48_mfrc522" in boards.board_names()
    assert GRID["slots"]["selects"] == list(range(48))
    assert [pad["select"] for pad in GRID["pads"]] == [48, 49, 50, 51]
