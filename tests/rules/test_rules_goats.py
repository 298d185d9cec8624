"""The goat family's accounts: what is written, remembered, carried, and who wins or loses."""

import pytest

from domino.rules import codes, ending, undo
from tests.rules import core
from tests.rules.settling import BLOCKED, OUT, settle

TEAMS = True


def out(*left, seat: int = 0, opened: str = "1-1", last: str = "") -> dict:
    """A round in which `seat` went out; `left` is what each seat holds, pips or tiles."""
    return {"kind": OUT, "left": list(left), "seat": seat, "opened": opened, "last": last}


def blocked(*left, opened: str = "1-1", seat: int = 0) -> dict:
    """A blocked round that `seat` opened."""
    return {"kind": BLOCKED, "left": list(left), "seat": seat, "opened": opened}


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


# game, options, teams, scores before, a round; the scores after it, sides that win the match
ENDS = {
    "goat: 101 loses": ("goat", {}, None, [0, 90], out(0, 11), [0, 101], [0]),
    "goat: 100 does not": ("goat", {}, None, [0, 90], out(0, 10), [0, 100], None),
    "goat: of several the most loses": (
        *("goat", {}, None, [99, 0, 95]),
        blocked(2, 3, 9),
        *([101, 3, 104], [0, 1]),
    ),
    "goat: equal all lose": (
        *("goat", {}, None, [99, 0, 95]),
        blocked(2, 3, 6),
        *([101, 3, 101], [1]),
    ),
    "goat: both lose": ("goat", {}, None, [97, 95], blocked(4, 6), [101, 101], []),
    "goat-yard: the lowest wins": (
        *("goat-yard", {}, None, [99, 4, 50]),
        out(1, 0, 9, seat=1),
        *([100, 4, 59], [1]),
    ),
    "goat-yard: equals together": (
        *("goat-yard", {}, None, [99, 13, 4]),
        out(1, 0, 9, seat=1),
        *([100, 13, 13], [1, 2]),
    ),
    "goat-yard: to 150": (
        *("goat-yard", {"target": 150}, None, [99, 4, 50]),
        out(1, 0, 9, seat=1),
        *([100, 4, 59], None),
    ),
    "online: 101 is the goat": (
        *("goat-online", {}, None, [0, 99, 13]),
        out(0, 2, 8),
        *([0, 101, 21], [0, 2]),
    ),
    "25: 125 loses": ("goat-25", {}, None, [0, 120], out(0, 5), [0, 125], [0]),
    "teams: 100 is not passed": ("goat-teams", {}, None, [0, 90], out(0, 4, 5, 6), [0, 100], None),
    "teams: 101 is": ("goat-teams", {}, None, [0, 90], out(0, 4, 5, 7), [0, 101], [0]),
    "teams: option 300": (
        *("goat-teams", {"target": 300}, None, [0, 290]),
        out(0, 4, 5, 6),
        *([0, 300], None),
    ),
    "300: 300 wins": ("goat-300", {}, None, [290, 0], out(0, 10), [300, 0], [0]),
    "sea: 125 wins": ("sea-goat", {}, None, [120, 0], out(0, 5), [125, 0], [0]),
    "sea: going out on 0-0 wins the match": (
        *("sea-goat", {}, None, [0, 50]),
        out(0, 5, last="0-0"),
        *([0, 50], [0]),
    ),
    "sea: on 6-6": ("sea-goat", {}, None, [0, 50], out(0, 5, last="6-6"), [0, 50], [0]),
    "sea: on both": ("sea-goat", {}, None, [0, 50], out(0, 5, last="0-0 6-6"), [0, 50], [0]),
    "sea: on 0-0 and another double": (
        *("sea-goat", {}, None, [0, 50]),
        out(0, 5, last="0-0 3-3"),
        *([0, 50], None),
    ),
    "sea, strict: 6-6 against 25": (
        *("sea-goat", {"strict_66": True}, None, [50, 0]),
        out(0, 25, last="6-6"),
        *([75, 0], None),
    ),
    "sea, strict: 6-6 against 26": (
        *("sea-goat", {"strict_66": True}, None, [50, 0]),
        out(0, 26, last="6-6"),
        *([50, 0], [0]),
    ),
    "sea, strict: 0-0 is as ever": (
        *("sea-goat", {"strict_66": True}, None, [50, 0]),
        out(0, 2, last="0-0"),
        *([50, 0], [0]),
    ),
    "sea: a hundred won": (
        *("sea-goat", {}, None, [30, 0]),
        out(0, 5, opened="6-6", last="1-2"),
        *([30, 0], [0]),
    ),
    "sea, hundred loses: with 25 in hand": (
        *("sea-goat", {"hundred_loses": True}, None, [30, 0, 0]),
        blocked(25, 9, 10, opened="6-6"),
        *([0, 0, 0], [1, 2]),
    ),
    "sea, hundred loses: with 24": (
        *("sea-goat", {"hundred_loses": True}, None, [30, 0, 0]),
        blocked(24, 9, 10, opened="6-6"),
        *([0, 34, 0], None),
    ),
    "donkey: 101 is the goat": ("donkey", {}, None, [0, 99], out(0, 2), [0, 101], [0]),
}


