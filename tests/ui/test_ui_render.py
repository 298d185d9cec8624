"""Pictures for people: which way tiles lie, what is drawn where, and the text versions."""

from io import BytesIO

import pytest
from PIL import Image

from domino.words import ids
from host_tools.render import pictures, table_picture, terminal
from host_tools.render.facing import facing, slot_places
from tests.ui.ui_parts import Shown, view

PLACES = slot_places(8, 6)


def lying(*tiles):
    return [dict(zip(("tile", "slot", "on", "port"), tile, strict=True)) for tile in tiles]


SPINNER = lying(
    ("5-5", "d3", None, None),
    ("0-5", "e3", "5-5", "line_a"),
    ("3-5", "c3", "5-5", "line_b"),
    ("5-6", "d2", "5-5", "branch_a"),
    ("6-6", "d1", "5-6", "high"),
    ("0-3", "e4", "0-5", "low"),
)


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        (lying(("3-5", "d3", None, None)), {"3-5": None}),
        (
            SPINNER,
            {
                "5-5": "north",  # across its line
                "0-5": "east",
                "3-5": "west",
                "5-6": "south",
                "6-6": "west",
                "0-3": "north",  # the chain turns: its end faces the neighbour
            },
        ),
        (
            lying(("3-5", "d3", None, None), ("5-6", "d4", "3-5", "high")),
            {"3-5": "north", "5-6": "north"},
        ),
        (  # a remote placement: no neighbour, so its direction is not known
            lying(("3-5", "d3", None, None), ("5-6", "a1", "3-5", "high")),
            {"3-5": None, "5-6": None},
        ),
        (  # until something joins it
            lying(
                ("3-5", "d3", None, None),
                ("5-6", "a1", "3-5", "high"),
                ("1-6", "b1", "5-6", "high"),
            ),
            {"3-5": None, "5-6": "west", "1-6": "east"},
        ),
        (  # a branch first seen: the spinner's line runs across it
            lying(("5-5", "d3", None, None), ("5-6", "d2", "5-5", "branch_a")),
            {"5-5": "north", "5-6": "south"},
        ),
    ],
)
def test_facing(layout, expected):
    assert facing(layout, PLACES) == expected


@pytest.mark.parametrize(
    ("linked", "end", "side"),
    [
        (None, "h3", None),
        ("rows", "h3", "east"),
        ("both", "h3", "east"),
        ("columns", "h3", None),
        ("rows", "a6", None),
        ("columns", "a6", "south"),
    ],
)
def test_a_joint_over_a_linked_edge_faces_that_edge(linked, end, side):
    start = "a3" if end == "h3" else "a1"
    tiles = lying(("3-5", start, None, None), ("5-6", end, "3-5", "high"))
    assert facing(tiles, PLACES, linked)["3-5"] == side


def pixels(png):
    return Image.open(BytesIO(png)).convert("RGB")


def count(image, colour, near=40):
    """Pixels close to a colour."""
    return sum(
        times
        for times, found in image.getcolors(1 << 20)
        if all(abs(a - b) <= near for a, b in zip(found, colour, strict=True))
    )


def slot_of(image, name):
    """The slot without its rim, where the label of an alert further north may reach."""
    left, top, right, bottom = table_picture._slot_box(*PLACES[name])
    return image.crop((left + 1, top + 13, right - 1, bottom))


def test_table_shows_tiles_where_they_lie():
    state = {"columns": 8, "rows": 6, "layout": SPINNER}
    image = pixels(pictures.table_png(state))
    for name in PLACES:
        there = name in {tile["slot"] for tile in SPINNER}
        assert (count(slot_of(image, name), table_picture.IVORY) > 1000) == there, name


def pips_by_half(image):
    """Connected dark dots in the west, east, north and south half of a slot."""
    width, height = image.size
    dark = {
        (x, y)
        for x in range(width)
        for y in range(height)
        if max(image.getpixel((x, y))) < 60 and image.getpixel((x, y))[1] < 40  # no green shadow
    }
    dots = []
    while dark:
        todo, dot = [dark.pop()], []
        while todo:
            x, y = todo.pop()
            dot.append((x, y))
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & dark
            dark -= near
            todo += near
        if len(dot) > 12:
            dots.append((sum(x for x, _ in dot) / len(dot), sum(y for _, y in dot) / len(dot)))
    return {
        "west": sum(x < width / 2 - 5 for x, _ in dots),
        "east": sum(x > width / 2 + 5 for x, _ in dots),
        "north": sum(y < height / 2 - 5 for _, y in dots),
        "south": sum(y > height / 2 + 5 for _, y in dots),
    }


@pytest.mark.parametrize(
    ("slot", "low_side", "low", "high_side", "high"),
    [
        ("e3", "east", 0, "west", 5),
        ("c3", "west", 3, "east", 5),
        ("d2", "south", 5, "north", 6),
        ("d1", "west", 6, "east", 6),
        ("e4", "north", 0, "south", 3),
    ],
)
def test_pips_face_the_joined_tile(slot, low_side, low, high_side, high):
    image = pixels(pictures.table_png({"columns": 8, "rows": 6, "layout": SPINNER}))
    found = pips_by_half(image.crop(table_picture._slot_box(*PLACES[slot])))
    assert (found[low_side], found[high_side]) == (low, high)


