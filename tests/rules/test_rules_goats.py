"""The goat family's accounts: what is written, remembered and carried after a round."""

import pytest

from domino.rules import undo
from tests.rules import core
from tests.rules.settling import blocked, out, settle

TEAMS = True


FISH_ONE = {"fish": "one"}
FREE = {"fish": "all"}
# game, options, teams, rounds; after the last of them: scores, remembered, carried, round winners
ROUNDS = {
    "goat: losers add their pips": ("goat", {}, None, [out(0, 13, 8)], [0, 13, 8], [], 0, [0]),
    "goat: teams add both hands": ("goat", {}, TEAMS, [out(0, 13, 20, 8)], [0, 21], [], 0, [0]),
    "goat: a block is written by all": ("goat", {}, None, [blocked(4, 9)], [4, 9], [], 0, []),
    "goat: 0-0 counts nothing": ("goat", {}, None, [out(0, "0-0")], [0, 0], [], 0, [0]),
    "goat-yard: 0-0 counts 10": ("goat-yard", {}, None, [out(0, "0-0")], [0, 10], [], 0, [0]),
    "goat-yard: 0-0 counts 10 beside others": (
        *("goat-yard", {}, None),
        [out(0, "0-0 5-6")],
        *([0, 21], [], 0, [0]),
    ),
    "goat-yard: a block is written by all": (
        *("goat-yard", {}, None),
        [blocked("0-1", "0-0")],
        *([1, 10], [], 0, []),
    ),
    "online: 3 is remembered": (
        *("goat-online", {}, None),
        [out(0, 3)],
        *([0, 0], [0, 3], 0, [0]),
    ),
    "online: 4 and 5 add up": (
        *("goat-online", {}, None),
        [out(0, 4), out(0, 5)],
        *([0, 0], [0, 9], 0, [0]),
    ),
    "online: 12 is remembered": (
        *("goat-online", {}, None),
        [out(0, 12)],
        *([0, 0], [0, 12], 0, [0]),
    ),
    "online: 7 and 13 make 20": (
        *("goat-online", {}, None),
        [out(0, 7), out(0, 13)],
        *([0, 20], [0, 0], 0, [0]),
    ),
    "online: an open score takes everything": (
        *("goat-online", {}, None),
        [out(0, 13), out(0, 3)],
        *([0, 16], [0, 0], 0, [0]),
    ),
    "online: going out clears 19": (
        *("goat-online", {}, None),
        [out(0, 12), out(0, 7), out(3, 0, seat=1)],
        *([0, 0], [3, 0], 0, [1]),
    ),
    "online: a single 0-0 counts 10": (
        *("goat-online", {}, None),
        [out(0, "0-0", "5-5")],
        *([0, 0, 0], [0, 10, 10], 0, [0]),
    ),
    "online: 0-0 beside another counts nothing": (
        *("goat-online", {}, None),
        [out(0, "0-0 5-6")],
        *([0, 0], [0, 11], 0, [0]),
    ),
    "online: a block is written by all": (
        *("goat-online", FREE, None),
        [blocked(2, 3, 13, 5)],
        *([0, 0, 13, 0], [2, 3, 0, 5], 0, []),
    ),
    "online, fish one: 2, 3, 13, 5 make 23": (
        *("goat-online", FISH_ONE, None),
        [blocked(2, 3, 13, 5)],
        *([0, 0, 23, 0], [0, 0, 0, 0], 0, [0, 1, 3]),
    ),
    "online, fish one: with 7 remembered 30, the others' is cleared": (
        *("goat-online", FISH_ONE, None),
        [out(0, 9, 7, 10), blocked(2, 3, 13, 5)],
        *([0, 0, 30, 0], [0, 0, 0, 0], 0, [0, 1, 3]),
    ),
    "online, fish one: a sum of 12 is remembered": (
        *("goat-online", FISH_ONE, None),
        [blocked(2, 10)],
        *([0, 0], [0, 12], 0, [0]),
    ),
    "online, fish one: 14, 14, 2, 5 carry 35": (
        *("goat-online", FISH_ONE, None),
        [blocked(14, 14, "0-2", 5)],
        *([0, 0, 0, 0], [0, 0, 0, 0], 35, []),
    ),
    "online, fish one: a tie leaves what is remembered, the sum grows": (
        *("goat-online", FISH_ONE, None),
        [out(0, 4, 5), blocked(14, 14, "0-2"), blocked(6, 6, 1)],
        *([0, 0, 0], [0, 4, 5], 43, []),
    ),
    "online, fish one: an out gives the carried sum to who alone has most": (
        *("goat-online", FISH_ONE, None),
        [blocked(14, 14, "0-2"), out(0, 3, 2)],
        *([0, 33, 0], [0, 0, 2], 0, [0]),
    ),
    "online, fish one: so does a block": (
        *("goat-online", FISH_ONE, None),
        [blocked(14, 14, "0-2"), blocked(2, 3, 1)],
        *([0, 36, 0], [0, 0, 0], 0, [0, 2]),
    ),
    "online, fish one: most tied after an out, the sum stays": (
        *("goat-online", FISH_ONE, None),
        [blocked(14, 14, "0-2"), out(0, 3, "1-2")],
        *([0, 0, 0], [0, 3, 3], 30, [0]),
    ),
    "double: an account belongs to a team": (
        *("double-goat", {}, None),
        [out(0, 6, 9, 7)],
        *([0, 13], [0, 0], 0, [0]),
    ),
    "double: one 0-0 alone counts 10 in its hand": (
        *("double-goat", {}, None),
        [out(0, "0-0", 9, "0-1")],
        *([0, 0], [0, 11], 0, [0]),
    ),
    "double: fish one": (
        *("double-goat", FISH_ONE, None),
        [blocked(2, 3, 13, 5)],
        *([23, 0], [0, 0], 0, [1]),
    ),
    "25: 24 is nothing": ("goat-25", {}, None, [out(0, 24)], [0, 0], [0, 0], 0, [0]),
    "25: 25 opens, then all counts": (
        *("goat-25", {}, None),
        [out(0, 24), out(0, 25), out(0, 3)],
        *([0, 28], [0, 0], 0, [0]),
    ),
    "25: after a block the lowest writes nothing": (
        *("goat-25", {}, None),
        [blocked(5, 30, 26)],
        *([0, 30, 26], [0, 0, 0], 0, [0]),
    ),
    "25: eggs": (
        *("goat-25", {}, None),
        [blocked(5, 5, 26)],
        *([0, 0, 0], [0, 0, 0], 36, []),
    ),
    "25: eggs go to the next round's highest, before the test of 25": (
        *("goat-25", {}, None),
        [blocked(5, 5, 26), out(0, 3, 2)],
        *([0, 39, 0], [0, 0, 0], 0, [0]),
    ),
    "25: two highest leave the eggs": (
        *("goat-25", {}, None),
        [blocked(5, 5, 26), out(0, 3, "1-2")],
        *([0, 0, 0], [0, 0, 0], 36, [0]),
    ),
    "teams: the losing team's pips": (
        *("goat-teams", {}, None),
        [out(0, 13, 20, 8)],
        *([0, 21], [0, 0], 0, [0]),
    ),
    "teams: after a block more takes all": (
        *("goat-teams", {}, None),
        [blocked(3, 13, 6, 8)],
        *([0, 30], [0, 0], 0, [0]),
    ),
    "teams: an equal block is carried": (
        *("goat-teams", {}, None),
        [blocked(3, 6, 10, 7)],
        *([0, 0], [0, 0], 26, []),
    ),
    "teams: and goes to the next losers": (
        *("goat-teams", {}, None),
        [blocked(3, 6, 10, 7), out(5, 0, 2, 4, seat=1)],
        *([33, 0], [0, 0], 0, [1]),
    ),
    "teams: a single 6-6 or 0-0 left": (
        *("goat-teams", {}, None),
        [out(0, "6-6", 3, "0-0")],
        *([0, 75], [0, 0], 0, [0]),
    ),
    "teams: 6-6 beside another tile": (
        *("goat-teams", {}, None),
        [out(0, "6-6 0-1", 3, "0-0")],
        *([0, 38], [0, 0], 0, [0]),
    ),
    "teams: opened with 6-6": (
        *("goat-teams", {}, None),
        [out(0, 2, 3, 4, opened="6-6", last="1-2")],
        *([0, 56], [0, 0], 0, [0]),
    ),
    "teams: opened with 0-0": (
        *("goat-teams", {}, None),
        [out(0, 2, 3, 4, opened="0-0", last="1-2")],
        *([0, 31], [0, 0], 0, [0]),
    ),
    "teams: out with 0-0": (
        *("goat-teams", {}, None),
        [out(0, 2, 3, 4, last="0-0")],
        *([0, 31], [0, 0], 0, [0]),
    ),
    "teams: out with 6-6": (
        *("goat-teams", {}, None),
        [out(0, 2, 3, 4, last="6-6")],
        *([0, 56], [0, 0], 0, [0]),
    ),
    "teams: a block adds the opening bonus of 0-0, none for the last tile": (
        *("goat-teams", {}, None),
        [blocked(3, 13, 6, 8, opened="0-0") | {"last": "6-6"}],
        *([0, 55], [0, 0], 0, [0]),
    ),
    "teams: opened with 6-6, out with 0-0": (
        *("goat-teams", {}, None),
        [out(0, 2, 3, 4, opened="6-6", last="0-0")],
        *([0, 81], [0, 0], 0, [0]),
    ),
    "teams: a block adds the opening bonus": (
        *("goat-teams", {}, None),
        [blocked(3, 13, 6, 8, opened="6-6")],
        *([0, 80], [0, 0], 0, [0]),
    ),
    "teams: an equal block adds none": (
        *("goat-teams", {}, None),
        [blocked(3, 6, 10, 7, opened="6-6")],
        *([0, 0], [0, 0], 26, []),
    ),
    "300: 1-4, 6-4 and 3-5 count 23": (
        *("goat-300", {}, None),
        [out(0, "1-4 4-6 3-5")],
        *([23, 0], [0, 0], 0, [0]),
    ),
    "300: 0-0 counts 25, 6-6 counts 50": (
        *("goat-300", {}, None),
        [out(0, "0-0", "6-6 0-1")],
        *([76, 0, 0], [0, 0, 0], 0, [0]),
    ),
    "300: after a block the lowest takes all others'": (
        *("goat-300", {}, None),
        [blocked("0-0", "5-6", "3-6 0-4")],
        *([0, 38, 0], [0, 0, 0], 0, [1]),
    ),
    "300: a tied block": ("goat-300", {}, None, [blocked(9, 9, 13)], [0, 0, 0], [], 0, []),
    "sea: 24 opens no score": ("sea-goat", {}, None, [out(0, 24)], [0, 0], [0, 0], 0, [0]),
    "sea: 25 does": ("sea-goat", {}, None, [out(0, 25)], [25, 0], [0, 0], 0, [0]),
    "sea: then everything counts": (
        *("sea-goat", {}, None),
        [out(0, 25), out(0, 3)],
        *([28, 0], [0, 0], 0, [0]),
    ),
    "sea: more than 25 against a score takes all back to 0": (
        *("sea-goat", {}, None),
        [out(0, 25), out(26, 0, seat=1)],
        *([0, 0], [0, 0], 0, [1]),
    ),
    "sea: exactly 25 against a score is nothing": (
        *("sea-goat", {}, None),
        [out(0, 30), out(25, 0, seat=1)],
        *([30, 0], [0, 0], 0, [1]),
    ),
    "sea: less is nothing": (
        *("sea-goat", {}, None),
        [out(0, 30), out(9, 0, seat=1)],
        *([30, 0], [0, 0], 0, [1]),
    ),
    "sea: only 0-0, only 6-6, only both": (
        *("sea-goat", {}, None),
        [out(0, "0-0", "6-6")],
        *([75, 0, 0], [0, 0, 0], 0, [0]),
    ),
    "sea: both in one hand": (
        *("sea-goat", {}, None),
        [out(0, "0-0 6-6")],
        *([75, 0], [0, 0], 0, [0]),
    ),
    "sea: 6-6 beside another tile": (
        *("sea-goat", {}, None),
        [out(0, "0-1 6-6", 12)],
        *([25, 0, 0], [0, 0, 0], 0, [0]),
    ),
    "sea: after a block the lowest takes the others'": (
        *("sea-goat", {}, None),
        [blocked(5, 20, 6)],
        *([26, 0, 0], [0, 0, 0], 0, [0]),
    ),
    "sea: a tied block": ("sea-goat", {}, None, [blocked(5, 5, 26)], [0, 0, 0], [], 0, []),
    "sea: teams": ("sea-goat", {}, TEAMS, [out(0, 13, 20, 14)], [27, 0], [0, 0], 0, [0]),
    "sea: a hundred that is lost is written off": (
        *("sea-goat", {}, None),
        [out(0, 30), blocked(20, 9, opened="6-6")],
        *([0, 0], [0, 0], 0, [1]),
    ),
    "sea: then settled as if nobody held a score": (
        *("sea-goat", {}, None),
        [out(0, 30), blocked(25, 9, opened="6-6")],
        *([0, 25], [0, 0], 0, [1]),
    ),
    "sea: a hundred in a block that its side wins": (
        *("sea-goat", {}, None),
        [out(0, 30), blocked(9, 26, opened="6-6")],
        *([26, 0], [0, 0], 0, [0]),
    ),
    "sea: 6-6 opened without a score is no hundred": (
        *("sea-goat", {}, None),
        [blocked(26, 9, opened="6-6")],
        *([0, 26], [0, 0], 0, [1]),
    ),
    "donkey: the account of goat-online": (
        *("donkey", {}, None),
        [out(0, 7), out(0, 13)],
        *([0, 20], [0, 0], 0, [0]),
    ),
    "donkey, fish one": (
        *("donkey", FISH_ONE, None),
        [blocked(2, 3, 13, 5)],
        *([0, 0, 23, 0], [0, 0, 0, 0], 0, [0, 1, 3]),
    ),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_what_is_written(name):
    game, options, teams, rounds, scores, remembered, carried, winners = ROUNDS[name]
    players = len(rounds[0]["left"])
    match = core.new_match(game, players, teams, **options)
    for played in rounds:
        assert not match.match_over
        before = (list(match.scores), list(match.remembered), match.carried)
        settle(match, **played)
        assert match.scores[0] == before[0][0] + match.awards[0]
    found = core.result(match)
    assert found["scores"] == scores
    assert found["remembered"] == (remembered or [0] * len(scores))
    assert found["carried"] == carried
    assert found["winners"] == winners
    undo.reopen(match)  # what undo takes back
    assert (list(match.scores), list(match.remembered), match.carried) == before
