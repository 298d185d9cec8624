"""A Ctrl-C in the middle of a simulation: on the board's line, at its process, at this one."""

import asyncio
import os
import struct
from pathlib import Path
from types import SimpleNamespace

import pytest

from host_tools.runtimes.cpython import runtime as on_cpython
from host_tools.runtimes.micropython import bridge
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import Ports
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from tests.sim.test_scenarios import needs_micropython

STEPS = [{"after_ms": 500, "place": "5-5", "slot": "d3"}, {"after_ms": 9000, "lift": "d3"}]


@pytest.mark.parametrize(
    "runtime", ["cpython", pytest.param("micropython", marks=needs_micropython)]
)
def test_a_ctrl_c_on_the_line_ends_it_in_one_line(runtime):
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    simulation = Simulation(read({**value, "steps": STEPS}, "ended", Path(".")))
    board = simulation.board
    board.clock.at(2_000_000_000, lambda: board.ports.serial.write(b"\x03"))
    with pytest.raises(bridge.FirmwareFailed, match="^it ended before the scenario did"):
        simulation.run(runtime)
    assert [event["kind"] for event in simulation.events].count("accepted") == 1


def test_a_ctrl_c_at_the_process_of_the_firmware_is_one_here():
    from_table, said = os.pipe()
    os.write(said, struct.pack("<BBHHHQ2s6x", 26, 0, 0, 0, 0, 0, b""))
    serving = bridge.Bridge(Ports(VirtualClock()), from_table, -1)
    try:
        with pytest.raises(KeyboardInterrupt):
            serving.serve()
    finally:
        os.close(from_table)
        os.close(said)


def test_a_task_that_lost_its_turn_does_not_hide_the_ctrl_c():
    observer = on_cpython._Observer(Ports(VirtualClock()))
    observer.app = SimpleNamespace(pending=lambda: 0)
    loop = on_cpython._VirtualLoop(observer)

    async def main():
        asyncio.get_running_loop().create_task(observer.sleep_ms(50))
        await observer.sleep_ms(1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        loop.run_until_complete(main())
    (left,) = asyncio.all_tasks(loop)
    left.cancel()
    loop._ready.clear()  # as when it comes between taking a turn from the list and giving it
    on_cpython._end_tasks(loop, observer)
    loop.close()
    assert not left.done()
