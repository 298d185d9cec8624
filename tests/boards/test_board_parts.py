"""The parts list and the branches of a board: counted from its config, as the page draws them."""

import copy
import re

import pytest

from host_tools import boards
from host_tools.boards import branches, logic, pages, part_list, power, selects
from host_tools.boards.controllers import CONTROLLERS

NAMES = boards.board_names()
CONFIG = {name: boards.load(name) for name in NAMES}
TEXT = {name: pages.page(name).read_text(encoding="utf-8") for name in NAMES}
GRID = CONFIG["grid48_mfrc522"]

per_board = pytest.mark.parametrize("name", NAMES)


def number(config, what):
    """How many of the part whose name begins so."""
    return sum(part.number for part in part_list.parts(config) if part.what.startswith(what))


def picture(name):
    return TEXT[name].split("## The picture\n")[1].split("\n## ")[0]


# -- the parts -----------------------------------------------------------------------------
@per_board
def test_every_reader_and_every_logic_chip_has_its_capacitor(name):
    config = CONFIG[name]
    chips = sum(row.number for row in logic.chips(config))
    uses = part_list.hundreds_nf(config)
    assert uses["reader"] == number(config, "RC522") + number(config, "PN532")
    assert uses["reader"] == len(config["slots"]["selects"]) + len(config["pads"])
    assert uses["logic chip"] == chips
    assert number(config, "100 nF") == sum(uses.values())


def test_the_grid_counts_what_its_picture_draws():
    found = {part.what: part.number for part in part_list.parts(GRID)}
    assert (found["74HC595"], found["74LVC244"], found["74LVC126"]) == (7, 2, 6)
    assert (found["74HC30"], found["74LVC125"], found["74AHCT125"]) == (6, 1, 1)
    # 52 NSS, /OE, RST, MISO of 6 rows and 4 pads and at the Pico; three to ground.
    assert found["10 kΩ"] == 52 + 1 + 1 + 10 + 1 + 3
    assert found["100 nF"] == 52 + 23 + 1 + 7
    assert found["33 Ω"] == 2 + 8 + 2 + 2 + 1 + 6 * 3 + 4


def test_the_list_follows_the_config():
    config = copy.deepcopy(GRID)
    for part in ("strip", "buzzer", "display"):
        del config[part]
    config["readers"].pop("reset")
    config["slots"] = {"grid": {"columns": 6, "rows": 2}, "selects": [*range(6), *range(8, 14)]}
    config["selects"]["outputs"] = 24
    config["pads"], config["seats"] = [{"select": 16}], {"2": [0, 0]}
    found = {part.what: part.number for part in part_list.parts(config)}
    assert (found["74HC595"], found["74LVC126"], found["74HC30"]) == (3, 2, 2)
    assert (found["74LVC244"], found["74LVC125"]) == (1, 1)
    assert found["10 kΩ"] == 13 + 1 + 3 + 1 + 1
    assert not {"74AHCT125", "330 Ω", "1000 µF", "diode 1N4148"} & found.keys()
    spare = {row.kind: row.spare for row in logic.chips(config)}
    assert (spare["74hc30"], spare["74lvc126"], spare["74lvc125"]) == (4, 2, 3)


def test_decoders_behind_a_decoder_are_counted_with_it():
    config = copy.deepcopy(CONFIG["ring28_mfrc522"])
    config["selects"] |= {"address": [20, 21, 22, 0, 1], "enables": [13, 14]}
    assert number(config, "74HC138") == 5 + 2
    config["selects"] |= {"address": [20, 21], "enables": [13, 14, 15]}
    assert number(config, "74HC138") == 3


def test_rows_of_two_buses_have_a_pair_of_gates_each():
    config = copy.deepcopy(GRID)
    config["buses"]["east"] = {"kind": "spi", "id": 1, "sck": 14, "mosi": 15, "miso": 28}
    config["buses"]["east"]["baud"] = 4_000_000
    of_one = logic.hub_gates(config)
    config["selects"] = [
        {"kind": "74hc595", "bus": bus, "latch": latch, "enable": latch + 1, "outputs": outputs}
        for bus, latch, outputs in (("readers", 20, 24), ("east", 26, 32))
    ]
    del config["readers"]["bus"]
    assert boards.checks.faults_of(config) == []
    assert logic.hub_gates(config) == of_one + 2 + 4  # another trunk, another chain
    assert number(config, "74HC595") == 7


@per_board
def test_every_unused_gate_says_what_it_is_tied_to(name):
    notes = {part.what: part.why for part in part_list.parts(CONFIG[name])}
    for row in logic.chips(CONFIG[name]):
        assert row.spare >= 0
        assert bool(row.spare) == ("unused: input" in notes[row.title])


