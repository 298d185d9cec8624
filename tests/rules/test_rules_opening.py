"""Who opens a round with what: tiles that are looked for, hands that are dealt again."""

import pytest

from domino.rules import codes
from tests.rules import core


def dealt(game: str, *hands: str, starter: int = codes.NONE, match=None, **house):
    """Open a round with these hands; return the match and the answer."""
    if match is None:
        match = core.new_match(game, len(hands), deal=len(hands[0].split()), **house)
    masks = [core.tiles(hand) for hand in hands]
    return match, core.error(match.open_known_round(starter, masks, bytearray(), 0, False))


def opened_with(match) -> tuple:
    """Return who opens, and the tile it must be."""
    return match.starter, [core.name_of(t) for t in range(28) if match.openers >> t & 1]


# game, hands, the seat and the tile that open the first round
FIRST = [
    ("traditional", ["5-5 6-5", "6-6 0-0"], 1, "6-6"),
    ("traditional", ["5-5 6-5", "0-0 1-2"], 0, "5-5"),
    ("traditional", ["0-0 0-1", "0-2 0-3"], 0, "0-0"),
    ("traditional", ["4-6 3-6", "4-5 1-6"], 0, "4-6"),
    ("traditional", ["3-6 0-1", "4-5 1-2"], 0, "3-6"),  # nine pips each: the higher high half
    ("traditional", ["4-5 0-1", "3-6 1-2"], 1, "3-6"),
    ("goat", ["2-2 6-6", "0-0 1-1"], 1, "1-1"),
    ("goat", ["6-6 0-1", "0-0 1-2"], 0, "6-6"),
    ("goat-online", ["0-1 0-2", "0-0 1-2"], 1, "0-0"),
    ("goat-online", ["0-1 4-6", "5-6 1-2"], 1, "5-6"),
    ("goat-yard", ["5-5 0-1", "0-0 1-1"], 1, "0-0"),
    ("goat-yard", ["0-1 5-6", "0-2 4-6"], 0, "5-6"),
    ("goat-25", ["5-5 0-1", "0-0 6-6"], 1, "6-6"),
    ("goat-300", ["0-2 5-6", "0-1 4-6"], 1, "0-1"),
    ("goat-300", ["2-2 5-6", "0-1 4-6"], 0, "2-2"),
    ("double-goat", ["0-0 1-2", "2-2 0-1", "5-6 0-2", "6-6 4-5"], 1, "2-2"),
    ("double-goat", ["0-1 1-2", "2-3 0-6", "5-6 0-2", "4-6 4-5"], 2, "5-6"),
    ("goat-teams", ["0-0 1-2", "6-6 0-1", "1-1 0-2", "5-5 4-5"], 2, "1-1"),
    ("sea-goat", ["2-2 6-6", "0-0 1-1"], 1, "1-1"),
    ("donkey", ["2-2 6-6", "0-0 1-1"], 1, "1-1"),
    ("bergen", ["5-5 6-6", "0-0 1-1"], 1, "0-0"),
    ("bergen", ["5-5 0-1", "3-3 0-2"], 1, "3-3"),
    ("bergen", ["5-6 0-2", "0-1 4-5"], 1, "0-1"),
    ("bergen", ["1-2 5-6", "0-3 4-6"], 1, "0-3"),  # three pips each: the lower low half
]


@pytest.mark.parametrize("game, hands, seat, tile", FIRST)
def test_the_tile_that_is_looked_for_opens(game, hands, seat, tile):
    match, answer = dealt(game, *hands)
    assert answer == "ok"
    assert opened_with(match) == (seat, [tile])
    for other in hands[seat].split():
        if other != tile:
            assert core.act(match, other) == "wrong_opening"
    untouched = core.dump(match)
    core.do(match, tile, "undo")
    assert core.dump(match) == untouched


@pytest.mark.parametrize("game, hands, seat, tile", FIRST)
def test_another_seat_may_not_open(game, hands, seat, tile):
    match, answer = dealt(game, *hands, starter=(seat + 1) % len(hands))
    assert answer == "wrong_starter" and match.round_over
    assert dealt(game, *hands, starter=seat, match=match)[1] == "ok"


def test_wrong_opening_comes_after_the_hand_and_before_the_place():
    match, _ = dealt("traditional", "5-5 6-5", "6-6 0-0")
    assert core.act(match, "5-5") == "tile_not_in_hand"
    assert core.act(match, "0-0 on 1-1 line_a") == "wrong_opening"
    assert core.act(match, {"play": "0-0", "seat": 0}) == "not_your_turn"
    assert core.act(match, "pass") == core.act(match, "draw") == "must_play"


