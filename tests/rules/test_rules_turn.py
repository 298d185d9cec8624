"""Turns: who must do what, turns that go on, draws and passes, and which error comes first."""

import pytest

from domino.rules import codes
from domino.rules.tiles import ALL
from tests.rules import core


def deal(game: str, hands: list, boneyard: str | None = "", starter: int = 0, **house):
    """Open a round with these hands; the boneyard begins as given, the rest follows by number.

    Boneyard None: its order is unknown.
    """
    size = len(hands[0].split())
    match = core.new_match(game, len(hands), deal=size, **house)
    masks = [core.tiles(hand) for hand in hands]
    first = [core.tile(name) for name in (boneyard or "").split()]
    used = sum(masks) | sum(1 << number for number in first)
    rest = [number for number in range(28) if not used >> number & 1]
    yard = bytearray(first + rest)
    ordered = boneyard is not None
    code = match.open_known_round(starter, masks, yard, len(yard) if ordered else 0, ordered)
    assert code == codes.OK
    return match


def play_out(match, steps: str) -> list:
    """Do steps, all accepted; return who must act after each, "+" where the turn goes on."""
    shown = []
    for step in steps.split("; "):
        core.do(match, step)
        turn = "-" if match.turn == codes.NONE else str(match.turn)
        shown.append(turn + "+" * match.again)
    return shown


# Horse Race: hands, the boneyard as drawn, the steps, and who must act after each.
GOES_ON = {
    "a double": (["4-4 1-1 2-6", "3-3 0-1 0-2"], "", "4-4", "0+"),
    "a scoring tile": (["4-6 1-1 2-6", "3-3 0-1 0-2"], "", "4-6", "0+"),
    "a double that scores, once": (
        ["5-5 1-5 3-6 0-1", "3-3 0-2 0-4 2-2"],
        "",
        "5-5; 1-5 on 5-5",
        "0+ 1",
    ),
    "neither": (["3-4 1-1 2-6", "3-3 0-1 0-2"], "", "3-4", "1"),
    "a drawn double ends the turn": (
        ["3-4 1-1 2-6", "0-0 0-1 0-2"],
        "3-3",
        "3-4; draw; 3-3 on 3-4",
        "1 1+ 0",
    ),
    "a drawn tile that scores ends the turn": (
        ["3-4 1-1 2-6", "0-0 0-1 0-2"],
        "3-6",
        "3-4; draw; 3-6 on 3-4",
        "1 1+ 0",
    ),
    "a turn goes on without a play: draws, and the drawn tile ends it": (
        ["4-4 1-1 2-6", "3-3 0-1 0-2"],
        "0-6 1-3 0-4",
        "4-4; draw; draw; draw; 0-4 on 4-4",
        "0+ 0+ 0+ 0+ 1",
    ),
}


@pytest.mark.parametrize("name", GOES_ON)
def test_when_a_turn_goes_on(name):
    hands, boneyard, steps, expected = GOES_ON[name]
    assert play_out(deal("horse-race", hands, boneyard), steps) == expected.split()


def test_one_tile_ends_the_turn_in_all_fives():
    match = deal("all-fives", ["5-5 1-5 3-6", "0-5 0-2 0-4"])
    assert play_out(match, "5-5; 0-5 on 5-5") == ["1", "0"]
    assert match.scores[0] == match.scores[1] == 20


def test_a_drawn_tile_ends_the_turn_with_unknown_hands_too():
    match = core.new_match("horse-race")
    match.open_round(0)
    assert play_out(match, "4-4; draw; 1-4 on 4-4; draw 2-4; 2-4 on 4-4") == [
        *("0+", "0+", "1", "1+", "0")
    ]


# Known hands 2-3 0-0 1-1 and 4-4 0-1 0-6, boneyard 5-6 2-6; steps, the next, its answer
KNOWN = [
    ("", "2-3", "ok"),
    ("", "pass", "must_play"),
    ("", "draw", "must_play"),
    ("", {"play": "2-3", "seat": 1}, "not_your_turn"),
    ("", {"draw": True, "seat": 1}, "not_your_turn"),
    ("", {"pass": True, "seat": 1}, "not_your_turn"),
    ("", "4-4", "tile_not_in_hand"),
    ("", {"play": "4-4", "seat": 1}, "not_your_turn"),
    ("2-3", "2-3", "tile_on_table"),
    ("2-3", "5-6", "tile_not_in_hand"),
    ("2-3", "4-4", "no_match"),
]


@pytest.mark.parametrize("before, action, expected", KNOWN)
def test_known_hands(before, action, expected):
    match = deal("all-fives", ["2-3 0-0 1-1", "4-4 0-1 0-6"], "5-6 2-6")
    core.do(match, *filter(None, before.split("; ")))
    untouched = core.dump(match)
    assert core.act(match, action) == expected
    assert (core.dump(match) == untouched) == (expected != "ok")


# seat 1 holds 4-4 0-1 0-6, on the table 2-3, boneyard 5-6 2-6 then by number
DRAWING = [
    ("2-3", "draw", "ok"),
    ("2-3", "draw 5-6", "ok"),
    ("2-3", "draw 2-6", "bad_deal"),
    ("2-3", "draw 2-3", "tile_on_table"),
    ("2-3", "draw 0-1", "bad_deal"),
    ("2-3", "pass", "must_draw"),
    ("2-3; draw", "pass", "must_draw"),
    ("2-3; draw; draw", "pass", "must_play"),
    ("2-3; draw; draw", "draw", "must_play"),
    ("2-3; draw; draw", "0-6", "must_play_drawn"),
    ("2-3; draw; draw", "5-6", "must_play_drawn"),
    ("2-3; draw; draw", "2-6 on 2-3 high", "no_match"),
    ("2-3; draw; draw", "2-6 on 2-3 low", "ok"),
    ("2-3; draw", "5-6", "no_match"),
    ("2-3; draw", "0-1", "must_play_drawn"),
]


