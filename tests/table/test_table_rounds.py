"""Questions, and rounds from the clear table to the settlement and the next opening."""

import pytest

from domino.board import looks
from domino.rules import audit, codes
from domino.table import events, keeping
from domino.words import ids
from host_tools.records.notation import tile_number
from tests.table.fake_feed import Feed

SHORT = (("deal", 2),)  # two tiles a hand: out comes soon
# Seat 0 goes out on its second tile; seat 1 keeps one tile.
OUT_SOON = [("5-5 d3", {}), ("0-5 e3", {}), ("1-5 c3", {"message": "out_or_draw", "seat": 0})]


def short(**how):
    return Feed(options=SHORT, **how)


# -- the question which end ------------------------------------------------------------------
ASKED = [
    ("2-5 d3", {}),
    ("1-5 c3", {}),
    # 1-2 far away fits both ends.
    (
        "1-2 h6",
        {"message": "choose_port", "at": "h6", "tile": "1-2", "index": 0, "of": 2, "on": "1-5"},
    ),
]
QUESTIONS = {
    "ok joins the end shown": [("ok", {"layout": "2-5 1-5 1-2", "total": 4})],
    "right goes to the next": [
        ("right", {"message": "choose_port", "index": 1, "on": "2-5", "port": 0}),
        ("ok", {"layout": "2-5 1-5 1-2", "total": 2, "message": "your_turn"}),
    ],
    "and round": [("right", {}), ("right", {"index": 0, "on": "1-5"})],
    "left the other way": [("left", {"index": 1, "on": "2-5"})],
    "lifting cancels": [
        ("-h6", {"message": "your_turn", "layout": "2-5 1-5", "accepted": 2}),
        ("ok", {"layout": "2-5 1-5"}),
        ("1-2 h6", {"message": "choose_port", "index": 0}),
    ],
    "undo cancels, and takes nothing back": [
        ("undo", {"message": "lift_tile", "at": "h6", "layout": "2-5 1-5", "accepted": 2}),
        ("ok", {"layout": "2-5 1-5"}),
        ("-h6", {"message": "your_turn"}),
        ("1-2 b3", {"layout": "2-5 1-5 1-2", "total": 4}),
    ],
    "other tiles wait for the answer": [
        ("2-3 e3", {"message": "choose_port", "pending": False, "layout": "2-5 1-5"}),
        ("ok", {"layout": "2-5 1-5 1-2 2-3"}),
    ],
    "draw and pass too": [
        ("draw", {"message": "choose_port", "accepted": 2}),
        ("pass", {"message": "choose_port", "accepted": 2}),
    ],
    "an alert comes first": [
        ("-d3", {"message": "place_back"}),
        ("ok", {"message": "place_back", "layout": "2-5 1-5"}),
        ("2-5 d3", {"message": "choose_port"}),
        ("ok", {"layout": "2-5 1-5 1-2"}),
    ],
    "what is hidden by an alert is not answered": [
        ("a1 foreign", {"message": "foreign_tag"}),
        ("right", {"message": "foreign_tag"}),
        ("ok", {"message": "foreign_tag", "layout": "2-5 1-5"}),
        ("-a1", {"message": "choose_port", "index": 0}),
        ("b1 dead", {"message": "slot_dead"}),
        ("right", {"message": "choose_port", "index": 0}),
        ("right", {"index": 1}),
    ],
    "nor is it while a tile of the layout is somewhere else": [
        ("-d3 & 2-5 e5 & ok", {"message": "tile_moved", "layout": "2-5 1-5"}),
        ("-e5 & 2-5 d3", {"message": "choose_port"}),
    ],
    "nor while the tile lies elsewhere too": [
        ("1-2 e5 & ok", {"layout": "2-5 1-5", "alerts": ["e5 counterfeit", "h6 counterfeit"]}),
        ("-e5", {"message": "choose_port"}),
    ],
    "a remote tile is asked about even with one end": [
        ("-h6", {}),
        ("2-3 h6", {"message": "choose_port", "of": 1, "on": "2-5"}),
        ("left", {"index": 0}),
        ("ok", {"layout": "2-5 1-5 2-3"}),
        ("3-4 g6", {"layout": "2-5 1-5 2-3 3-4", "message": "scored"}),
    ],
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_question(name):
    Feed().play(ASKED + QUESTIONS[name])


# -- out, or a forgotten draw ------------------------------------------------------------------
OUTS = {
    "ok is out": [
        ("ok", {"message": "tap_remaining", "seat": 1, "index": 0, "of": 1, "accepted": 3}),
        (
            "1:3-4",
            {"message": "round_over", "scores": [15, 10], "amount": 10, "round_over": True},
        ),
    ],
    "draw was forgotten": [
        ("draw", {"message": "your_turn", "accepted": 6, "layout": "5-5 0-5 1-5", "turn": 1}),
        ("draw", {"message": "drew", "amount": 2}),
    ],
    "and again, when the hand is empty again": [
        ("draw", {"turn": 1}),
        ("0-6 f3", {"message": "out_or_draw", "seat": 1}),
        ("draw", {"turn": 0, "accepted": 10}),
        ("1-3 b3", {"message": "out_or_draw", "seat": 0}),
        ("ok", {"message": "tap_remaining", "seat": 1, "of": 1}),
    ],
    "nobody passes here": [("pass", {"message": "out_or_draw", "accepted": 3})],
    "undo takes the tile back": [
        ("undo", {"message": "lift_tile", "layout": "5-5 0-5", "turn": 0, "round_over": False}),
        ("-c3", {"message": "undone"}),
    ],
    "the layout is still watched": [
        ("-d3", {"message": "place_back"}),
        ("5-5 d3", {"message": "out_or_draw"}),
    ],
    "what an alert hides is not answered": [
        ("-d3", {"message": "place_back"}),
        ("ok", {"message": "place_back", "accepted": 3}),
        ("draw", {"message": "place_back", "accepted": 3}),
        ("5-5 d3", {"message": "out_or_draw"}),
        ("a1 foreign", {"message": "foreign_tag"}),
        ("ok", {"message": "foreign_tag", "turn": None}),
        ("-a1", {"message": "out_or_draw"}),
        ("b1 dead & ok", {"message": "tap_remaining"}),
    ],
    "nor is it while a tile is somewhere else": [
        ("-d3 & 5-5 f3 & ok & draw", {"message": "tile_moved", "accepted": 3}),
        ("-f3 & 5-5 d3", {"message": "out_or_draw"}),
    ],
    "what lies on a pad already is shown": [
        ("3-4 p2", {"message": "out_or_draw"}),
        ("ok", {"message": "round_over", "scores": [15, 10]}),
    ],
    "on the wrong pad too": [
        ("3-4 p0", {"message": "out_or_draw"}),
        ("ok", {"message": "not_your_pad", "seat": 1}),
        ("-p0", {"message": "not_your_pad"}),
        ("1:3-4", {"message": "round_over", "scores": [15, 10]}),
    ],
    "a tile laid meanwhile is judged after a draw": [
        ("0-6 f3", {"message": "out_or_draw", "layout": "5-5 0-5 1-5"}),
        ("draw", {"layout": "5-5 0-5 1-5 0-6"}),
    ],
    "and means nothing after ok": [
        ("0-6 f3 & ok & 1:3-4", {"message": "round_over", "layout": "5-5 0-5 1-5"}),
        ("undo", {"message": "lift_tile", "layout": "5-5 0-5"}),
        ("-c3", {"message": "lift_tile", "at": "f3"}),
        ("-f3", {"message": "undone"}),
    ],
}


@pytest.mark.parametrize("name", OUTS)
def test_out_or_draw(name):
    short().play(OUT_SOON + OUTS[name])


def test_a_forgotten_draw_is_recorded_as_it_replays():
    feed = short().play(OUT_SOON)
    feed.records.clear()
    feed.do("draw")
    joint = feed.slot("c3") << 16 | 20 << 8 | 3  # on 5-5, line_b
    assert feed.records == [
        (events.UNDONE, 0, 16, codes.NONE),
        (events.DRAWN, 0, codes.NONE, events.FORGOTTEN),
        (events.PLAYED, 0, 16, joint),
    ]


def test_nobody_is_accused_of_a_forgotten_draw():
    """5-6 fitted when the table put the draw in, but may have been drawn long before."""
    feed = short().play(OUT_SOON)
    feed.play([("draw", {}), ("0-6 f3", {}), ("ok", {}), ("0:5-6", {"message": "round_over"})])
    match = feed.match
    assert match.hands[0] == 1 << tile_number("5-6")
    assert audit.check(match, match.hands, bytearray(3)) == 0


def test_no_forgotten_draw_from_an_empty_boneyard():
    feed = Feed(options=(("deal", 2), ("draw", "none")))
    feed.play(OUT_SOON)
    recorded = len(feed.records)
    refused = {"message": "not_in_this_game", "layout": "5-5 0-5 1-5", "accepted": 3}
    feed.play([("draw", refused)])
    assert len(feed.records) == recorded
    feed.play([("ok", {"message": "tap_remaining"})])


# -- the tiles left ----------------------------------------------------------------------------
LEFT = {
    "a tile on the table": [
        ("1:0-5", {"message": "tile_on_table", "round_over": True}),
        ("1:3-4", {"message": "round_over"}),
    ],
    "the winner's pad": [
        ("0:3-4", {"message": "not_your_pad", "seat": 1}),
        ("1:3-4", {"message": "round_over", "scores": [15, 10]}),
    ],
    "a pad of nobody": [("x:3-4", {"message": "not_your_pad"})],
    "ok too early": [
        ("ok", {"message": "remaining_mismatch", "scores": [10, 10]}),
        ("1:3-4", {"message": "round_over"}),
    ],
    "undo without taps takes the tile back": [
        ("undo", {"message": "lift_tile", "layout": "5-5 0-5", "round_over": False}),
    ],
    "lifted tiles are no alerts": [
        ("-d3 & -e3", {"alerts": [], "message": "tap_remaining"}),
        ("undo", {"message": "nothing_to_undo", "accepted": 3}),
        ("1:3-4", {"message": "round_over", "scores": [15, 10]}),
    ],
    "an unknown tag on a pad": [
        ("p2 unknown", {"message": "unknown_tag", "alerts": ["p2 unknown_tag"]}),
        ("-p2", {"message": "tap_remaining", "alerts": []}),
    ],
}


@pytest.mark.parametrize("name", LEFT)
def test_remaining(name):
    short().play([*OUT_SOON, ("ok", {"message": "tap_remaining"}), *LEFT[name]])


def test_taps_of_a_blocked_round_in_any_order():
    """3 players, nobody can go on: every seat shows its tiles, the lowest takes the others'."""
    feed = Feed("all-fives", 3, options=(("deal", 2), ("draw", "none")))
    feed.play(
        [
            ("5-5 d3", {"turn": 1}),
            ("pass", {"message": "passed", "seat": 1, "turn": 2}),
            ("pass", {}),
            ("pass", {"message": "tap_remaining", "seat": 0, "of": 1, "round_over": True}),
            ("2:1-1", {"message": "tap_remaining", "seat": 0}),
            ("0:0-1", {"seat": 1, "index": 0, "of": 2}),
            ("2:1-1", {"seat": 1}),  # shown again: nothing new
            ("1:1-1", {"message": "duplicate_tile"}),
            ("1:6-6", {"message": "tap_remaining", "seat": 1, "index": 1, "of": 2, "amount": 12}),
            ("undo", {"seat": 1, "index": 0}),
            ("1:5-6", {"index": 1, "amount": 11}),
            ("2:2-2", {"seat": 1}),
            ("2:2-3", {"message": "remaining_mismatch"}),  # more than the seat holds
            ("1:6-6", {"message": "passed_with", "scores": [40, 0, 0], "winners": 1}),
            ("ok", {"message": "round_over"}),
        ]
    )
    assert [entry for entry in feed.records if entry[0] == events.REMAINED] == [
        (events.REMAINED, 0, 1 << 1, 2),
        (events.REMAINED, 1, 1 << 26 | 1 << 27, 1),
        (events.REMAINED, 2, 1 << 2 | 1 << 5, 0),
    ]


# -- what the tiles left say about earlier passes and draws ------------------------------------
# Three players, two tiles each: seat 1 passes on fives, then all of them on fives and blanks.
PASSED = [("5-5 d3", {}), ("pass", {}), ("0-5 e3", {}), ("pass & pass & pass", {"turn": None})]
ACCUSED = {
    "one pass": [
        ("0:0-1", {}),
        ("1:4-6 & 1:1-3", {}),
        ("2:2-2", {"message": "passed_with", "seat": 0, "tile": "0-1", "index": 0, "of": 0}),
        ("ok", {"message": "round_over"}),
        ("ok", {"message": "round_over"}),
    ],
    "several, one after the other": [
        ("0:0-1", {}),
        ("1:5-6", {}),
        ("1:0-3", {}),
        ("2:2-2", {"message": "passed_with", "seat": 1, "tile": "5-6", "index": 1, "of": 3}),
        ("ok", {"message": "passed_with", "seat": 0, "tile": "0-1", "index": 2}),
        ("left", {"message": "passed_with", "index": 2}),
        ("ok", {"message": "passed_with", "seat": 1, "tile": "0-3", "index": 3, "of": 3}),
        ("ok", {"message": "round_over"}),
    ],
    "gone with the settlement, back with the next": [
        ("0:1-2 & 1:5-6 & 1:1-3 & 2:2-2", {"message": "passed_with"}),
        ("undo", {"message": "undone", "round_over": False}),
        ("pass", {"message": "tap_remaining"}),
        ("0:1-2 & 1:4-6 & 1:1-3 & 2:2-2", {"message": "round_over"}),
    ],
    "gone with the next round": [
        ("0:1-2 & 1:5-6 & 1:1-3 & 2:2-2", {"message": "passed_with"}),
        ("-d3", {"message": "passed_with"}),
        ("-e3", {"message": "lay_first", "round": 1}),
        ("ok", {"message": "lay_first"}),
    ],
    "nobody": [("0:1-2 & 1:4-6 & 1:1-3 & 2:2-2", {"message": "round_over"})],
}


@pytest.mark.parametrize("name", ACCUSED)
def test_who_passed_with_a_tile_that_fitted_is_told(name):
    feed = Feed("all-fives", 3, options=(("deal", 2), ("draw", "none")), starters=(0, 0))
    feed.play(PASSED + ACCUSED[name])


def test_who_drew_with_a_tile_that_fitted_is_told():
    steps = [
        ("5-5 d3", {"turn": 1}),
        ("draw", {}),
        ("0-5 c3", {"turn": 0}),
        ("0-1 b3", {"message": "out_or_draw"}),
        ("ok", {}),
        ("1:5-6", {}),
        ("1:2-2", {"message": "drew_with", "seat": 1, "tile": "5-6"}),
        ("ok", {"message": "round_over"}),
    ]
    Feed("all-fives", options=(("deal", 2),)).play(steps)


def test_nobody_is_accused_in_a_round_that_the_target_ended():
    """The tiles left are not asked for then; what an older round said is forgotten."""
    steps = [
        *PASSED,
        ("0:1-2 & 1:5-6 & 1:1-3 & 2:2-2", {"message": "passed_with"}),
        ("clear", {"message": "lay_first"}),
        ("5-5 d3", {"message": "match_over"}),
    ]
    options = (("deal", 2), ("draw", "none"), ("target", 40))
    Feed("all-fives", 3, options=options, starters=(0, 0)).play(steps)


def test_pads_are_asked_only_for_the_tiles_left():
    feed = short()
    feed.play([("1:3-4", {"message": "lay_first", "alerts": []})])
    assert feed.told("tap", "refused") == ["tap p2 nothing"]
    feed.play([("p2 unknown", {"message": "lay_first", "alerts": []}), ("-p2", {})])
    assert not feed.table.is_pad_asked()
    feed.play([*OUT_SOON, ("ok", {})])
    assert feed.table.is_pad_asked()
    feed.do("1:3-4")
    assert not feed.table.is_pad_asked()


# -- rounds and matches --------------------------------------------------------------------------
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


def test_two_ports_that_look_at_a_slot_are_asked_about_at_once():
    feed = Feed(options=(("deal", 14),))
    feed.play([("5-5 d3", {}), ("0-5 e3", {}), ("1-5 c3", {}), ("0-3 e2", {})])
    feed.find(feed.slot("d2"), tile_number("3-5"))
    assert (feed.view.message, feed.view.of) == (ids.CHOOSE_PORT, 2)


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
