"""Whatever stands in a record, replay answers with results and never raises."""

import copy
import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from domino.rules.games import GAMES
from host_tools.records.action_shapes import ACTION_FIELDS
from host_tools.records.notation import ERRORS, TILES
from host_tools.records.replay import replay
from host_tools.records.shapes import KNOWN_RECORD, KNOWN_ROUND
from host_tools.records.text import text

CASES = Path(__file__).resolve().parent.parent / "cases" / "examples.jsonl"
RECORDS = [
    case["record"]
    for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    if case["record"]["game"] in GAMES
]

# Words that mean something somewhere, so that a changed record is often nearly right.
WORDS = st.sampled_from(
    [*TILES[:6], "6-5", "7-7", "low", "high", "line_a", "branch_b", "pass", "horse-race", ""]
)
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 28, 255, 61, 0.5, 1e400, 10**30])
SIMPLE = st.none() | st.booleans() | NUMBERS | WORDS | st.text(max_size=3)
FIELDS = st.sampled_from(
    [*KNOWN_RECORD, *KNOWN_ROUND, *ACTION_FIELDS, "side", "score", "target", "deal"]
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=3),
    max_leaves=6,
)


def places(value, path=()):
    """Every place in a JSON value, as the path to it."""
    yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


def changed(record, path, value, add):
    """The record with another value at a place, or one more inserted before it."""
    if not path:
        return value
    record = copy.deepcopy(record)
    inner = record
    for step in path[:-1]:
        inner = inner[step]
    if add and isinstance(inner, list):
        inner.insert(path[-1], value)
    else:
        inner[path[-1]] = value
    return record


@given(st.data())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_value_in_any_place(data):
    record = data.draw(st.sampled_from(RECORDS))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(record))[1:]))
        record = changed(record, path, data.draw(VALUES), data.draw(st.booleans()))
    outcome = replay(record)
    check(outcome.result)
    assert bool(outcome.problems) == ('"ok": false' in json.dumps(outcome.result))
    lines = outcome.problems + outcome.remarks
    assert not any(line.splitlines()[1:] for line in lines)
    assert text("file:1", record, outcome.result)


@given(st.dictionaries(FIELDS, VALUES, max_size=6))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_object(record):
    check(replay(record).result)


def check(result):
    """What every result has: known codes, totals that are sums, the scores of its last round."""
    json.dumps(result, allow_nan=False)
    for part in [result, *result["rounds"]]:
        assert part.get("error", "bad_record") in ERRORS
    scores = [0] * len(result["scores"])
    for round_ in result["rounds"]:
        for action in round_["actions"]:
            assert ("error" in action) != action["ok"]
            if action["ok"]:
                assert action["total"] == sum(end["value"] for end in action["ends"])
        if round_["result"]:
            scores = round_["result"]["scores"]
    assert result["scores"] == scores
