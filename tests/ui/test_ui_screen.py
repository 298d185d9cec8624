"""What the screen says, read back from the picture on the emulated display."""

import itertools
import re

import pytest

from domino.words import ids
from host_tools.render.read_screen import UNKNOWN, has_map, read_map, read_screen
from tests.ui.ui_parts import Shown, view

PLACE_BACK, NO_MATCH = ids.PLACE_BACK, ids.REFUSED + 14

# (players, teams, target, fields of the view, lines); trailing blanks do not count.
SCREENS = [
    (
        (
            2,
            False,
            61,
            {"scores": [25, 30, 0, 0], "turn": 0, "total": 10, "message": 2, "seat": 0},
        ),
        [
            "1▶  12½    2     15",
            "",
            "Ends  10   To    61",
            "",
            "",
            "Turn 1",
            "Player 1: your turn",
            "",
        ],
    ),
    (
        (2, False, 61, {"turn": 0, "total": 10, "message": 2, "seat": 0, "clock_s": 65}),
        [
            "1▶      0  2       0",
            "",
            "Ends  10   To    61",
            "",
            "",
            "Turn 1 1:05",
            "Player 1: your turn",
            "",
        ],
    ),
    (
        (4, True, 250, {"scores": [499, 0, 0, 0], "turn": 3, "message": 19, "winners": 2}),
        [
            "1 249½     2       0",
            "3          4▶",
            "Ends    0  To  250",
            "",
            "",
            "Turn 4",
            "Round over. 2+4 won",
            "",
        ],
    ),
    (
        (4, False, 0, {"scores": [1999, -7, 1, 20000], "message": 20}),
        [
            "1 999½     2   -3½",
            "",
            "3       ½  4 9999",
            "",
            "",
            "       Ends 0",
            "Clear the table",
            "",
        ],
    ),
    (
        (3, False, 61, {"scores": [2, 4, 6, 0], "turn": 2, "total": 36, "message": 5, "seat": 1}),
        [
            "1       1  2       2",
            "",
            "3▶      3  Ends  36",
            "",
            "",
            "Turn 3         To 61",
            "Player 2 drew",
            "",
        ],
    ),
    (
        (
            *(3, False, 61),
            {"scores": [46, 30, 61, 0], "turn": 1, "message": PLACE_BACK, "tile": 24, "slot": 12}
            | {"alerts": ((7, ids.FOREIGN_TAG), (12, PLACE_BACK), (51, NO_MATCH))},
        ),
        [
            "1  23  2  15  3 30½",
            "       ▲",
            "h1  phone, card",
            "e2  tile lifted",
            "p3  wrong tile",
            "Turn 2 Ends 0  To 61",
            "Put 3-6 back on e2",
            "",
        ],
    ),
    (
        (
            *(2, False, 0),
            {"turn": 1, "message": ids.CHOOSE_PORT, "on": 20, "port": 4, "index": 1, "of": 12}
            | {"alerts": tuple((slot, PLACE_BACK) for slot in range(4))},
        ),
        [
            "1       0  2▶      0",
            "",
            "a1  tile lifted",
            "3 more",
            "◀5-5 side 2   ▶",
            "Turn 2 Ends 0",
            "Which end? Left or",
            "right, then OK",
        ],
    ),
]


@pytest.mark.parametrize(("given", "lines"), SCREENS)
def test_read_back(given, lines):
    players, teams, target, fields = given
    assert read_screen(Shown().show(players, teams, target, view(**fields))) == lines


@pytest.mark.parametrize(
    ("on", "port", "text"),
    [
        (18, 0, "3-5 3"),
        (18, 1, "3-5 5"),
        (20, 2, "5-5 line"),
        (20, 5, "5-5 side"),
        (0, 3, "0-0 line"),
    ],
)
def test_question_names_the_end(on, port, text):
    asked = view(message=ids.CHOOSE_PORT, on=on, port=port, index=0, of=2)
    line = read_screen(Shown().show(2, False, 61, asked))[4]
    assert line == f"◀{text:<8} 1/2{'':7}▶"


@pytest.mark.parametrize(
    "half_units", [0, 1, 2, 19, 20, 199, 200, 1999, 2000, 19998, -1, -2, -199]
)
@pytest.mark.parametrize("alerts", [(), ((0, PLACE_BACK),)])
@pytest.mark.parametrize("players", [2, 4])
def test_every_score_reads_back(half_units, alerts, players):
    """Large and narrow digits; a score of four digits drops its half."""
    whole = abs(half_units) // 2
    half = "½" if half_units % 2 and whole < 1000 else ""
    text = ("-" if half_units < 0 else "") + (str(whole) if whole or not half else "") + half
    lines = read_screen(Shown().show(players, False, 0, view(alerts, scores=[half_units] * 4)))
    assert re.findall(rf"(?<=[12]) *({re.escape(text)})", lines[0].replace("▶", " ")), lines
    assert UNKNOWN not in "".join(lines)


