"""What hands can hold: never wrong about hands that are known, and all that can be told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino.rules import codes
from host_tools.bench.device import rules_driver as driver
from host_tools.records.notation import tiles_in
from host_tools.records.possible import possible_hands
from tests.records import slow_possible
from tests.rules import core

OPTIONS = [
    {},
    {"draw": "one"},
    {"draw": "none"},
    {"reserve": 3},
    {"multi_double": True, "closing": True},
    {"deal": 4, "draw": "one", "reserve": 1},
]


class Watched(driver.Driver):
    """A driver that asks after each action, and knows what the hands truly hold."""

    def __init__(self):
        super().__init__()
        self.told = self.sure = self.limited = 0

    def count(self):
        super().count()
        match = self.match
        for hand in possible_hands(match):
            held = self.hands[hand.seat]
            assert not held & ~hand.possible
            assert not hand.certain & ~held
            assert not hand.certain & ~hand.possible
            assert hand.count == held.bit_count() and not hand.contradicts
            for most, mask in hand.limits:
                assert (held & mask).bit_count() <= most
            unseen = 28 - match.layout.count
            self.told += hand.possible.bit_count() < unseen and hand.count > 0
            self.sure += hand.certain > 0
            self.limited += len(hand.limits)


def play(game, players, teams, options, mode, seed, rounds):
    one = Watched()
    one.set_up(game, players, teams, mode, seed, tuple(options.items()))
    one.play_match(rounds)
    return one


@pytest.mark.parametrize(
    "game, players, teams, rounds", [*core.tables(12), ("forty-two", 4, True, 12)]
)
def test_what_is_told_of_known_hands_is_true(game, players, teams, rounds):
    told = 0
    for number in range(rounds):
        told += play(game, players, teams, {}, number % 4, 3 + 41 * number, 2).told
    assert told > 0


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.sampled_from([way[:3] for way in core.tables()]),
    st.sampled_from(OPTIONS),
    st.integers(0, 3),
    st.integers(1, 60000),
)
def test_under_house_rules_too(way, options, mode, seed):
    play(*way, {"deal": 5, **options}, mode, seed, 1)


@pytest.mark.parametrize("mode", range(4))
def test_limits_and_sure_tiles_come_up(mode):
    one = play("goat", 3, False, {}, mode, 9, 12)
    assert one.limited > 0 or mode == driver.UNKNOWN_NAMED
    assert one.sure > 0


class Remembered(Watched):
    """A driver that writes down what everybody heard, and compares where few tiles are unseen."""

    compared = 0

    def open(self):
        self.events = []
        super().open()

    def do(self, which):
        match = self.match
        fits, seat = match.layout.playable, match.turn
        super().do(which)
        kind = self.done[which * driver.FIELDS] & ~driver.CLOSED
        if kind == codes.MORE:
            return
        names = {codes.PLAY: "lay", codes.DRAW: "draw", codes.PASS: "pass"}
        for place in range(self.first_of(which) if kind == codes.PLAY else which, which + 1):
            tile = self.done[place * driver.FIELDS + 1]
            unnamed = kind == codes.PASS or (
                kind == codes.DRAW and self.mode != driver.UNKNOWN_NAMED
            )
            heard = None if unnamed else tile
            fitting = frozenset(tiles_in(fits))
            self.events.append(slow_possible.Event(seat, names[kind], heard, fitting))

    def count(self):
        super().count()
        match = self.match
        draws = max(sum(e.seat == s and e.kind == "draw" for e in self.events) for s in range(4))
        unseen = {tile for tile in range(28) if not match.layout.on_table >> tile & 1}
        if len(unseen) > 9 or draws > 3:
            return
        Remembered.compared += 1
        counts = list(match.counts[: match.players])
        can, sure = slow_possible.possible(self.events, counts, unseen)
        for hand in possible_hands(match):
            assert set(tiles_in(hand.possible)) == can[hand.seat]
            assert set(tiles_in(hand.certain)) == sure[hand.seat]


EXACT = [
    ("block", 4, True, {"deal": 7}),
    ("goat", 4, False, {}),
    ("block", 3, False, {"deal": 9}),
    ("bergen", 3, False, {"deal": 7}),
    ("horse-race", 2, False, {"deal": 12}),
    ("donkey", 3, False, {"deal": 8}),
    ("sea-goat", 4, True, {"deal": 6}),
    ("draw", 2, False, {"deal": 12, "draw": "one"}),
]


@pytest.mark.parametrize("game, players, teams, options", EXACT)
def test_all_that_can_be_told_is_told(game, players, teams, options):
    Remembered.compared = 0
    for seed in range(1, 9):
        one = Remembered()
        one.set_up(game, players, teams, 2 + seed % 2, 19 * seed, tuple(options.items()))
        one.play_match(1)
    assert Remembered.compared > 20


JUNK = {
    "pass": lambda match, tile: match.pass_turn(),
    "draw": lambda match, tile: match.draw(),
    "draw named": lambda match, tile: match.draw(tile),
    "lay": lambda match, tile: lay(match, tile),
}
CALLS = st.tuples(st.sampled_from([*JUNK, "lay"]), st.integers(0, 27))


def lay(match, tile):
    out = bytearray(32)
    return match.play(tile, out[0], out[1]) if match.choices(tile, out) else codes.NO_MATCH


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.sampled_from([way[:3] for way in core.tables()]), st.lists(CALLS, max_size=40))
def test_whatever_is_said_the_answer_makes_sense(way, calls):
    """Also what nobody can say who keeps to the rules; undo brings the answer before it back."""
    match = core.new_match(*way, deal=5)
    assert match.open_round(0) == codes.OK
    before = possible_hands(match)
    for name, tile in calls:
        if JUNK[name](match, tile) == codes.OK:
            assert match.undo() == codes.OK and possible_hands(match) == before
            assert JUNK[name](match, tile) == codes.OK
        before = possible_hands(match)
        for hand in before:
            assert hand.count <= hand.possible.bit_count()
            assert hand.certain.bit_count() <= hand.count
            assert not hand.possible & match.layout.on_table
            assert not hand.certain & ~hand.possible
