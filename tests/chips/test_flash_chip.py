"""The NOR flash: bits are only cleared, sectors erased as a whole, power cuts leave halves."""

import pytest

from host_tools.chips.flash import PAGE, SECTOR, Flash, FlashError


def programmed(done=1.0, data=b"\x0f" * 8):
    chip = Flash(2)
    chip.program(SECTOR + 16, data, done)
    return chip


def test_a_new_chip_is_erased():
    assert Flash(2).read(0, 2 * SECTOR) == b"\xff" * (2 * SECTOR)


def test_programming_clears_bits_and_never_sets_one():
    chip = programmed()
    chip.program(SECTOR + 16, b"\xf1" * 4)
    assert chip.read(SECTOR + 15, 10) == b"\xff" + b"\x01" * 4 + b"\x0f" * 4 + b"\xff"
    assert (chip.programs, chip.erases) == (2, 0)


def test_erasing_sets_a_sector_and_no_other():
    chip = programmed()
    chip.program(0, b"\0")
    chip.erase(1)
    assert chip.read(SECTOR, SECTOR) == b"\xff" * SECTOR
    assert chip.read(0, 1) == b"\0"
    assert (chip.erases, chip.worn) == (1, [0, 1])


@pytest.mark.parametrize("done", [0.0, 0.25, 0.5, 0.99])
def test_a_page_cut_short_has_its_first_bytes(done):
    chip = programmed(done)
    whole = int(8 * done)
    got = chip.read(SECTOR + 16, 9)
    assert got[:whole] == b"\x0f" * whole
    assert got[whole] not in (0x0F, 0xFF)  # half written
    assert got[whole + 1 :] == b"\xff" * (8 - whole)


@pytest.mark.parametrize("done", [0.0, 0.5, 0.9])
def test_a_sector_cut_short_is_neither_what_it_was_nor_erased(done):
    chip = Flash(1)
    for page in range(SECTOR // PAGE):
        chip.program(page * PAGE, bytes(PAGE))
    chip.erase(0, done)
    left = sum(byte != 0xFF for byte in chip.content)
    assert left and (left == SECTOR) == (done == 0)


@pytest.mark.parametrize(
    "act",
    [
        lambda chip: chip.program(PAGE - 1, b"ab"),
        lambda chip: chip.program(2 * SECTOR, b"a"),
        lambda chip: chip.read(2 * SECTOR - 1, 2),
        lambda chip: chip.erase(2),
        lambda chip: Flash(2, b"short"),
    ],
)
def test_what_the_chip_cannot_do_is_refused(act):
    with pytest.raises(FlashError):
        act(Flash(2))