@per_board
def test_supply_parts_are_named_and_carry_the_current(name):
    config = CONFIG[name]
    for what in ("fuse", "P-channel MOSFET", "Schottky diode, 1 A", "diode 1N4148", "switch, 6 A"):
        assert number(config, what) >= 1, what
    if config["readers"]["supply"]["kind"] == "regulator":
        part = power.regulator(config)
        assert part.gives_ma >= config["readers"]["supply"]["current_ma"] >= power.rail_ma(config)
        assert number(config, part.title) == 1
        assert part.title in picture(name) and part.title in TEXT[name].split("## Supply")[1]
    is_s3 = config["mcu"] == "esp32_s3"
    assert (number(config, "switch, 1 A") == 1) == is_s3
    assert (number(config, "Schottky diode BAT85") == 2) == is_s3


# -- the page ------------------------------------------------------------------------------
@per_board
def test_the_picture_has_what_the_text_asks_for(name):
    drawn = picture(name)
    config = CONFIG[name]
    assert f"fuse {config['supply']['fuse_ma'] / 1000:g} A ── S1 ── P-MOSFET" in drawn
    assert f"fuse {power.strip_fuse_ma(config['strip']) / 1000:g} A ── strip" in drawn
    assert f"{config['supply']['current_ma'] / 1000:g} A ── fuse" in drawn
    assert "passive buzzer, 1N4148 across it ── 5 V of the table" in drawn
    data = CONTROLLERS[config["mcu"]].name(config["strip"]["pin"])
    assert re.search(rf"{data} ──┬── 74AHCT125.*\n +└── 10k to ground", drawn)
    if config["slots"]["selects"]:
        assert "1k ── button ── ground     (100 nF from the pin to ground)" in drawn
    for subject in ("Fuse, switch, polarity", "Return currents", "Buzzer", "Buttons", "Length"):
        assert f"**{subject}**" in TEXT[name] or subject == "Length", subject
    assert f'`"run": "{config["strip"].get("run", "forth")}"`' in TEXT[name]
    assert "## USB and the table's supply" in TEXT[name]


def test_ser_and_srclk_go_through_gates_in_the_picture():
    drawn = picture("grid48_mfrc522").splitlines()
    for signal in ("SER", "SRCLK", "RCLK", "/OE"):
        assert any(re.search(rf"gate ── 33R ─+{signal}[┌┤]", line) for line in drawn), signal


# -- the branches --------------------------------------------------------------------------
@per_board
def test_no_wire_of_ours_is_longer_than_its_limit_and_every_pad_has_a_branch(name):
    config = CONFIG[name]
    found = branches.branches(config)
    for branch in found:
        assert 0 < branch.mm <= branches.LIMIT_MM
        assert branch.feed_mm <= branches.LIMIT_MM
        assert len(branch.readers) == 1 or not branch.is_pad
    assert sum(len(branch.readers) for branch in found) == power.count(config)
    assert list(branches.warnings(config)) == []


def test_lengths_come_from_the_pitch():
    rows = [one for one in branches.branches(GRID) if not one.is_pad]
    assert {one.mm for one in rows} == {8 * 62}
    # From the middle of 8 x 6 slots to a pitch west of a1: 4.5 pitches west and 2.5 north.
    assert [one.feed_mm for one in rows] == [7 * 62, 6 * 62, 5 * 62, 5 * 62, 6 * 62, 7 * 62]
    ring = branches.branches(CONFIG["ring28_mfrc522"])
    assert [one.readers[0] for one in ring[:4]] == ["s1", "s8", "s15", "s22"]
    assert {(one.feed_mm, one.mm) for one in ring[:4]} == {(8 * 62, 7 * 62)}
    assert len({one.edge for one in ring[:4]}) == 4


def warned(config):
    return [(fault.place, fault.problem) for fault in branches.warnings(config)]


def test_a_pitch_too_large_is_warned_of_in_each_branch():
    config = copy.deepcopy(GRID)
    config["build"]["pitch_mm"] = 80
    told = warned(config)
    assert len(told) == 6 and {place for place, _ in told} == {"build.pitch_mm"}
    assert "a1 to h1: 640 mm from the driver to the last reader" in told[0][1]
    config["build"]["pitch_mm"] = 100
    assert ("build.pitch_mm", "a1 to h1: 700 mm from the controller to the driver") in warned(
        config
    )


UNLIKE = [
    ({5: 6, 6: 5}, None),  # two readers of a row change places: the row is still the chip's
    ({7: 8, 8: 7}, "row 1 is on chips 0 and 1, row 2 is on chips 0 and 1, "
                   "chip 0 has slots of rows 1 and 2 and 1 more"),
    ({0: 52}, "row 1 is on chips 0 and 6, chip 6 has p0 beside slots"),
]  # fmt: skip


