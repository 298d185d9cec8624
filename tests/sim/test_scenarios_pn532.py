"""The scenarios of scenarios/*.json on the table with PN532 readers: the same expects hold.

Left out are those with faults that only another chip can have, those made for another board,
one that takes this chip longer, and the longest.
"""

import json
from pathlib import Path

import pytest

from host_tools.records.replay import replay
from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

SCENARIOS = Path(__file__).parent / "scenarios"
BOARD = "grid48_pn532"
ANY_CHIP = {
    "reader_dead", "reader_stuck_busy", "weak_field", "two_tags", "foreign_tag", "unknown_tag",
    "swap", "none",
}  # fmt: skip
# A tag that cannot be selected is noticed by calls that are few: not within the half minute there.
UNTOLD = {"nearly_deaf"}
ALSO = ("undo", "choose_port", "lifted", "bumped", "double_moved", "everything_lifted", "tricks")
ALSO += ("power_cut_in_a_round", "power_cut_in_a_trick", "shown_hands", "dead_slot_tapped")
# On MicroPython too: faults, a press, a question, a power cut.
ON_BOTH = ("two_tiles", "undo", "choose_port", "weak_slot", "power_cut_in_a_round")


def scenarios():
    for file in sorted(SCENARIOS.glob("*.json")):
        value = json.loads(file.read_text())
        faults = {step["fault"] for step in value["steps"] if "fault" in step}
        is_about_readers = (faults and file.stem not in UNTOLD) or file.stem in ALSO
        if is_about_readers and value["board"] == "grid48_mfrc522" and faults <= ANY_CHIP:
            yield file.stem


NAMES = list(scenarios())


def scenario(name):
    value = json.loads((SCENARIOS / f"{name}.json").read_text())
    return read({**value, "board": BOARD}, name, SCENARIOS)


def test_most_scenarios_are_for_any_chip():
    assert len(NAMES) >= 19 and set(ALSO) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_expect_holds_and_the_record_replays(name):
    made = scenario(name)
    result = Simulation(made).run("cpython")
    assert result["failed"] == []
    assert result["timing"]["longest_step_ms"] < 20
    replayed = replay(result["record"], catalogue=made.games)
    assert replayed.result["scores"] == result["final"]["scores"]


@pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)
@pytest.mark.parametrize("name", ON_BOTH)
def test_micropython_sees_the_same_and_allocates_nothing(name):
    results = [
        Simulation(scenario(name)).run("cpython"),
        Simulation(scenario(name)).run("micropython", lock_heap=True),
    ]
    for result in results:
        del result["memory"]
    assert results[0] == results[1]


def test_a_chip_that_hangs_and_one_that_is_slow_cost_no_play():
    """The whole table over faults that only these chips have."""
    steps = [
        {"after_ms": 1600, "place": "5-5", "slot": "d3", "expect": {"accepted": 1}},
        {"place": "0-5", "slot": "e3", "expect": {"accepted": 2}},
        {"place": "0-4", "slot": "f3", "expect": {"accepted": 3, "total": 14, "alerts": []}},
        {"after_ms": 4000, "expect": {"accepted": 3, "alerts": []}},
    ]
    value = {"board": BOARD, "game": "all-fives", "players": 2, "starter": 0, "steps": steps}
    simulation = Simulation(read(value, "faults", SCENARIOS))
    readers = simulation.board.readers
    clock = simulation.board.clock

    def hang():
        readers[0].hung = "silent"
        readers[18].slow_ns = 130_000_000

    clock.at(2_000_000_000, hang)
    result = simulation.run("cpython")
    assert result["failed"] == []
    assert readers[0].hung is None
    assert result["timing"]["longest_step_ms"] < 20
