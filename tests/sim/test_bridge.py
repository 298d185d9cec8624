"""The pipe to a real MicroPython: a register read on virtual time with the heap locked.

The numbers are worked out by hand from host_tools/sim/timings.py, not read back from the code.
"""

import re
from pathlib import Path

import pytest

from host_tools.chips.field import Field
from host_tools.chips.mfrc522 import MFRC522
from host_tools.runtimes.micropython import binary, runtime
from host_tools.runtimes.micropython.bridge import FirmwareFailed
from host_tools.sim import timings
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import Ports, SpiWires, Stop

DEVICE = Path(__file__).parent.parent / "device" / "bridge"

pytestmark = pytest.mark.skipif(
    binary.find() is None, reason="no MicroPython here: set MICROPYTHON to a binary"
)


class Hook:
    report = None


def wired_ports():
    clock = VirtualClock()
    ports = Ports(clock)
    wires = SpiWires()
    ports.spi_wires[18, 19, 16] = wires
    reader = MFRC522(clock, Field(clock))

    def select(level):
        if level:
            reader.deselect()
            wires.selected.clear()
        else:
            wires.selected.append(reader)
            reader.select()

    # the output is first driven high, when nothing was selected yet
    ports.levels[1] = 1
    ports.pin_outputs[1] = select
    return ports


def test_reads_a_register_through_the_pipe_on_virtual_time():
    ports, hook = wired_ports(), Hook()
    events, reports = [], []
    ports.on_event = lambda *event: events.append(event)

    def on_idle(pending):
        assert pending == 0
        if len(events) == 3:
            reports.append(hook.report())
            raise Stop

    ports.on_idle = on_idle
    runtime.run(ports, {}, hook, DEVICE)
    # 55 us of CPU, 2 bytes at 4 MHz, and the second reading of the clock
    spent_us = 55 + 4 + 5
    assert events == [(1, spent_us, 0x92, 0)] * 3
    assert reports[0]["version"] == 0x92
    # three rounds of two clock readings and one transfer, two awaits, a reading for the report
    assert reports[0]["ticks_us"] == pytest.approx(3 * (59 + 10) + 2 * 10_198 + 5, abs=1100)
    assert reports[0]["memory"]["free"] > 0


def test_a_firmware_that_fails_says_why(tmp_path):
    (tmp_path / "main.py").write_text(
        "def main(observer, line):\n    raise ValueError('no table')\n"
    )
    with pytest.raises(FirmwareFailed, match="ValueError: no table"):
        runtime.run(wired_ports(), {}, Hook(), tmp_path)


def test_a_firmware_that_ends_by_itself_is_noticed(tmp_path):
    (tmp_path / "main.py").write_text("def main(observer, line):\n    pass\n")
    with pytest.raises(FirmwareFailed, match="ended"):
        runtime.run(wired_ports(), {}, Hook(), tmp_path)


def test_both_ends_charge_the_same():
    text = (binary.SHIM / "bridge.py").read_text()
    told = dict(re.findall(r"^(_\w+) = const\(([\d_]+)\)", text, re.MULTILINE))
    assert int(told["_CLOCK_READ_US"]) * 1000 == timings.CLOCK_READ_NS
    assert int(told["_BUS_CALL_NS"]) == timings.CPU_PER_BUS_CALL_NS
