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
    "places": [[n, 0] for n in range(6)],
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
    ({"version": GONE}, "version", "is missing", "1 (Version"),
    ({"version": 2}, "version", "is 2", "1 (Version"),
    ({"version": True}, "version", "is true", "1 (Version"),
    ({"version": 1.0}, "version", "is 1.0", "1 (Version"),
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
    ({"readers/chip": "pn5180"}, "readers.chip", "pn5180", '"mfrc522"'),
    ({"readers/fields": 3}, "readers.fields", "is 3", "1 to 2"),
    ({"strip/brightnes_pct": 20}, "strip.brightnes_pct", "not a known", "brightness_pct, perhaps"),
    ({"strip/leds": 61.5}, "strip.leds", "is 61.5", "2 to 300"),
    ({"slots/linked_edges": True}, "slots.linked_edges", "not a known", "one of grid"),
    ({"a b\n": 1}, '["a b\\n"]', "not a known", "version"),
    ({"pads/0": 48}, "pads[0]", "is 48", "an object"),
    ({"pads/0/select": False}, "pads[0].select", "is false", "0 to 254"),
    ({"seats/2": [0]}, "seats.2", "has 1 entry", "2 entries"),
    ({"seats/5": [0, 1, 2, 3, 3]}, "seats.5", "not a known", "one of 2, 3, 4"),
    ({"buttons/undo": GONE}, "buttons.undo", "is missing", "0 to 63"),
    ({"display/address": 120}, "display.address", "is 120", "8 to 119"),
    ({"display/width": 130}, "display.width", "is 130", "128 ("),
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
    ({"display/bus": "screen"}, "display.bus", 'no bus "screen"', "display"),
    ({"display/bus": "readers"}, "display.bus", "readers is no i2c bus", "display"),
    ({"readers/bus": "x", "selects/bus": "x"},
     ["selects.bus", "readers.bus"], 'no bus "x"', "readers"),
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
    ({"build/tag_mm": 30}, "build.tag_mm", "wider than the tile", "at most 25"),
    ({"build/top_mm": 11}, "build.top_mm", "11 mm are too thick", "at most 10"),
    ({"build/coil_mm": [12, 12]}, "build.top_mm", "too thick", "a larger coil"),
    ({"build/pitch_mm": 59}, "build.pitch_mm", "too little for the reader boards", "60 or more"),
    ({"build/tile_mm": [60, 30, 12]}, "build.pitch_mm", "too little for the tiles", "64 or more"),
    ({"build/pitch_mm": GONE}, "build.pitch_mm", "is missing", "60 or more"),
    ({"build/tile_mm": [50, 25]}, "build.tile_mm", "has 2 entries", "3 entries"),
    ({"slots/trick_slots/4/1": "d9"}, "slots.trick_slots.4[1]", 'no slot "d9"', "a1 to h6"),
    ({"slots/trick_slots/4/1": "p1"}, "slots.trick_slots.4[1]", 'no slot "p1"', "a1 to h6"),
    ({"slots/trick_slots/4/3": "d5"},
     "slots.trick_slots.4[3]", "d5 is in front of seat 0 too", "once"),
    ({"slots/trick_slots/4": ["d5"]}, "slots.trick_slots.4", "has 1 entry", "4 entries"),
    ({"slots/trick_slots/4/0": 7}, "slots.trick_slots.4[0]", "is 7", "a string"),
    ({"slots/trick_slots/5": []}, "slots.trick_slots.5", "not a known", "one of 2, 3, 4"),
    # currents
    ({"readers/supply/current_ma": 1000},
     "readers.supply.current_ma", "1000 mA are too little", "1461 or more"),
    ({"readers/supply/kind": "mcu"},
     "readers.supply.current_ma", "3.3 V pin does not give", "at most 300"),
    ({"readers/supply": GONE}, "readers.supply", "300 mA are too little", "1461 or more"),
    ({"strip/current_ma": 339}, "strip.current_ma", "339 mA are too little", "340 or more"),
    ({"strip/leds": 300, "strip/current_ma": 3000, "supply/current_ma": 9000},
     "strip.leds", "1200 LEDs", "at most 166 a track"),
    ({"readers/supply/part": "lm317"}, "readers.supply.part", 'is "lm317"', '"ap63203"'),
    ({"readers/supply/part": "ams1117"},
     "readers.supply.part", "the AMS1117-3.3 gives 800 mA, not 2000", "one of ap63203, tps563200"),
    ({"readers/supply/current_ma": 2500},
     "readers.supply.part", "the AP63203 gives 2000 mA, not 2500", "2000 in current_ma, or"),
    ({"readers/supply/part": "lm2596", "supply/millivolts": 4700},
     "readers.supply.part", "wants 4750 mV, the table's supply has 4700", "another one"),
    ({"supply/fuse_ma": 2500}, "supply.fuse_ma", "2500 mA does not last", "3150 or more"),
    ({"supply/fuse_ma": 5000},
     "supply.fuse_ma", "4000 mA never parts a fuse of 5000", "at most 4000, or a stronger supply"),
    ({"supply/fuse_ma": True}, "supply.fuse_ma", "is true", "100 to 60000"),
    ({"strip/run": "zigzag"}, "strip.run", 'is "zigzag"', '"forth", "back_and_forth"'),
    ({"supply/current_ma": 1900}, "supply.current_ma", "1900 mA are too little", "2164 or more"),
]  # fmt: skip

