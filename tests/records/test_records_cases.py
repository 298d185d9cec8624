"""Every worked case gives the expected figures."""

from collections import Counter


def holds(expected, found):
    """Whether `found` has all that `expected` fixes; other fields may stand beside."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            name in found and holds(value, found[name]) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(holds, expected, found))
    return expected == found


def test_examples(play, examples):
    for case in examples:
        result = play(case["record"])
        assert holds(case["expect"], result), (case["id"], result)


def test_positions(play, positions):
    for case in positions:
        actions = play(case["record"])["rounds"][0]["actions"]
        assert all(action["ok"] for action in actions), case["id"]
        found = {name: actions[-1][name] for name in case["expect_last_action"]}
        assert found == case["expect_last_action"], case["id"]


def test_there_are_cases(examples, positions):
    ran = Counter(case["record"]["game"] for case in examples + positions)
    assert ran["horse-race"] == 7 + 11
    assert ran["all-fives"] == 4 + 11
    assert ran["forty-two"] == 1 and ran["poker"] == 2
    assert (len(examples), len(positions)) == (47, 22)


def test_a_wrong_figure_is_noticed(play, examples):
    case = next(case for case in examples if case["id"] == "horse-race-out-17")
    assert not holds({"rounds": [{"result": {"awards": [4, 0]}}]}, play(case["record"]))
