"""Registers that turn over by themselves: read back and put right, or the reader is named.

Every register of the MFRC522 data sheet (rev. 3.9, section 9), whatever it is good for: a chip
may lose any of them to a spike on its supply, or never have taken it.
"""

import pytest

from domino.board import looks
from domino.nfc import iso14443, mfrc522
from host_tools import boards
from host_tools.chips import mfrc522_map as r
from tests.board.tabletop import Tabletop, found, tile

WRITABLE = [number for number in range(1, 0x3C) if number not in r.READ_ONLY + r.TRANSIENT]
SLOT = 2
NEEDS_DB = 20  # a tile in its slot is not heard with the least gain
# Wrong values that make the emulated chip deaf, or loud, or slow.
HARMFUL = {
    r.COMMAND: (0x10, 0x20, 0x30),
    r.STATUS2: (0x08,),
    r.MODE: (0x3F, 0x3C),
    r.TX_MODE: (0x10, 0x70),
    r.RX_MODE: (0x10, 0x70),
    r.TX_CONTROL: (0x00, 0x8B),
    r.TX_ASK: (0x00,),
    r.TX_SEL: (0x00, 0x20),
    r.RX_SEL: (0x04, 0x44),
    r.RX_THRESHOLD: (0xC4, 0xFF),
    r.DEMOD: (0x8D, 0xCD),
    r.MF_RX: (0x10,),
    r.MOD_WIDTH: (0x00, 0x7F),
    r.RF_CFG: (0x08, 0x00),
    r.GS_N: (0x00, 0x28),
    r.CW_GS_P: (0x00, 0x08),
    r.T_MODE: (0x00, 0x8F),
    r.T_PRESCALER: (0xFF,),
    r.T_RELOAD_H: (0xFF, 0x10),
    r.T_RELOAD_L: (0x00, 0x01),
    r.TEST_SEL_2: (0x20, 0x40),
    r.AUTO_TEST: (0x48, 0x49),
}
CASES = [(number, value) for number, values in HARMFUL.items() for value in values]


def hexed(value):
    return f"{value:02x}"


def small():
    """Eight slots and a pad, so that all are looked at often."""
    board = boards.load("grid48_mfrc522")
    board["slots"] = {"grid": {"columns": 4, "rows": 2}, "selects": list(range(8))}
    board["pads"] = [{"select": 8}]
    table = Tabletop(board)
    for field in table.fields:
        field.needs_db = NEEDS_DB
    return table


SLOTS = 8
BATCHES = [CASES[i : i + SLOTS] for i in range(0, len(CASES), SLOTS)]  # one slot each


def tiles_on(batch):
    return [(slot, slot + 7) for slot in range(len(batch))]


def lay(table, batch):
    for slot, number in tiles_on(batch):
        table.fields[slot].put(tile(number))


def disturb(table, batch, **how):
    for slot, (number, value) in enumerate(batch):
        table.sim.readers[slot].disturb(number, value, **how)


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_a_register_that_turns_over_is_put_right_within_seconds(batch):
    table = small().start()
    table.run(3000)
    disturb(table, batch)
    assert table.run(8000) == []  # it is no dead reader
    lay(table, batch)
    assert sorted(found(table.run(1500))) == tiles_on(batch)
    assert table.longest_step_us < 15_500


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_a_tile_is_not_lost_when_its_readers_register_turns_over(batch):
    table = small().start()
    lay(table, batch)
    table.run(3000)
    table.events.clear()
    disturb(table, batch)
    assert table.run(8000) == []


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_a_harmful_register_that_stays_wrong_is_a_dead_reader(batch):
    table = small().start()
    table.run(3000)
    disturb(table, batch, sticks=True)
    dead = [(slot, looks.DEAD) for slot, _ in tiles_on(batch)]
    assert sorted(found(table.run(12_000))) == dead
    assert all(table.scanner.health.reasons[slot] != iso14443.SOUND for slot, _ in dead)
    for slot, _ in dead:
        table.sim.readers[slot].mend()
    lay(table, batch)
    table.run(40_000)
    assert list(table.scanner.found[: len(batch)]) == [number for _, number in tiles_on(batch)]


@pytest.mark.parametrize("number", WRITABLE, ids=hexed)
def test_no_value_of_any_register_makes_a_reader_deaf_for_long(number):
    """Every bit alone, then all of them, and none."""
    values = [r.RESET_VALUES[number] ^ 1 << bit for bit in range(8)], [0x00, 0xFF]
    for batch in ([(number, value) for value in row] for row in values):
        table = small().start()
        disturb(table, batch)
        table.run(8000)
        lay(table, batch)
        assert sorted(found(table.run(1500))) == tiles_on(batch)


@pytest.mark.parametrize("number", WRITABLE, ids=hexed)
def test_a_chip_that_forgets_a_register_at_set_up_reads_tags_or_is_named(number):
    table = small()
    table.sim.readers[SLOT].forgets = number
    table.start()
    table.fields[SLOT].put(tile())
    table.run(8000)
    assert table.scanner.found[SLOT] in (7, looks.DEAD)
    if number in (r.T_MODE, r.T_PRESCALER, r.T_RELOAD_L, r.TX_ASK, r.TX_CONTROL):
        assert table.scanner.found[SLOT] == looks.DEAD


def test_a_chip_with_other_values_after_its_reset_is_set_up_all_the_same():
    """Chips of other makers; what a reset leaves is not relied on."""
    for number, values in HARMFUL.items():
        if number in (r.COMMAND, r.STATUS2, r.TX_CONTROL):
            continue
        table = small()
        chip = table.sim.readers[SLOT]
        clear = chip._clear

        def other_reset(ready_ns, chip=chip, clear=clear, number=number, value=values[0]):
            clear(ready_ns)
            chip._regs[number] = value

        chip._clear = other_reset
        table.start()
        table.fields[SLOT].put(tile())
        assert (SLOT, 7) in found(table.run(1500)), number


def test_every_part_of_the_set_up_is_watched():
    from tests.nfc.one_reader import OneReader

    reader = OneReader()
    reader.light()
    watched = {ask[i] & 0x7F for ask, _ in reader.chip._watched for i in range(4, len(ask) - 1)}
    assert watched == {mfrc522._SET_UP[i] for i in range(0, len(mfrc522._SET_UP), 2)}


def test_what_no_register_tells_is_put_right_where_nothing_lies():
    """Deaf until a reset, while every register reads as it must: set up again in its turn."""
    table = small().start()
    chip = table.sim.readers[SLOT]
    chip.no_rf = chip.heals_by_reset = True
    chip._drive_antenna()
    table.run(60_000 + 9 * 5000)
    table.fields[SLOT].put(tile())
    assert found(table.run(1000)) == [(SLOT, 7)]
    assert list(table.scanner.health.failures) == [0] * 9
