"""Questions: which end a tile joins; whether a seat is out, or somebody forgot to draw."""

import pytest

from domino.rules import audit, codes
from domino.table import events
from domino.words import ids
from host_tools.records.notation import tile_number
from tests.table.fake_feed import Feed
from tests.table.out_soon import OUT_SOON, short

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


def test_two_ports_that_look_at_a_slot_are_asked_about_at_once():
    feed = Feed(options=(("deal", 14),))
    feed.play([("5-5 d3", {}), ("0-5 e3", {}), ("1-5 c3", {}), ("0-3 e2", {})])
    feed.find(feed.slot("d2"), tile_number("3-5"))
    assert (feed.view.message, feed.view.of) == (ids.CHOOSE_PORT, 2)


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
