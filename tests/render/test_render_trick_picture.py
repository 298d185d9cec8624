"""Tricks and shown hands as pictures: every tile before its player, the best one framed."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.render import svg
from host_tools.render.trick_picture import hands_svg, trick_svg

TRICK = {0: "2-5", 1: "3-5", 2: "5-5", 3: "0-6"}
HANDS = [["6-1", "6-3", "6-4", "6-5", "6-6"], ["3-1", "3-2", "3-3", "3-4", "3-5"]]


def tiles(text):
    """(x, y, turn, frame) of every tile, in order."""
    place = r'translate\((\d+) (\d+)\)(?: rotate\((\d+)\))?">'
    body = r'<use href="#b" fill="[^"]*" stroke="([^"]*)"'
    found = re.findall(place + body, text)
    return [(int(x), int(y), int(turn or 0), frame) for x, y, turn, frame in found]


def labels(text):
    return {
        one.text: (int(one.get("x")), int(one.get("y")))
        for one in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")
    }


def test_each_tile_lies_between_the_middle_and_its_player():
    text = trick_svg(TRICK, leader=0, winner=3)
    names = labels(text)
    assert list(names) == ["1", "2", "3", "4"]
    middle = int(ElementTree.fromstring(text).get("width")) // 2
    for (x, y, turn, _), (far_x, far_y) in zip(tiles(text), names.values(), strict=True):
        assert (x - middle) * (far_y - middle) == (y - middle) * (far_x - middle), "in a line"
        assert abs(x - middle) + abs(y - middle) < abs(far_x - middle) + abs(far_y - middle)
        assert turn == (0 if y == middle else 90)
    assert names["1"][1] > middle and names["2"][0] < middle, "clockwise from the south"


@pytest.mark.parametrize("winner", range(4))
def test_the_tile_that_takes_the_trick_is_framed(winner):
    frames = [frame for *_, frame in tiles(trick_svg(TRICK, leader=0, winner=winner))]
    assert frames == [svg.ORANGE if seat == winner else svg.EDGE for seat in range(4)]


@pytest.mark.parametrize("leader", range(4))
def test_the_arrow_begins_beside_the_player_who_led(leader):
    text = trick_svg(TRICK, leader=leader, winner=0)
    (start,) = re.findall(r'<path d="M(-?\d+) (-?\d+)L[^"]*" fill="none"', text)
    x, y = map(int, start)
    near = min(labels(text).items(), key=lambda one: (one[1][0] - x) ** 2 + (one[1][1] - y) ** 2)
    assert near[0] == str(leader + 1)


def test_no_two_tiles_of_a_trick_touch():
    boxes = []
    for x, y, turn, _ in tiles(trick_svg(TRICK, 0, 0)):
        half = (svg.HALF // 2, svg.TILE // 2) if turn else (svg.TILE // 2, svg.HALF // 2)
        boxes.append((x - half[0], y - half[1], x + half[0], y + half[1]))
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            across = max(one[0], other[0]) - min(one[2], other[2])
            down = max(one[1], other[1]) - min(one[3], other[3])
            assert max(across, down) > 0


def test_hands_stand_in_rows_and_the_best_is_framed():
    text = hands_svg(HANDS, [1])
    found = tiles(text)
    assert [frame for *_, frame in found] == [svg.EDGE] * 5 + [svg.ORANGE] * 5
    assert len({y for _, y, _, _ in found}) == 2
    assert labels(text).keys() == {"1", "2"}
    width = int(ElementTree.fromstring(text).get("width"))
    assert max(x for x, *_ in found) + svg.TILE // 2 < width
