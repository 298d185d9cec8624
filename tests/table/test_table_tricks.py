"""Bids, trump and tricks at the table: whose slot, what is refused, lifted, taken back."""

import pytest

from host_tools.records.replay import replay
from host_tools.sim.players import Habits
from host_tools.sim.recorder import Recorder
from host_tools.sim.trick_players import play_tricks
from tests.table.fake_feed import Feed
from tests.table.test_table_matches import live

# Seats 0 to 3 lay on d5, b3, e2, g4. Seat 1 has bid 31 and named fives.
BIDS = [
    ("right & ok", {"turn": 2}),
    ("pass & pass & pass", {"message": "trump", "turn": 1, "index": 0, "of": 7}),
    ("left & left & ok", {"message": "trick_turn", "turn": 1, "at": "b3"}),
]
TRICK = [("5-5 b3 & 0-5 e2 & 1-5 g4 & 5-6 d5", {"message": "trick_won", "seat": 1, "turn": 1})]
LIFTED = [("-b3 & -e2 & -g4 & -d5", {"message": "trick_turn", "at": "b3", "alerts": []})]


def table(**about):
    return Feed("forty-two", 4, **{"starters": [1], **about})


def record_of(feed):
    recorder = Recorder({"game": "forty-two", "players": 4})
    for entry in feed.records:
        recorder.record(*entry)
    return recorder.match_record()


@pytest.mark.parametrize("seed", range(4))
def test_a_match_at_the_table_equals_its_record(seed):
    played = play_tricks("grid48_mfrc522", "forty-two", seed, Habits(wrong=0.1, undoes=0.15))
    feed = Feed("forty-two", 4, starters=played.scenario["starter"])
    live(feed, played.scenario)
    for record in (played.record, record_of(feed)):
        outcome = replay(record)
        assert outcome.problems == []
        assert outcome.result["scores"] == feed.state()["scores"] == played.scores
    assert outcome.result["match"]["over"] and feed.state()["match_over"]
    assert played.counts["undone"] and played.counts["wrong"]


