"""Hands that are shown on the pads: taps, who has the best one, the next round."""

import pytest

from host_tools.records.replay import replay
from host_tools.sim.recorder import Recorder
from tests.table.fake_feed import Feed

FULL_HOUSE = "0:6-6 & 0:3-3 & 0:2-2 & 0:2-4 & 0:1-2"
STRAIGHT = "1:4-6 & 1:4-5 & 1:4-4 & 1:3-4 & 1:1-6"
BOTH = [
    (FULL_HOUSE, {"message": "tap_remaining", "seat": 1}),
    (STRAIGHT, {"message": "show_hands", "accepted": 0, "round_over": False}),
]
CASES = {
    "the best hand takes a point": [
        *BOTH,
        ("ok", {"message": "shown_full_house", "scores": [1, 0], "winners": 1, "accepted": 1}),
        ("ok", {"message": "tap_remaining", "round": 1, "round_over": False, "scores": [1, 0]}),
        (FULL_HOUSE.replace("0:", "1:"), {"seat": 0}),
        (STRAIGHT.replace("1:", "0:").replace("10:", "1:"), {}),
    ],
    "nothing is shown too early": [
        (FULL_HOUSE, {}),
        ("ok", {"message": "bad_deal", "accepted": 0, "round_over": False}),
        (STRAIGHT, {"message": "show_hands"}),
    ],
    "a tile that does not belong to the game is refused": [
        ("0:1-1", {"message": "not_in_this_game", "seat": None, "at": "p0"}),
        ("0:0-6", {"message": "not_in_this_game"}),
        ("0:1-6", {"message": "tap_remaining", "index": 1, "of": 5}),
    ],
    "so is one that another seat showed, one too many, and a pad of nobody": [
        *BOTH,
        ("1:6-6", {"message": "duplicate_tile"}),
        ("1:5-6", {"message": "remaining_mismatch"}),
        ("x:5-6", {"message": "not_your_pad"}),
        ("ok", {"message": "shown_full_house"}),
    ],
    "taps can be taken back, and what was shown too": [
        *BOTH,
        ("undo", {"message": "tap_remaining", "seat": 1, "index": 4}),
        ("1:2-3", {"message": "show_hands"}),
        ("ok", {"message": "shown_full_house", "scores": [1, 0]}),
        ("undo", {"message": "show_hands", "scores": [0, 0], "accepted": 2}),
        ("undo & undo", {"message": "tap_remaining", "index": 3}),
        ("undo & undo & undo & undo", {"index": 4, "seat": 0}),
    ],
    "a new round begins with ok only": [
        *BOTH,
        ("ok", {"message": "shown_full_house"}),
        ("wait 2000", {"message": "shown_full_house", "round": 0}),
        ("0:5-5", {"message": "shown_full_house"}),
        ("pass", {"message": "round_over"}),
        ("left", {"message": "shown_full_house"}),
        ("ok", {"message": "tap_remaining", "round": 1, "index": 0}),
    ],
    "equal hands are both the best": [
        ("0:1-6 & 0:2-6 & 0:4-6 & 0:5-6 & 0:2-3", {}),
        ("1:1-2 & 1:2-4 & 1:3-4 & 1:4-5 & 1:3-6", {"message": "show_hands"}),
        ("ok", {"message": "shown", "winners": 1}),
    ],
}


@pytest.mark.parametrize("name", CASES)
def test_shown_hands(name):
    feed = Feed("poker", 2).play(CASES[name])
    recorder = Recorder({"game": "poker", "players": 2})
    for entry in feed.records:
        recorder.record(*entry)
    outcome = replay(recorder.match_record())
    assert outcome.problems == []
    assert outcome.result["scores"] == feed.state()["scores"]


# RULES.md, `poker`: an example of each kind, lowest first.
KINDS = {
    "shown": "1-6 2-6 3-6 3-5 4-5",
    "shown_pair": "6-6 5-5 1-2 1-3 2-4",
    "shown_flush": "1-6 2-6 4-6 5-6 6-6",
    "shown_three_doubles": "6-6 5-5 3-3 1-2 4-5",
    "shown_straight_four": "4-6 4-5 4-4 3-4 1-2",
    "shown_full_house": "6-6 3-3 2-2 2-4 1-2",
    "shown_straight_five": "1-3 2-3 3-3 3-4 3-5",
    "shown_four_doubles": "6-6 5-5 4-4 3-3 1-2",
    "shown_straight_six": "2-6 3-6 4-6 5-6 6-6",
    "shown_five_doubles": "6-6 5-5 4-4 3-3 2-2",
}


LOW = "1-2 2-3 1-4 3-4 2-5 1-3 1-5 2-4 3-5"  # any five of them are worth little


@pytest.mark.parametrize("name", KINDS)
def test_the_kind_of_the_best_hand_is_named(name):
    taken = KINDS[name].split()
    low = [tile for tile in LOW.split() if tile not in taken]
    feed = Feed("poker", 2)
    feed.do(" & ".join(f"0:{tile}" for tile in taken))
    feed.do(" & ".join(f"1:{tile}" for tile in low[:5]))
    feed.play([("ok", {"message": name, "winners": 1})])
