"""Every worked case of tests/cases, played through the core alone."""

import json
from pathlib import Path

import pytest

from domino.rules import ending
from tests.rules import core

CASES = Path(__file__).resolve().parents[1] / "cases"
POSITIONS = json.loads((CASES / "positions.json").read_text())
EXAMPLES = [json.loads(line) for line in (CASES / "examples.jsonl").read_text().splitlines()]

REFUSING = ["forty-two-follow"]  # the only example with an action that the rules refuse


def replay(record: dict):
    """Play a record; return what its result would show."""
    match = core.new_match(
        record["game"], record["players"], record.get("teams"), **record.get("options", {})
    )
    shown = {"rounds": []}
    for round_ in record["rounds"]:
        if "show" in round_:
            assert core.act(match, {"show": round_["show"]}) == "ok"
        else:
            assert core.open_round(match, round_) == 0
        actions = []
        for action in round_.get("actions", []):
            seat = match.turn
            code = core.act(match, action)
            assert code == "ok" or record["id"] in REFUSING, (record["id"], len(actions), action)
            assert match.check(core.SCRATCH)
            seat = match.last_seat if code == "ok" else seat
            done = {"ok": code == "ok", "seat": seat, "next": match.turn}
            actions.append(core.state(match) | done)
        if match.needs_remaining:
            hands = [core.tiles(hand) for hand in round_["remaining"]]
            assert match.settle(hands) == 0
        shown["rounds"].append({"actions": actions, "result": core.result(match)})
    shown |= core.sheet(match)
    shown["scores"] = [score / 2 for score in match.scores[: match.sides]]
    winners = core.sides(match.winners)
    losers = [s for s in range(match.sides) if s not in winners] if match.match_over else []
    shown["match"] = {"over": match.match_over, "winners": winners, "losers": losers}
    shown["match"]["rating"] = [ending.rating(match, side) for side in range(match.sides)]
    return shown


def differences(expected: object, shown: object, place: str = "") -> list:
    """Compare only what `expected` fixes; {} stands for anything."""
    if isinstance(expected, dict):
        return [
            found
            for key, value in expected.items()
            for found in differences(value, shown[key], f"{place}.{key}")
        ]
    if isinstance(expected, list) and len(expected) == len(shown):
        return [
            found
            for i, value in enumerate(expected)
            for found in differences(value, shown[i], f"{place}[{i}]")
        ]
    return [] if expected == shown else [f"{place}: {shown} instead of {expected}"]


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_a_drawn_position_counts_as_the_document_says(case):
    shown = replay(case["record"])
    expected = case["expect_last_action"]
    last = shown["rounds"][-1]["actions"][-1]
    assert {key: last[key] for key in expected} == expected


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_a_worked_example_comes_out(case):
    assert differences(case["expect"], replay(case["record"])) == []
    assert case["expect"]


def test_every_game_has_its_cases():
    assert len(POSITIONS) == 22
    assert len(EXAMPLES) == 47
