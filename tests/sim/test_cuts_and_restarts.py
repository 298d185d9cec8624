"""Power cuts in any moment, one after the other, and a watchdog that bites again and again: each
run ends, with a result."""

import json
from pathlib import Path

import pytest

from host_tools import boards
from host_tools.cli import main
from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

needs_micropython = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)
RUNTIMES = ["cpython", pytest.param("micropython", marks=needs_micropython)]
CUT, ON = {"power": "cut"}, {"power": "on"}
AT_ONCE = {"after_ms": 0}
PLAY = {"after_ms": 900, "tap": "6-6", "slot": "p0"}
BEGUN = {"expect": {"message": "lay_first", "alerts": []}}


def run(steps, board="pad1_mfrc522", runtime="cpython"):
    value = {"board": board, "game": "draw", "players": 2, "starter": 0, "steps": steps}
    return Simulation(read(value, "cuts", Path())).run(runtime)


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("after_ms", [0, 1, 40, 300])
def test_the_power_goes_again_as_it_comes_back(runtime, count, after_ms):
    again = [{**CUT, "after_ms": after_ms}, ON] * count
    result = run([CUT, ON, *again, BEGUN], runtime=runtime)
    assert result["failed"] == []


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_cut_at_once_at_any_step(runtime):
    board = "grid48_mfrc522"
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"after_ms": 900, "press": "ok"},
        {"after_ms": 900, "fault": "reader_dead", "slot": "a1"},
        {"after_ms": 900, "fault": "none", "slot": "a1"},
        {"after_ms": 900, "hang": 50},
        {"after_ms": 900, "lift": "d3"},
        {"clear": True},
    ]
    for at in range(len(steps) + 1):
        cuts = [{**CUT, **AT_ONCE}, {**ON, **AT_ONCE}, {**CUT, **AT_ONCE}, ON]
        result = run([*steps[:at], *cuts, *steps[at:], {"expect": {}}], board, runtime)
        assert result["failed"] == [], at


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("write", [1, 2, 5, 9])
def test_the_power_goes_in_a_write_of_the_start(runtime, write):
    steps = [{**CUT, "write": write, **AT_ONCE}, {**ON, "after_ms": 3000}]
    steps += [{**CUT, **AT_ONCE}, ON, {"expect": {"message": "lay_first"}}]
    assert run(steps, runtime=runtime)["failed"] == []


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("hang_ms", [9_000, 100_000])
def test_a_hang_in_a_start_ends(runtime, hang_ms):
    """Before the watchdog runs nobody ends it: over ten seconds the table does not settle."""
    for before in ([], [CUT, ON], [CUT, {"hang": hang_ms}, ON]):
        steps = [*before, {**AT_ONCE, "hang": hang_ms}, BEGUN, {**AT_ONCE, "expect": {}}]
        failed = run(steps, runtime=runtime)["failed"]
        at = len(before) + 1
        late = [{"step": at, "error": "not_settled"}, {"step": at + 1, "error": "not_settled"}]
        assert failed in ([], late[:1], late) if hang_ms > 10_000 else not failed


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_hang_after_the_start_is_one_restart(runtime):
    steps = [CUT, ON, {"after_ms": 2000, "hang": 100_000}, BEGUN]
    assert run(steps, runtime=runtime)["failed"] == []


def test_a_hang_without_a_watchdog_just_takes_its_time():
    assert "watchdog_ms" not in boards.load("grid48_pn532")
    steps = [{"after_ms": 2000, "hang": 3_600_000}, {"after_ms": 3_700_000, "expect": {}}]
    assert run(steps, "grid48_pn532")["failed"] == []


STALLS = {"fault": "reader_stalls", "slot": "a1", "share": 1, "extra_ms": 1000}


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("expect", [{}, {"expect": {"message": "lay_first"}}])
def test_a_table_that_restarts_without_end_is_told(runtime, expect):
    result = run([{**STALLS, **expect}], "grid48_mfrc522", runtime)
    assert result["failed"] == [{"step": 0, "error": "restarts"}]
    assert set(result["final"]) >= {"scores", "screen", "message", "accepted", "alerts"}
    json.dumps(result)


def test_power_cuts_do_not_hide_it():
    steps = [STALLS, CUT, ON, {**CUT, **AT_ONCE}, ON, {"expect": {}}]
    result = run(steps, "grid48_mfrc522")
    assert result["failed"] == [{"step": 5, "error": "restarts"}]


def test_restarts_that_end_are_no_failure():
    """What a later step puts right."""
    steps = [STALLS, {"after_ms": 240_000, "fault": "none", "slot": "a1"}, {"expect": {}}]
    result = run(steps, "grid48_mfrc522")
    assert result["failed"] == []
    assert result["final"]["message"] == "lay_first"


def test_without_a_watchdog_it_does_not_come_to_rest(tmp_path):
    config = {k: v for k, v in boards.load("grid48_mfrc522").items() if k != "watchdog_ms"}
    (tmp_path / "board.json").write_text(json.dumps(config))
    result = run([{**STALLS, "expect": {}}], str(tmp_path / "board.json"))
    assert [failure["error"] for failure in result["failed"]] in ([], ["not_settled"])


def test_the_command_says_so_in_words(tmp_path, capsys):
    value = {"board": "grid48_mfrc522", "game": "draw", "players": 2, "starter": 0}
    path = tmp_path / "stalls.json"
    path.write_text(json.dumps({**value, "steps": [STALLS]}))
    assert main(["simulate", str(path)]) == 2
    out, err = capsys.readouterr()
    assert "restarts: the watchdog restarted the table again and again" in err
    assert "screen:" in out and "1 failed" in out
