"""Short ways to write and play a record."""

import json
from pathlib import Path

import pytest

from host_tools.records.replay import replay

CASES = Path(__file__).resolve().parent.parent / "cases"


@pytest.fixture
def examples():
    """The worked examples: `id`, `record`, `expect`."""
    lines = (CASES / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def positions():
    """The drawn positions: `id`, `record`, `expect_last_action`."""
    return json.loads((CASES / "positions.json").read_text(encoding="utf-8"))


@pytest.fixture
def play():
    """Plays one record and gives its result object."""
    return lambda record: replay(record).result


@pytest.fixture
def one_round():
    """Plays a record of one round, opened by seat 0, and gives that round's result."""

    def run(*actions, game="horse-race", players=2, options=None, **fields):
        round_ = {"starter": 0, "actions": list(actions), **fields}
        record = {"game": game, "players": players, "rounds": [round_]}
        if options:
            record["options"] = options
        return replay(record).result["rounds"][0]

    return run