# A 74HC138 and plain pins beside each other, on two buses; an ESP32-S3.
TWO = copy.deepcopy(GRID)
TWO["slots"] = {"grid": {"columns": 4, "rows": 2}, "selects": [0, 1, 2, 3, 8, 9, 10, 11]}
TWO["pads"], TWO["seats"] = [{"select": 4}, {"select": 5}], {"2": [0, 1]}
TWO["buses"]["east"] = {"kind": "spi", "id": 1, "sck": 14, "mosi": 15, "miso": 28, "baud": 1000000}
TWO["selects"] = [
    {"kind": "74hc138", "bus": "readers", "address": [20, 21, 0], "enables": [17]},
    {"kind": "gpio", "bus": "east", "pins": [1, 13, 26, 27]},
]
del TWO["readers"]["bus"]
S3 = copy.deepcopy(TWO) | {"mcu": "esp32_s3"}
for bus, pins_of in {
    "readers": {"id": 1, "sck": 12, "mosi": 11, "miso": 13},
    "east": {"id": 2, "sck": 16, "mosi": 17, "miso": 18},
    "display": {"sda": 8, "scl": 9},
}.items():
    S3["buses"][bus] |= pins_of
S3["selects"][0] |= {"address": [2, 5, 6], "enables": [7]}
S3["selects"][1]["pins"] = [1, 10, 15, 21]
S3["strip"]["pin"], S3["buzzer"]["pin"] = 47, 48
S3["buttons"] = dict(zip(S3["buttons"], (38, 39, 40, 41, 42, 14, 4), strict=True))
del S3["readers"]["reset"]