@pytest.mark.parametrize("game", ["traditional", "bergen"])
def test_every_round_looks_again(game):
    match, _ = dealt(game, "5-5", "6-6")
    core.do(match, opened_with(match)[1][0])
    assert core.result(match)["next_starter"] is None
    assert dealt(game, "5-5", "0-1", match=match)[1] == "ok"
    assert opened_with(match) == (0, ["5-5"])


def test_unknown_hands_need_a_starter_and_are_not_checked():
    match = core.new_match("traditional")
    assert core.error(match.open_round(codes.NONE)) == "starter_needed"
    assert core.error(match.open_round(2)) == "bad_record"
    assert core.error(match.open_round(1)) == "ok"
    assert core.act(match, "0-1") == "ok"


def test_an_unfinished_round_leaves_a_lot_also_where_a_tile_was_looked_for():
    match, _ = dealt("traditional", "5-5 6-5", "6-6 0-0")
    assert dealt("traditional", "5-5 6-5", "6-6 0-0", match=match)[1] == "starter_needed"
    assert dealt("traditional", "5-5 6-5", "6-6 0-0", starter=0, match=match)[1] == "ok"
    assert core.act(match, "5-6") == "ok"


# redeal rules, hands of seat 0 and 1, and whether all deal again
REDEALS = [
    ({"redeal_doubles": 3}, "0-0 1-1 2-2 3-4", "3-3 0-1 0-2 0-3", True),
    ({"redeal_doubles": 3}, "3-3 0-1 0-2 0-3", "0-0 1-1 2-2 3-4", True),
    ({"redeal_doubles": 3}, "0-0 1-1 2-3 3-4", "3-3 0-1 0-2 0-3", False),
    ({"redeal_same": 3}, "0-0 0-1 0-2 3-4", "3-3 1-1 1-2 5-6", True),
    ({"redeal_same": 3}, "0-0 0-1 3-2 5-4", "3-3 1-1 2-2 5-6", False),
    ({}, "0-0 1-1 2-2 3-3", "0-1 0-2 0-3 0-4", False),
]


@pytest.mark.parametrize("rules, first, second, again", REDEALS)
def test_hands_that_are_dealt_again(rules, first, second, again):
    match, answer = dealt("traditional", first, second, **rules)
    assert answer == "ok"
    assert (match.kind == codes.REDEAL) == match.round_over == again
    if again:
        assert (match.starter, match.turn) == (codes.NONE, codes.NONE)
        assert core.act(match, "0-0") == core.act(match, "pass") == "round_over"
        assert core.act(match, "undo") == "nothing_to_undo"
        assert core.result(match)["awards"] == [0, 0]
        # The next deal is looked at as this one would have been.
        assert dealt("traditional", "5-5 1-2 0-3 4-6", "6-6 2-3 0-4 1-5", match=match)[1] == "ok"
        assert opened_with(match) == (1, ["6-6"])


FIVE_DOUBLES = "0-0 1-1 2-2 3-3 4-4 0-5 1-6"
SIX_BLANKS = "0-0 0-1 0-2 0-3 0-4 0-5 1-6"


@pytest.mark.parametrize(
    "game, hand, again",
    [
        ("goat-online", FIVE_DOUBLES, True),
        ("goat-online", SIX_BLANKS, True),
        ("double-goat", FIVE_DOUBLES, True),
        ("double-goat", SIX_BLANKS, True),
        ("goat-teams", FIVE_DOUBLES, True),
        ("goat-teams", SIX_BLANKS, False),
        ("donkey", FIVE_DOUBLES, False),
        ("donkey", SIX_BLANKS, False),
        ("goat", FIVE_DOUBLES, False),
    ],
)
def test_which_games_deal_again(game, hand, again):
    other = [n for n in range(28) if not core.tiles(hand) >> n & 1]
    hands = [hand, *(" ".join(map(core.name_of, other[i::3])) for i in range(3))]
    match, answer = dealt(game, *hands)
    assert answer == "ok"
    assert (match.kind == codes.REDEAL) == again


def test_after_a_redeal_the_same_seat_opens():
    match, _ = dealt("block", "5-5 1-2", "6-6 0-0", starter=1, redeal_doubles=2)
    assert match.kind == codes.REDEAL
    assert dealt("block", "5-5 1-2", "0-1 0-0", match=match)[1] == "starter_needed"
    assert dealt("block", "5-5 5-6", "0-1 0-2", starter=0, match=match)[1] == "ok"
    core.do(match, "5-5", "pass", "5-6")
    assert match.next_starter == 0
    assert dealt("block", "5-5 1-2", "6-6 0-0", match=match)[1] == "ok"
    assert match.kind == codes.REDEAL and match.next_starter == 0


