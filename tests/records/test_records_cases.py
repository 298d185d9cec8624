"""Every worked case of the games that the rules core knows gives the expected figures."""

from collections import Counter

from domino.rules.games import GAMES


def holds(expected, found):
    """Whether `found` has all that `expected` fixes; other fields may stand beside."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            name in found and holds(value, found[name]) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(holds, expected, found))
    return expected == found


def known(cases):
    return [case for case in cases if case["record"]["game"] in GAMES]


def test_examples(play, examples):
    for case in known(examples):
        result = play(case["record"])
        assert holds(case["expect"], result), (case["id"], result)


def test_positions(play, positions):
    for case in known(positions):
        actions = play(case["record"])["rounds"][0]["actions"]
        assert all(action["ok"] for action in actions), case["id"]
        found = {name: actions[-1][name] for name in case["expect_last_action"]}
        assert found == case["expect_last_action"], case["id"]


def test_every_case_but_those_of_other_games_ran(examples, positions):
    ran = Counter(case["record"]["game"] for case in known(examples) + known(positions))
    assert ran["horse-race"] == 7 + 11
    assert ran["all-fives"] == 4 + 11
    assert sum(ran.values()) == len(examples) + len(positions) - 3  # forty-two and poker


def test_a_wrong_figure_is_noticed(play, examples):
    case = next(case for case in examples if case["id"] == "horse-race-out-17")
    assert not holds({"rounds": [{"result": {"awards": [4, 0]}}]}, play(case["record"]))
