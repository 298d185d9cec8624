"""Rounds of tricks: bids, trump, following suit, who takes a trick, what a hand gives."""

import random

import pytest

from domino.rules import codes
from tests.rules import core
from tests.rules.slow_tricks import (
    HANDS,
    follows,
    may_be_played,
    order,
    playable,
    suit_of,
    worth,
)

SIXES = ["bid 31", "bid pass", "bid pass", "bid pass", "trump 6"]


def opened(*actions, hands=HANDS, starter=0, **house):
    match = core.new_match("forty-two", 4, **house)
    record = {"starter": starter}
    if hands:
        record["hands"] = [hand.split() for hand in hands]
    assert core.open_round(match, record) == codes.OK
    return core.do(match, *actions)


def trick(match):
    return [None if tile == codes.NONE else core.name_of(tile) for tile in match.trick]


# -- Bids ----------------------------------------------------------------------------------------
# starter, bids; then stage, who acts, the highest bid and who made it
BIDS = [
    (0, [], "bidding", 0, 0, None),
    (2, [], "bidding", 2, 0, None),
    (0, ["pass", 30], "bidding", 2, 30, 1),
    (0, [30, 31, 32, 42], "trump", 3, 42, 3),
    (0, [30, "pass", "pass", "pass"], "trump", 0, 30, 0),
    (2, ["pass", 35, "pass", 36], "trump", 1, 36, 1),
    (3, [42, "pass", "pass", "pass"], "trump", 3, 42, 3),
]
STAGES = {codes.PLAYING: "playing", codes.BIDDING: "bidding", codes.TRUMP: "trump"}


@pytest.mark.parametrize("starter, bids, stage, turn, high, bidder", BIDS)
def test_bids_go_round_once(starter, bids, stage, turn, high, bidder):
    match = opened(*(f"bid {bid}" for bid in bids), starter=starter)
    assert (STAGES[match.stage], match.turn, match.high_bid) == (stage, turn, high)
    assert match.bidder == (codes.NONE if bidder is None else bidder)
    assert not match.round_over and not match.again


@pytest.mark.parametrize("hands", [HANDS, None])
def test_all_pass_is_a_redeal_and_costs_nothing(hands):
    match = opened("bid pass", "bid pass", "bid pass", hands=hands)
    match.scores[0] = 60
    core.do(match, "bid pass")
    shown = core.result(match)
    assert (shown["kind"], shown["winners"], shown["scores"]) == ("redeal", [], [30, 0])
    assert core.act(match, "bid 30") == "round_over"
    assert core.error(match.open_round(codes.NONE)) == "starter_needed"
    core.do(match, "undo", "bid 30")
    assert match.stage == codes.TRUMP and match.turn == 3


def test_the_highest_bidder_names_the_trump_and_leads():
    match = opened("bid pass", "bid 31", "bid pass", "bid pass")
    assert core.act(match, {"trump": 3, "seat": 0}) == "not_your_turn"
    core.do(match, "trump 3")
    assert (match.stage, match.trump, match.turn, match.trick_leader) == (codes.PLAYING, 3, 1, 1)


@pytest.mark.parametrize("lowest, bid, code", [(20, 20, "ok"), (20, 19, "bad_record")])
def test_the_lowest_bid_is_an_option(lowest, bid, code):
    assert core.act(opened(min_bid=lowest), f"bid {bid}") == code


def test_the_starter_is_always_given():
    match = core.new_match("forty-two", 4)
    assert core.error(match.open_round(codes.NONE)) == "starter_needed"
    match = opened(*SIXES, *playable(HANDS, 6))
    assert match.next_starter == codes.NONE
    assert core.error(match.open_round(codes.NONE)) == "starter_needed"
    assert core.error(match.open_round(2)) == "ok"


