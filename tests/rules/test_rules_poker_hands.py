"""Hands that are shown: their kinds against a second classification of every hand, and awards."""

from itertools import combinations

import pytest

from domino.rules import codes, poker_hands
from domino.rules.tiles import HIGH, LOW
from host_tools.records.notation import RANKS
from tests.rules import core

# The set, as RULES.md has it: without 1-1 and the blanks.
SET = [tile for tile in range(28) if LOW[tile] and (LOW[tile], HIGH[tile]) != (1, 1)]


def kind(hand):
    """The kind of a hand by name, said as plainly and slowly as RULES.md does."""
    tiles = [(LOW[tile], HIGH[tile]) for tile in hand]
    doubles = [low for low, high in tiles if low == high]
    singles = [{low, high} for low, high in tiles if low != high]
    # For each value the other halves of the tiles that hold it; a double's is the value itself.
    others = {
        value: [low + high - value for low, high in tiles if value in (low, high)]
        for value in range(1, 7)
    }

    def run(length, values=range(1, 7)):
        return any(
            set(range(first, first + length)) <= set(others[value])
            for value in values
            for first in range(1, 8 - length)
        )

    kinds = {
        "five_doubles": len(doubles) == 5,
        "straight_six": run(5, [6]),
        "four_doubles": len(doubles) >= 4,
        "straight_five": run(5),
        "full_house": len(doubles) == 3 and bool(singles[0] & singles[1]),
        "straight_four": run(4),
        "three_doubles": len(doubles) >= 3,
        "flush": any(len(held) == 5 for held in others.values()),
        "pair": len(doubles) >= 2,
    }
    return next((name for name, applies in kinds.items() if applies), "pips")


def mask(hand):
    return sum(1 << tile for tile in hand)


def test_every_hand_of_five_has_its_kind_and_its_pips():
    found = dict.fromkeys(RANKS, 0)
    for hand in combinations(SET, 5):
        rank = poker_hands.rank(mask(hand))
        name = RANKS[rank >> 6]
        assert name == kind(hand), [core.name_of(tile) for tile in hand]
        assert rank & 63 == sum(LOW[tile] + HIGH[tile] for tile in hand)
        found[name] += 1
    assert sum(found.values()) == 15504
    assert found["five_doubles"] == 1 and min(found.values()) > 0


def test_the_set_has_twenty_tiles():
    assert [tile for tile in range(28) if poker_hands.SET >> tile & 1] == SET
    assert len(SET) == 20


# The examples of RULES.md, and what stands just beside them.
KINDS = [
    ("6-1 6-2 6-4 6-5 6-6", "flush"),
    ("6-1 6-3 6-4 6-5 6-6", "straight_four"),
    ("4-6 4-5 4-4 4-3 5-1", "straight_four"),
    ("4-6 4-5 4-4 4-2 5-1", "pips"),
    ("6-6 3-3 2-2 2-4 2-1", "full_house"),
    ("6-6 3-3 2-2 2-4 3-1", "three_doubles"),
    ("6-6 3-3 2-2 5-4 5-1", "full_house"),
    ("3-1 3-2 3-3 3-4 3-5", "straight_five"),
    ("6-2 6-3 6-4 6-5 6-6", "straight_six"),
    ("6-1 6-2 6-3 6-4 6-5", "straight_six"),
    ("1-2 1-3 1-4 1-5 1-6", "straight_five"),
    ("2-2 3-3 4-4 5-5 6-6", "five_doubles"),
    ("2-2 3-3 4-4 5-5 1-6", "four_doubles"),
    ("2-2 3-3 1-4 1-5 1-6", "pair"),
    ("2-2 1-2 1-3 4-5 5-6", "pips"),
]


@pytest.mark.parametrize("hand, name", KINDS)
def test_the_kind_of_a_hand(hand, name):
    assert RANKS[poker_hands.rank(core.tiles(hand)) >> 6] == name


def shown(*hands, **house):
    match = core.new_match("poker", len(hands), **house)
    masks = [core.tiles(hand) for hand in hands]
    return match, match.show(masks + [0] * (4 - len(masks)))


FOUR_SIXES = "6-1 6-3 6-4 6-5 6-6"  # 49 pips
FOUR_FOURS = "4-6 4-5 4-4 4-3 5-1"
THREES = "3-1 3-2 3-3 3-4 3-5"
HOUSE = "6-6 3-3 2-2 2-4 2-1"
# hands by seat, awards by seat
AWARDS = [
    ([FOUR_SIXES, THREES], [0, 1]),
    ([HOUSE, FOUR_FOURS], [1, 0]),
    (["6-1 6-2 6-4 6-5 6-6", "1-2 1-3 2-3 3-4 4-5"], [1, 0]),
    (["1-2 1-3 2-4 3-5 4-6", "1-4 1-5 2-3 4-5 2-6"], [0, 1]),  # more pips
    (["1-2 1-3 2-4 3-5 4-6", "1-4 1-5 2-3 4-5 2-5"], [0, 1]),
    (["1-2 1-3 2-4 3-6 4-5", "1-4 1-5 2-3 3-4 2-6"], [1, 1]),  # equal: a point each
    (["2-2 4-4 1-3 3-5 1-6", "3-3 5-5 1-2 2-4 1-4"], [1, 0]),  # two pairs: more pips
    (["2-2 3-3 1-2 1-3 1-4", "4-4 1-5 1-6 2-3 5-6", "5-5 6-6 3-4 2-4 2-5"], [0, 0, 1]),
]


