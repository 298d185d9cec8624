"""The worked examples of RULES.md, game by game: what a tile counts, what a settlement gives."""

import pytest

from tests.rules import core
from tests.rules.settling import BLOCKED, OUT, awards, settle

TEAMS = True
HOUSE = [
    "4-4",
    "4-6 on 4-4 line_a",
    "3-4 on 4-4 line_b",
    "6-6 on 4-6",
    "4-5 on 4-4 branch_a",
    "5-5 on 4-5",
]
CROSS = ["5-5", "0-5 on 5-5 line_a", "3-5 on 5-5 line_b", "0-2 on 0-5 low"]
LONG_CROSS = [*CROSS, "4-5 on 5-5 branch_a", "2-2 on 0-2", "2-5 on 2-2", "3-3 on 3-5"]

# game, options, placements, and (total, points) after the last few of them
COUNTED = {
    "fives: ends 6 and 4": ("fives", {}, ["4-6"], [(10, 10)]),
    "fives: a double counts both halves": ("fives", {}, ["4-6", "6-6 on 4-6"], [(16, 0)]),
    "muggins: 10, 10, 3, 5": ("muggins", {}, CROSS, [(10, 10), (10, 10), (3, 0), (5, 5)]),
    "muggins: 4 + 3 + 3 + 5": ("muggins", {}, LONG_CROSS, [(15, 15)]),
    "muggins without spinner": (
        "muggins",
        {"spinner": "none"},
        CROSS[:3],
        [(10, 10), (10, 10), (3, 0)],
    ),
    "all threes": (
        "muggins",
        {"spinner": "none", "multiple": 3},
        ["1-2", "2-5 on 1-2", "1-1 on 1-2", "5-5 on 2-5"],
        [(3, 3), (6, 6), (7, 0), (12, 12)],
    ),
    "pyaterochka: 10, 10, 13, 15": (
        "pyaterochka",
        {},
        CROSS,
        [(10, 10), (10, 10), (13, 0), (15, 15)],
    ),
    "pyaterochka: 5 + 4 + 3 + 3 + 5": ("pyaterochka", {}, LONG_CROSS, [(20, 20)]),
    "telephone: 3, 4 and 5 points": ("telephone", {}, HOUSE, [(15, 3), (20, 4), (25, 5)]),
    "bergen: the opening double": ("bergen", {}, ["2-2"], [(0, 2)]),
    "bergen: a triple-header is 3": (
        "bergen",
        {},
        ["2-2", "2-5 on 2-2", "5-6 on 2-5", "2-6 on 5-6"],
        [(0, 2), (0, 0), (0, 0), (0, 3)],
    ),
    "bergen: a double-header is 2": (
        "bergen",
        {},
        ["1-2", "2-3 on 1-2", "1-3 on 2-3"],
        [(0, 0), (0, 0), (0, 2)],
    ),
    "bergen: a double that closes the line": (
        "bergen",
        {},
        ["1-2", "2-3 on 1-2", "1-3 on 2-3", "1-1 on 1-3", "1-4 on 1-1"],
        [(0, 2), (0, 3), (0, 0)],
    ),
    "bergen: both ends of a double in the middle": (
        "bergen",
        {},
        ["2-2", "2-3 on 2-2 line_a", "2-4 on 2-2 line_b", "3-4 on 2-3"],
        [(0, 2), (0, 0), (0, 0), (0, 2)],
    ),
    "draw": ("draw", {}, ["5-5", "0-5 on 5-5"], [(0, 0), (0, 0)]),
    "block": ("block", {}, ["5-5", "0-5 on 5-5"], [(0, 0), (0, 0)]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_what_a_tile_counts(name):
    game, options, plays, expected = COUNTED[name]
    match = core.new_match(game, **options)
    match.open_round(0)
    shown = []
    for play in plays:
        core.do(match, play)
        shown.append((match.layout.total, match.last_points / 2))
        assert match.check(core.SCRATCH)
    assert shown[-len(expected) :] == expected


# game, options, teams, kind, pips or tiles left by seat, winners, awards by side
SETTLED = [
    # Fives: each opponent's pips are rounded, then added
    ("fives", {}, None, OUT, [0, 13, 8], [0], [25, 0, 0]),
    ("fives", {}, None, OUT, [0, 11], [0], [10, 0]),
    ("fives", {}, None, OUT, [0, 12], [0], [10, 0]),
    ("fives", {}, None, OUT, [0, 13], [0], [15, 0]),
    ("fives", {}, None, OUT, [0, 14], [0], [15, 0]),
    ("fives", {}, None, OUT, [0, 8], [0], [10, 0]),
    ("fives", {}, None, OUT, [0, 7], [0], [5, 0]),
    ("fives", {}, None, BLOCKED, [9, 14, 20], [0], [35, 0, 0]),
    # Tied pips: the fewer tiles win; still tied, nobody
    ("fives", {}, None, BLOCKED, ["3-6", "0-4 0-5", "5-6 4-5"], [0], [30, 0, 0]),
    ("fives", {}, None, BLOCKED, ["3-6", "4-5", "5-6 4-6"], [], [0, 0, 0]),
    # Teams: the partner's tiles are not taken; partners' pips and tiles are added
    ("fives", {}, TEAMS, OUT, [0, 13, 20, 8], [0], [25, 0]),
    ("fives", {}, TEAMS, BLOCKED, ["1-6", "0-2 0-3", "0-5", "3-4"], [0], [10, 0]),
    ("fives", {}, TEAMS, BLOCKED, ["1-6", "2-3", "0-5", "3-4"], [], [0, 0]),
    # Muggins: summed, rounded, in fives; after a block the winner's own pips come off first
    ("muggins", {}, None, OUT, [0, 17], [0], [3, 0]),
    ("muggins", {}, None, BLOCKED, [3, 5, 11, 13], [0], [5, 0, 0, 0]),
    ("muggins", {}, None, BLOCKED, [5, 5, 11, 13], [], [0, 0, 0, 0]),
    ("muggins", {}, TEAMS, BLOCKED, [1, 9, 2, 8], [0], [3, 0]),
    ("muggins", {"hand_unit": 1}, None, BLOCKED, [3, 29], [0], [30, 0]),
    ("muggins", {"multiple": 3}, None, OUT, [0, 4], [0], [1, 0]),
    ("muggins", {"multiple": 3}, None, OUT, [0, 5], [0], [2, 0]),
    ("muggins", {"multiple": 3, "hand_unit": 1}, None, OUT, [0, 11], [0], [12, 0]),
    ("muggins", {"multiple": 3, "hand_unit": 6}, None, OUT, [0, 11], [0], [2, 0]),
    ("pyaterochka", {}, None, BLOCKED, [3, 5, 11, 13], [0], [5, 0, 0, 0]),
    # Telephone: summed, rounded, in fives; nothing comes off
    ("telephone", {}, None, OUT, [0, 8, 9], [0], [3, 0, 0]),
    ("telephone", {}, None, BLOCKED, [4, 5, 11], [0], [3, 0, 0]),
    ("telephone", {}, None, BLOCKED, [5, 5, 11], [], [0, 0, 0]),
    # Draw and block: unrounded
    ("draw", {}, None, OUT, [0, 13, 8], [0], [21, 0, 0]),
    ("draw", {}, None, BLOCKED, [9, 14, 20], [0], [34, 0, 0]),
    ("draw", {}, None, BLOCKED, ["3-6", "0-4 0-5", "5-6 4-5"], [0], [29, 0, 0]),
    ("draw", {}, None, BLOCKED, ["3-6", "4-5", "5-6 4-6"], [], [0, 0, 0]),
    ("draw", {}, TEAMS, OUT, [0, 13, 20, 8], [0], [21, 0]),
    ("block", {}, None, BLOCKED, [9, 14, 20], [0], [34, 0, 0]),
    # Traditional: all losers' pips; after a block less the winner's own
    ("traditional", {}, None, OUT, [0, 13, 8], [0], [21, 0, 0]),
    ("traditional", {}, None, BLOCKED, [9, 14, 20], [0], [25, 0, 0]),
    ("traditional", {}, None, BLOCKED, [9, 9, 20], [], [0, 0, 0]),
    # Bergen: two points; after a block to who has no double, else to the lowest double
    ("bergen", {}, None, OUT, [0, 13, 8], [0], [2, 0, 0]),
    ("bergen", {}, None, BLOCKED, ["5-6 4-6", "1-1"], [0], [2, 0]),
    ("bergen", {}, None, BLOCKED, ["0-1", "0-2", "1-1"], [0], [2, 0, 0]),
    ("bergen", {}, None, BLOCKED, ["0-3", "1-2", "1-1"], [], [0, 0, 0]),
    ("bergen", {}, None, BLOCKED, ["3-3", "2-2 5-6", "4-4"], [1], [0, 2, 0]),
    ("bergen", {}, None, BLOCKED, ["3-4", "2-5 5-6", "0-4"], [2], [0, 0, 2]),
    ("bergen", {}, None, BLOCKED, ["3-4", "2-5"], [], [0, 0]),
]


@pytest.mark.parametrize("game, options, teams, kind, left, winners, expected", SETTLED)
def test_what_a_settlement_gives(game, options, teams, kind, left, winners, expected):
    match = settle(core.new_match(game, len(left), teams, **options), kind, left)
    assert core.sides(match.round_winners) == winners
    assert awards(match) == expected