@pytest.mark.parametrize("name", ENDS)
def test_how_a_match_ends(name):
    game, options, teams, before, played, scores, winners = ENDS[name]
    match = core.new_match(game, len(played["left"]), teams, **options)
    match.scores[: len(before)] = type(match.scores)("h", [2 * score for score in before])
    settle(match, **played)
    assert core.result(match)["scores"] == scores
    assert match.match_over == (winners is not None)
    assert core.sides(match.winners) == (winners or [])
    assert core.result(match)["next_starter"] is None
    undo.reopen(match)
    assert [score / 2 for score in match.scores[: match.sides]] == before
    assert not match.match_over


@pytest.mark.parametrize(
    "players, timeout, scores, expected",
    [
        (2, None, [108, 25], [-1, 8]),
        (2, None, [105, 26], [0, 7]),
        (2, None, [101, 0], [0, 10]),
        (3, 0, [32, 0, 30], [0, 3, 1]),
        (3, 0, [32, 0, 13], [0, 3, 2]),
        (3, 1, [32, 0, 13], [1, 0, 1]),
    ],
)
def test_ratings(players, timeout, scores, expected):
    match = core.new_match("goat-online", players)
    match.open_round(0)
    for side, score in enumerate(scores):
        match.scores[side] = 2 * score
    if timeout is not None:
        core.do(match, {"timeout": timeout})
        assert match.match_over and match.kind == codes.UNFINISHED
        assert core.sides(match.winners) == [side for side in range(players) if side != timeout]
    assert [ending.rating(match, side) for side in range(players)] == expected


@pytest.mark.parametrize("timeout, expected", [(None, [-1, 8]), (3, [1, 0]), (2, [0, 8])])
def test_the_rating_is_a_teams(timeout, expected):
    match = core.new_match("double-goat", 4)
    match.open_round(0)
    for side, score in enumerate([108, 25] if timeout is None else [101, 25]):
        match.scores[side] = 2 * score
    if timeout is not None:
        core.do(match, {"timeout": timeout})
    assert [ending.rating(match, side) for side in (0, 1)] == expected


def test_a_timeout_is_taken_back():
    match = core.new_match("double-goat", 4)
    match.open_round(0)
    core.do(match, "1-1")
    before = core.dump(match)
    core.do(match, {"timeout": 3})
    assert core.sides(match.winners) == [0]
    assert core.act(match, "pass") == "match_over"
    assert core.error(match.open_round(0)) == "match_over"
    core.do(match, "undo")
    assert core.dump(match) == before
    assert core.error(match.time_out(4)) == "bad_record"


@pytest.mark.parametrize("game", ["goat", "goat-25", "sea-goat", "donkey", "block"])
def test_time_runs_out_only_where_matches_are_rated(game):
    match = core.new_match(game)
    match.open_round(0)
    assert core.act(match, {"timeout": 0}) == "not_in_this_game"


FISH = [
    *("2-6", "1-2 on 2-6", "1-4 on 1-2", "2-4 on 1-4", "0-6 on 2-6", "0-2 on 0-6"),
    *("2-3 on 0-2", "3-5 on 2-3"),
]


def test_a_fish_is_declared_while_tiles_may_be_drawn():
    """1-2, 2-6, 0-2 and 2-3 on the table, ends 2-4 and 5-2: the double may be anywhere."""
    match = core.new_match("goat-online")
    match.open_round(0)
    core.do(match, *FISH)
    assert not match.round_over
    core.do(match, "2-5 on 3-5")
    assert match.kind == codes.BLOCKED and match.boneyard_count == 14
    assert match.next_starter == 0
    core.do(match, "undo")
    assert not match.round_over and match.turn == 0


def test_a_fish_with_known_hands_though_somebody_holds_the_double():
    match = core.new_match("goat-online", deal=6)
    hands = [core.tiles("2-6 1-4 0-6 2-3 2-5 5-6"), core.tiles("1-2 2-4 0-2 3-5 2-2 6-6")]
    match.open_round(0)
    core.do(match, "1-1")  # an unfinished round leaves a lot, so that any tile may open
    assert match.open_known_round(0, hands, bytearray(), 0, False) == codes.OK
    core.do(match, *FISH, "2-5 on 3-5")
    assert core.result(match)["kind"] == "blocked"
    assert core.result(match)["remaining"] == [11, 16]


@pytest.mark.parametrize("game", ["goat", "donkey", "goat-25", "block"])
def test_no_fish_is_declared_elsewhere(game):
    match = core.new_match(game, deal=7)
    match.open_round(0)
    core.do(match, *FISH, "2-5 on 3-5")
    assert not match.round_over


def test_going_out_is_no_fish():
    match = core.new_match("goat-online", deal=5)
    match.open_round(0)
    core.do(match, *FISH)
    assert list(match.counts[:2]) == [1, 1]
    core.do(match, "2-5 on 3-5")
    assert match.kind == codes.OUT