def test_alerts_loose_tiles_things_and_pads_are_drawn():
    bare = {"columns": 8, "rows": 6}
    state = bare | {
        "loose": [{"tile": "2-6", "slot": "d4"}, {"tile": "0-1", "slot": "p2"}],
        "things": {"h1": "phone"},
        "alerts": [{"slot": "d4", "kind": "no_match"}, {"slot": "p2", "kind": "not_your_pad"}],
        "turn_pad": "p1",
    }
    before, after = pixels(pictures.table_png(bare)), pixels(pictures.table_png(state))
    for name in PLACES:
        assert (slot_of(before, name) != slot_of(after, name)) == (name in ("d4", "h1")), name
    assert count(slot_of(after, "d4"), table_picture.ALERT) > 500
    assert count(before, table_picture.ALERT) == 0
    assert count(after, table_picture.TURN) > 100


def test_a_ring_of_named_places():
    ring = {f"s{i + 1}": [i, 0] if i < 8 else [15 - i, 2] for i in range(16)}
    state = {"places": ring, "layout": lying(("3-5", "s9", None, None)), "pads": {"p0": "north"}}
    assert pixels(pictures.table_png(state)).width == 2 * 96 + 8 * 100
    assert any("3:5" in line for line in terminal.table_lines(state))


def test_strip_glows_where_leds_are_lit():
    colours = [(0, 0, 0)] * 244
    colours[61 + 9] = (0, 14, 51)
    dark, lit = (pixels(pictures.strip_png(c)) for c in ([(0, 0, 0)] * 244, colours))
    changed = [
        (x, y)
        for x in range(lit.width)
        for y in range(lit.height)
        if sum(
            abs(a - b) for a, b in zip(dark.getpixel((x, y)), lit.getpixel((x, y)), strict=True)
        )
        > 60
    ]
    assert changed
    xs, ys = [x for x, _ in changed], [y for _, y in changed]
    assert max(xs) - min(xs) < 40 and max(ys) - min(ys) < 40
    assert 0.12 < sum(xs) / len(xs) / lit.width < 0.25


def test_screen_picture_has_every_pixel():
    picture = Shown().show(2, False, 61, view(turn=0, message=ids.YOUR_TURN, seat=0))
    image = pixels(pictures.screen_png(picture))
    lit = sum(bin(byte).count("1") for byte in picture)
    assert count(image, (176, 226, 255), 5) == lit * 16


def test_combined_holds_all_three():
    picture = Shown().show(2, False, 61, view(turn=0, message=ids.YOUR_TURN, seat=0))
    state = {"columns": 8, "rows": 6, "layout": SPINNER}
    png = pictures.combined_png(state, [(0, 0, 0)] * 244, picture, "All Fives", ("Move 1",))
    image = pixels(png)
    assert count(image, table_picture.IVORY) > 10_000
    assert count(image, (176, 226, 255), 5) > 1000
    assert len(png) < 200_000


def test_table_in_text():
    state = {
        "columns": 8,
        "rows": 6,
        "layout": SPINNER,
        "things": {"h1": "phone"},
        "alerts": [{"slot": "h1", "kind": "foreign_tag"}, {"slot": "p0", "kind": "not_your_pad"}],
    }
    assert terminal.table_lines(state)[:13] == [
        "     a    b    c    d    e    f    g    h",
        "                                      !   !",
        " 1   .    .    .   6:6   .    .    .  ! ? !",
        "                                      !   !",
        "                    6",
        " 2   .    .    .    -    .    .    .    .",
        "                    5",
        "                    5",
        " 3   .    .   3:5   -   5:0   .    .    .",
        "                    5",
        "                         0",
        " 4   .    .    .    .    -    .    .    .",
        "                         3",
    ]


def test_strip_in_text():
    colours = [(0, 0, 0)] * 244
    colours[0], colours[6], colours[243] = (10, 4, 0), (51, 22, 0), (0, 1, 0)
    lines = terminal.strip_lines(colours)
    assert lines[0].startswith("1 o.... .O... .....")
    assert lines[1] == "2 " + "..... " * 12 + "."
    assert lines[3].endswith("..... O")


def test_screen_in_text():
    picture = Shown().show(2, False, 61, view(turn=0, message=ids.YOUR_TURN, seat=0))
    lines = terminal.screen_lines(picture)
    assert len(lines) == 10 and {len(line) for line in lines} == {23}
    assert lines[7] == "|Player 1: your turn  |"


def test_many_open_ends_stand_close_in_a_wider_box(monkeypatch):
    ends = ["[0] [6|6] (5) (4) [6] (0) (0) (2) (4)", "Player 1: your turn"]
    monkeypatch.setattr(terminal, "read_screen", lambda picture: ends)
    edge, close, line, _ = terminal.screen_lines(b"")
    assert close == "|[0][6|6](5)(4)[6](0)(0)(2)(4)|"
    assert len(edge) == len(close) == len(line)


def test_blocks_beside_each_other():
    assert terminal.side_by_side(["a", "bcd"], ["x", "y", "z"]) == [
        "a     x",
        "bcd   y",
        "      z",
    ]