@pytest.mark.parametrize("before, action, expected", DRAWING)
def test_drawing_from_a_known_boneyard(before, action, expected):
    match = deal("all-fives", ["2-3 0-0 1-1", "4-4 0-1 0-6"], "5-6 2-6")
    core.do(match, *before.split("; "))
    untouched = core.dump(match)
    assert core.act(match, action) == expected
    assert (core.dump(match) == untouched) == (expected != "ok")


@pytest.mark.parametrize(
    "action, expected",
    [("draw", "bad_deal"), ("draw 0-0", "bad_deal"), ("draw 5-6", "ok"), ("draw 2-6", "ok")],
)
def test_a_boneyard_in_unknown_order_needs_names(action, expected):
    match = deal("all-fives", ["2-3 0-0 1-1", "4-4 0-1 0-6"], None)
    core.do(match, "2-3")
    assert core.act(match, action) == expected


UNKNOWN = [
    ("", "pass", "must_play"),
    ("", "draw", "must_play"),
    ("", "5-5 on 0-0", "no_such_port"),
    ("2-3", "draw", "ok"),
    ("2-3", "draw 2-3", "tile_on_table"),
    ("2-3", "pass", "must_draw"),
    ("2-3; draw 5-6", "draw 5-6", "bad_deal"),
    ("2-3; draw 5-6", "draw", "ok"),
    ("2-3; draw 3-6", "draw", "must_play"),
    ("2-3; draw 3-6", "pass", "must_play"),
    ("2-3; draw 3-6", "2-6", "must_play_drawn"),
    ("2-3; draw 3-6", "3-6", "ok"),
    ("2-3; draw", "2-6", "ok"),
    ("2-3; draw; draw", "2-6", "ok"),
]


@pytest.mark.parametrize("before, action, expected", UNKNOWN)
def test_unknown_hands(before, action, expected):
    match = core.new_match("all-fives")
    match.open_round(0)
    core.do(match, *filter(None, before.split("; ")))
    assert core.act(match, action) == expected


def test_an_empty_boneyard_gives_nothing():
    match = core.new_match("all-fives", deal=14)
    match.open_round(0)
    core.do(match, "2-3")
    assert core.act(match, "draw") == "boneyard_empty"
    core.do(match, "pass")
    assert match.turn == 0 and not match.again


def test_the_reserve_is_never_drawn():
    match = core.new_match("all-fives", deal=12, reserve=2)
    match.open_round(0)
    core.do(match, "2-3", "draw", "draw")
    assert core.act(match, "draw") == "boneyard_empty"
    assert core.act(match, "pass") == "ok"
    assert match.boneyard_count == 2


def test_draw_one_is_one_draw_a_turn():
    match = core.new_match("all-fives", draw="one")
    match.open_round(0)
    core.do(match, "2-3")
    assert core.act(match, "pass") == "must_draw"
    core.do(match, "draw")
    assert core.act(match, "draw") == "boneyard_empty"
    core.do(match, "pass")
    assert match.turn == 0


def test_where_nobody_draws_a_draw_is_not_in_this_game():
    match = core.new_match("all-fives", draw="none")
    match.open_round(0)
    core.do(match, "2-3")
    assert core.act(match, "draw") == "not_in_this_game"
    assert core.act(match, {"draw": True, "seat": 0}) == "not_in_this_game"
    core.do(match, "pass")
    assert match.turn == 0


def test_a_tile_number_out_of_range_is_unknown():
    match = core.new_match()
    match.open_round(0)
    assert core.error(match.play(28)) == "unknown_tile"
    assert core.error(match.draw(28)) == "unknown_tile"


# starter, hands, boneyard (None: order unknown), and the answer, for all-fives with deal 2
DEALS = [
    (0, ["0-1 0-2", "0-3 0-4"], None, "ok"),
    (None, ["0-1 0-2", "0-3 0-4"], None, "starter_needed"),
    (2, ["0-1 0-2", "0-3 0-4"], None, "bad_record"),
    (0, ["0-1 0-2", "0-3"], None, "bad_deal"),
    (0, ["0-1 0-2", "0-3 0-4 0-5"], None, "bad_deal"),
    (0, ["0-1 0-2", "0-2 0-4"], None, "duplicate_tile"),
    (None, ["0-1 0-2", "0-2 0-4"], None, "duplicate_tile"),
    (0, ["0-1 0-2", "0-3 0-4"], "5-5", "bad_deal"),
    (0, ["0-1 0-2", "0-3 0-4"], "0-1", "duplicate_tile"),
    (0, ["0-1 0-2", "0-3 0-4"], "5-5 5-5", "duplicate_tile"),
]


@pytest.mark.parametrize("starter, hands, boneyard, expected", DEALS)
def test_dealing_known_hands(starter, hands, boneyard, expected):
    match = core.new_match(deal=2)
    round_ = {"starter": starter, "hands": [hand.split() for hand in hands]}
    if boneyard is not None:
        round_["boneyard"] = boneyard.split()
    assert core.error(core.open_round(match, round_)) == expected
    assert match.round_over == (expected != "ok")
    assert match.round_number == (0 if expected == "ok" else -1)


def test_a_whole_known_deal_is_accounted_for():
    match = deal("horse-race", ["0-1 0-2", "0-3 0-4"], "5-5")
    assert match.check(core.SCRATCH)
    assert sum(match.hands) < ALL
    match.hands[0] |= core.tiles("6-6")
    assert not match.check(core.SCRATCH)
