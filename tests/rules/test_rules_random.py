"""Random matches through the core with every invariant, on CPython."""

import pytest

from domino.rules import codes
from domino.rules.tiles import HIGH, LOW
from host_tools.bench.device import rules_driver as driver
from tests.rules import core

MATCHES = 500  # a game, shared among the ways it is played
TABLES = core.tables(MATCHES)


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