def test_map_marks_the_alerts_only():
    shown = Shown()
    for slots in ((), (0,), (47,), (12, 13), (7, 40, 41, 50)):
        alerts = tuple((slot, PLACE_BACK) for slot in slots)
        picture = shown.show(2, False, 61, view(alerts))
        assert has_map(picture) == bool(slots)
        expected = {(slot % 8, slot // 8) for slot in slots if slot < 48}
        assert read_map(picture, 8, 6) == expected


def test_a_board_without_map_lists_the_alerts():
    shown = Shown([b"s1", b"s2"], b"", 1, 1)
    picture = shown.show(2, False, 61, view(((1, PLACE_BACK),)))
    assert not has_map(picture)
    assert read_screen(picture)[2] == "s2  tile lifted"


def test_a_turned_display_shows_the_picture_turned():
    upright = Shown().show(2, False, 61, view(turn=0, message=2, seat=0))
    turned = Shown(flipped=True).show(2, False, 61, view(turn=0, message=2, seat=0))
    flipped = bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(upright))
    assert turned == flipped != upright


def test_at_most_one_page_a_step_and_only_what_changed():
    shown = Shown()
    shown.screen.set_up(2, False, 61)
    shown.screen.update(view(turn=0, message=2, seat=0))
    steps = shown.run(300)
    assert max(steps) <= 4 + 129
    assert sum(steps) <= 60 + 8 * (4 + 129)
    shown.screen.update(view(turn=0, message=2, seat=0))
    assert sum(shown.run(300)) == 0
    shown.screen.update(view(turn=0, message=2, seat=0, total=5))
    assert sum(shown.run(300)) == 2 * (4 + 129), "the large total, two rows"


def test_dark_until_everything_is_written():
    shown = Shown()
    shown.screen.update(view(message=20))
    while not shown.chip.display_on:
        assert shown.now_ms < 200
        shown.run(10)
    assert read_screen(shown.chip.picture())[6] == "Clear the table"


@pytest.mark.parametrize("fault_ms", [(0, 25_000), (45, 12_000), (2000, 2100), (2000, 30_000)])
def test_an_absent_display_is_set_up_again(fault_ms):
    """Absent at the start, lost while set up, lost in play, also for a moment unnoticed."""
    begin_ms, end_ms = fault_ms
    shown = Shown()
    shown.screen.update(view(message=20))
    shown.run(begin_ms)
    shown.chip.fault = "unplugged"
    tries = sum(1 for step in shown.run(end_ms - begin_ms) if step)
    assert tries <= 2 + (end_ms - begin_ms) // 10_000
    shown.chip.fault = None
    shown.run(21_000)
    assert read_screen(shown.chip.picture())[6] == "Clear the table"


def test_without_a_display_nothing_happens():
    shown = Shown()
    shown.display._i2c = None
    shown.screen.update(view(message=20))
    assert sum(shown.run(1000)) == 0


def test_the_clock_may_wrap():
    shown = Shown()
    shown.chip.fault = "unplugged"
    shown.now_ms = 0x3FFFFFFF - 5_000
    shown.screen.update(view(message=20))
    shown.run(4_000)
    shown.chip.fault = None
    for _ in range(800):
        shown.screen.step(shown.now_ms & 0x3FFFFFFF)
        shown.now_ms += 10
    assert read_screen(shown.chip.picture())[6] == "Clear the table"


def test_every_line_of_every_message_reads_back():
    """All messages with all operands: no letter without a picture, nothing beside the cells."""
    shown = Shown()
    for message, seat in itertools.product(range(1, 96), (0, 255)):
        told = view(message=message, seat=seat, slot=12, tile=24, other=51, amount=25, of=7)
        lines = read_screen(shown.show(2, False, 61, told))
        assert UNKNOWN not in "".join(lines), (message, lines)


@pytest.mark.parametrize("panel", ["ssd1306", "sh1106"])
def test_at_rest_the_screen_is_dark(panel):
    shown = Shown(panel=panel)
    before = shown.show(2, False, 61, view(turn=0, message=2, seat=0))
    shown.screen.rest(True)
    shown.run(100)
    assert not any(shown.chip.picture())
    shown.screen.update(view(turn=1, message=2, seat=1))
    for _ in range(600):
        assert max(shown.run(100)) < 40, "that it is to be off, no page"
        assert not any(shown.chip.picture())
    shown.screen.rest(False)
    shown.screen.update(view(turn=0, message=2, seat=0))
    shown.run(500)
    assert shown.chip.picture() == before


def test_a_screen_that_is_turned_faces_the_other_side():
    shown = Shown()
    upright = shown.show(2, False, 61, view(turn=0, message=2, seat=0))
    shown.screen.turn(True)
    shown.run(500)
    assert shown.chip.picture() != upright == shown.chip.facing_picture()
    assert sum(shown.run(500)) == 0
    shown.screen.turn(True)
    assert sum(shown.run(500)) == 0, "it is turned already"
    shown.screen.turn(False)
    shown.run(500)
    assert shown.chip.picture() == upright