# -- Following and taking ------------------------------------------------------------------------
def test_a_second_implementation_agrees_on_random_hands():
    chance = random.Random(42)
    for number in range(150):
        tiles = [core.name_of(tile) for tile in range(28)]
        chance.shuffle(tiles)
        held = [tiles[7 * seat : 7 * seat + 7] for seat in range(4)]
        trump, leader = number % 7, number % 4
        match = opened(hands=[" ".join(hand) for hand in held], starter=leader)
        core.do(match, "bid 30", "bid pass", "bid pass", "bid pass", f"trump {trump}")
        taken = [0, 0]
        while any(held):
            laid = {}
            for i in range(4):
                seat = (leader + i) % 4
                may = may_be_played(held[seat], laid.get(leader), trump)
                for tile in held[seat]:
                    wanted = 1 if tile in may else 0
                    assert match.choices(core.tile(tile), core.SCRATCH) == wanted
                    assert wanted or core.act(match, tile) == "must_follow"
                laid[seat] = chance.choice(may)
                held[seat].remove(laid[seat])
                assert match.turn == seat
                core.do(match, laid[seat])
                assert match.check(core.SCRATCH)
            suit = suit_of(laid[leader], trump)
            leader = max(laid, key=lambda seat: order(laid[seat], suit, trump))
            taken[leader % 2] += worth(laid.values())
            assert match.trick_seat == leader and match.trick_points == worth(laid.values())
            assert list(match.taken[:2]) == taken
        assert sum(taken) == 42 and match.kind == codes.OUT
        bidders = match.bidder % 2
        if taken[bidders] < 30:
            taken[bidders] = 0
            taken[1 - bidders] += 30
        assert core.result(match)["awards"] == taken


# trump, tiles laid by seats 0 to 3, the seat that takes the trick, its points
TRICKS = [
    (6, "2-5 3-5 0-5 0-6", 3, 6),  # trumped
    (6, "2-5 3-5 0-5 1-1", 1, 6),  # the higher other half
    (6, "2-5 3-5 5-5 4-5", 2, 11),  # the double is the highest of its suit
    (2, "3-4 2-2 2-6 0-2", 1, 1),  # and of the trumps
    (2, "2-5 5-5 2-6 5-6", 2, 11),  # a tile with the trump is no five
    (0, "2-4 4-4 2-5 2-6", 1, 1),  # its high half is led, not the other
    (0, "0-5 5-5 0-0 0-6", 2, 16),
    (1, "4-6 6-6 3-6 1-2", 3, 11),
    (5, "1-4 2-3 3-3 6-6", 0, 11),  # nobody follows
    (3, "6-6 4-6 5-6 0-6", 0, 11),
]


@pytest.mark.parametrize("trump, laid, taker, points", TRICKS)
def test_who_takes_a_trick(trump, laid, taker, points):
    match = opened("bid 30", "bid pass", "bid pass", "bid pass", f"trump {trump}", hands=None)
    core.do(match, *laid.split())
    assert (match.trick_seat, match.trick_points) == (taker, points)
    assert match.turn == match.trick_leader == taker
    assert trick(match) == [None] * 4
    assert list(match.taken[:2]) == [points * (taker % 2 == 0), points * (taker % 2)]


def test_the_trick_that_lies():
    match = opened(*SIXES, "2-5", "3-5")
    assert trick(match) == ["2-5", "3-5", None, None]
    assert (match.trick_leader, match.trick_seat, match.turn) == (0, codes.NONE, 2)
    core.do(match, "undo")
    assert trick(match) == ["2-5", None, None, None]
    core.do(match, "3-5", "5-5", "0-6")
    assert match.trick_seat == 3
    core.do(match, "1-6")
    assert trick(match) == [None, None, None, "1-6"]
    assert match.trick_seat == codes.NONE
    core.do(match, "undo", "undo")
    assert trick(match) == ["2-5", "3-5", "5-5", None]
    assert (match.trick_leader, match.turn, match.taken[1]) == (0, 3, 0)


def test_with_unknown_hands_nobody_is_held_to_a_suit():
    match = opened(*SIXES, "2-5", hands=None)
    assert core.act(match, "2-4") == "ok"
    assert list(match.counts) == [6, 6, 7, 7]


def test_nothing_is_laid_on_anything():
    match = opened(*SIXES)
    assert core.act(match, "2-5 on 0-0") == "no_such_port"
    core.do(match, "2-5")
    assert core.act(match, "3-5 on 2-5 high") == "no_such_port"
    assert core.ports(match) == [] and core.ends(match) == [] and match.layout.total == 0


