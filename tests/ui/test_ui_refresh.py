"""Parts that cannot be asked what they hold, the strip and the screen: whatever a disturbance does
to them is put right, unseen, and a lost transfer is made good at once."""

import random

import pytest

from domino.ui.ssd1306 import PAGES
from domino.words import ids
from host_tools.chips.ws2812 import END_NS, WS2812Chain
from host_tools.sim.clock import VirtualClock
from tests.ui.test_ui_strip import Lit
from tests.ui.ui_parts import Shown, view

CHIPS = ("ssd1306", "sh1106")
REFRESH_MS = 2000
ALL_MS = (PAGES + 2) * REFRESH_MS  # every page had its turn
TOLD = {"turn": 0, "message": ids.YOUR_TURN, "seat": 0, "scores": [20, 12, 0, 0]}
# What a page is written through, not what is seen.
PASSING = {"bytes_heard", "_column", "_page", "_columns", "_pages", "_command", "_given"}


def registers(chip):
    """All that a disturbance can change, but the noise in columns that no panel shows."""
    kept = {name: value for name, value in vars(chip).items() if name not in PASSING | {"ram"}}
    return kept | {"timing": dict(chip.timing), "picture": chip.picture()}


def shown(panel, **fields):
    table = Shown(panel=panel)
    table.show(2, False, 61, view(**TOLD | fields))
    return table


