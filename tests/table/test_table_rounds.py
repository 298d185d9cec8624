"""Rounds and matches: from the clear table to the settlement and the next opening."""

import pytest

from domino.board import looks
from domino.rules import codes
from domino.table import events, keeping
from tests.table.fake_feed import Feed
from tests.table.out_soon import OUT_SOON, short


def test_a_round_opens_when_the_table_is_clear():
    feed = short(starters=(1, 0))
    feed.play(
        [
            ("5-5 d3", {"turn": 0}),
            ("0-5 e3", {}),
            ("1-5 c3", {}),
            ("ok", {}),
            ("0:3-4", {"message": "round_over", "round": 0, "winners": 2}),
            ("-d3", {"message": "clear_table", "at": "c3", "alerts": []}),
            ("-c3", {"message": "clear_table", "at": "e3"}),
            ("6-6 a1", {"message": "clear_table", "at": "a1", "layout": "5-5 0-5 1-5"}),
            ("-e3", {"message": "clear_table"}),
            ("-a1", {"message": "lay_first", "round": 1, "seat": 1, "layout": "", "turn": 1}),
            ("6-6 a1", {"layout": "6-6", "turn": 0}),
        ]
    )
    # The list says seat 0, the rules say who placed the last tile: the rules win.
    opened = [entry for entry in feed.records if entry[0] == events.OPENED]
    assert [entry[:3] for entry in opened] == [(events.OPENED, 1, 255)] * 2


AFTER_A_DEAD_READER = {
    "a tile of the last round still lies there": [
        ("0-5 e3", {"message": "lift_tile", "at": "e3", "layout": "", "accepted": 3}),
        ("6-6 d3", {"message": "lift_tile", "layout": ""}),
        ("-e3", {"message": "your_turn", "alerts": [], "layout": "6-6"}),
    ],
    "it was taken away meanwhile": [("-e3", {"message": "lay_first", "alerts": []})],
    "another one was laid there": [("6-6 e3", {"layout": "6-6", "alerts": []})],
}


@pytest.mark.parametrize("name", AFTER_A_DEAD_READER)
def test_a_dead_reader_brings_no_tile_into_the_next_round(name):
    cleared = [
        ("ok", {}),
        ("1:3-4", {"message": "round_over"}),
        ("e3 dead", {}),
        ("-d3 & -c3", {"message": "lay_first", "alerts": ["e3 slot_dead"], "layout": ""}),
    ]
    short().play(OUT_SOON + cleared + AFTER_A_DEAD_READER[name])


def test_an_ended_round_can_be_taken_back_while_it_lies():
    short().play(
        [
            *OUT_SOON,
            ("ok", {}),
            ("1:3-4", {"message": "round_over", "scores": [15, 10]}),
            ("undo", {"message": "lift_tile", "scores": [10, 10], "turn": 0, "alerts": []}),
            ("-c3", {"message": "undone"}),
            ("1-5 c3", {"message": "out_or_draw"}),
            ("ok", {"message": "tap_remaining", "index": 0}),
        ]
    )


def test_an_ended_round_can_be_taken_back_when_its_last_tile_was_lifted():
    feed = short().play([*OUT_SOON, ("ok", {}), ("1:3-4", {}), ("0-6 f3", {"alerts": []})])
    feed.play(
        [
            ("-c3", {"message": "clear_table"}),
            ("undo", {"message": "lift_tile", "at": "f3", "layout": "5-5 0-5"}),
            ("-f3", {"message": "undone", "turn": 0}),
        ]
    )


def test_a_match_ends_at_the_target_and_can_be_taken_back():
    feed = short(starters=(0,))
    feed.match.target = feed.match.enough = 2 * 20
    feed.play(
        [
            ("5-5 d3", {"scores": [10, 0]}),
            ("0-5 e3", {}),
            ("0-0 f3", {"scores": [20, 10], "message": "match_over", "winners": 1, "turn": None}),
            ("draw", {"message": "match_over"}),
            ("undo", {"message": "lift_tile", "scores": [10, 10], "match_over": False}),
            ("-f3", {"message": "undone"}),
            ("0-0 f3", {"message": "match_over"}),
            ("clear", {"message": "match_over", "scores": [20, 10], "alerts": []}),
            ("undo", {"message": "nothing_to_undo"}),
        ]
    )


def test_tiles_that_lie_before_the_first_round_must_go():
    feed = Feed(sweeps=False)
    feed.play([("5-5 d3", {"message": "clear_table", "at": "d3", "pending": True, "round": -1})])
    feed.sweep()
    feed.play(
        [
            ("wait 1", {"message": "clear_table", "pending": False, "layout": "", "alerts": []}),
            ("pass", {"message": "match_over" if feed.match.match_over else "round_over"}),
            ("-d3", {"message": "lay_first", "round": 0}),
            ("5-5 d3", {"layout": "5-5"}),
        ]
    )


def test_nothing_is_said_until_every_slot_was_seen():
    feed = Feed(sweeps=False)
    feed.table.step(feed.now_ms)
    assert feed.view.is_pending and feed.view.message == 0
    for reader in range(feed.slots - 1):
        feed.find(reader, looks.EMPTY)
    assert feed.view.message == 0
    feed.find(feed.slots - 1, looks.DEAD)
    feed.play([("wait 1", {"message": "lay_first", "alerts": ["h6 slot_dead"]})])


def test_a_lot_is_neutral_and_follows_from_the_seed():
    drawn = [Feed(players=4, starters=(), seed=seed).match.starter for seed in range(800)]
    assert drawn[:40] == [
        Feed(players=4, starters=(), seed=seed).match.starter for seed in range(40)
    ]
    assert all(160 < drawn.count(seat) < 240 for seat in range(4))


def test_a_lot_where_the_list_names_nobody():
    feed = Feed(starters=(255,), seed=3)
    assert feed.match.starter in (0, 1)
    assert feed.view.message == 1  # lay_first


def test_a_second_match_on_the_same_table():
    feed = short()
    feed.play([("5-5 d3", {"scores": [10, 0]})])
    assert feed.match.set_up(3) == codes.OK
    feed.table.begin((0, 1, 2), bytes((2,)), 1)
    feed.play(
        [
            ("wait 1", {"message": "clear_table", "scores": [0, 0, 0]}),
            ("-d3", {"message": "lay_first", "seat": 2}),
        ]
    )


def test_turns_that_go_on():
    feed = Feed("horse-race")
    feed.play(
        [
            ("5-5 d3", {"message": "scored", "seat": 0, "amount": 4, "turn": 0}),
            ("2-5 e3", {"message": "your_turn", "seat": 1, "turn": 1}),
            ("2-2 f3", {"message": "play_again", "seat": 1, "turn": 1}),
            ("draw", {"message": "drew", "seat": 1, "amount": 7}),
            ("undo", {"message": "undone", "seat": 1, "turn": 1}),
        ]
    )


# -- corrections between two rounds --------------------------------------------------------------
def test_more_corrections_than_undo_can_take_back_leave_the_table_and_its_journal_sound():
    feed = short()
    for text in ("5-5 d3", "0-5 e3", "1-5 c3", "ok", "1:3-4"):
        feed.do(text)
    assert feed.match.round_over
    for number in range(205):  # the log of a round holds 200
        assert keeping.correct(feed.table, 0, 2 * number) == codes.OK
    for _ in range(205):
        feed.do("undo")
    taken_back = [entry for entry in feed.records if entry[0] == events.UNDONE]
    assert len(taken_back) == 200
    assert feed.match.scores[0] == 8  # the fifth correction stays
    assert feed.state()["message"] == "nothing_to_undo"
