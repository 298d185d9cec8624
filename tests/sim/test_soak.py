"""Soaks: whole matches with faults, and plain ones on one heap; the whole is `make soak`."""

import multiprocessing
import os
import time

import pytest

from host_tools.runtimes.micropython import binary
from host_tools.sim import evening, side_by_side, soak
from host_tools.sim.evening import Evening

SEED = 1
# Of the soak: short ones, on every kind of board, two of them with frames lost.
SHORT = (33, 35, 5)
needs_micropython = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)


def test_matches_full_of_faults_lose_nothing_side_by_side():
    """In the order of their numbers, although the second one is over sooner."""
    found = list(soak.outcomes(SEED, SHORT, "cpython", jobs=2))
    assert [outcome.number for outcome in found] == list(SHORT)
    for outcome in found:
        assert outcome.problems == []
        assert outcome.faults >= 3 and outcome.actions >= 20
        assert 0 < outcome.longest_step_ms <= 20


def _sleepy(thing):
    time.sleep(thing)
    return thing, os.getpid()


def test_what_is_done_side_by_side_comes_in_order():
    found = list(side_by_side.in_order(_sleepy, (0.2, 0, 0.1), 3))
    assert [thing for thing, _ in found] == [0.2, 0, 0.1]
    assert len({process for _, process in found} | {os.getpid()}) > 2
    here = list(side_by_side.in_order(_sleepy, (0, 0), 1))
    assert here == [(0, os.getpid())] * 2


def test_who_looks_no_more_ends_the_processes():
    began = time.monotonic()
    looked_at = side_by_side.in_order(_sleepy, (0, 0, 60, 60), 2)
    assert next(looked_at)[0] == 0
    looked_at.close()
    assert time.monotonic() - began < 20
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", ["0", "-1", "65", "many", "٣"])
def test_a_number_of_jobs_that_cannot_be(capsys, jobs):
    with pytest.raises(SystemExit):
        soak.main(["--jobs", jobs])
    assert "accepted: 1 to 64" in capsys.readouterr().err


@needs_micropython
def test_twenty_matches_on_one_heap():
    """Some of them full of faults, which are put right in the end."""
    found = Evening(SEED, 20, target=5, troubled=4).run("micropython")
    assert [match.problems for match in found.matches] == [[]] * 20
    assert len(found.troubled) >= 3 and sum(match.faults for match in found.troubled) >= 4
    assert found.held_growth < 4096
    assert len({match.kind.base for match in found.matches}) >= 5
    assert found.timing["longest_step_ms"] <= 20
    assert found.timing["flash"]["erases"] > 0
    # What the menu and the games' classes leave between them moves; it does not shrink.
    assert found.least_block > 24_000
    assert found.largest_drift < 4096


def test_what_is_not_as_it_was_played_is_told():
    played, _ = soak.plan(SEED, SHORT[0])
    outcome = soak.Outcome(0, "", "cpython")
    truth = soak.replay(played.record).result["rounds"]
    told = [dict(one) for one in truth]
    told[0] = {**told[0], "actions": told[0]["actions"][:-1]}
    soak._compare_actions(outcome, truth, told)
    assert outcome.lost_actions == 1 and len(outcome.problems) == 1


def test_a_heap_that_grows_is_told_but_not_what_is_done_for_the_first_time():
    outcome = soak.Outcome(0, "", "micropython")
    dead = [[3, 9]]
    for held, message, alerts in (
        (50, 1, []), (50, 1, []), (52, 1, []),  # a growth without a cause
        (59, 1, dead), (53, 1, []),  # what an alert holds, and what stays of its first time
        (58, 1, dead), (54, 1, []),  # it came before: what stays is a growth
        (60, 2, []), (61, 2, []),
    ):  # fmt: skip
        memory = {"allocated": held, "largest": 9}
        soak._note_heap(outcome, {"memory": memory, "message": message, "alerts": alerts})
    assert outcome.heap == [50, 50, 52, 52, 53, 53, 54]
    assert outcome.first_times == 1 + 6
    assert outcome.more_alerted == 7
    assert len(outcome.largest) == 9
    outcome.heap = [9, 5, 5, 5, 6, 6, 7, 6]
    assert outcome.heap_growth == 1


def evening_of(*rows):
    """An evening of (kind, largest, held) each."""
    found = Evening(SEED, len(rows))
    for number, (kind, largest, held) in enumerate(rows):
        made = evening.Match(number, evening.KINDS[kind], 9, [], largest, held)
        found.matches.append(made)
    return found


def test_a_block_that_shrinks_is_told():
    """By what it usually is; how small it ever was is told too."""
    rows = [(0, largest, 0) for largest in (90, 50, 50, 31, 50, 52, 50, 50, 30, 50)]
    assert evening_of(*rows).largest_drift == 0
    assert evening_of(*rows).least_block == 30
    rows += [(0, 49, 0)] * 3
    assert evening_of(*rows).largest_drift == 1


def test_a_heap_that_grows_after_the_first_match_of_each_game_is_told():
    first = [(kind, 50, 80 + kind) for kind in range(len(evening.KINDS))]
    later = [(0, 50, 95), (1, 50, 97), (0, 50, 96), (1, 50, 97), (0, 50, 95), (1, 50, 98)]
    found = evening_of(*first, *later)
    assert [match.number for match in found.warm] == list(range(6, 12))
    assert found.held_growth == 0
    assert found.first_times == 95 - 81
    assert evening_of(*first, *later, (1, 50, 98), (1, 50, 99)).held_growth == 1