def run(table, span_ms, step_ms=50):
    for _ in range(span_ms // step_ms):
        table.screen.step(table.now_ms)
        table.now_ms += step_ms


@pytest.mark.parametrize("panel", CHIPS)
def test_whatever_byte_the_display_takes_for_a_command_is_put_right(panel):
    """Also a command whose arguments never come, and one that ends a command before it."""
    table = shown(panel)
    right = registers(table.chip)
    picks = random.Random(panel)
    for command in range(256):
        for more in (b"", bytes((picks.randrange(256),)), picks.randbytes(picks.randrange(2, 9))):
            table.chip.disturb(bytes((command,)) + more)
            run(table, REFRESH_MS + 1100)
            found = registers(table.chip)
            del found["picture"]  # what was written through a moved pointer takes its turn
            assert found == {name: right[name] for name in found}, (command, more)
    run(table, ALL_MS)
    assert registers(table.chip) == right


@pytest.mark.parametrize("panel", CHIPS)
@pytest.mark.parametrize(
    "commands", ["a7", "48", "8110", "a0", "c0", "a81f", "d310", "2000", "da02"]
)
@pytest.mark.parametrize("at_ms", [0, 10, 20, 60, 100, 130, 3000])
def test_a_register_bent_at_any_moment_of_the_start_or_later(panel, commands, at_ms):
    table, right = Shown(panel=panel), registers(shown(panel).chip)
    table.screen.set_up(2, False, 61)
    table.screen.update(view(**TOLD))
    table.run(at_ms)
    table.chip.disturb(bytes.fromhex(commands))
    table.run(ALL_MS)
    assert registers(table.chip) == right


@pytest.mark.parametrize("panel", CHIPS)
def test_a_display_that_was_switched_off_or_lost_its_voltage_is_lit_again(panel):
    for commands in ("ae", "8d10", "ad8a", "aed3"):
        table = shown(panel)
        right = registers(table.chip)
        table.chip.disturb(bytes.fromhex(commands))
        table.run(REFRESH_MS + 1500)
        assert table.chip.picture() == right["picture"], commands
        assert registers(table.chip) == right


@pytest.mark.parametrize("panel", CHIPS)
@pytest.mark.parametrize("is_turned", [False, True])
def test_columns_of_the_memory_are_written_again(panel, is_turned):
    table = shown(panel)
    table.screen.turn(is_turned)
    table.run(500)
    right = table.chip.picture()
    picks = random.Random(1)
    for _ in range(6):
        for _ in range(9):
            place = picks.randrange(PAGES), picks.randrange(table.chip.columns)
            table.chip.bend(*place, picks.randrange(1, 130), picks.randrange(1, 256))
        assert table.chip.picture() != right
        run(table, ALL_MS)
        assert table.chip.picture() == right


@pytest.mark.parametrize("panel", CHIPS)
def test_nobody_sees_a_refresh_and_no_step_takes_longer_than_a_page(panel):
    table = shown(panel)
    right = table.chip.picture()
    seen = []
    take = table.chip._take_command, table.chip._take_data
    table.chip._take_command = lambda value: (take[0](value), seen.append(table.chip.picture()))
    table.chip._take_data = lambda value: (take[1](value), seen.append(table.chip.picture()))
    steps = table.run(3 * REFRESH_MS)
    assert len(seen) > 400
    assert all(picture == right for picture in seen)
    assert max(steps) <= 4 + 129
    assert sum(1 for step in steps if step) <= 2 * 3


@pytest.mark.parametrize("panel", CHIPS)
def test_a_dark_screen_stays_dark_and_comes_back_whole(panel):
    table = shown(panel)
    right = registers(table.chip)
    table.screen.rest(True)
    table.run(100)
    for commands in ("af", "a5", "a7", "d3", "a5af"):
        table.chip.disturb(bytes.fromhex(commands))
        table.run(REFRESH_MS + 1100)
        assert not any(table.chip.picture()), commands
    table.screen.rest(False)
    table.run(500)
    assert registers(table.chip) == right


@pytest.mark.parametrize("lost", [(n,) for n in range(40)] + [(3, 5), (1, 9, 20)])
def test_a_lost_transfer_is_made_good_after_100_ms(lost):
    """Whichever it is: of the set-up, of a page, of a refresh."""
    table = Shown()
    transfers = 0
    write = table.bus.writeto

    def writeto(address, data):
        nonlocal transfers
        transfers += 1
        if transfers - 1 in lost:
            table.bus.writes.append(0)
            raise OSError(5)
        write(address, data)

    table.bus.writeto = writeto
    right = shown("ssd1306").chip.picture()
    table.screen.set_up(2, False, 61)
    table.screen.update(view(**TOLD))
    table.run(700)
    assert table.chip.picture() == right
    while transfers <= max(lost):
        table.run(100)
    table.run(200)
    assert table.chip.picture() == right
    assert table.display.is_on()
    assert table.display.failures == len(lost)


def test_a_new_picture_whose_transfer_is_lost_is_there_soon():
    for lost in range(4):
        table = shown("ssd1306")
        right = shown("ssd1306", total=5).chip.picture()
        left = [lost]
        write = table.bus.writeto

        def writeto(address, data, left=left, write=write):
            left[0] -= 1
            if left[0] == -1:
                raise OSError(5)
            write(address, data)

        table.bus.writeto = writeto
        table.screen.update(view(**TOLD | {"total": 5}))
        table.run(300)
        assert table.chip.picture() == right, lost


def test_a_refresh_waits_while_a_tile_is_read_but_not_for_ever():
    table = shown("ssd1306")
    writes = []
    for _ in range(500):
        table.bus.writes.clear()
        table.screen.step(table.now_ms, True)
        table.now_ms += 10
        writes += table.bus.writes
    assert not writes
    for _ in range(200):
        table.screen.step(table.now_ms, True)
        table.now_ms += 10
        writes += table.bus.writes
    assert writes


# -- the strip ---------------------------------------------------------------------------------
@pytest.mark.parametrize("led", [0, 1, 60, 243])
@pytest.mark.parametrize("bits", [0x800000, 0xFF0000, 0x000001, 0xFFFFFF])
def test_a_bent_first_frame_is_made_good_by_the_second(led, bits):
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.chain.bend(led, bits)
    lit.run(20)
    assert lit.chain.lit() == 1
    lit.run(80)
    assert lit.chain.lit() == 0
    assert lit.chain.frames == 2


@pytest.mark.parametrize("is_missed", [False, True])
def test_a_frame_bent_in_play_shows_for_a_second(is_missed):
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.run(1000)
    lit.score(60)
    lit.chain.bend(3, 0xFF, is_missed=is_missed, frames=30)  # the whole run is bent
    lit.rest()
    lit.run(100)
    bent = lit.chain.colours
    lit.run(20_000)
    right = lit.chain.colours
    assert bent != right
    assert [led for led, _ in lit.pegs(0)] == [30]


@pytest.mark.parametrize("rests", [False, True])
def test_leds_disturbed_at_rest_are_put_right_within_a_second_or_so(rests):
    lit = Lit()
    lit.strip.set_up(4, 61)
    lit.score(20, 40, 66, 8)
    lit.rest()
    lit.strip.rest(rests)
    lit.run(1500)
    right = lit.chain.colours
    picks = random.Random(4)
    for _ in range(20):
        for _ in range(5):
            lit.chain.disturb(picks.randrange(244), picks.randrange(1, 1 << 24))
        lit.run(1200)
        assert lit.chain.colours == right


def test_the_strip_is_sent_about_once_a_second_at_rest():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(20)
    lit.rest()
    begin = len(lit.sent_ms)
    lit.run(30_000)
    assert 27 <= len(lit.sent_ms) - begin <= 31


def test_the_current_limit_does_not_darken_a_frame_that_is_sent_again():
    lit = Lit(brightness_pct=100, current_ma=260)
    lit.strip.set_up(4, 61)
    lit.score(20, 40, 66, 8)
    lit.rest()
    lit.run(1500)
    right = lit.chain.colours
    lit.run(20_000)
    assert lit.chain.colours == right


def test_leds_that_heard_something_before_the_first_frame_take_its_bits_for_others():
    """The emulated chain: 280 us of low before the first frame, or all bits come one too late."""
    for low_ns, is_right in ((0, False), (END_NS - 1, False), (END_NS, True), (2 * END_NS, True)):
        clock = VirtualClock()
        chain = WS2812Chain(2, clock)
        if low_ns:
            chain.drive(0)
        clock.advance(low_ns + 6 * 8 * 1250)
        chain.feed(b"\x10\x20\x30\x00\x00\x40")
        assert (chain.colours == [(32, 16, 48), (0, 0, 64)]) == is_right, low_ns


def test_a_frame_that_begins_before_the_one_before_has_ended_is_lost():
    clock = VirtualClock()
    chain = WS2812Chain(1, clock)
    chain.drive(0)
    for level in (10, 20):
        clock.advance(END_NS + 30_000)
        chain.feed(bytes((level,) * 3))
    clock.advance(END_NS - 1 + 30_000)
    chain.feed(bytes((30,) * 3))
    assert chain.colours == [(20, 20, 20)]
