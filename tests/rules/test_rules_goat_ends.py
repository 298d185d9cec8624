"""How matches of the goat family end: who wins or loses, ratings, time that runs out; the fish."""

import pytest

from domino.rules import codes, ending, undo
from tests.rules import core
from tests.rules.settling import blocked, out, settle

TEAMS = True

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


# -- ratings, and time that runs out -------------------------------------------------------------
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


# -- the fish ------------------------------------------------------------------------------------
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