TWO_FAULTS = [
    # selects
    ({"selects/0/kind": "gpio"}, ["selects[0].address", "selects[0].enables", "selects[0].pins"],
     "", ""),
    ({"selects/0/address": []}, "selects[0].address", "has 0 entries", "1 to 6 entries"),
    ({"selects/0/enables": [17] * 9}, "selects[0].enables", "has 9 entries", "1 to 8 entries"),
    ({"selects/1/pins/0": "GP1"}, "selects[1].pins[0]", 'is "GP1"', "0 to 63"),
    ({"selects/1/pins": []}, "selects[1].pins", "has 0 entries", "1 to 32 entries"),
    ({"selects/1/latch": 5}, "selects[1].latch", "not a known field", "one of kind, bus, pins"),
    ({"selects/1/bus": GONE}, "selects[1].bus", "is missing", "16 characters"),
    ({"selects/1/bus": "west"}, "selects[1].bus", 'no bus "west"', "one of readers, east"),
    ({"selects/1/bus": "display"}, "selects[1].bus", "display is no spi", "one of readers, east"),
    ({"readers/bus": "readers"}, "selects[1].bus", "selects no reader of readers",
     "readers, the bus of the readers, or no readers.bus"),
    ({"selects/0/enables/0": 13}, "selects[1].pins[1]", "GP13 is selects[0].enables[0] too",
     "GP17"),
    ({"selects/0/address/2": 20}, "selects[0].address[2]", "GP20 is selects[0].address[0] too",
     "GP0"),
    ({"selects/1/pins/3": 29}, "selects[1].pins[3]", "GP29 serves the radio", "GP28"),
    ({"selects/1/pins/3": 26}, "selects[1].pins[3]", "GP26 is selects[1].pins[2] too", "GP27"),
    # lines count through
    ({"slots/selects/7": 12}, "slots.selects[7]", "no select line 12", "0 to 11"),
    ({"slots/selects/4": 3}, "slots.selects[4]", "line 3 of a2 is that of d1 too", "free line: 6"),
    # units of the controller
    ({"buses/east/id": 0}, ["buses.east.id", "buses.east.sck", "buses.east.mosi",
                            "buses.east.miso"], "", ""),
    ({"buses/east/id": 2}, "buses.east.id", "the Pico W has no SPI2", "0 or 1"),
    ({"buses/east/miso": 16, "buses/readers/miso": 4}, ["buses.display.sda", "buses.east.miso"],
     "", ""),
    # seats that need not share
    ({"seats/2": [0, 0]}, "seats.2[1]", "pad 0 is at seat 0 too", "each pad once"),
    ({"seats/3": [0, 1, 2]}, "seats.3[2]", "there is no pad 2", "0 to 1"),
]  # fmt: skip

S3_FAULTS = [
    ({"buses/readers/id": 0}, "buses.readers.id", "ESP32-S3 has no SPI0", "1 or 2"),
    ({"buzzer/pin": 0}, "buzzer.pin", "GPIO0 serves as a strapping pin", "GPIO48"),
    ({"buzzer/pin": 45}, "buzzer.pin", "GPIO45 serves as a strapping pin", "GPIO48"),
    ({"buttons/ok": 19}, "buttons.ok", "GPIO19 serves the USB port", "GPIO1"),
    ({"buttons/ok": 27}, "buttons.ok", "GPIO27 serves the flash and the PSRAM", "GPIO1"),
    ({"buttons/ok": 35}, "buttons.ok", "GPIO35 serves the octal flash or PSRAM", "GPIO1"),
    ({"buttons/ok": 43}, "buttons.ok", "GPIO43 serves the console", "GPIO1"),
    ({"buttons/ok": 22}, "buttons.ok", "there is no GPIO22", "GPIO1"),
    ({"buttons/ok": 49}, "buttons.ok", "there is no GPIO49", "GPIO1"),
    ({"strip/pin": 48}, "buzzer.pin", "GPIO48 is strip.pin too", "a free pin: GPIO47"),
    ({"readers/supply": GONE}, "readers.supply", "150 mA are too little", "490 or more"),
    ({"readers/supply/kind": "mcu", "readers/supply/current_ma": 200},
     "readers.supply.current_ma", "does not give 200 mA", "at most 150"),
]  # fmt: skip

