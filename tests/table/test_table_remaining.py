"""The tiles left at a round's end: shown on the pads, and what they say about passes and draws."""

import pytest

from domino.table import events
from tests.table.fake_feed import Feed
from tests.table.out_soon import OUT_SOON, short

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
    feed.play([("1:3-4", {"message": "lay_on_slot", "tile": "3-4", "alerts": []})])
    assert feed.told("tap", "refused") == ["tap p2 nothing", "refused p2 lay_on_slot"]
    feed.play([("p2 unknown", {"message": "lay_on_slot", "alerts": []}), ("-p2", {})])
    assert not feed.table.is_pad_asked()
    feed.play([*OUT_SOON, ("ok", {})])
    assert feed.table.is_pad_asked()
    feed.do("1:3-4")
    assert not feed.table.is_pad_asked()
