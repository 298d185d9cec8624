"""RULES.md, "Defaults", game by game: who opens, what may be drawn, what ends the match."""

import random

import pytest

from domino.rules import codes
from domino.rules.tiles import pips
from tests.rules import core

LOT, OPENER, PARTNER, SEARCH = "lot", "who ended it", "his partner", "as the first"
# Who opens the round after one that somebody ended by going out, and by a block.
NEXT = {
    "horse-race": (OPENER, LOT),
    "all-fives": (OPENER, LOT),
    "fives": (OPENER, OPENER),
    "muggins": (OPENER, OPENER),
    "pyaterochka": (OPENER, OPENER),
    "telephone": (OPENER, OPENER),
    "draw": (OPENER, OPENER),
    "block": (OPENER, OPENER),
    "traditional": (SEARCH, SEARCH),
    "goat": (OPENER, OPENER),
    "goat-yard": (OPENER, OPENER),
    "goat-online": (OPENER, OPENER),
    "double-goat": (OPENER, OPENER),
    "goat-25": (OPENER, OPENER),
    "goat-teams": (PARTNER, OPENER),
    "goat-300": (OPENER, OPENER),
    "sea-goat": (OPENER, OPENER),
    "donkey": (OPENER, OPENER),
    "bergen": (SEARCH, SEARCH),
}
FOUR_ONLY = ("double-goat", "goat-teams")


def players_of(game: str) -> int:
    return 4 if game in FOUR_ONLY else 2


def opens_next(match, seat: int) -> str:
    """Who opens after a round that a seat ended."""
    if match.searches:
        assert match.next_starter == codes.NONE
        return SEARCH
    return {codes.NONE: LOT, seat: OPENER, seat ^ 2: PARTNER}[match.next_starter]


def test_every_layout_game_has_its_line():
    assert set(NEXT) == {game for game, _, _, _ in core.tables()}


