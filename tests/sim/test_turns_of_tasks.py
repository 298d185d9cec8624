"""Where several tasks of the firmware go on at once both runtimes let them take the same turns: a
host that speaks at odd moments is answered at the same time, and a self-test takes as long."""

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


# A self-test: some buttons are pressed when it asks, the others it waits for in vain.
TESTED = [
    {"after_ms": 900, "place": "5-5", "slot": "d3"},
    {"power": "cut"},
    {"power": "on", "button": "ok", "hold_ms": 700},
    {"press": "left", "after_ms": 1633, "hold_ms": 33},
    {"press": "pass", "after_ms": 1217, "hold_ms": 150},
    {"press": "draw", "after_ms": 411, "hold_ms": 70},
    {"press": "ok", "after_ms": 30_000},
    {"press": "ok", "after_ms": 3000},
    {"press": "ok", "after_ms": 3000},
    {"place": "0-5", "slot": "e3", "after_ms": 4003, "expect": {"scores": [10, 10]}},
]


def simulation(steps):
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    return Simulation(read({**value, "steps": steps}, "turns", Path(".")))


def answers(runtime):
    """When the table answered, in us, and the events."""
    simulated = simulation(STEPS)
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


@needs_micropython
def test_a_self_test_takes_as_long_on_both_runtimes():
    ours, theirs = (simulation(TESTED).run(runtime) for runtime in ("cpython", "micropython"))
    assert ours["failed"] == []
    for result in (ours, theirs):
        result.pop("memory")
    assert ours == theirs
