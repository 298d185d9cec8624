"""Random matches through the core with every invariant, on CPython."""

import pytest

from domino.rules import codes
from domino.rules.tiles import HIGH, LOW
from host_tools.bench.device import rules_driver as driver
from tests.rules import core

MATCHES = 500  # a game, shared among the ways it is played
TABLES = core.tables(MATCHES)
SHOWN = 4  # rounds of a match without a target


@pytest.mark.parametrize("game, players, teams, matches", TABLES)
def test_random_matches_hold_every_invariant(game, players, teams, matches):
    one = driver.Driver()
    one.check_every = 16
    for number in range(matches):
        one.set_up(game, players, teams, number % 4, 1 + 37 * number)
        one.play_match(200)
        assert one.match.match_over
        scores = one.match.scores[: one.match.sides]
        assert one.match.winners or len(set(scores)) == 1  # equal losers may be all there are
    assert one.rounds > matches
    assert one.blocked > 0
    assert one.passes > 0
    assert one.undone > 0


def test_every_way_to_play_has_its_share():
    for name in {game for game, _, _, _ in TABLES}:
        assert sum(matches for game, _, _, matches in TABLES if game == name) >= MATCHES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_shows_hold_every_invariant(players):
    one = driver.Driver()
    matches = -(-MATCHES // 3)
    for number in range(matches):
        one.set_up("poker", players, False, number % 4, 1 + 37 * number)
        one.play_match(SHOWN)
        assert not one.match.match_over
    assert one.rounds == one.refused == SHOWN * matches


def test_random_tricks_hold_every_invariant():
    one = driver.Driver()
    one.check_every = 16
    made = missed = 0
    for number in range(MATCHES):
        one.honest = number % 3 > 0
        one.set_up("forty-two", 4, True, number % 4, 1 + 37 * number)
        one.play_match(200)
        match = one.match
        assert match.match_over and match.winners
        is_made = match.taken[match.side_of(match.bidder)] >= match.high_bid
        made += is_made
        missed += not is_made
    assert one.rounds > MATCHES and one.redealt > 0
    assert one.plays == 28 * (one.rounds - one.redealt)
    assert made > 20 and missed > 20


# game, players, teams, options that bring in what the games' defaults leave out
HOUSES = [
    ("telephone", 2, False, {"multi_double": True}),
    ("telephone", 3, False, {"multi_double": True, "closing": True}),
    ("muggins", 3, False, {"multiple": 3, "spinner": "none", "deal": 6}),
    ("goat-online", 4, False, {"fish": "one"}),
    ("double-goat", 4, True, {"fish": "one"}),
    ("donkey", 3, False, {"fish": "one"}),
    ("sea-goat", 3, False, {"strict_66": True, "hundred_loses": True}),
    ("sea-goat", 4, True, {"deal": 5}),
    ("goat-yard", 2, False, {"target": 150}),
    ("draw", 2, False, {"end": "highest_wins"}),
    ("forty-two", 4, True, {"min_bid": 20, "target": 100}),
    ("forty-two", 3, False, {"players_min": 2, "deal": 9, "min_bid": "any"}),
    ("forty-two", 2, False, {"players_min": 2, "trick_points": 5, "multiple": 3}),
    ("forty-two", 4, False, {"teams": "allowed", "redeal_doubles": 4, "min_bid": 1}),
]


@pytest.mark.parametrize("game, players, teams, options", HOUSES)
def test_house_rules_hold_every_invariant(game, players, teams, options):
    one = driver.Driver()
    one.check_every = 8
    for number in range(60):
        one.set_up(game, players, teams, number % 4, 1 + 37 * number, tuple(options.items()))
        one.play_match(200)
        assert one.match.match_over
    assert one.several > 0 or not options.get("multi_double")
    assert one.closed > 0 or not options.get("closing")


def recount(match) -> int:
    """Count the ends anew, straight from RULES.md, without the core's own helpers."""
    layout = match.layout
    total = 0
    for i in range(layout.count):
        tile = layout.order[i]
        free = [layout.joined[4 * tile + side] == codes.NONE for side in (0, 1)]
        if LOW[tile] == HIGH[tile]:
            total += 2 * LOW[tile] * any(free)
        else:
            total += LOW[tile] * free[0] + HIGH[tile] * free[1]
    return total


@pytest.mark.parametrize("game", ["horse-race", "all-fives"])
def test_the_running_total_equals_a_recount(game):
    one = driver.Driver()
    for number in range(40):
        one.set_up(game, 3, False, driver.KNOWN, 5 + number)
        one.open()
        while not one.match.round_over:
            one.step()
            assert one.match.layout.total == recount(one.match)