@pytest.mark.parametrize("game", NEXT)
def test_who_opens_the_next_round(game):
    players = players_of(game)
    out = core.new_match(game, players, deal=1, target=10000)
    out.open_round(1)
    core.do(out, "1-2")
    assert out.kind == codes.OUT
    stuck = core.new_match(game, players, deal=28 // players, reserve=0, target=10000)
    stuck.open_round(1)
    core.do(stuck, "1-2", *["pass"] * players)
    assert stuck.kind == codes.BLOCKED
    assert (opens_next(out, 1), opens_next(stuck, 1)) == NEXT[game]


@pytest.mark.parametrize("game", ["goat-teams", "fives", "goat"])
def test_a_later_round_is_opened_with_any_tile_or_a_double(game):
    match = core.new_match(game, 4, True, deal=2)
    match.open_round(1)
    core.do(match, "1-2", "2-3", "3-4", "4-5", "1-6 on 1-2")
    opener = 3 if game == "goat-teams" else 1
    left = [core.tiles("0-0"), 0, core.tiles("1-1"), core.tiles("2-2")]
    assert match.settle(left) == codes.OK and match.next_starter == opener
    hands = [core.tiles(hand) for hand in ("0-1 0-2", "0-3 3-3", "0-4 0-5", "4-4 0-6")]
    assert match.open_known_round(codes.NONE, hands, bytearray(), 0, False) == codes.OK
    single = "0-6" if opener == 3 else "0-3"
    assert core.act(match, single) == ("wrong_opening" if game == "goat-teams" else "ok")


# game, players, tiles that may be drawn at most, tiles that nobody draws
BONEYARDS = [
    ("horse-race", 4, 8, 0),
    ("all-fives", 2, 10, 0),
    ("telephone", 4, 0, 0),
    ("telephone", 3, 7, 0),
    ("block", 3, 0, 13),
    ("goat-25", 2, 13, 1),
    ("goat-25", 4, 7, 1),
    ("bergen", 2, 14, 2),
    ("bergen", 4, 6, 2),
]


@pytest.mark.parametrize("game, players, drawn, stays", BONEYARDS)
def test_what_may_be_drawn(game, players, drawn, stays):
    match = core.new_match(game, players)
    match.open_round(0)
    core.do(match, "1-2")
    for _ in range(drawn):
        if match.drawn != codes.NONE and core.act(match, "draw") == "boneyard_empty":
            core.do(match, "pass")  # one tile a turn
        if match.boneyard_count > stays and match.drawn == codes.NONE:
            core.do(match, "draw")
    assert match.boneyard_count == stays
    assert core.act(match, "draw") in ("boneyard_empty", "not_in_this_game")


# game, a target, and placements of seat 0 and seat 1 in turn of which the last reaches it
REACHED = [
    ("horse-race", 2, ["5-5"]),
    ("all-fives", 10, ["4-6"]),
    ("fives", 10, ["4-6"]),
    ("muggins", 10, ["5-5"]),
    ("pyaterochka", 10, ["5-5"]),
    ("telephone", 2, ["5-5"]),
    ("bergen", 2, ["2-2"]),
    ("bergen", 5, ["2-2", "2-5 on 2-2", "5-6 on 2-5", "3-6 on 5-6", "2-3 on 3-6"]),
]


@pytest.mark.parametrize("is_last", [False, True])
@pytest.mark.parametrize("game, target, plays", REACHED)
def test_a_placement_that_reaches_the_target_ends_the_match(game, target, plays, is_last):
    """At once, without settlement, and also when it empties the hand."""
    tiles = (len(plays) + 1) // 2
    match = core.new_match(game, target=target, deal=tiles if is_last else tiles + 1)
    match.open_round(0)
    core.do(match, *plays)
    assert (match.kind, match.match_over) == (codes.TARGET, True)
    seat = (len(plays) - 1) % 2
    assert core.sides(match.winners) == [seat] and match.scores[seat] >= 2 * target
    assert match.counts[seat] == (0 if is_last else match.deal - tiles)
    assert not match.needs_remaining and list(match.awards) == [0] * 4
    assert core.act(match, "pass") == "match_over"


@pytest.mark.parametrize("deal, kind", [(1, codes.OUT), (2, codes.UNFINISHED)])
def test_the_rounds_end_comes_before_a_turn_that_goes_on(deal, kind):
    """Horse Race: a double lets the turn go on, but not beyond the last tile."""
    match = core.new_match("horse-race", deal=deal)
    match.open_round(0)
    core.do(match, "4-4")
    assert (match.kind, match.again) == (kind, kind == codes.UNFINISHED)


def test_real_blocks_leave_even_pips():
    """RULES.md, "Round end", where the boneyard is drawn out; 18 against 11 can be no block."""
    blocks = 0
    chance = random.Random(4)
    for game in ("draw", "fives", "horse-race", "goat", "muggins"):
        for _ in range(60):
            match = played_at_random(chance, game, chance.choice((2, 3)))
            if match.kind == codes.BLOCKED:
                blocks += 1
                assert sum(pips(hand) for hand in match.hands) % 2 == 0
    assert blocks > 15


def played_at_random(chance, game, players):
    match = core.new_match(game, players, target=10000, opening="lot")
    deck = list(range(28))
    chance.shuffle(deck)
    deal = match.deal
    hands = [sum(1 << t for t in deck[seat * deal : (seat + 1) * deal]) for seat in range(players)]
    yard = bytearray(deck[players * deal :])
    assert match.open_known_round(0, hands, yard, len(yard), True) == codes.OK
    out = bytearray(32)
    while not match.round_over:
        tiles = [tile for tile in range(28) if match.choices(tile, out)]
        if tiles:
            tile = chance.choice(tiles)
            k = 2 * chance.randrange(match.choices(tile, out))
            assert match.play(tile, out[k], out[k + 1]) == codes.OK
        elif match.draw() != codes.OK:
            assert match.pass_turn() == codes.OK
    return match
