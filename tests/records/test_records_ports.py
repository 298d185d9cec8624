"""Names of ports that mean the same: a replayed match written out again plays the same."""

import pytest

from domino.rules.games import PLAY_LAYOUT
from host_tools.records.notation import PORTS
from tests.rules import core

OTHER = {"line_a": "line_b", "branch_a": "branch_b"}


@pytest.fixture
def records(examples, positions):
    """Every worked record of the games with a layout."""
    worked = [case["record"] for case in examples + positions]
    return [record for record in worked if core.way(record["game"]) == PLAY_LAYOUT]


def written_out(record, result, rename=None, leave_out=()):
    """The record again from its result, with normalised tiles, ports and seats."""
    rounds = []
    for given, played in zip(record["rounds"], result["rounds"], strict=True):
        actions = [
            # whose time ran out does not stand in the result
            action if "timeout" in action else _written(done, rename, leave_out)
            for action, done in zip(given["actions"], played["actions"], strict=True)
        ]
        rounds.append({**given, "starter": played["starter"], "actions": actions})
    return {**record, "rounds": rounds}


def _written(done, rename, leave_out):
    fields = ("seat", "play", "on", "port", "draw", "pass")
    action = {name: done[name] for name in fields if name in done and name not in leave_out}
    if rename and action.get("port") in rename:
        action["port"] = rename[action["port"]]
    return action


def test_a_result_can_be_played_again(play, records):
    for record in records:
        result = play(record)
        assert play(written_out(record, result)) == result, record["id"]


def test_either_name_of_a_free_side_is_taken(play, records):
    """A result says `_a` only for the first side used: both are free then."""
    renamed = 0
    for record in records:
        result = play(record)
        again = written_out(record, result, rename=OTHER)
        renamed += str(again).count("'port': 'line_b'") + str(again).count("branch_b")
        assert play(again) == result, record["id"]
    assert renamed > 100


def test_what_is_left_out_is_found_where_there_is_one_place(play, records):
    found = 0
    for record in records:
        result = play(record)
        again = play(written_out(record, result, leave_out=("on", "port")))
        for first, second in zip(result["rounds"], again["rounds"], strict=True):
            for done, redone in zip(first["actions"], second["actions"], strict=True):
                if redone != done:  # from here on the two rounds differ
                    assert redone["error"] == "ambiguous_port"
                    assert {"on": done["on"], "port": done["port"]} in redone["choices"]
                    break
                found += "play" in done and done["on"] is not None
            else:
                continue
            break
    assert found > 100


@pytest.mark.parametrize("port", ["line_a", "line_b", None])
def test_two_free_lines_are_one_choice(one_round, port):
    done = one_round({"play": "5-5"}, {"play": "0-5", "on": "5-5", "port": port})["actions"][1]
    assert (done["ok"], done["port"]) == (True, "line_a")


@pytest.mark.parametrize("port, error", [("line_a", "no_match"), ("line_b", None)])
def test_a_port_may_be_named_without_its_tile(one_round, port, error):
    before = [{"play": "2-2"}, {"play": "2-4"}]
    done = one_round(*before, {"play": "2-3", "port": port})["actions"][-1]
    assert done.get("error") == error
    assert error or (done["on"], done["port"]) == ("2-2", "line_b")


def test_choices_go_by_the_name_given(one_round):
    """Both branches of 1-1 and of 2-2 are free: branch_b means the first of either."""
    before = [
        {"play": "1-3"},
        {"play": "2-3"},
        {"play": "1-1"},
        {"play": "1-4", "on": "1-1", "port": "line_b"},
        {"play": "2-2"},
        {"play": "2-4", "on": "2-2", "port": "line_b"},
    ]
    choices = [{"on": "1-1", "port": "branch_a"}, {"on": "2-2", "port": "branch_a"}]
    done = one_round(*before, {"play": "1-2", "port": "branch_b"})["actions"]
    assert [action["ok"] for action in done] == [True] * 6 + [False]
    assert done[-1]["choices"] == choices
    on = choices[1]["on"]
    assert one_round(*before, {"play": "1-2", "on": on})["actions"][-1]["port"] == "branch_a"


def test_every_port_was_used(play, records):
    used = {
        done.get("port")
        for record in records
        for round_ in play(record)["rounds"]
        for done in round_["actions"]
    }
    assert set(PORTS) <= used
