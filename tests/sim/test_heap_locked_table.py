"""The whole table under heap lock: no step of the real firmware allocates, whatever happens.

Scan, placement, rules, controller, strip and screen, on the real MicroPython over the pipe. The
scenarios run so too (test_scenarios.py).
"""

from pathlib import Path

import pytest

from host_tools.runtimes.micropython import binary
from host_tools.runtimes.micropython.bridge import FirmwareFailed
from host_tools.sim.players import Habits, Seating, play_match
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

SCENARIOS = Path(__file__).parent / "scenarios"

pytestmark = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)


def run_locked(value):
    return Simulation(read(value, "locked", SCENARIOS)).run("micropython", lock_heap=True)


@pytest.mark.parametrize("game", ["all-fives", "horse-race"])
def test_no_step_allocates_in_a_round_with_its_settlement(game):
    habits = Habits(wrong=0.05, lifts=0.05, undoes=0.05)
    match = play_match(Seating.at("grid48_mfrc522"), game, 3, 5, habits=habits, rounds=1)
    result = run_locked(match.scenario)
    assert result["failed"] == []
    assert result["final"]["scores"] == match.scores


def test_a_step_that_allocates_is_caught(tmp_path):
    text = """
        import asyncio
        class App:
            def step(self):
                return len([0] * 9)
            def pending(self):
                return False
            async def run(self, sleep_ms):
                while True:
                    await sleep_ms(self.step())
        def main(observer, line):
            app = App()
            observer.attach(app)
            asyncio.run(app.run(asyncio.sleep_ms))
    """
    lines = text.splitlines()
    (tmp_path / "main.py").write_text("\n".join(line[8:] for line in lines))
    from host_tools.runtimes.micropython import runtime
    from host_tools.sim.clock import VirtualClock
    from host_tools.sim.ports import Ports

    class Hook:
        report = None

    with pytest.raises(FirmwareFailed, match="MemoryError"):
        runtime.run(Ports(VirtualClock()), {}, Hook(), tmp_path, lock_heap=True)
