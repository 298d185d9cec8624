"""A host that speaks at odd moments, in the middle of a step and while the firmware sleeps: both
runtimes hear it, and answer, at the same time."""

from pathlib import Path

from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from tests.sim.test_scenarios import needs_micropython

STEPS = [
    {"place": "5-5", "slot": "d3", "after_ms": 901},
    {"place": "0-5", "slot": "e3", "after_ms": 900},
    {"after_ms": 1500, "expect": {"scores": [10, 10]}},
]
# Microseconds since power-on, and what it says. The first comes in a step, the next while the
# firmware sleeps, with its main task due when the waiting is over.
SAYS = [
    (1_050_107, "hello"),
    (1_902_123, "hello"),
    (1_903_823, "hello"),
    (2_000_003, "borrow"),
    (2_600_001, "give_back"),
]


def answers(runtime):
    """When the table answered, in us, and the events."""
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    simulated = Simulation(read({**value, "steps": STEPS}, "host", Path(".")))
    clock, line, heard = simulated.board.clock, simulated.board.ports.serial, []
    line.on_output = lambda data: heard.append(clock.now_ns // 1000)
    for time_us, command in SAYS:
        said = f'{{"id":1,"do":"table.{command}"}}\n'.encode()
        clock.at(time_us * 1000, lambda said=said: line.write(said))
    result = simulated.run(runtime)
    assert result["failed"] == []
    return heard, result["events"], result["timing"]


@needs_micropython
def test_a_host_is_answered_at_the_same_time_on_both_runtimes():
    ours = answers("cpython")
    assert len(ours[0]) == len(SAYS)
    assert ours == answers("micropython")
