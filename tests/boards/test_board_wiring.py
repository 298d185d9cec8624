"""wiring.md says what board.json says: the tables are made from it, and the picture agrees."""

import re

import pytest

from host_tools import boards
from host_tools.boards import building, pages, pins, power, selects, wiring
from host_tools.boards.controllers import CONTROLLERS

NAMES = boards.board_names()
CONFIG = {name: boards.load(name) for name in NAMES}
TEXT = {name: pages.page(name).read_text(encoding="utf-8") for name in NAMES}
SECTIONS = ("The picture", "Parts", "Supply", "Building", "First power-up")

per_board = pytest.mark.parametrize("name", NAMES)


def section(name, title):
    return TEXT[name].split(f"## {title}\n")[1].split("\n## ")[0]


def made(name, table):
    return TEXT[name].split(f"<!-- made: {table} -->\n")[1].split("<!-- end -->")[0]


def cells(text):
    """The rows of a Markdown table without its head, as lists of texts."""
    rows = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_every_table_is_fresh():
    assert pages.stale() == [], "run: python -m host_tools.boards.pages"


@per_board
def test_a_page_has_every_table_and_section(name):
    assert sorted(pages.tables_in(TEXT[name])) == sorted(pages.TABLES)
    for title in SECTIONS:
        assert section(name, title).strip(), title
    assert "level shifter" in TEXT[name].lower() or "74AHCT125" in TEXT[name]
    for word in ("Metal", "Names"):
        assert f"**{word}**" in section(name, "Building")


@per_board
def test_a_page_of_another_config_is_stale(name, monkeypatch):
    config = boards.load(name)
    config["buzzer"]["pin"] = 1
    config["strip"]["leds"] += 1
    config["readers"]["supply"]["idle_ma"] += 1
    config["build"]["top_mm"] += 1
    changed = pages.renewed(TEXT[name], config)
    assert changed != TEXT[name]
    assert pages.renewed(changed, CONFIG[name]) == TEXT[name]
    monkeypatch.setattr(pages, "load", lambda board: config)
    assert name in pages.stale()


@per_board
def test_the_pin_table_lists_every_pin_that_is_used_and_the_line_below_every_other(name):
    config = CONFIG[name]
    named = CONTROLLERS[config["mcu"]].name
    rows = cells(made(name, "pins"))
    assert [row[0] for row in rows] == [
        named(use) for use in sorted(u.pin for u in pins.uses(config))
    ]
    free = made(name, "pins").partition("Free: ")[2].partition(".")[0]
    assert free.split(", ") == [named(pin) for pin in pins.free(config)]
    assert len({tuple(row) for row in rows}) == len(rows)
    assert all(all(row) for row in rows)


@per_board
def test_the_picture_names_no_pin_that_is_not_used(name):
    used = {use.pin for use in pins.uses(CONFIG[name])}
    drawn = {int(pin) for pin in re.findall(r"GP(?:IO)?(\d+)", section(name, "The picture"))}
    assert drawn and drawn <= used
    assert used - drawn <= set(CONFIG[name]["buttons"].values())  # drawn as a range


@per_board
def test_the_select_table_gives_each_line_to_the_slot_of_the_config(name):
    config = CONFIG[name]
    text = made(name, "selects")
    told = [cell for row in cells(text) for cell in (row[2:] if "| line |" in text else row[1:-1])]
    readers = {line: reader for _, reader, line in wiring.lines(config)}
    assert told == [readers.get(line, "–") for line in range(selects.total(config))]


@per_board
def test_the_budget_table_has_the_figures_of_the_check(name):
    config, text = CONFIG[name], made(name, "budget")
    assert f"**{power.rail_ma(config)}**" in text
    assert f"**{power.total_ma(config)}**" in text
    for row in cells(text):
        assert not row[1] or int(row[1]) * int(row[2]) == int(row[3])


@per_board
def test_the_sizes_are_those_of_the_config(name):
    config = CONFIG[name]
    sizes = dict(cells(made(name, "sizes")))
    assert sizes["tile"] == " × ".join(map(str, config["build"]["tile_mm"]))
    assert int(sizes["thickest top"]) == building.thickest_top_mm(config["build"])
    assert int(sizes["top over the antennas"]) <= int(sizes["thickest top"])
    assert ("slot to slot, middle to middle" in sizes) == bool(boards.slot_names(config))


def test_the_tables_of_several_selects_follow_one_another():
    config = boards.load("grid48_mfrc522")
    config["selects"] = [
        {"kind": "74hc138", "bus": "readers", "address": [20], "enables": [21, 22]},
        {"kind": "gpio", "bus": "readers", "pins": [26]},
    ]
    config["slots"] = {"grid": {"columns": 2, "rows": 2}, "selects": [3, 1, 4, 0]}
    config["pads"], config["seats"] = [], {}
    assert pages.TABLES["selects"](config) == [
        "| chip | Y0 | Y1 | lines |",
        "| --- | --- | --- | --- |",
        "| 0 | b2 | b1 | 0 to 1 |",
        "| 1 | – | a1 | 2 to 3 |",
        "",
        "| line | pin | reader |",
        "| --- | --- | --- |",
        "| 4 | GP26 | a2 |",
    ]


def test_one_pin_serves_and_several_serve():
    assert "; GP25 serves the Pico's LED." in made("ring28_mfrc522", "pins")
    for name in NAMES:
        told = made(name, "pins").partition("Not to be used: ")[2].splitlines()[0]
        for part in told.rstrip(".").split("; "):
            names, verb = re.match(r"(.*?) (serves?) ", part).groups()
            assert (verb == "serves") == ("," not in names), part