CASES = {
    "bids go up from the least, round and round": [
        ("wait 1", {"message": "bid", "turn": 1, "amount": 30}),
        ("left", {"amount": 42}),
        ("right & right", {"amount": 31}),
        ("ok", {"message": "bid", "turn": 2, "amount": 32, "accepted": 1}),
        ("left", {"amount": 42}),
        ("ok", {"message": "bid", "turn": 3, "amount": 0}),
        ("ok", {"turn": 3, "accepted": 2}),  # 42 is the most: only a pass is left
        ("right", {"amount": 0}),
        ("pass & pass", {"message": "trump", "turn": 2}),
    ],
    "a bid can be taken back": [
        ("ok", {"turn": 2, "amount": 31}),
        ("undo", {"message": "bid", "turn": 1, "amount": 30, "accepted": 2}),
        ("undo", {"message": "nothing_to_undo", "turn": 1}),
        ("left", {"message": "bid", "amount": 42}),
    ],
    "so can the trump": [
        *BIDS,
        ("undo", {"message": "trump", "turn": 1, "index": 0}),
        ("undo", {"message": "bid", "turn": 0, "amount": 32}),
    ],
    "the trump goes round": [
        *BIDS[:2],
        ("pass", {"message": "not_in_this_game"}),
        ("right", {"message": "trump", "index": 1}),
        ("left & left", {"index": 6}),
        ("right", {"index": 0}),
        ("ok", {"message": "trick_turn", "turn": 1}),
        ("right & ok", {"message": "trick_turn", "accepted": 5}),
    ],
    "without a bid the next seat begins": [
        ("pass & pass & pass", {"turn": 0, "round": 0}),
        ("pass", {"message": "bid", "turn": 2, "round": 1, "accepted": 4, "round_over": False}),
        ("pass & pass & pass & pass", {"turn": 3, "round": 2}),
    ],
    "draw and menu mean nothing": [
        ("draw", {"message": "not_in_this_game", "accepted": 0}),
        ("menu", {"message": "bid"}),
        *BIDS,
        ("pass", {"message": "not_in_this_game", "turn": 1}),
    ],
    "what an alert hides is not answered": [
        ("5-5 a1", {"message": "not_your_turn", "alerts": ["a1 not_your_turn"]}),
        ("ok & pass & right", {"accepted": 0, "turn": 1}),
        ("-a1", {"message": "bid", "amount": 30, "alerts": []}),
    ],
    "no tile counts before the trump is named": [
        ("5-5 b3", {"message": "not_your_turn"}),
        ("-b3", {}),
        *BIDS[:2],
        ("5-5 b3", {"message": "not_your_turn", "layout": ""}),
    ],
    "a tile on another slot is refused by name": [
        *BIDS,
        ("5-5 a1", {"message": "wrong_slot", "at": "a1", "other": "b3", "tile": "5-5"}),
        ("-a1 & 5-5 e2", {"message": "not_your_turn", "alerts": ["e2 not_your_turn"]}),
        ("0-5 b3", {"turn": 2, "layout": "0-5"}),
        ("-e2 & 5-5 e2", {"turn": 3, "layout": "0-5 5-5", "alerts": []}),
    ],
    "two in one lap are taken in turn": [
        *BIDS,
        ("0-5 e2 & 5-5 b3", {"layout": "5-5 0-5", "turn": 3, "alerts": []}),
    ],
    "a trick is lifted before the next": [
        *BIDS,
        *TRICK,
        ("-b3 & -e2 & -g4", {"message": "trick_won", "alerts": [], "amount": 32, "at": "d5"}),
        ("0-0 b3", {"message": "trick_won", "layout": "5-5 0-5 1-5 5-6"}),
        ("-d5", {"message": "trick_turn", "turn": 2, "layout": "5-5 0-5 1-5 5-6 0-0"}),
    ],
    "a tile of an old trick is refused": [
        *BIDS,
        *TRICK,
        *LIFTED,
        ("0-5 b3", {"message": "tile_on_table", "alerts": ["b3 tile_on_table"]}),
        ("-b3 & 0-0 b3", {"turn": 2, "alerts": []}),
    ],
    "tiles of the trick are put back, those of old ones are not": [
        *BIDS,
        *TRICK,
        *LIFTED,
        ("0-0 b3", {}),
        ("-b3", {"message": "place_back", "alerts": ["b3 place_back"]}),
        ("0-1 e2", {"message": "place_back", "turn": 2}),
        ("0-0 b3", {"alerts": [], "turn": 3, "message": "trick_turn"}),
    ],
    "undo opens the trick again": [
        *BIDS,
        *TRICK,
        ("undo", {"message": "lift_tile", "at": "d5", "turn": 0, "alerts": []}),
        ("-d5 & 4-6 d5", {"message": "trick_won", "seat": 1, "layout": "5-5 0-5 1-5 4-6"}),
    ],
    "what was lifted meanwhile is asked for": [
        *BIDS,
        *TRICK,
        ("-b3 & -e2 & -d5", {"message": "trick_won"}),
        ("undo", {"turn": 0, "alerts": ["e2 place_back", "b3 place_back"]}),
        ("5-5 b3 & 0-5 e2", {"alerts": [], "message": "trick_turn", "at": "d5"}),
        ("5-6 d5", {"message": "trick_won"}),
    ],
    "undo goes back over a trick": [
        *BIDS,
        *TRICK,
        *LIFTED,
        ("0-0 b3", {"turn": 2}),
        ("undo", {"turn": 1, "message": "lift_tile", "at": "b3"}),
        ("-b3 & undo", {"turn": 0, "alerts": ["e2 place_back", "b3 place_back", "g4 place_back"]}),
        ("5-5 b3 & 0-5 e2 & 1-5 g4 & 5-6 d5", {"turn": 1, "message": "trick_won", "alerts": []}),
    ],
    "at a dead slot the seat taps its tile": [
        *BIDS,
        ("e2 dead & 5-5 b3", {"message": "trick_tap", "turn": 2}),
        ("1:0-5", {"message": "not_your_pad", "turn": 2, "seat": 2}),
        ("2:5-5", {"message": "tile_on_table", "turn": 2}),
        ("2:0-5", {"message": "trick_turn", "turn": 3, "layout": "5-5 0-5"}),
        ("2:0-6", {"message": "lay_on_slot", "turn": 3}),
        ("1-5 g4 & 5-6 d5", {"message": "trick_won", "turn": 1}),
        ("2:0-6", {"message": "trick_won", "turn": 1}),
        ("-b3 & -g4 & -d5", {"message": "trick_turn", "turn": 1}),
        ("undo", {"turn": 0, "alerts": ["e2 slot_dead", "b3 place_back", "g4 place_back"]}),
    ],
    "a dead slot does not hold up the lifting": [
        *BIDS,
        *TRICK,
        ("e2 dead", {}),
        ("-b3 & -g4 & -d5", {"message": "trick_turn", "turn": 1, "alerts": ["e2 slot_dead"]}),
        ("0-0 b3", {"turn": 2}),
    ],
}