# -- Settling ------------------------------------------------------------------------------------
def played_out(bid, bidder=0, scores=(0, 0), **house):
    """Seat 3 takes every trick; a seat bids, with sixes trump."""
    bids = [f"bid {bid if seat == bidder else 'pass'}" for seat in range(4)]
    match = opened(*bids, "trump 6", **house)
    for side in (0, 1):
        match.scores[side] = 2 * scores[side]
    return core.do(match, *playable(HANDS, 6, bidder))


# bid, who bid, awards, who won; seats 1 and 3 take some or all
SETTLED = [
    (42, 3, [0, 42], [1]),  # made to the last point
    (30, 1, [0, 42], [1]),
    (31, 0, [0, 73], [1]),  # missed: the others' own and the whole bid
    (42, 2, [0, 84], [1]),
]


@pytest.mark.parametrize("bid, bidder, awards, winners", SETTLED)
def test_a_bid_is_made_or_missed(bid, bidder, awards, winners):
    match = played_out(bid, bidder)
    shown = core.result(match)
    assert (shown["kind"], shown["awards"], shown["winners"]) == ("out", awards, winners)
    assert (shown["remaining"], shown["next_starter"]) == ([0, 0, 0, 0], None)
    assert shown["scores"] == awards
    assert sum(match.taken) == 42


def test_scores_change_at_the_end_of_the_hand_only():
    match = opened(*SIXES)
    *rest, last = playable(HANDS, 6)
    core.do(match, *rest)
    assert list(match.scores) == [0, 0, 0, 0] and match.last_points == 0
    assert sum(match.taken) < 42
    core.do(match, last)
    assert match.scores[1] == 2 * 73


# Tricks of the hand below: side 0 takes one of 6, side 1 the rest; so both write.
BOTH = ["bid pass", "bid 30", "bid pass", "bid pass", "trump 6"]
SHARED = [
    "2-5 0-0 0-1 0-2 0-3 0-4 6-6",
    "2-4 3-5 1-2 1-3 1-4 2-2 2-3",
    "5-5 0-5 1-5 4-5 3-3 3-4 4-4",
    "0-6 1-6 2-6 3-6 4-6 5-6 1-1",
]


@pytest.mark.parametrize(
    "before, winners",
    [
        ((249, 208), [0]),  # both reach it at once: the higher
        ((240, 249), [1]),
        ((248, 200), [0]),  # one alone
        ((200, 200), []),
    ],
)
def test_both_at_the_target_at_once(before, winners):
    match = opened(*BOTH, hands=SHARED)
    match.scores[0], match.scores[1] = 2 * before[0], 2 * before[1]
    core.do(match, *playable(SHARED, 6, 1))
    first, second = match.taken[:2]
    assert 0 < first < second and second >= 30
    assert core.sides(match.winners) == winners
    assert match.match_over == bool(winners)


def test_equal_at_the_target_is_a_drawn_match():
    match = opened(*BOTH, hands=SHARED)
    rest = playable(SHARED, 6, 1)
    match.scores[0], match.scores[1] = 2 * 250, 2 * 250
    core.do(match, *rest)
    difference = match.taken[1] - match.taken[0]
    match = opened(*BOTH, hands=SHARED)
    match.scores[0], match.scores[1] = 2 * (250 + difference), 2 * 250
    core.do(match, *rest)
    assert match.scores[0] == match.scores[1]
    assert match.match_over and core.sides(match.winners) == [0, 1]


def test_a_correction_may_end_the_match():
    match = opened(*SIXES, "2-5")
    core.do(match, {"correct": {"side": 1, "score": 250}})
    assert core.result(match)["kind"] == "target" and core.sides(match.winners) == [1]
    core.do(match, "undo", "3-5")
    assert match.turn == 2