PICOS_FAULTS = [
    ({"mcu": "pico", "buzzer/pin": 24}, "buzzer.pin", "GP24 serves the Pico's own", "GP28"),
    ({"mcu": "pico2", "buzzer/pin": 25}, "buzzer.pin", "GP25 serves the Pico 2's LED", "GP28"),
    ({"mcu": "pico2_w", "buzzer/pin": 25}, "buzzer.pin", "the radio of the Pico 2 W", "GP28"),
    ({"mcu": "pico2", "buses/readers/sck": 17}, "buses.readers.sck", "cannot be SCK", "GP18"),
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
    ({"slots/places/0": GONE}, "slots.places", "has 5 entries", "6, one for each slot"),
    ({"slots/places/1": [0, 0]}, "slots.places[1]", "s2 lies where s1 lies", "of its own"),
    ({"slots/places/1": [2, 0], "slots/places/2": [1, 0]},
     ["slots.neighbours[1][1]", "slots.neighbours[2][3]"], "of it", "or other places"),
    ({"slots/places/1": [0, 24]}, "slots.places[1][1]", "is 24", "0 to 23"),
    ({"slots/neighbours": GONE}, "slots.neighbours", "is missing", "names with neighbours"),
    ({"slots/names": GONE}, "slots.names", "is missing", "names with neighbours"),
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
    for name, good, rows in (
        ("grid", GRID, GRID_FAULTS),
        ("ring", RING, RING_FAULTS),
        ("two", TWO, TWO_FAULTS),
        ("esp32_s3", S3, S3_FAULTS),
        ("picos", GRID, PICOS_FAULTS),
    ):
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
        (TWO, {}),
        (S3, {}),
        (TWO, {"mcu": "pico2_w"}),
        (TWO, {"mcu": "pico2"}),
        (TWO, {"mcu": "pico"}),
        (TWO, {"seats/3": [0, 1, 0], "seats/4": [0, 1, 0, 1]}),
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
        (GRID, {"pads/3": GONE, "seats/4": [0, 1, 2, 1]}),
        (GRID, {"build": GONE}),
        (RING, {"slots/places": GONE}),
        (GRID, {"slots/trick_slots": GONE}),
        (
            GRID,
            {
                "slots/grid": {"columns": 24, "rows": 2, "linked": "rows"},
                "slots/trick_slots": GONE,
            },
        ),
        (GRID, {"slots/grid/linked": "both"}),
    ],
    ids=lambda part: " ".join(part) or "as it is" if part is not GRID else "grid",
)
def test_what_may_differ_is_accepted(good, changes):
    assert checks.faults_of(spoiled(good, changes)) == []


def test_unknown_fields_hide_no_other_fault():
    changes = {"xyz": 1, "supply/millvolts": 5000, "supply/current_ma": 900}
    changes |= {"strip/currnt_ma": 100, "strip/current_ma": GONE, "slots/selects/3": 0}
    faults = checks.faults_of(spoiled(GRID, changes))
    assert [fault.place for fault in faults] == [
        *("strip.current_ma", "strip.currnt_ma", "supply.millvolts", "xyz"),
        *("slots.selects[3]", "strip.current_ma", "supply.current_ma"),
    ]
    assert [fault.problem for fault in faults[-2:]] == [
        "100 mA are too little to light the pegs of a score",
        "900 mA are too little for strip, readers and controller",
    ]


def test_the_schema_is_a_valid_one_and_describes_every_field():
    schema = json.loads(shape.SCHEMA_FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, field in schema["properties"].items():
        assert "description" in shape._followed(field) or "enum" in field, name


# What a committed board is known to warn of: a ring has no room for branches.
WARNED = {"ring28_mfrc522": ["no slot has four neighbours"]}


@pytest.mark.parametrize("name", boards.board_names())
def test_every_committed_board_is_good_and_named_as_its_folder(name):
    report = boards.check(name)
    assert report.faults == []
    warned = WARNED.get(name, [])
    assert len(report.warnings) == len(warned)
    for warning, words in zip(report.warnings, warned, strict=True):
        assert words in warning.problem
    assert report.config["name"] == name


def test_the_committed_board_is_the_one_that_others_are_built_on():
    assert "grid48_mfrc522" in boards.board_names()
    assert GRID["slots"]["selects"] == list(range(48))
    assert [pad["select"] for pad in GRID["pads"]] == [48, 49, 50, 51]
