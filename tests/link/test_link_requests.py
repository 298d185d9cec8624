"""A host asks a simulated table: the shipped firmware answers, on both runtimes."""

import json

import pytest

from host_tools.boards import load
from host_tools.link.simulated import SimulatedTable
from host_tools.link.table import LinkError, Refused, Table

CONFIG = load("grid48_mfrc522")


def run(main, runtime="cpython", **files):
    simulated = SimulatedTable(CONFIG, files)
    table = Table(simulated)
    return simulated.run(main(table), runtime), simulated


RUNTIMES = ["cpython", "micropython"]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_table_says_who_it_is(runtime):
    async def main(table):
        await table.wire.pause(1000)
        return await table.greet()

    hello, _ = run(main, runtime)
    assert hello["table"] == "grid48_mfrc522"
    assert hello["slots"] == 48 and hello["pads"] == 4
    assert hello["names"][:2] == ["a1", "b1"] and hello["names"][-1] == "p3"
