"""The display chip: control bytes, addressing modes, and what the person sees."""

import pytest

from host_tools.chips.ssd1306 import SSD1306, WIDTH

UPRIGHT = bytes((0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xAF))


def lit(*commands, data=b""):
    """A display switched on upright, cleared, given more commands and then data."""
    chip = SSD1306()
    assert chip.write(UPRIGHT)
    chip.write(bytes((0x00, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)))
    chip.write(b"\x40" + bytes(1024))
    if commands:
        chip.write(b"\x00" + bytes(commands))
    if data:
        chip.write(b"\x40" + data)
    return chip


def seen(chip):
    """{(page, column): byte} of what is not dark."""
    return {divmod(i, WIDTH): b for i, b in enumerate(chip.picture()) if b}


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        # horizontal: windows in columns and pages, wrapping inside them
        (
            (0x21, 126, 127, 0x22, 2, 3),
            {(2, 126): 5, (2, 127): 2, (3, 126): 3, (3, 127): 4},
        ),
        # vertical
        ((0x20, 1, 0x21, 5, 6, 0x22, 6, 7), {(6, 5): 5, (7, 5): 2, (6, 6): 3, (7, 6): 4}),
        # by page: the column wraps, the page stays
        ((0x20, 2, 0xB4, 0x0E, 0x17), {(4, 126): 1, (4, 127): 2, (4, 0): 3, (4, 1): 4, (4, 2): 5}),
    ],
)
def test_addressing_modes(commands, expected):
    assert seen(lit(*commands, data=bytes((1, 2, 3, 4, 5)))) == expected


def test_control_bytes_single_and_continued():
    chip = lit()
    single = (0x80, 0x22, 0x80, 1, 0x80, 7, 0xC0, 0xAA, 0xC0, 0xBB, 0x40, 0xCC, 0xDD)
    chip.write(bytes(single))
    assert seen(chip) == {(1, 0): 0xAA, (1, 1): 0xBB, (1, 2): 0xCC, (1, 3): 0xDD}


def test_arguments_may_come_in_a_later_transaction():
    chip = lit()
    for command in (0x81, 0x33, 0xA8, 31):
        chip.write(bytes((0x80, command)))
    assert (chip.contrast, chip.rows) == (0x33, 32)


@pytest.mark.parametrize("command", [0xAE, 0x8D])
def test_dark_without_display_on_or_charge_pump(command):
    chip = lit(command, 0x10 if command == 0x8D else 0xE3, data=b"\xff")
    assert not chip.is_lit()
    assert not any(chip.picture())


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ((), {(0, 0): 0x03}),
        ((0xC0,), {(7, 0): 0xC0}),  # COM scan turned: upside down
        ((0xA0,), {(0, 127): 0x03}),  # segments not remapped: mirrored
        ((0xA0, 0xC0), {(7, 127): 0xC0}),
        ((0x7F,), {(0, 0): 0x06}),  # start line 63
        ((0x48,), {(7, 0): 0x03}),  # start line 8
    ],
)
def test_orientation(commands, expected):
    chip = lit(*commands, data=b"\x03")
    assert seen(chip) == expected


def test_segment_remap_leaves_what_is_written():
    chip = lit(data=b"\x01")
    chip.write(b"\x00\xa0")
    assert seen(chip) == {(0, 0): 1}


def test_invert_all_on_and_multiplex():
    assert lit(0xA7, data=b"\x0f").picture()[:2] == b"\xf0\xff"
    assert set(lit(0xA5).picture()) == {0xFF}
    rows_31 = lit(0xA8, 31, 0xA5).picture()
    assert rows_31.count(0xFF) == 512 and rows_31.count(0) == 512


def test_wrong_com_pins_mix_up_the_lines():
    assert seen(lit(0xDA, 0x02, data=b"\xff")) != seen(lit(data=b"\xff"))


def test_quick_picture_equals_pixels():
    chip = lit(0xA7, data=bytes(i * 37 & 0xFF for i in range(1024)))
    slow = bytearray(1024)
    for i in range(8192):
        x, y = i % 128, i // 128
        slow[(y >> 3) * 128 + x] |= chip.pixel(x, y) << (y & 7)
    assert chip.picture() == bytes(slow)


def test_memory_is_noise_until_written():
    chip = SSD1306()
    chip.write(UPRIGHT)
    assert len(set(chip.picture())) > 100


def test_fault_stops_acknowledging_and_loses_everything():
    chip = lit(data=b"\x01")
    chip.fault = "absent"
    assert not chip.write(b"\x00\xaf")
    assert not chip.is_lit()
    chip.fault = None
    assert chip.write(b"\x40\x00")
    assert not chip.is_lit(), "plugged in again it is off until it is set up"
    assert chip.read(1) == b"\x40"
