"""What goes wrong at a table, played on the whole simulated board: scenarios/*.json.

Each runs on both runtimes: CPython, and the real MicroPython under heap lock. The expects must
hold, and the two must agree on every event.
"""

import json
import os
from pathlib import Path

import pytest

from domino.app import App
from host_tools.boards import load
from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

SCENARIOS = Path(__file__).parent / "scenarios"
FILES = sorted(SCENARIOS.glob("*.json"))

needs_micropython = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)


def simulate(value, runtime="cpython", folder=SCENARIOS):
    return Simulation(read(value, "scenario", folder)).run(runtime)


def a_match(seed=1, **about):
    """A short start of a match: a value for `simulate`."""
    about = {"game": "all-fives", "players": 2, "starter": 0, **about}
    return {"board": "grid48_mfrc522", "seed": seed, **about}


def same(one, other):
    """Everything but the memory must agree."""
    return {k: v for k, v in one.items() if k != "memory"} == {
        k: v for k, v in other.items() if k != "memory"
    }


def test_there_are_scenarios():
    assert len(FILES) >= 15


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_expect_holds_on_both_runtimes_and_the_record_replays(file):
    value = json.loads(file.read_text())
    scenario = read(value, "scenario", SCENARIOS)
    result = Simulation(scenario).run("cpython")
    assert result["failed"] == []
    if file.stem.startswith("menu"):  # pages are imported, settings and sheets stored
        assert result["timing"]["longest_step_ms"] <= 20
    replayed = replay(result["record"], catalogue=scenario.games)
    assert replayed.problems == []
    assert replayed.result["scores"] == result["final"]["scores"]
    if binary.find() is None:
        pytest.skip("the other runtime: no MicroPython here: set MICROPYTHON to a binary")
    # No step of the whole table allocates anything either, whatever happens.
    there = Simulation(read(value, "scenario", SCENARIOS)).run("micropython", lock_heap=True)
    assert same(there, result)


def test_a_failed_expect_is_reported_with_its_step():
    value = a_match(steps=[{"place": "5-5", "slot": "d3", "expect": {"scores": [9, 0]}}])
    assert simulate(value)["failed"] == [
        {"step": 0, "expect": "scores", "wanted": [9, 0], "got": [10, 0]}
    ]


def test_presses_and_taps_are_events_with_their_names():
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"press": "draw"},
        {"tap": "0-1", "seat": 1},
        {"press": "pass", "seat": 0, "expect": {"turn": 1}},
    ]
    events = simulate(a_match(steps=steps))["events"]
    told = [(e["kind"], e.get("slot", e.get("seat")), e["tile"], e["code"]) for e in events]
    assert ("press", 1, None, "draw") in told
    assert ("accepted", 1, None, "drew") in told
    assert ("tap", "p2", "0-1", None) in told
    assert ("refused", 0, None, "not_your_turn") in told


def test_a_table_that_never_rests_fails_after_ten_seconds(monkeypatch):
    monkeypatch.setattr(App, "pending", lambda app: True)
    result = simulate(a_match(steps=[{"expect": {"turn": 0}}]))
    assert result["failed"] == [{"step": 0, "error": "not_settled"}]


def test_real_dumps_play_as_tiles_by_the_uid_table():
    reference = os.environ.get("DOMINO_REFERENCE")
    if not reference:
        pytest.skip("DOMINO_REFERENCE is not set: it names the folder with real/*.nfc")
    tags = {
        "5-5": f"{reference}/real/Ntag213_locked.nfc",
        "0-5": f"{reference}/real/Ntag216.nfc",
        "4-5": f"{reference}/real/Ultralight_11.nfc",
    }
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3"},
        {"place": "4-5", "slot": "c3", "expect": {"layout": ["5-5", "0-5", "4-5"], "total": 4}},
    ]
    assert simulate(a_match(tags=tags, steps=steps))["failed"] == []


