"""wiring.md says what board.json says: pins, select chain, free pins, currents."""

import re

import pytest

from host_tools import boards
from host_tools.boards import pins, power, wiring

NAME = "grid48_mfrc522"
GRID = boards.load(NAME)
TEXT = (boards.CONFIGS / NAME / "wiring.md").read_text(encoding="utf-8")


def section(title):
    return TEXT.split(f"## {title}\n")[1].split("\n## ")[0]


def test_the_pin_table_lists_every_pin_that_is_used_and_the_line_below_every_other():
    table, _, below = section("Pins of the Pico W").partition("Free: ")
    listed = [int(pin) for pin in re.findall(r"GP(\d+)", table)]
    assert sorted(listed) == sorted(use.pin for use in pins.uses(GRID))
    free = below.partition(". ")[0]
    assert [int(pin) for pin in re.findall(r"GP(\d+)", free)] == pins.free(GRID)


def test_the_chain_table_gives_each_line_to_the_slot_of_the_config():
    rows = re.findall(r"^\| (\d) \|(.*)\|[^|]*\|$", section("The select chain"), re.MULTILINE)
    cells = [cell.strip() for _, row in rows for cell in row.split("|")]
    told = {line: name for line, name in enumerate(cells) if name != "–"}
    assert len(cells) == GRID["selects"]["outputs"]
    assert told == {line: name for _, name, line in wiring.lines(GRID)}


@pytest.mark.parametrize("figure", [power.readers_ma(GRID), power.total_ma(GRID)])
def test_the_supply_table_has_the_figures_of_the_check(figure):
    assert f"**{figure}**" in section("Supply")
