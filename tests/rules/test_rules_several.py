"""Moves of several doubles, and doubles that are closed as they are placed."""

import pytest

from domino.rules import codes
from tests.rules import core

SEVERAL = {"multi_double": True}
CLOSING = {
    "spinner": "first",
    "branches": "at_once",
    "scoring": "none",
    **SEVERAL,
    "closing": True,
}

# house rules on telephone, placements, a move, its answer
MOVES = [
    (SEVERAL, "2-3", "2-2 on 2-3 low + 3-3 on 2-3 high", "ok"),
    (SEVERAL, "2-3", "2-2 + 3-3", "ok"),
    (SEVERAL, "2-3", "2-2 on 2-3 high + 3-3 on 2-3 high", "no_match"),
    (SEVERAL, "2-3", "2-2 + 4-4", "no_match"),
    (SEVERAL, "2-3", "2-2 + 2-2", "tile_on_table"),
    (SEVERAL, "2-3", "2-2 + 3-4", "not_in_this_game"),
    (SEVERAL, "2-3", "2-2! + 3-3", "not_in_this_game"),
    (SEVERAL, "2-3", "3-4!", "not_in_this_game"),
    (SEVERAL, "2-3; draw", "2-2 + 3-3", "must_play_drawn"),
    (SEVERAL, "2-3; draw 3-3", "3-3", "ok"),
    ({**SEVERAL, "deal": 1}, "2-3", "pass", "round_over"),
    (SEVERAL, "", "2-2 + 3-3", "no_match"),
    (
        {**SEVERAL, "doubles_a_move": 2},
        "1-1; 1-2 on 1-1 line_a; 1-3 on 1-1 line_b",
        "2-2 + 3-3",
        "ok",
    ),
    (
        {**SEVERAL, "doubles_a_move": 2},
        "1-1; 1-2 on 1-1 line_a; 1-3 on 1-1 line_b; 1-4 on 1-1",
        "2-2 + 3-3 + 4-4",
        "not_in_this_game",
    ),
    ({}, "2-3", "2-2 + 3-3", "not_in_this_game"),
    (CLOSING, "2-3", "2-2! + 3-3", "ok"),
    (CLOSING, "2-3", "2-2!", "ok"),
    (CLOSING, "2-3", "2-4!", "not_in_this_game"),
    (CLOSING, "2-3; 2-2!", "2-4", "no_match"),
    (CLOSING, "2-3; 2-2!", "2-4 on 2-2", "port_closed"),
    (CLOSING, "2-3; 2-2!", "2-4 on 2-2 line_b", "port_closed"),
    (CLOSING, "2-3; 2-2!", "2-4 on 2-2 line_a", "port_taken"),
    (CLOSING, "2-3; 2-2!", "2-4 on 2-2 branch_a", "port_closed"),
    (CLOSING, "2-3; 2-2! + 3-3!", "2-4", "round_over"),
]


ARMS = "1-1; 1-2 on 1-1 line_a; 1-3 on 1-1 line_b; 1-4 on 1-1 branch_a; 1-5 on 1-1 branch_b"
# game, options, placements, a move, its answer: by the games' own numbers
OWN_MOVES = [
    ("telephone", {}, "2-3", "2-2 + 3-3", "not_in_this_game"),
    ("telephone", SEVERAL, ARMS, "2-2 + 3-3 + 4-4 + 5-5", "ok"),
    ("telephone", SEVERAL, ARMS, "2-2 + 3-3 + 4-4 + 5-5 + 6-6", "not_in_this_game"),
    ("telephone", SEVERAL, ARMS, "2-2!", "not_in_this_game"),
    ("sea-goat", {}, "2-3", "2-2 on 2-3 low + 3-3 on 2-3 high", "ok"),
    ("sea-goat", {}, "2-3", "2-2! + 3-3", "not_in_this_game"),
    ("sea-goat", {}, "2-3", "2-2 + 3-3 + 4-4", "not_in_this_game"),
    ("donkey", {}, ARMS, "2-2 + 3-3! + 4-4 + 5-5!", "ok"),
    ("donkey", {}, ARMS, "2-2 + 3-3 + 4-4 + 5-5 + 6-6", "not_in_this_game"),
    ("donkey", {}, "2-3", "2-2! + 3-3!", "ok"),
    ("donkey", {}, "", "2-2!", "ok"),
    ("goat", {}, "2-3", "2-2 + 3-3", "not_in_this_game"),
]


