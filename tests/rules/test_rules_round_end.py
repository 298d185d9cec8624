"""How rounds and matches end: out, blocked, the target; who opens next; the tiles left."""

import pytest

from domino.rules import codes
from tests.rules import core


def unknown(game: str = "all-fives", players: int = 2, starter: int = 0, **house):
    match = core.new_match(game, players, **house)
    assert match.open_round(starter) == codes.OK
    return match


def test_out_with_unknown_hands_waits_for_the_tiles_left():
    match = unknown(deal=2)
    core.do(match, "1-2", "2-3", "3-5")
    assert match.round_over and match.needs_remaining
    assert core.result(match)["kind"] == "out"
    assert core.result(match)["next_starter"] == 0
    assert list(match.remaining[:2]) == [-1, -1]
    assert core.error(match.open_round(0)) == "remaining_needed"
    assert match.settle([0, core.tiles("6-6")]) == codes.OK
    assert core.result(match) == {
        "kind": "out",
        "winners": [0],
        "remaining": [0, 12],
        "awards": [10, 0],
        "scores": [10, 0],
        "next_starter": 0,
    }


@pytest.mark.parametrize(
    "hands, expected",
    [
        (["", "6-6"], "ok"),
        (["", "6-6 5-5"], "remaining_mismatch"),
        (["", ""], "remaining_mismatch"),
        (["6-6", ""], "remaining_mismatch"),
        (["", "2-3"], "remaining_mismatch"),
        (["", "1-2"], "remaining_mismatch"),
    ],
)
def test_the_tiles_left_must_fit(hands, expected):
    match = unknown(deal=2)
    core.do(match, "1-2", "2-3", "3-5")
    assert core.error(match.settle([core.tiles(hand) for hand in hands])) == expected
    assert match.needs_remaining == (expected != "ok")
    assert core.error(match.open_round(0)) == expected


def test_a_tile_twice_in_the_hands_left():
    match = unknown("horse-race", 3, deal=2)
    core.do(match, "1-2", "2-6", "3-6", "3-4")
    hands = [0, core.tiles("0-0"), core.tiles("0-0")]
    assert core.error(match.settle(hands)) == "remaining_mismatch"


def test_settling_twice_compares():
    match = unknown(deal=2)
    assert core.error(match.settle([0, 0])) == "bad_record"  # the round goes on
    core.do(match, "1-2", "2-3", "3-5")
    assert match.settle([0, core.tiles("6-6")]) == codes.OK
    assert match.settle([0, core.tiles("6-6")]) == codes.OK
    assert core.error(match.settle([0, core.tiles("5-5")])) == "remaining_mismatch"
    assert list(match.scores[:2]) == [20, 0]


def test_passes_in_a_row_block_unknown_hands():
    match = unknown("horse-race", 3, deal=9, reserve=1)
    core.do(match, "1-2", "pass", "pass")
    assert not match.round_over
    core.do(match, "2-3", "pass", "pass")  # a play starts the row again
    assert not match.round_over and match.turn == 0
    core.do(match, "pass")
    assert core.result(match)["kind"] == "blocked" and match.needs_remaining


def test_passes_while_a_tile_may_be_drawn_do_not_count():
    match = unknown(draw="one", deal=13)  # two left in the boneyard
    core.do(match, "1-2", "draw", "pass", "draw", "pass")
    assert not match.round_over
    core.do(match, "pass")
    assert match.round_over and core.result(match)["kind"] == "blocked"


def test_a_turn_that_goes_on_passes_too():
    match = unknown("horse-race", deal=14)
    core.do(match, "4-4")
    assert match.again and match.turn == 0
    core.do(match, "pass", "pass")
    assert core.result(match)["kind"] == "blocked"


def fives_dead(match):
    """Lay a line that shows 5 at both ends, with all seven fives on the table."""
    core.do(match, "5-5", "1-5 on 5-5", "2-5 on 5-5", "1-4 on 1-5", "4-5 on 1-4", "2-3 on 2-5")
    core.do(match, "3-5 on 2-3")


def test_dead_values_block_at_once_when_nothing_is_left_to_draw():
    match = unknown(deal=14, spinner="none")
    fives_dead(match)
    assert not match.round_over  # 0-5 and 5-6 are still out
    core.do(match, "0-5 on 4-5", "5-6 on 3-5", "0-6 on 0-5")
    assert not match.round_over
    core.do(
        match, "6-6 on 0-6", "1-6 on 6-6", "1-1 on 1-6", "1-3 on 1-1", "3-6 on 1-3", "2-6 on 5-6"
    )
    core.do(match, "2-2", "2-4 on 2-2", "4-6 on 2-4")
    # Both ends show 6, and all seven sixes lie.
    assert core.result(match)["kind"] == "blocked"
    assert match.next_starter == codes.NONE


def test_dead_values_do_not_block_while_a_tile_may_be_drawn():
    match = unknown(spinner="none")
    fives_dead(match)
    core.do(match, "0-5 on 4-5", "5-6 on 3-5", "0-6 on 0-5")
    core.do(match, "6-6 on 0-6", "1-6 on 6-6", "1-1 on 1-6", "1-3 on 1-1", "3-6 on 1-3")
    core.do(match, "draw", "2-6 on 5-6", "draw", "draw", "2-2", "2-4 on 2-2")
    core.do(match, "draw", "4-6 on 2-4")
    assert match.layout.playable == 0 and not match.round_over
    for _ in range(match.boneyard_count - 1):
        core.do(match, "draw")
        assert not match.round_over
    core.do(match, "draw")  # the player to move draws the boneyard out
    assert core.result(match)["kind"] == "blocked"