def test_fields_are_never_more_than_the_board_says_nor_neighbours():
    value = json.loads((SCENARIOS / "lifted.json").read_text())
    simulation = Simulation(read(value, "scenario", SCENARIOS))
    board = simulation.board
    seen = []
    power = type(board.fields[0]).power

    class Watched(type(board.fields[0])):
        def power(self, on):
            power(self, on)
            seen.append([i for i, field in enumerate(board.fields) if field.on])

    for field in board.fields:
        field.__class__ = Watched
    assert simulation.run("cpython")["failed"] == []
    together = {tuple(on) for on in seen if len(on) > 1}
    assert seen and max(map(len, seen)) == 2
    for one, other in together:
        if max(one, other) < 48:
            distance = abs(one % 8 - other % 8) + abs(one // 8 - other // 8)
            assert distance >= 2, (one, other)


SOME_TILES = [
    {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"scores": [10, 0]}},
    {"place": "1-2", "slot": "a1", "expect": {"message": "no_match"}},
    {"lift": "a1", "expect": {"alerts": []}},
    {"place": "0-5", "slot": "e3", "expect": {"scores": [10, 10]}},
    {"after_ms": 4000, "expect": {"alerts": [], "accepted": 2}},
]


@pytest.mark.parametrize("part", ["strip", "display", "buzzer"])
def test_a_board_without_one_of_its_lights_comes_to_rest(part, tmp_path):
    board = load("grid48_mfrc522")
    del board[part]
    (tmp_path / "board.json").write_text(json.dumps(board))
    value = a_match(steps=SOME_TILES) | {"board": "board.json"}
    assert simulate(value, folder=tmp_path)["failed"] == []


# A soft reset leaves the clock running; ticks_ms() of 2^29 and more look to come before 0.
@pytest.mark.parametrize("start_ms", [(1 << 29) + 7, (1 << 30) - 3000, (1 << 30) - 7])
@pytest.mark.parametrize(
    "runtime", ["cpython", pytest.param("micropython", marks=needs_micropython)]
)
def test_the_table_starts_whatever_the_clock_says(start_ms, runtime):
    scenario = read(a_match(steps=SOME_TILES), "late", SCENARIOS)
    first = []
    for began_ms in (0, start_ms):
        result = Simulation(scenario, began_ms).run(runtime)
        assert result["failed"] == []
        accepted = next(event for event in result["events"] if event["kind"] == "accepted")
        first.append(accepted["t_ms"] - began_ms)
    # The clock says how long it ran, the same as from 0; a lap over all readers takes 300 ms.
    assert 900 < first[0] < 1200
    assert abs(first[1] - first[0]) <= 1


def test_a_tag_brought_to_a_dead_reader_does_not_mend_it():
    dead = {"fault": "reader_dead", "slot": "h6"}
    steps = [
        {"after_ms": 900, **dead, "expect": {"message": "slot_dead"}},
        {"fault": "foreign_tag", "slot": "h6"},
        {"after_ms": 8000, "expect": {"alerts": [{"slot": "h6", "kind": "slot_dead"}]}},
        {"lift": "h6"},
        {"fault": "none", "slot": "h6"},
        {"after_ms": 16000, "expect": {"alerts": []}},
    ]
    assert simulate(a_match(steps=steps))["failed"] == []


def test_a_table_has_settled_when_it_knows_of_a_dead_reader():
    dead = {"fault": "reader_stuck_busy", "slot": "d2", "after_ms": 0}
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "expect": {}},
        {"place": "1-5", "slot": "c3", "expect": {}},
        {"press": "ok", "expect": {}},
        {"tap": "3-4", "seat": 1, "expect": {"message": "round_over"}},
        # Its turn comes last, when all others were seen and nothing has been pending for long.
        {**dead, "expect": {"alerts": [{"slot": "d2", "kind": "slot_dead"}]}},
        {"after_ms": 20_000, "expect": {"accepted": 3}},
    ]
    assert simulate(a_match(options={"deal": 2}, steps=steps))["failed"] == []


def test_a_tile_whose_every_frame_is_lost_is_gone():
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        {"fault": "weak_field", "slot": "d3", "loss": 1, "expect": {"message": "place_back"}},
        {"fault": "none", "slot": "d3", "expect": {"alerts": []}},
    ]
    assert simulate(a_match(steps=steps))["failed"] == []


def test_a_press_that_is_refused_sounds_so():
    steps = [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"press": "pass", "expect": {"message": "must_draw"}},
    ]
    simulation = Simulation(read(a_match(steps=steps), "scenario", SCENARIOS))
    assert simulation.run("cpython")["failed"] == []
    heard_hz = [hz for _, hz in simulation.board.buzzer.log]
    assert heard_hz[-4:] == [440, 0, 440, 0]