@pytest.mark.parametrize(
    "game, house, before, move, expected",
    [*(("telephone", *move) for move in MOVES), *OWN_MOVES],
)
def test_what_a_move_gets(game, house, before, move, expected):
    match = core.new_match(game, **house)
    match.open_round(0)
    core.do(match, *filter(None, before.split("; ")))
    untouched = core.dump(match)
    assert core.act(match, move) == expected
    assert (core.dump(match) == untouched) == (expected != "ok")
    assert match.check(core.SCRATCH)
    if expected == "ok":
        core.do(match, "undo")
        assert core.dump(match) == untouched


def test_a_move_scores_once_when_all_its_tiles_lie():
    match = core.new_match("telephone", **SEVERAL)
    match.open_round(0)
    core.do(match, "4-5")  # 9
    core.do(match, "4-4 + 5-5")  # 8 + 10 = 18
    assert (match.layout.total, match.last_points) == (18, 0)
    core.do(match, "undo", "undo", "1-4", "1-1 + 4-4")  # 2 + 8
    assert (match.layout.total, match.last_points / 2, match.turn) == (10, 2, 0)
    assert list(match.counts[:2]) == [6, 5]


def test_a_move_that_cannot_be_done_says_which_tile():
    match = core.new_match("telephone", **SEVERAL)
    match.open_round(0)
    core.do(match, "2-3")
    assert core.act(match, "2-2 + 4-4") == "no_match"
    assert match.refused_move == 1


def test_the_names_of_the_places_come_back():
    match = core.new_match("telephone", **SEVERAL)
    match.open_round(0)
    core.do(match, "2-3")
    moves = bytearray((core.tile("3-3"), 255, 255, core.tile("2-2"), 255, 255))
    assert match.play_several(moves, 2, 0) == codes.OK
    lying = core.tile("2-3")
    assert list(moves) == [core.tile("3-3"), lying, 1, core.tile("2-2"), lying, 0]


def test_a_move_of_more_tiles_than_a_hand_holds():
    match = core.new_match("telephone", deal=2, **SEVERAL)
    match.open_round(0)
    core.do(match, "2-3", "2-4 on 2-3", "undo", "2-4 on 2-3")
    assert core.act(match, "3-3 + 4-4") == "tile_not_in_hand"


def test_going_out_with_two_doubles():
    match = core.new_match("telephone", deal=2, **SEVERAL)
    match.open_round(0)
    core.do(match, "2-3", "2-2 + 3-3")
    assert match.kind == codes.OUT and match.last_seat == 1
    assert match.log.last_move() == core.tiles("2-2 3-3")
    assert match.log.last_placer() == 1


def test_no_open_port_is_a_block_whatever_is_left_to_draw():
    match = core.new_match("telephone", **CLOSING)
    match.open_round(0)
    core.do(match, "2-3", "2-2! + 3-3!")
    assert match.kind == codes.BLOCKED and match.boneyard_count == 14
    core.do(match, "undo")
    assert not match.round_over
    core.do(match, "2-2! + 3-3")
    assert [port["tile"] for port in core.ports(match)] == ["3-3"]
    core.do(match, "3-4", "4-4!")
    assert match.kind == codes.BLOCKED


def test_the_first_double_is_closed_on_all_its_free_sides():
    match = core.new_match("telephone", **CLOSING)
    match.open_round(0)
    core.do(match, "2-3", "3-3!")
    assert [port["tile"] for port in core.ports(match)] == ["2-3"]
    assert match.layout.playable & core.tiles("3-3 3-4 3-5") == 0


def test_the_oldest_move_is_forgotten_as_a_whole():
    match = core.new_match("telephone", target=10000, **SEVERAL)
    match.open_round(0)
    core.do(match, "2-3", "2-2 + 3-3")
    for score in range(199):
        core.do(match, {"correct": {"side": 1, "score": score}})
    taken_back = 0
    while core.act(match, "undo") == "ok":
        taken_back += 1
    assert (taken_back, match.layout.count) == (199, 3)
