"""All legal lines to a depth, from fixed deals: golden figures, counted by two implementations."""

import json
import random

import pytest

from tests.rules import core, perft

CASES = json.loads(perft.GOLDEN.read_text(encoding="utf-8"))
IDS = [f"{case['game']}-{case['players']}-{len(case['after'])}" for case in CASES]


def figures(case):
    return {name: case[name] for name in perft.FIGURES}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_core_counts_the_golden_figures(case):
    assert perft.Core(case).lines(perft.DEPTH) == figures(case)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_second_implementation_counts_the_same(case):
    assert perft.Slow(case).lines(perft.DEPTH) == figures(case)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_round_goes_the_same_way_in_both(case):
    """From where the figures begin to the end: the same steps at every turn, by name."""
    fast, slow = perft.Core(case), perft.Slow(case)
    chance = random.Random(str(case["hands"]))
    while True:
        assert fast.state() == slow.state()
        steps, others = fast.steps(), slow.steps()
        assert sorted(steps) == sorted(others)
        if not steps:
            break
        name = chance.choice(sorted(steps))
        fast.do(steps[name])
        slow.do(others[name])


def test_every_layout_game_is_counted():
    assert {(case["game"], case["players"]) for case in CASES} == {
        (game, players) for game, players, _, _ in core.tables()
    }
