"""The SH1106: its 132 columns, page writes only, its converter, and its driver on it; numbers of
commands are those of the data sheet."""

import pytest

from domino.words import ids
from host_tools.chips.sh1106 import SH1106
from host_tools.chips.ssd1306 import SSD1306
from host_tools.render.read_screen import read_screen
from tests.ui.ui_parts import Shown, view

UPRIGHT = bytes((0x00, 0xAD, 0x8B, 0xA1, 0xC8, 0xAF))


def lit(*commands, data=b""):
    """Switched on upright, all 132 columns cleared, given more commands, then data."""
    chip = SH1106()
    chip.write(UPRIGHT)
    for page in range(8):
        chip.write(bytes((0x00, 0xB0 + page, 0x00, 0x10)))
        chip.write(b"\x40" + bytes(132))
    if commands:
        chip.write(b"\x00" + bytes(commands))
    chip.write(b"\x40" + data)
    return chip


def seen(chip):
    return {divmod(i, 128): b for i, b in enumerate(chip.picture()) if b}


@pytest.mark.parametrize(
    ("commands", "data", "expected"),
    [
        # 1, 2: the panel begins at column 2
        ((0xB1, 0x02, 0x10), (1, 2), {(1, 0): 1, (1, 1): 2}),
        ((0xB1, 0x00, 0x10), (1, 2, 3), {(1, 0): 3}),
        # the fourth high bit: column 128 is the panel's 126
        ((0xB7, 0x00, 0x18), (4, 5), {(7, 126): 4, (7, 127): 5}),
        # 12: neither page nor column goes on after the last one
        ((0xB2, 0x01, 0x18), (6, 7, 8, 9, 10), {(2, 127): 6}),
        # no addressing mode, no windows: their arguments are commands themselves
        ((0xB0, 0x20, 0x01, 0x21, 0x05, 0x10), (1,), {(0, 3): 1}),
    ],
)
def test_memory(commands, data, expected):
    assert seen(lit(*commands, data=bytes(data))) == expected


def test_turned_the_offset_is_the_same():
    """6, 13: columns and lines reversed."""
    chip = lit(0xA0, 0xC0, 0xB0, 0x02, 0x10, data=b"\x01")
    assert seen(chip) == {(7, 127): 0x80}


def test_reset_values():
    """The converter is on (10), pump voltage 8.0 V (3), contrast 80 (5), the display off (11)."""
    chip = SH1106()
    assert (chip.converter, chip.pump, chip.contrast, chip.display_on) == (True, 2, 0x80, False)
    assert chip.read(1) == b"\x40"  # 22: ON/OFF
    chip.write(b"\x00\xaf\x33\xad\x8a")
    assert (chip.converter, chip.pump, chip.is_lit()) == (False, 3, False)


@pytest.mark.parametrize("flipped", [False, True])
def test_the_driver_shows_what_the_other_shows(flipped):
    told = view(message=ids.YOUR_TURN, seat=0, turn=0, scores=[25, 0, 0, 0])
    wide = Shown(panel="sh1106", flipped=flipped)
    assert wide.show(2, False, 61, told) == Shown(flipped=flipped).show(2, False, 61, told)
    assert max(wide.run(100)) == 0
    wide.chip.fault = "unplugged"
    wide.run(12_000)
    wide.chip.fault = None
    wide.run(21_000)
    again = wide.chip.picture()
    assert again == Shown(flipped=flipped).show(2, False, 61, told), "set up anew"


def test_the_driver_of_the_other_chip_is_seen_to_be_wrong():
    told = view(message=ids.YOUR_TURN, seat=0)
    shown = Shown()
    shown.chip = shown.bus.chip = SH1106()
    assert read_screen(shown.show(2, False, 61, told))[6] != "Player 1: your turn"
    wide = Shown(panel="sh1106")
    wide.chip = wide.bus.chip = SSD1306()
    assert not any(wide.show(2, False, 61, told)), "no charge pump"