@pytest.mark.parametrize("name", CASES)
def test_tricks(name):
    feed = table().play(CASES[name])
    assert replay(record_of(feed)).problems == []


def test_the_first_to_bid_is_drawn_by_lot():
    seats = {Feed("forty-two", 4, starters=[], seed=seed).state()["turn"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}


def test_without_slots_for_the_seats_every_tile_is_tapped():
    feed = table()
    feed.table.seat_at(b"")
    steps = [
        *BIDS[:2],
        ("left & left & ok", {"message": "trick_tap", "turn": 1}),
        ("5-5 b3", {"message": "wrong_slot", "turn": 1}),
        ("-b3 & 2:5-5", {"message": "not_your_pad"}),
        ("1:5-5 & 2:0-5 & 3:1-5 & 0:5-6", {"message": "trick_won", "seat": 1, "at": "-"}),
        ("undo", {"message": "trick_tap", "turn": 0, "alerts": []}),
        ("0:4-6", {"message": "trick_won", "layout": "5-5 0-5 1-5 4-6"}),
        ("1:0-0", {"message": "trick_tap", "turn": 2}),
    ]
    feed.play(steps)
    assert replay(record_of(feed)).problems == []


def test_the_slots_of_the_seats_are_looked_at_first():
    feed = table().play(BIDS)
    hot = {feed.name(slot) for slot in feed.placement.hot[: feed.placement.hot_count]}
    assert hot == {"d5", "b3", "e2", "g4"}


def test_a_hand_ends_with_its_settlement_and_the_next_begins_when_all_is_clear():
    played = play_tricks("grid48_mfrc522", "forty-two", 5, Habits(), rounds=1)
    feed = Feed("forty-two", 4, starters=played.scenario["starter"])
    live(feed, played.scenario | {"steps": played.scenario["steps"][:-1]})  # not cleared yet
    seat = played.scenario["starter"][0]
    assert feed.state()["round_over"] and feed.state()["scores"] == played.scores
    feed.play(
        [
            ("-b3", {"message": "clear_table"}),
            ("clear", {"message": "bid", "turn": (seat + 1) % 4, "round": 1}),
        ]
    )


# -- after a power cut ---------------------------------------------------------------------------
# (steps before it, what lies when the power is back, what follows)
RESTARTS = {
    "while they bid": (
        [("ok", {"turn": 2})],
        [],
        [("wait 1", {"message": "bid", "turn": 2, "amount": 31, "accepted": 1})],
    ),
    "before the trump is named": (
        BIDS[:2],
        [],
        [("left & left & ok", {"message": "trick_turn", "turn": 1})],
    ),
    "in mid-trick": (
        [*BIDS, ("5-5 b3 & 0-5 e2", {"turn": 3})],
        ["5-5 b3"],
        [
            ("wait 1", {"alerts": ["e2 place_back"], "turn": 3, "accepted": 7}),
            ("0-5 e2", {"alerts": [], "message": "trick_turn", "at": "g4"}),
            ("1-5 g4 & 5-6 d5", {"message": "trick_won", "seat": 1}),
        ],
    ),
    "with a trick to be lifted": (
        [*BIDS, *TRICK],
        ["5-5 b3", "0-5 e2"],
        [
            ("wait 1", {"message": "lift_tile", "turn": 1, "alerts": []}),
            ("-b3 & -e2", {"message": "trick_turn", "at": "b3", "alerts": []}),
            ("0-0 b3", {"turn": 2, "alerts": []}),
        ],
    ),
    "with a trick that was lifted": (
        [*BIDS, *TRICK, *LIFTED],
        ["0-0 b3"],
        [("wait 1", {"message": "trick_turn", "turn": 2, "layout": "5-5 0-5 1-5 5-6 0-0"})],
    ),
    "with a tile taken back": (
        [*BIDS, *TRICK, ("undo", {"turn": 0})],
        ["5-5 b3", "0-5 e2", "1-5 g4", "5-6 d5"],
        [
            ("wait 1", {"message": "lift_tile", "at": "d5", "turn": 0}),
            ("-d5 & 4-6 d5", {"message": "trick_won", "alerts": []}),
        ],
    ),
}


@pytest.mark.parametrize("name", RESTARTS)
def test_after_a_power_cut_the_round_goes_on(name):
    before, lying, after = RESTARTS[name]
    feed = table().play(before)
    again = feed.restarted(lying, game="forty-two", players=4, starters=[1])
    again.play(after)
    again.records[:0] = feed.records
    assert replay(record_of(again)).problems == []
