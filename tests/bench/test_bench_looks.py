"""Bytes and times of looks: the limits hold, and what is printed is what the bus did."""

from collections import Counter

import pytest

from domino.nfc.mfrc522 import Mfrc522
from host_tools.bench import scan_looks
from host_tools.bench.table import Table, config
from host_tools.bench.visits import Visits


@pytest.fixture(scope="module")
def shipped():
    return {figure.id: figure for figure in scan_looks.measure(False)}


def cost(board, name):
    return max(visit.bytes_clocked for visit in scan_looks.looks(board)[name])


@pytest.mark.parametrize("name", ["bus_empty_bytes", "bus_first_read_bytes", "bus_known_bytes"])
def test_the_limits_hold(shipped, name):
    assert shipped[name].holds
    assert "select patterns" in shipped[name].on


def test_what_does_more_costs_more(shipped):
    value = {name: figure.value for name, figure in shipped.items()}
    for kind in ("bus_{}_bytes", "look_{}_ms"):
        names = ["known", "known_uid", "first_read", "first_read_with_memory"]
        costs = [value[kind.format(name)] for name in names]
        assert costs == sorted(set(costs))
    # ISO 14443-3: nothing is heard before 5 ms of field; then two short frames at least.
    assert all(value[name] > 5 for name in value if name.endswith("_ms"))


def test_one_look_in_eight_reads_the_uid_again():
    found = scan_looks.looks(config())
    assert len(found["known"]) == 280
    assert len(found["known_uid"]) == 40


def test_a_longer_select_chain_costs_its_bytes():
    board = config()
    board["selects"]["outputs"] += 8
    assert (
        cost(board, "empty") == cost(config(), "empty") + 2
    )  # a pattern for on, one for the look


def test_another_write_to_the_chip_costs_its_bytes(monkeypatch):
    before = cost(config(), "empty")
    field_off = Mfrc522.field_off

    def twice(chip):
        field_off(chip)
        field_off(chip)

    monkeypatch.setattr(Mfrc522, "field_off", twice)
    assert cost(config(), "empty") == before  # the second one comes after the visit's end
    field_on = Mfrc522.field_on
    monkeypatch.setattr(Mfrc522, "field_on", lambda chip: (field_on(chip), field_on(chip)))
    assert cost(config(), "empty") == before + 2


@pytest.mark.parametrize("fields", [1, 2])
def test_no_byte_on_the_bus_is_left_out(fields):
    table = Table(config(fields=fields))
    table.scan_all()
    visits = Visits(table.sim)
    table.run(50, table.scan)
    visits.take()
    running = sum(visit.bytes_clocked for visit in visits._running.values())
    clocked = table.sim.spi.bytes_clocked
    table.run(1000, table.scan)
    done = visits.take()
    clocked = table.sim.spi.bytes_clocked - clocked
    running -= sum(visit.bytes_clocked for visit in visits._running.values())
    assert clocked == sum(visit.bytes_clocked for visit in done) - running
    assert set(Counter(visit.reader for visit in done)) == set(range(52))