# -- The audit -----------------------------------------------------------------------------------
def audited(match, room=84):
    out = bytearray(room)
    found = match.tricks.audit(match, out)
    written = [tuple(out[at : at + 3]) for at in range(0, min(3 * found, room // 3 * 3), 3)]
    return [(place, seat, core.name_of(tile)) for place, seat, tile in written]


def revokes(laid, trump):
    """(number of the tile, seat, tile held) of who did not follow, from (seat, tile) in order."""
    found = []
    for number, (seat, tile) in enumerate(laid):
        suit = suit_of(laid[number - number % 4][1], trump)
        later = [other for who, other in laid[number + 1 :] if who == seat]
        held = [other for other in later if follows(other, suit, trump)]
        if held and not follows(tile, suit, trump):
            found.append((number, seat, min(held, key=core.tile)))
    return found


def test_a_second_audit_finds_the_same():
    chance = random.Random(7)
    accused = 0
    for number in range(60):
        tiles = [core.name_of(tile) for tile in range(28)]
        chance.shuffle(tiles)
        trump = number % 7
        match = opened("bid 30", "bid pass", "bid pass", "bid pass", f"trump {trump}", hands=None)
        laid = []
        for tile in tiles:
            laid.append((match.turn, tile))
            core.do(match, tile)
        expected = revokes(laid, trump)
        assert [(place - 5, *rest) for place, *rest in audited(match)] == expected
        assert len(audited(match, 5)) == (1 if expected else 0)
        accused += len(expected)
    assert accused > 100


def test_who_keeps_to_the_suit_is_not_accused():
    assert audited(opened(*SIXES, *playable(HANDS, 6), hands=None)) == []


def test_what_was_taken_back_was_never_played():
    match = opened(*SIXES, "2-5", "2-4", "undo", "3-5", "5-5", "0-6", hands=None)
    core.do(match, *playable(HANDS, 6)[4:])
    assert audited(match) == []


# -- Errors and their order ----------------------------------------------------------------------
TRUMP = SIXES[:4]
OVER = [*SIXES, *playable(HANDS, 6)]
WON = [*SIXES, {"correct": {"side": 0, "score": 250}}]
REDEALT = ["bid pass"] * 4
# actions before, the action, its error: the first of the order that applies
ERRORS = [
    ([], "bid 43", "bad_record"),
    ([], "bid 29", "bad_record"),
    ([], {"bid": -1}, "bad_record"),
    ([], "trump 7", "bad_record"),
    ([], {"trump": -1}, "bad_record"),
    (["bid 31"], "bid 31", "bad_record"),
    (["bid 31"], "bid 30", "bad_record"),
    (["bid 31"], {"bid": 31, "seat": 3}, "bad_record"),
    (["bid 42"], "bid 42", "bad_record"),
    ([], "trump 6", "not_your_turn"),
    ([], "2-5", "not_your_turn"),
    ([], {"bid": 31, "seat": 1}, "not_your_turn"),
    (TRUMP, "bid 32", "not_your_turn"),
    (TRUMP, "bid pass", "not_your_turn"),
    (TRUMP, "2-5", "not_your_turn"),
    (TRUMP, {"trump": 6, "seat": 1}, "not_your_turn"),
    (SIXES, "trump 6", "not_your_turn"),
    (SIXES, "bid 32", "not_your_turn"),
    (SIXES, "bid 43", "bad_record"),
    (SIXES, {"play": "3-5", "seat": 1}, "not_your_turn"),
    ([*SIXES, "2-5"], {"play": "2-5", "seat": 0}, "not_your_turn"),
    ([*SIXES, "2-5"], "2-5", "tile_on_table"),
    ([*SIXES, "2-5"], "2-5 on 2-5", "tile_on_table"),
    (SIXES, "3-5", "tile_not_in_hand"),
    (SIXES, "3-5 on 2-5", "tile_not_in_hand"),
    ([*SIXES, "2-5"], "2-4", "must_follow"),
    ([*SIXES, "2-5"], "2-4 on 2-5", "must_follow"),
    ([*SIXES, "2-5"], "3-5 on 2-5", "no_such_port"),
    (SIXES, "pass", "not_in_this_game"),
    ([], "pass", "not_in_this_game"),
    (SIXES, "draw", "not_in_this_game"),
    (SIXES, {"redeal": True}, "not_in_this_game"),
    (SIXES, {"timeout": 0}, "not_in_this_game"),
    (SIXES, {"show": HANDS}, "not_in_this_game"),
    (SIXES, "0-0 + 1-1", "not_in_this_game"),
    (SIXES, {"correct": {"side": 2, "score": 1}}, "bad_record"),
    (OVER, "bid 31", "round_over"),
    (OVER, "bid 43", "bad_record"),
    (OVER, "trump 1", "round_over"),
    (OVER, "2-5", "round_over"),
    (OVER, "pass", "round_over"),
    (REDEALT, "bid 31", "round_over"),
    (REDEALT, "trump 1", "round_over"),
    (WON, "bid 31", "match_over"),
    (WON, "2-5", "match_over"),
    (WON, "trump 6", "match_over"),
    (WON, "trump 7", "bad_record"),
]


@pytest.mark.parametrize("before, action, code", ERRORS)
def test_a_refusal_and_nothing_changes(before, action, code):
    match = opened(*before)
    state = core.dump(match)
    assert core.act(match, action) == code
    assert core.dump(match) == state


def test_an_unknown_tile():
    match = opened(*SIXES)
    assert core.error(match.play(28)) == "unknown_tile"
    assert core.error(match.play(28, seat=1)) == "not_your_turn"


@pytest.mark.parametrize("action", ["bid 31", "trump 6"])
@pytest.mark.parametrize("game", ["all-fives", "goat-online", "poker"])
def test_bids_are_of_this_game(game, action):
    match = core.new_match(game)
    assert match.open_round(0) == codes.OK
    assert core.act(match, action) == "not_in_this_game"


# -- Taking back ---------------------------------------------------------------------------------
WAYS = {
    "a hand that is played out": [*SIXES, *playable(HANDS, 6)],
    "bids of everybody": ["bid 30", "bid 31", "bid 40", "bid 42", "trump 0"],
    "a redeal": ["bid pass"] * 4,
    "corrections between": [
        "bid 30",
        {"correct": {"side": 1, "score": 12.5}},
        *("bid pass", "bid pass", "bid 31", {"correct": {"side": 0, "score": 3}}, "trump 2"),
        "2-6",
        {"correct": {"side": 0, "score": 250}},
    ],
}


@pytest.mark.parametrize("hands", [HANDS, None])
@pytest.mark.parametrize("name", WAYS)
def test_every_action_is_taken_back(name, hands):
    match = opened(hands=hands)
    before = []
    for action in WAYS[name]:
        before.append(core.dump(match))
        core.do(match, action)
    ended = core.dump(match)
    while before:
        core.do(match, "undo")
        assert core.dump(match) == before.pop()
        assert (match.last_action, match.trick_seat) == (codes.UNDO, codes.NONE)
        assert match.check(core.SCRATCH)
    assert core.act(match, "undo") == "nothing_to_undo"
    core.do(match, *WAYS[name])
    assert core.dump(match) == ended


def test_the_match_can_be_taken_back_with_its_end():
    match = played_out(42, 3, scores=(0, 240))
    assert match.match_over
    core.do(match, "undo")
    assert not match.match_over and match.scores[1] == 2 * 240


def test_undo_says_which_tile_to_lift():
    match = opened(*SIXES, "2-5", "undo")
    assert core.name_of(match.last_tile) == "2-5"
    core.do(match, "undo")
    assert match.last_tile == codes.NONE and match.stage == codes.TRUMP


def test_more_corrections_than_the_log_holds_leave_the_trick_whole():
    match = opened(*SIXES, "2-5", "3-5", "5-5")
    for score in range(210):
        core.do(match, {"correct": {"side": 0, "score": score}})
    core.do(match, "0-6")
    assert match.trick_seat == 3
    core.do(match, "undo")
    assert trick(match) == ["2-5", "3-5", "5-5", None] and match.turn == 3
    core.do(match, "0-6")
    assert match.trick_seat == 3


def test_another_game_on_the_same_match_has_no_stage():
    match = opened("bid 30")
    core.games.load("all-fives", match.rules)
    assert match.set_up(2) == codes.OK
    assert match.open_round(0) == codes.OK
    assert (match.stage, match.high_bid) == (codes.PLAYING, 0)
    core.do(match, "5-5")
    assert match.scores[0] == 20
