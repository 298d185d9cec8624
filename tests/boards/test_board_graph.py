"""Slot names and neighbours."""

import copy

import pytest

from host_tools import boards
from host_tools.boards import graph

GRID = boards.load("grid48_mfrc522")
RING = {
    "pads": [],
    "slots": {
        "names": ["s1", "s2", "s3"],
        "neighbours": [[None, 1, None, 2], [None, 2, None, 0], [None, 0, None, 1]],
    },
}


def linked(which):
    return {"slots": {"grid": {"columns": 4, "rows": 3, "linked": which}}}


def around(config, name):
    """Names to the north, east, south and west of a slot."""
    names, links = boards.slot_names(config), boards.neighbours(config)
    slot = names.index(name)
    return [None if to == 255 else names[to] for to in links[4 * slot : 4 * slot + 4]]


@pytest.mark.parametrize(
    "config, slot, expected",
    [
        (GRID, "a1", [None, "b1", "a2", None]),
        (GRID, "h1", [None, None, "h2", "g1"]),
        (GRID, "a6", ["a5", "b6", None, None]),
        (GRID, "h6", ["h5", None, None, "g6"]),
        (GRID, "d3", ["d2", "e3", "d4", "c3"]),
        (RING, "s1", [None, "s2", None, "s3"]),
        (linked("rows"), "a1", [None, "b1", "a2", "d1"]),
        (linked("rows"), "d3", ["d2", "a3", None, "c3"]),
        (linked("columns"), "a1", ["a3", "b1", "a2", None]),
        (linked("columns"), "d3", ["d2", None, "d1", "c3"]),
        (linked("both"), "a1", ["a3", "b1", "a2", "d1"]),
        (linked("both"), "d3", ["d2", "a3", "d1", "c3"]),
        (linked("both"), "b2", ["b1", "c2", "b3", "a2"]),
    ],
    ids=str,
)
def test_neighbours(config, slot, expected):
    assert around(config, slot) == expected


def test_slots_count_by_rows_from_the_north_west_and_pads_follow():
    names = boards.slot_names(GRID)
    assert names[:9] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2"]
    assert (len(names), names[-1]) == (48, "h6")
    assert boards.pad_names(GRID) == ["p0", "p1", "p2", "p3"]
    assert type(boards.neighbours(GRID)) is bytearray
    assert len(boards.neighbours(GRID)) == 4 * 48


@pytest.mark.parametrize(
    "config", [GRID, *map(linked, ("rows", "columns", "both"))], ids=["grid", *"rcb"]
)
def test_grid_links_are_mutual(config):
    links = boards.neighbours(config)
    for at, to in enumerate(links):
        if to != 255:
            slot, direction = divmod(at, 4)
            assert links[4 * to + (direction + 2) % 4] == slot


def test_a_board_that_cannot_be_used_raises_one_class_that_tells_all(tmp_path):
    path = tmp_path / "board.json"
    path.write_text('{"version": 3}', encoding="utf-8")
    with pytest.raises(boards.BoardError) as caught:
        boards.load(path)
    error = caught.value
    assert str(error).startswith(f"{path}: ")
    assert str(error) == f"{error.file}: {error.place}: {error.problem}; wanted: {error.accepted}"
    assert {fault.place for fault in error.faults} >= {"version", "name", "buses", "buttons"}


def test_a_slot_with_the_name_of_a_pad_is_warned_of():
    config = copy.deepcopy(GRID)
    config["slots"] = {"grid": {"columns": 16, "rows": 3}, "selects": list(range(48))}
    (fault,) = graph.warnings(config)
    assert (fault.place, fault.problem) == ("slots.grid.columns", "p1 is a slot and a pad")
    config["pads"] = config["pads"][:1]
    assert graph.warnings(config) == []  # p0 alone, and rows count from 1
