"""What a picture shows: filled numbers that add up to the total, hollow dots, orange frames."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.render import svg
from host_tools.render.layout_picture import Position, counted, layout_svg
from host_tools.render.paper import Laid
from tests.render.positions import EXAMPLES, POSITIONS

SVG = "{http://www.w3.org/2000/svg}"
LARGEST_BYTES = 8000


def numbers(picture):
    return [int(text.text) for text in picture.iter(f"{SVG}text")]


def dots(picture):
    return [one for one in picture.iter(f"{SVG}circle") if one.get("fill") == "none"]


def bodies(picture, **wanted):
    uses = (one for one in picture.iter(f"{SVG}use") if one.get("href") == "#b")
    return [one for one in uses if all(one.get(name) == value for name, value in wanted.items())]


@pytest.mark.parametrize("name", POSITIONS)
def test_filled_numbers_are_what_the_ends_count(name):
    picture = ElementTree.fromstring(layout_svg(POSITIONS[name]))
    position = POSITIONS[name]
    last = [done for done in EXAMPLES[name].round["actions"] if done["ok"]][-1]
    assert sum(numbers(picture)) == last["total"]
    assert sorted(numbers(picture)) == sorted(end["value"] for end in position.ends)
    assert len(numbers(picture)) + len(dots(picture)) == len(position.ports)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_tile_is_there_and_spinners_have_their_frame(name):
    picture = ElementTree.fromstring(layout_svg(POSITIONS[name]))
    position = POSITIONS[name]
    assert len(bodies(picture)) == len(position.laid)
    assert len(bodies(picture, stroke=svg.ORANGE)) == len(position.spinners)
    assert len(bodies(picture, fill=svg.SHUT)) == len(position.closed)
    shown = sorted(
        int(one.get("href")[2:]) for one in picture.iter(f"{SVG}use") if one.get("href") != "#b"
    )
    pips = [int(half) for one in position.laid for half in one.tile.split("-")]
    assert shown == sorted(half for half in pips if half), "an empty half has no face to use"


@pytest.mark.parametrize("name", POSITIONS)
def test_a_picture_is_small_and_nothing_leaves_it(name):
    text = layout_svg(POSITIONS[name])
    assert len(text) <= LARGEST_BYTES
    picture = ElementTree.fromstring(text)
    width, height = int(picture.get("width")), int(picture.get("height"))
    assert width <= 850, "wider than a page shows"
    for x, y in re.findall(r"translate\((-?\d+) (-?\d+)\)", text):
        assert svg.HALF // 2 < int(x) < width - svg.HALF // 2
        assert svg.HALF // 2 < int(y) < height - svg.HALF // 2


def test_a_zero_that_counts_is_a_number_and_not_a_dot():
    position = Position(
        [Laid("0-5")],
        [{"tile": "0-5", "value": 5}, {"tile": "0-5", "value": 0}],
        [{"tile": "0-5", "port": "high", "value": 5}, {"tile": "0-5", "port": "low", "value": 0}],
    )
    assert counted(position) == {("0-5", "high"): 5, ("0-5", "low"): 0}
    picture = ElementTree.fromstring(layout_svg(position))
    assert (sorted(numbers(picture)), len(dots(picture))) == ([0, 5], 0)


def test_a_double_counts_once_and_its_other_side_is_a_dot():
    ports = [{"tile": "2-2", "port": port, "value": 2} for port in ("line_a", "line_b")]
    position = Position([Laid("2-2")], [{"tile": "2-2", "value": 4}], ports)
    assert counted(position) == {("2-2", "line_a"): 4}
    picture = ElementTree.fromstring(layout_svg(position))
    assert (numbers(picture), len(dots(picture))) == ([4], 1)


def test_the_number_goes_to_the_line_before_the_branches():
    ports = [
        {"tile": "4-4", "port": port, "value": 4} for port in ("branch_a", "branch_b", "line_b")
    ]
    laid = [Laid("4-5"), Laid("4-4", "4-5", "low")]
    ports.append({"tile": "4-5", "port": "high", "value": 5})
    ends = [{"tile": "4-4", "value": 8}, {"tile": "4-5", "value": 5}]
    found = counted(Position(laid, ends, ports, frozenset(["4-4"])))
    assert found == {("4-4", "line_b"): 8, ("4-5", "high"): 5}


def turned(text, low, high):
    """(x, turn, first half, other half) of the tile with these halves."""
    for x, y, turn, halves in re.findall(
        r'translate\((\d+) (\d+)\)(?: rotate\((\d+)\))?">.*?(?:stroke="#5c5138"/>)(.*?)</g>', text
    ):
        faces = dict(re.findall(r'#f(\d)" x="(-?\d+)"', halves))
        if set(faces) == {str(low), str(high)}:
            return int(x), int(y), int(turn or 0), [faces[str(low)], faces[str(high)]]
    raise AssertionError("no such tile")


@pytest.mark.parametrize(
    "laid, turn",
    [
        ([Laid("1-4"), Laid("4-6", "1-4", "high")], 0),
        ([Laid("1-4"), Laid("2-4", "1-4", "high")], 0),
        ([Laid("1-4"), Laid("1-6", "1-4", "low")], 180),
        ([Laid("1-4"), Laid("1-1", "1-4", "low"), Laid("1-6", "1-1", "line_b")], 180),
    ],
)
def test_the_joined_half_looks_at_its_neighbour(laid, turn):
    """The first half of a tile is drawn on its west side before it is turned."""
    tile, on = laid[-1], laid[-2]
    low, high = map(int, tile.tile.split("-"))
    text = layout_svg(Position(laid, [], []))
    shared = (set(tile.tile) & set(on.tile) - {"-"}).pop()
    _, _, found, places = turned(text, low, high)
    assert found == turn
    assert places[0 if str(low) == shared else 1] == "-12"