@pytest.mark.parametrize("hands, awards", AWARDS)
def test_the_best_hand_gets_a_point(hands, awards):
    match, code = shown(*hands)
    assert code == codes.OK
    result = core.result(match)
    pips = [sum(int(half) for half in hand if half.isdigit()) for hand in hands]
    assert (result["kind"], result["awards"], result["remaining"]) == ("show", awards, pips)
    assert result["winners"] == [seat for seat, points in enumerate(awards) if points]
    assert result["scores"] == awards
    assert (match.round_over, match.match_over, result["next_starter"]) == (True, False, None)


def test_the_match_goes_on_until_the_players_stop():
    match, _ = shown(FOUR_SIXES, THREES)
    masks = [core.tiles(FOUR_SIXES), core.tiles(THREES), 0, 0]
    for _ in range(300):
        assert match.show(masks) == codes.OK
    assert (match.scores[1], match.match_over, match.round_number) == (2 * 301, False, 300)


def test_a_house_may_set_a_target():
    match, _ = shown(FOUR_SIXES, THREES, end="target_wins", target=2)
    assert not match.match_over
    assert match.show([core.tiles(FOUR_SIXES), core.tiles(THREES), 0, 0]) == codes.OK
    assert match.match_over and core.sides(match.winners) == [1]
    assert match.show([core.tiles(FOUR_SIXES), core.tiles(THREES), 0, 0]) == codes.MATCH_OVER


# hands, the error: none of them changes anything
WRONG = [
    ([FOUR_SIXES, "3-1 3-2 3-3 3-4"], "bad_deal"),
    ([FOUR_SIXES, "3-1 3-2 3-3 3-4 3-5 2-2"], "bad_deal"),
    ([FOUR_SIXES, ""], "bad_deal"),
    ([FOUR_SIXES, "3-1 3-2 3-3 3-4 1-1"], "bad_deal"),
    (["0-1 6-3 6-4 6-5 6-6", THREES], "bad_deal"),
    ([THREES, THREES], "duplicate_tile"),
    (["3-1", THREES], "duplicate_tile"),
]


@pytest.mark.parametrize("opens", [True, False])
@pytest.mark.parametrize("hands, code", WRONG)
def test_hands_that_cannot_be(hands, code, opens):
    match = core.new_match("poker", 2)
    assert not opens or match.open_round(codes.NONE) == codes.OK
    before = core.dump(match)
    assert core.act(match, {"show": hands}) == code
    assert core.dump(match) == before


def test_undo_and_correct():
    match, _ = shown(FOUR_SIXES, THREES)
    ended = core.dump(match)
    assert core.act(match, {"correct": {"side": 0, "score": 3}}) == "round_over"
    core.do(match, "undo")
    assert not match.round_over and list(match.scores) == [0, 0, 0, 0]
    assert core.act(match, "undo") == "nothing_to_undo"
    core.do(match, {"correct": {"side": 0, "score": 3}}, {"show": [FOUR_SIXES, THREES]})
    assert list(match.scores[:2]) == [6, 2]
    core.do(match, "undo", "undo", {"show": [FOUR_SIXES, THREES]})
    assert core.dump(match) == ended


@pytest.mark.parametrize(
    "action", ["5-5", "draw", "pass", "bid 31", "trump 1", "2-2 + 3-3", {"timeout": 0}]
)
def test_nothing_else_is_done_in_this_game(action):
    match, _ = shown(FOUR_SIXES, THREES)
    assert core.act(match, action) == "round_over"
    assert match.open_round(codes.NONE) == codes.OK
    assert core.act(match, action) == "not_in_this_game"
    assert match.choices(27, core.SCRATCH) == 0


def test_hands_are_not_dealt_beforehand():
    match = core.new_match("poker", 2)
    hands = [core.tiles(FOUR_SIXES), core.tiles(THREES), 0, 0]
    for ordered in (True, False):
        code = match.open_known_round(0, hands, bytearray(18), 18, ordered)
        assert code == codes.NOT_IN_THIS_GAME


@pytest.mark.parametrize("game", ["all-fives", "forty-two"])
def test_no_other_game_shows_hands(game):
    match = core.new_match(game, 4)
    assert match.open_round(0) == codes.OK
    assert core.act(match, {"show": [FOUR_SIXES, THREES]}) == "not_in_this_game"
