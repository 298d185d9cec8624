"""Ports and ends: the layouts of RULES.md, tile by tile."""

import pytest

from tests.rules import core

# The rules that the two games do not use are tried as house rules on top of all-fives.
MUGGINS = {"branches": "at_once", "spinner_count": "two_closed"}
PYATEROCHKA = {"branches": "at_once", "spinner_count": "until_closed"}
FIVES = {"spinner": "none"}
DRAW = {"spinner": "none", "scoring": "none"}

# house rules, then tile by tile the total and the points in play
COUNTED = {
    "horse race: the opening 5-5, both long sides, a branch": (
        {"spinner": "all"},
        [
            ("5-5", 10, 10),
            ("2-5 on 5-5 line_a", 12, 0),
            ("3-5 on 5-5 line_b", 5, 5),
            ("4-5 on 5-5 branch_a", 9, 0),
        ],
    ),
    "all fives: ends 6 and 4 are 10, 9 is nothing": (
        {},
        [("4-6", 10, 10), ("4-5 on 4-6 low", 11, 0), ("3-6 on 4-6 high", 8, 0)],
    ),
    "all fives: 9 is nothing": ({}, [("3-6", 9, 0), ("3-4 on 3-6", 10, 10)]),
    "a total of nothing scores nothing": ({}, [("0-0", 0, 0), ("0-5 on 0-0", 5, 5)]),
    "only the first double is a spinner": (
        {},
        [
            ("1-2", 3, 0),
            ("2-2 on 1-2", 5, 5),
            ("1-1 on 1-2", 6, 0),
            ("2-5 on 2-2", 7, 0),
            ("1-6 on 1-1", 11, 0),
            ("2-3 on 2-2 branch_a", 14, 0),
        ],
    ),
    "muggins: fewer than two sides of the cross are taken": (
        MUGGINS,
        [
            ("5-5", 10, 10),
            ("0-5 on 5-5 line_a", 10, 10),
            ("3-5 on 5-5 line_b", 3, 0),
            ("0-2 on 0-5 low", 5, 5),
            ("4-5 on 5-5 branch_a", 9, 0),
            ("2-2 on 0-2 high", 11, 0),
            ("2-5 on 2-2", 12, 0),
            ("3-3 on 3-5 low", 15, 15),
        ],
    ),
    "muggins: any two sides": (
        MUGGINS,
        [("5-5", 10, 10), ("0-5 on 5-5 branch_a", 10, 10), ("3-5 on 5-5 line_a", 3, 0)],
    ),
    "pyaterochka: each free side, two at most": (
        PYATEROCHKA,
        [
            ("5-5", 10, 10),
            ("0-5 on 5-5 line_a", 10, 10),
            ("3-5 on 5-5 line_b", 13, 0),
            ("0-2 on 0-5 low", 15, 15),
            ("3-3 on 3-5 low", 18, 0),
            ("4-5 on 5-5 branch_a", 17, 0),
        ],
    ),
    "fives: two ends, a double counts both halves": (
        FIVES,
        [("4-6", 10, 10), ("6-6 on 4-6", 16, 0), ("4-4 on 4-6", 20, 20), ("3-6 on 6-6", 11, 0)],
    ),
    "draw: nothing counts": (DRAW, [("5-5", 0, 0), ("0-5 on 5-5", 0, 0)]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_counting_the_ends(name):
    house, plays = COUNTED[name]
    match = core.new_match(players=2, **house)
    match.open_round(0)
    for action, total, points in plays:
        core.do(match, action)
        state = core.state(match)
        assert (state["total"], state["points"]) == (total, points), action
        assert sum(end["value"] for end in state["ends"]) == total
        assert match.check(core.SCRATCH)


# house rules, plays, and the open ports after them
OPEN = [
    ({}, "3-5", "3-5 high, 3-5 low"),
    ({}, "3-3", "3-3 line_a, 3-3 line_b"),
    (MUGGINS, "3-3", "3-3 branch_a, 3-3 branch_b, 3-3 line_a, 3-3 line_b"),
    (FIVES, "3-3; 3-5 on 3-3; 3-4 on 3-3", "3-4 high, 3-5 high"),
    ({}, "3-3; 3-5 on 3-3 line_b", "3-3 line_b, 3-5 high"),
    (
        {},
        "3-3; 3-5 on 3-3; 3-4 on 3-3; 2-3 on 3-3 branch_b",
        "2-3 low, 3-3 branch_b, 3-4 high, 3-5 high",
    ),
    ({}, "0-6; 1-6 on 0-6", "0-6 low, 1-6 low"),  # by printed name, not by number
    ({}, "1-6; 0-6 on 1-6", "0-6 low, 1-6 low"),
    (DRAW, "3-5; 5-5 on 3-5", "3-5 low, 5-5 line_b"),
]


@pytest.mark.parametrize("house, plays, expected", OPEN)
def test_open_ports_in_the_order_of_names(house, plays, expected):
    match = core.new_match(**house)
    match.open_round(0)
    core.do(match, *plays.split("; "))
    shown = [f"{port['tile']} {port['port']}" for port in core.ports(match)]
    assert ", ".join(shown) == expected


CROSS = "5-5; 0-5 on 5-5 line_a; 3-5 on 5-5 line_b; 4-5 on 5-5 branch_a"

# plays, the next one, and what it gets
PLACED = [
    ("3-5", "4-5 on 3-5 high", "ok"),
    ("3-5", "4-5 on 3-5 low", "no_match"),
    ("3-5", "4-6 on 3-5 low", "no_match"),
    ("3-5", "4-5 on 4-6 low", "no_such_port"),
    ("3-5", "4-5 on 3-5 line_a", "no_such_port"),
    ("3-5; 5-6 on 3-5", "4-5 on 3-5 high", "port_taken"),
    ("3-5; 5-6 on 3-5", "0-1 on 3-5 high", "port_taken"),
    ("5-5", "4-5 on 5-5 high", "no_such_port"),
    ("5-5", "4-5 on 5-5 branch_a", "port_closed"),
    ("5-5", "0-1 on 5-5 branch_a", "port_closed"),
    ("5-5; 4-5 on 5-5", "0-5 on 5-5 line_a", "port_taken"),
    ("5-5; 4-5 on 5-5", "0-5 on 5-5 branch_b", "port_closed"),
    (CROSS, "1-5 on 5-5 branch_a", "port_taken"),
    (CROSS, "1-5 on 5-5 branch_b", "ok"),
    (CROSS, "1-5 on 5-5", "ok"),
    (CROSS + "; 1-5 on 5-5", "2-5 on 5-5", "port_taken"),
    (CROSS + "; 4-4 on 4-5; 1-4 on 4-4", "2-4 on 4-4 branch_a", "no_such_port"),
    ("", "5-5 on 5-5 line_a", "no_such_port"),
    # a name left out
    ("3-5", "4-5", "ok"),
    ("3-5", "3-3", "ok"),
    ("5-5", "4-5", "ok"),
    ("3-5; 5-6 on 3-5", "3-6", "ambiguous_port"),
    ("3-5; 5-6 on 3-5", "3-6 on 3-5", "ok"),
    ("3-5; 5-6 on 3-5", "4-5 on 3-5", "port_taken"),
    ("3-5; 5-6 on 3-5", "4-5 on 4-4", "no_such_port"),
    ("3-5; 5-6 on 3-5", "4-5", "no_match"),
    ("3-5", "1-4 on 3-5", "no_match"),
]


@pytest.mark.parametrize("before, action, expected", PLACED)
def test_what_a_placement_gets(before, action, expected):
    match = core.new_match()
    match.open_round(0)
    core.do(match, *filter(None, before.split("; ")))
    untouched = core.dump(match)
    assert core.act(match, action) == expected
    assert (core.dump(match) == untouched) == (expected != "ok")


@pytest.mark.parametrize(
    "before, action, port",
    [
        ("5-5", "4-5 on 5-5 line_b", "line_a"),
        ("5-5", "4-5 on 5-5 line_a", "line_a"),
        ("5-5; 4-5 on 5-5", "0-5 on 5-5", "line_b"),
        ("5-5; 4-5 on 5-5; 0-5 on 5-5", "1-5 on 5-5 branch_b", "branch_a"),
        ("3-5; 5-5 on 3-5", "0-5 on 5-5 line_b", "line_b"),
    ],
)
def test_interchangeable_ports_are_normalised(before, action, port):
    match = core.new_match()
    match.open_round(0)
    core.do(match, *before.split("; "), action)
    assert core.PORTS[match.last_port] == port


@pytest.mark.parametrize(
    "before, tile, expected",
    [
        ("", "3-5", [None]),
        ("3-5", "3-5", []),
        ("5-5", "4-5", ["5-5 line_a"]),
        ("3-5", "1-2", []),
        ("3-5; 5-6 on 3-5", "3-6", ["3-5 low", "5-6 high"]),
        ("5-5; 4-5 on 5-5; 0-5 on 5-5", "0-4", ["0-5 low", "4-5 low"]),
        ("5-5; 4-5 on 5-5; 0-5 on 5-5", "1-5", ["5-5 branch_a"]),
    ],
)
def test_choices_count_interchangeable_ports_once(before, tile, expected):
    match = core.new_match()
    match.open_round(0)
    core.do(match, *filter(None, before.split("; ")))
    out = bytearray(32)
    n = match.choices(core.tile(tile), out)
    pairs = [(out[2 * i], out[2 * i + 1]) for i in range(n)]
    shown = [None if on == 255 else f"{core.name_of(on)} {core.PORTS[p]}" for on, p in pairs]
    assert shown == expected