def test_players_of_unknown_hands_say_that_all_deal_again():
    match = core.new_match("traditional", redeal_doubles=5)
    match.open_round(0)
    before = core.dump(match)
    core.do(match, {"redeal": True})
    assert match.kind == codes.REDEAL and not match.needs_remaining and match.searches
    core.do(match, "undo")
    assert core.dump(match) == before
    assert core.act(match, {"redeal": True, "seat": 1}) == "not_your_turn"
    core.do(match, "5-5")
    assert core.act(match, {"redeal": True}) == "not_in_this_game"
    core.do(match, "undo", {"redeal": True})
    assert core.act(match, {"redeal": True}) == "round_over"
    assert match.open_round(1) == codes.OK


def test_a_redeal_is_no_word_of_other_games_and_not_of_known_hands():
    match = core.new_match("traditional")
    match.open_round(0)
    assert core.act(match, {"redeal": True}) == "not_in_this_game"
    match, _ = dealt("traditional", "5-5 1-2", "6-6 0-1", redeal_doubles=2)
    assert core.act(match, {"redeal": True}) == "not_in_this_game"


# hand, the tile it opens a later round with, the answer
LATER = [
    ("1-1 0-1 6-6", "0-1", "wrong_opening"),
    ("1-1 0-1 6-6", "1-1", "ok"),
    ("1-1 0-1 6-6", "6-6", "ok"),
    ("0-0 0-1 6-6", "0-1", "ok"),
    ("0-0 0-1 6-6", "6-6", "ok"),
    ("0-2 0-1 0-3", "0-1", "ok"),
]


@pytest.mark.parametrize("hand, tile, expected", LATER)
def test_a_round_that_is_opened_with_a_double_where_one_is_held(hand, tile, expected):
    house = {"opening_tile": "double", "opening": "lot", "next_after_out": "last_placer"}
    match, answer = dealt("draw", hand, "4-5 4-6 5-6", starter=0, **house)
    assert answer == "ok"
    assert core.act(match, tile) == expected


def test_the_partner_of_who_went_out_opens():
    match = core.new_match("block", 4, True, deal=1, next_after_out="partner")
    match.open_round(1)
    core.do(match, "5-5")
    assert match.next_starter == 3
    match = core.new_match("draw", 2, deal=1, next_after_out="partner")
    match.open_round(1)
    core.do(match, "5-5")
    assert match.next_starter == 1


def sea_goat(*scores: int, known: bool = True, teams: bool = False):
    """A match of sea-goat in its second round's opening; seat 1 went out and is to open."""
    match = core.new_match("sea-goat", 4, teams, deal=1)
    match.open_round(1)
    core.do(match, "1-2")
    assert match.settle([core.tiles("0-1"), 0, core.tiles("0-2"), core.tiles("0-3")]) == codes.OK
    for side, score in enumerate(scores):
        match.scores[side] = 2 * score
    assert match.next_starter == 1
    return match


HANDS = ("0-1", "0-2", "6-6", "0-3")


@pytest.mark.parametrize(
    "scores, starter, expected",
    [
        ((0, 0, 30, 0), 2, "ok"),
        ((0, 0, 30, 0), 1, "ok"),
        ((0, 0, 30, 0), 0, "wrong_starter"),
        ((30, 0, 0, 0), 2, "wrong_starter"),
        ((30, 0, 0, 0), 0, "wrong_starter"),  # he does not hold 6-6
        ((0, 0, 0, 0), 2, "wrong_starter"),
    ],
)
def test_who_may_take_the_opening_for_a_hundred(scores, starter, expected):
    match = sea_goat(*scores)
    assert dealt("", *HANDS, starter=starter, match=match)[1] == expected
    if expected == "ok" and starter == 2:
        assert opened_with(match) == (2, ["6-6"])


def test_a_partner_may_take_it():
    match = sea_goat(30, 0, teams=True)
    assert dealt("", *HANDS, starter=2, match=match)[1] == "ok"
    assert opened_with(match) == (2, ["6-6"])
    core.do(match, "6-6")
    assert match.match_over and core.sides(match.winners) == [0]


def test_with_unknown_hands_a_hundred_is_opened_with_6_6():
    match = sea_goat(0, 0, 30, 0)
    assert core.error(match.open_round(3)) == "wrong_starter"
    assert core.error(match.open_round(2)) == "ok"
    assert core.act(match, "5-5") == "wrong_opening"
    assert core.act(match, "6-6") == "ok"
