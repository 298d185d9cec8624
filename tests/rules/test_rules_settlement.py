"""Settlements: who takes what, told by the pips left in the hands."""

import pytest

from domino.rules import settlement
from tests.rules import core
from tests.rules.settling import BLOCKED, OUT, settle

TEAMS = True


def settled(game: str, in_teams: bool, kind: int, pips: list, **house):
    """Settle a round that ended so after seat 0 acted, with so many pips in each hand."""
    match = settle(core.new_match(game, len(pips), in_teams, **house), kind, pips)
    assert list(match.remaining[: len(pips)]) == pips
    return match


# game, teams, kind, pips left by seat, winners, awards by side
SETTLED = [
    # Horse Race: the sum is rounded, then divided by five
    ("horse-race", False, OUT, [0, 17], [0], [3, 0]),
    ("horse-race", False, OUT, [0, 18], [0], [4, 0]),
    ("horse-race", False, OUT, [0, 8, 9], [0], [3, 0, 0]),
    ("horse-race", False, OUT, [0, 2], [0], [0, 0]),
    ("horse-race", False, OUT, [0, 3], [0], [1, 0]),
    ("horse-race", TEAMS, OUT, [0, 9, 7, 8], [0], [3, 0]),
    ("horse-race", TEAMS, BLOCKED, [1, 5, 17, 6], [1], [0, 4]),
    ("horse-race", False, BLOCKED, [4, 4, 4, 14], [0, 1, 2], [4, 4, 4, 0]),
    ("horse-race", TEAMS, BLOCKED, [4, 5, 8, 7], [0, 1], [2, 2]),
    ("horse-race", False, BLOCKED, [9, 5, 14], [1], [0, 5, 0]),
    ("horse-race", False, BLOCKED, [6, 6], [0, 1], [1, 1]),
    # All Fives: pips summed, rounded once; a tie of two shares the third hand
    ("all-fives", False, OUT, [0, 16, 7], [0], [25, 0, 0]),
    ("all-fives", False, OUT, [0, 22], [0], [20, 0]),
    ("all-fives", TEAMS, OUT, [0, 8, 20, 9], [0], [15, 0]),
    ("all-fives", TEAMS, BLOCKED, [10, 3, 5, 9], [1], [0, 15]),
    ("all-fives", TEAMS, BLOCKED, [10, 6, 5, 9], [], [0, 0]),
    ("all-fives", False, BLOCKED, [18, 18, 24], [0, 1], [12.5, 12.5, 0]),
    ("all-fives", False, BLOCKED, [24, 18, 18], [1, 2], [0, 12.5, 12.5]),
    ("all-fives", False, BLOCKED, [18, 18], [], [0, 0]),
    ("all-fives", False, BLOCKED, [8, 8, 8], [], [0, 0, 0]),
    ("all-fives", False, BLOCKED, [8, 7, 8], [1], [0, 15, 0]),
]


@pytest.mark.parametrize("game, teams, kind, pips, winners, awards", SETTLED)
def test_who_takes_what(game, teams, kind, pips, winners, awards):
    match = settled(game, teams, kind, pips)
    assert core.sides(match.round_winners) == winners
    assert [award / 2 for award in match.awards[: match.sides]] == awards
    assert list(match.scores) == list(match.awards)


# house rules on all-fives that other games of the family need
HOUSE = [
    ({"rounding": "each"}, OUT, [0, 13, 8], [25, 0, 0]),
    ({"rounding": "each"}, OUT, [0, 11, 12], [20, 0, 0]),
    ({"rounding": "sum"}, OUT, [0, 11, 12], [25, 0, 0]),
    ({"round_to": 1}, OUT, [0, 13, 8], [21, 0, 0]),
    ({"round_to": 3}, OUT, [0, 4, 6], [9, 0, 0]),
    ({"round_to": 3}, OUT, [0, 5, 6], [12, 0, 0]),
    ({"hand_unit": 5, "blocked_own": "subtract"}, BLOCKED, [3, 5, 11, 13], [5, 0, 0, 0]),
    ({"blocked_own": "subtract"}, OUT, [0, 13, 8], [20, 0, 0]),
    ({"tie": "nobody"}, BLOCKED, [18, 18, 24], [0, 0, 0]),
]


@pytest.mark.parametrize("house, kind, pips, awards", HOUSE)
def test_house_rules_of_the_settlement(house, kind, pips, awards):
    house = {"teams": "none", **house}
    match = settled("all-fives", False, kind, pips, **house)
    assert [award / 2 for award in match.awards[: match.sides]] == awards


@pytest.mark.parametrize(
    "pips, to, expected",
    [(11, 5, 10), (12, 5, 10), (13, 5, 15), (14, 5, 15), (7, 5, 5), (8, 5, 10), (0, 5, 0)]
    + [(4, 3, 3), (5, 3, 6), (6, 3, 6), (9, 1, 9)],
)
def test_rounding(pips, to, expected):
    assert settlement.rounded(pips, to) == expected


@pytest.mark.parametrize(
    "game, teams, before, pips, scores, winners",
    [
        ("horse-race", TEAMS, [59, 59], [4, 5, 8, 7], [61, 61], [0, 1]),
        ("horse-race", TEAMS, [60, 58], [4, 5, 8, 7], [62, 60], [0]),
        ("horse-race", False, [57, 60, 60, 0], [4, 4, 4, 14], [61, 64, 64, 0], [0, 1, 2]),
        ("all-fives", False, [190, 187.5, 0], [18, 18, 24], [202.5, 200, 0], [0, 1]),
        ("all-fives", False, [190, 187, 0], [18, 18, 24], [202.5, 199.5, 0], [0]),
    ],
)
def test_all_awards_are_added_before_the_target_is_looked_at(
    game, teams, before, pips, scores, winners
):
    match = core.new_match(game, len(pips), teams)
    for side, score in enumerate(before):
        match.scores[side] = int(2 * score)
    settle(match, BLOCKED, pips)
    assert [score / 2 for score in match.scores[: match.sides]] == scores
    assert core.sides(match.winners) == winners
    assert match.match_over and core.result(match)["next_starter"] is None


def test_own_pips_are_subtracted_only_after_a_block():
    """A partner's tiles are the side's own; going out subtracts nothing."""
    house = {"teams": "allowed", "blocked_own": "subtract"}
    out = settled("all-fives", TEAMS, OUT, [0, 9, 7, 8], **house)
    blocked = settled("all-fives", TEAMS, BLOCKED, [0, 9, 7, 8], **house)
    assert list(out.awards[:2]) == [2 * 15, 0]
    assert list(blocked.awards[:2]) == [2 * 10, 0]