def known_block(game: str, hands: list, boneyard: str, **house):
    """Open a small known round; the rest of the boneyard is put aside as reserve."""
    size = len(hands[0].split())
    first = [core.tile(name) for name in boneyard.split()]
    masks = [core.tiles(hand) for hand in hands]
    used = sum(masks) | sum(1 << number for number in first)
    rest = [number for number in range(28) if not used >> number & 1]
    match = core.new_match(game, len(hands), deal=size, reserve=len(rest), **house)
    yard = bytearray(first + rest)
    assert match.open_known_round(0, masks, yard, len(yard), True) == codes.OK
    return match


def test_a_block_shows_right_after_the_placement_when_hands_are_known():
    match = known_block("all-fives", ["1-2 0-0", "6-6 6-5"], "")
    core.do(match, "1-2")
    assert core.result(match) == {
        "kind": "blocked",
        "winners": [0],
        "remaining": [0, 23],
        "awards": [25, 0],
        "scores": [25, 0],
        "next_starter": None,
    }
    assert match.turn == codes.NONE and not match.again
    for action in ("pass", "draw", "0-0", {"correct": {"side": 0, "score": 1}}):
        assert core.act(match, action) == "round_over"


def test_a_block_shows_right_after_the_draw_that_leaves_nobody_a_play():
    match = known_block("all-fives", ["1-2 0-0", "6-6 6-5"], "3-3 4-4")
    core.do(match, "1-2", "draw")
    assert not match.round_over
    core.do(match, "draw")
    assert core.result(match)["kind"] == "blocked" and not match.again
    assert list(match.remaining[:2]) == [0, 37]


def test_known_hands_left_are_compared():
    match = known_block("all-fives", ["1-2 0-0", "6-6 6-5"], "")
    core.do(match, "1-2")
    assert match.settle([core.tiles("0-0"), core.tiles("6-6 5-6")]) == codes.OK
    assert core.error(match.settle([core.tiles("0-1"), core.tiles("6-6 5-6")])) == (
        "remaining_mismatch"
    )


def test_the_target_ends_the_match_at_once_even_with_the_last_tile():
    match = known_block("all-fives", ["5-5", "6-6"], "", target=10)
    core.do(match, "5-5")
    assert core.result(match) == {
        "kind": "target",
        "winners": [],
        "remaining": [0, 12],
        "awards": [0, 0],
        "scores": [10, 0],
        "next_starter": None,
    }
    assert match.match_over and core.sides(match.winners) == [0]
    assert core.act(match, "6-6") == "match_over"
    assert core.error(match.open_round(0)) == "match_over"


def test_the_target_with_unknown_hands_needs_no_tiles_left():
    match = unknown("all-fives", target=10)
    core.do(match, "5-5")
    assert not match.needs_remaining and list(match.remaining[:2]) == [-1, -1]
    assert core.result(match)["kind"] == "target"


def test_a_settlement_ends_the_match_with_kind_out():
    match = known_block("all-fives", ["5-4", "6-6"], "", target=10)
    core.do(match, "4-5")
    assert core.result(match)["kind"] == "out" and match.match_over
    assert core.result(match)["next_starter"] is None


@pytest.mark.parametrize("game", ["horse-race", "all-fives"])
def test_who_opens(game):
    match = core.new_match(game, 3, deal=2)
    assert core.error(match.open_round(codes.NONE)) == "starter_needed"
    assert core.error(match.open_round(3)) == "bad_record"
    assert match.open_round(1) == codes.OK and match.starter == match.turn == 1
    core.do(match, "1-2", "2-6", "3-6", "3-4")
    assert match.settle([core.tiles("0-0"), 0, core.tiles("0-1")]) == codes.OK
    assert match.next_starter == 1  # he played the last tile from hand
    assert core.error(match.open_round(0)) == "wrong_starter"
    assert match.open_round(codes.NONE) == codes.OK
    assert (match.starter, match.round_number) == (1, 1)


def test_after_a_block_a_new_lot():
    match = known_block("all-fives", ["1-2 0-0", "6-6 6-5"], "")
    core.do(match, "1-2")
    assert core.error(match.open_round(codes.NONE)) == "starter_needed"
    assert match.open_round(1) == codes.OK


def test_after_a_block_the_last_placer_where_the_game_says_so():
    match = known_block(
        "all-fives", ["1-2 0-0", "6-6 6-5"], "3-3 4-4", next_after_block="last_placer"
    )
    core.do(match, "1-2", "draw", "draw")
    assert match.next_starter == 0


def test_an_unfinished_round_leaves_a_lot():
    match = core.new_match(deal=2)
    match.open_round(0)
    core.do(match, "1-2", "2-3", "3-5")
    match.settle([0, core.tiles("6-6")])
    match.open_round(codes.NONE)
    core.do(match, "1-2")
    assert core.error(match.open_round(codes.NONE)) == "starter_needed"
    assert match.open_round(1) == codes.OK
    assert match.layout.count == 0 and match.round_number == 2


def test_a_refused_round_changes_nothing():
    match = core.new_match(deal=2)
    match.open_round(0)
    core.do(match, "1-2")
    before = core.dump(match)
    assert match.open_round(codes.NONE) == codes.STARTER_NEEDED
    assert match.open_known_round(0, [1, 1], bytearray(), 0, False) == codes.DUPLICATE_TILE
    assert core.dump(match) == before


def test_a_new_match_begins_at_zero():
    match = unknown("all-fives", target=10)
    core.do(match, "5-5")
    assert match.set_up(3) == codes.OK
    assert list(match.scores) == [0, 0, 0, 0] and match.round_number == -1
    assert not match.match_over and match.winners == 0
    assert match.open_round(2) == codes.OK