@pytest.mark.parametrize("moved, wanted", UNLIKE, ids=range(len(UNLIKE)))
@pytest.mark.parametrize("name", ["grid48_mfrc522", "grid48_pn532"])
def test_rows_that_are_not_those_of_the_chips_are_warned_of(name, moved, wanted):
    config = copy.deepcopy(CONFIG[name])
    for slot, line in moved.items():
        config["slots"]["selects"][slot] = line
    told = [problem for place, problem in warned(config) if place == "selects"]
    assert told == ([f"rows do not match the chips: {wanted}"] if wanted else [])


def test_rows_longer_than_a_chip_and_pads_on_a_side_are_warned_of():
    config = copy.deepcopy(GRID)
    config["slots"] = {"grid": {"columns": 9, "rows": 5}, "selects": list(range(45))}
    assert any("row 1 is on chips 0 and 1" in problem for _, problem in warned(config))
    ring = copy.deepcopy(CONFIG["ring28_mfrc522"])
    ring["pads"] = [{"select": line} for line in (23, 31, 7, 15)]
    ((place, problem),) = warned(ring)
    assert place == "selects" and "chip 0 has p2 beside slots" in problem


def test_chips_whose_drivers_sit_at_an_edge_may_share_a_row():
    """A long row from both ends, and columns in place of rows."""
    config = copy.deepcopy(GRID)
    west, east = list(range(7)), list(range(14, 7, -1))
    config["slots"] = {"grid": {"columns": 14, "rows": 1}, "selects": west + east}
    config["build"]["pitch_mm"] = 90
    told = [problem for _, problem in warned(config)]
    assert told and all("mm from the" in problem for problem in told)  # too far west and east
    config["slots"]["selects"] = west + east[::-1]  # the second driver would sit amid the row
    assert any("row 1 is on chips 0 and 1" in problem for _, problem in warned(config))
    by_columns = [8 * column + row for row in range(6) for column in range(6)]
    config["slots"] = {"grid": {"columns": 6, "rows": 6}, "selects": by_columns}
    config["build"]["pitch_mm"] = 56
    assert warned(config) == []
    rows = [one for one in branches.branches(config) if not one.is_pad]
    assert [one.readers[0] for one in rows] == ["a1", "b1", "c1", "d1", "e1", "f1"]
    assert {one.mm for one in rows} == {6 * 56} and len({one.edge for one in rows}) == 1


def test_a_regulator_that_is_not_named_is_one_that_can_carry_the_current():
    config = copy.deepcopy(GRID)
    del config["readers"]["supply"]["part"]
    (part,) = [part for part in part_list.parts(config) if part.what.startswith("regulator")]
    assert part.why == "for readers and logic: one of AP63203, TPS563200, LM2596-3.3"
    config["readers"]["supply"]["current_ma"] = 2500
    (part,) = [part for part in part_list.parts(config) if part.what.startswith("regulator")]
    assert part.why == "for readers and logic: one of TPS563200, LM2596-3.3"


def test_a_board_without_building_sizes_has_no_table_of_them():
    config = copy.deepcopy(GRID)
    del config["build"]
    assert all(pages.TABLES[name](config) for name in pages.TABLES)
    assert branches.longest(config) is None


def test_plain_pins_have_no_chips_to_match():
    config = copy.deepcopy(GRID)
    config["selects"] = {"kind": "gpio", "bus": "readers", "pins": [20, 21, 26, 27, 28, 0]}
    config["slots"] = {"grid": {"columns": 2, "rows": 2}, "selects": [0, 1, 2, 3]}
    config["pads"], config["seats"] = [{"select": 4}, {"select": 5}], {"2": [0, 1]}
    assert warned(config) == []
    assert number(config, "74LVC244") == 2  # two pads, six NSS, RST, and a pair for the rows


@per_board
def test_usb_alone_feeds_no_reader(name):
    """Every pin that drives a part on the readers' supply has a gate or a diode in between."""
    config = CONFIG[name]
    driven = [pin for _, pin in selects.pins(config)]
    driven += [config["readers"]["reset"]] if "reset" in config["readers"] else []
    if config["readers"]["supply"]["kind"] == "mcu":
        return  # the readers are fed with the controller
    if logic.is_driven(config):
        assert logic.hub_gates(config) >= len(driven) + 2  # SCK and MOSI besides
    else:
        assert number(config, "Schottky diode BAT85") == len(driven)
    drawn = picture(name)
    for pin in driven:
        named = CONTROLLERS[config["mcu"]].name(pin)
        (line,) = [text for text in drawn.splitlines() if re.search(rf"{named}\b", text)]
        assert "gate" in line or "─|<|─" in line or "likewise" in line, line


def test_readme_and_tags_page_warn_of_usb():
    root = boards.CONFIGS.parent
    for page in ("README.md", "docs/tags.md"):
        text = (root / page).read_text(encoding="utf-8")
        assert "switch the table on" in text and "ESP32-S3" in text, page
