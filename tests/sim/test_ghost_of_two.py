"""A slot that hears its neighbour, which gets a second tag: whose they are nobody knows then."""

import pytest

from tests.sim.test_scenarios import a_match, simulate

TWO = [{"slot": "e3", "kind": "two_tiles"}]


@pytest.mark.parametrize("seed", [2, 3, 4, 5, 6])
def test_what_is_heard_beside_two_tags_is_no_moved_tile(seed):
    steps = [
        {"after_ms": 900 + 37 * seed, "place": "5-5", "slot": "d3"},
        {"after_ms": 900, "place": "0-5", "slot": "e3", "expect": {"accepted": 2}},
        {"fault": "ghost", "slot": "f3", "of": "e3", "loss": 0.4},
        {"after_ms": 3000 + 91 * seed, "expect": {"alerts": []}},
        {"fault": "two_tags", "slot": "e3"},
        {"after_ms": 6000, "expect": {"alerts": TWO, "message": "two_tiles"}},
    ]
    result = simulate(a_match(seed, steps=steps))
    assert result["failed"] == []
    told = {event["code"] for event in result["events"] if event["kind"] == "alert"}
    assert not told & {"tile_moved", "unknown_tag"}
