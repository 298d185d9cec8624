"""Open ends and tallies on the screen, and Arabic, read back from the picture."""

import pytest

from domino.rules import games
from domino.rules.match import Match
from domino.ui.drawn import Drawn
from domino.ui.tally import TallyScreen
from domino.words import ar, ar_font, ids
from host_tools.records.notation import tile_number
from host_tools.render.read_screen import UNKNOWN, read_screen
from tests.ui.ui_parts import NONE, Shown, view


def laid(game, *tiles):
    """The layout after these plays, each on the tile before it that it fits, as it is there."""
    match = Match()
    games.load(game, match.rules)
    match.set_up(2, False)
    match.open_round(0)
    for play in tiles:
        tile, _, on = play.partition(" on ")
        where = tile_number(on) if on else NONE
        assert match.play(tile_number(tile), where, NONE, NONE) == 0, play
    return match.layout


@pytest.mark.parametrize(
    ("game", "tiles", "line"),
    [
        ("all-fives", ["5-5"], "[5|5]"),
        ("all-fives", ["5-5", "0-5"], "[0] [5|5]"),
        ("all-fives", ["5-5", "0-5", "3-5"], "[0] [3] (5) (5)"),
        ("all-fives", ["1-2"], "[2] [1]"),
        ("draw", ["1-2", "2-6 on 1-2"], "(1) (6)"),
        ("horse-race", ["6-6", "4-6", "4-4"], "[4|4] [6|6]"),
    ],
)
def test_open_ends(game, tiles, line):
    """RULES.md, "Layout drawings": filled is what counts; a spinner's branches count nothing."""
    picture = Shown().show(2, False, 61, view(layout=laid(game, *tiles)))
    assert read_screen(picture)[4] == line


def test_while_a_question_or_an_alert_stands_there_no_ends_are_shown():
    layout = laid("all-fives", "5-5")
    asked = view(layout=layout, message=ids.CHOOSE_PORT, on=20, port=4, index=1, of=2)
    assert read_screen(Shown().show(2, False, 61, asked))[4].startswith("◀5-5")
    alert = view([(3, ids.PLACE_BACK)], layout=layout)
    assert "[" not in "".join(read_screen(Shown().show(2, False, 61, alert)))


TALLIES = [
    (0, ""),
    (5, "/"),
    (10, "x"),
    (45, "xxxx/"),
    (50, "#"),
    (135, "##xxx/"),
    (250, "#####"),
    (999, "#####"),
    (-5, ""),
]


@pytest.mark.parametrize(("points", "text"), TALLIES)
def test_tally(points, text):
    """RULES.md, "Shown to players": a stroke is 5; 50 a large X with four small x."""
    shown = Shown(kind=TallyScreen)
    told = view(scores=[2 * points, 2 * 5 + 1, 0, 0], total=10, turn=0)
    lines = read_screen(shown.show(2, False, 250, told))
    assert lines[2] == f"{text:<11}/", "a half point is no stroke"
    assert lines[5] == "Turn 1 Ends 10 To 250"
    assert UNKNOWN not in "".join(lines)


def test_no_tally_where_there_is_no_room():
    shown = Shown(kind=TallyScreen)
    told = view(scores=[100, 50, 20, 0], total=10)
    assert read_screen(shown.show(3, False, 200, told))[2].split() == ["3", "10", "Ends", "10"]
    alert = view([(3, ids.PLACE_BACK)], scores=[100, 50, 0, 0])
    assert read_screen(shown.show(2, False, 200, alert))[2] == "d1  tile lifted"


@pytest.mark.parametrize(
    ("message", "fields", "lines"),
    [
        (ids.YOUR_TURN, {"seat": 1}, ("دور اللاعب 2", "")),
        (ids.PLACE_BACK, {"tile": 24, "slot": 12}, ("أعيدوا 3-6 إلى e2", "")),
        (
            ids.TILE_MOVED,
            {"tile": 24, "slot": 12, "other": 0},
            ("3-6 على e2: مكانها a1", ""),
        ),
        (ids.CHECK_FILE, {"text": b"games.json x deal"}, ("راجعوا games.json x deal", "")),
    ],
)
def test_arabic_reads_back_in_the_order_it_was_written(message, fields, lines):
    shown = Shown()
    shown.screen.use_texts(Drawn(ar.TABLE, ar_font))
    told = view(message=message, turn=0, total=12, **fields)
    found = read_screen(shown.show(4, False, 250, told))
    assert tuple(found[6:]) == lines
    assert found[5] == "دور 1  مجموع 12  حتى 250"


def test_arabic_alerts_stand_beside_the_map():
    shown = Shown()
    shown.screen.use_texts(Drawn(ar.TABLE, ar_font))
    alerts = [(slot, ids.PLACE_BACK) for slot in range(4)] + [(7, ids.FOREIGN_TAG)]
    found = read_screen(shown.show(2, False, 61, view(alerts, turn=0)))
    assert found[2:5] == ["a1 قطعة مرفوعة", "4 أخرى", ""]
