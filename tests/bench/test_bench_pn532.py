"""The figures of PN532 readers: what is printed is what their bus and their chips did."""

from collections import Counter

import pytest

from host_tools.bench import scan_laps, scan_pn532
from host_tools.bench.table import Table, config
from host_tools.bench.visits_i2c import VisitsI2c, watch
from host_tools.chips import pn532_rf
from host_tools.sim import timings

BOARD = scan_pn532.BOARD


@pytest.fixture(scope="module")
def shipped():
    return {figure.id: figure for figure in scan_pn532._looks()}


def test_every_figure_says_whose_it_is_and_promises_nothing(shipped):
    assert len(shipped) == 12
    for name, figure in shipped.items():
        assert name.endswith("_pn532")
        assert figure.unit in ("bytes", "ms") and figure.as_json()["holds"] is None
        assert figure.value > 0


def test_what_does_more_takes_longer(shipped):
    names = ["known", "known_uid", "first_read", "first_read_with_memory"]
    spans = [shipped[f"look_{name}_ms_pn532"].value for name in names]
    assert spans == sorted(set(spans))
    assert all(span > 5 for span in spans)  # the chip's own settling


def test_few_looks_at_an_empty_slot_call_for_what_no_search_finds():
    found = scan_pn532.looks(2)
    assert 0 < 24 * len(found["empty_called"]) <= len(found["empty"]) + 24


def test_most_looks_at_a_known_tile_search_for_it_alone():
    found = scan_pn532.looks(2)
    assert len(found["known"]) == 7 * len(found["known_uid"])


def test_no_byte_on_the_bus_is_left_out():
    table = Table(config(BOARD))
    table.scan_all()
    visits = watch(table.sim)
    assert isinstance(visits, VisitsI2c)
    table.run(200, table.scan)
    visits.take()

    def pending():
        return sum(visit.bytes_clocked for visit in visits._running.values())

    before = table.sim.spi.bytes_clocked - visits._pattern_bytes, pending()
    table.run(2000, table.scan)
    done = visits.take()
    clocked = table.sim.spi.bytes_clocked - visits._pattern_bytes - before[0]
    assert clocked == sum(visit.bytes_clocked for visit in done) + pending() - before[1]
    assert set(Counter(visit.reader for visit in done)) == set(range(52))


def test_an_empty_look_costs_its_frames_and_an_odd_poll():
    """11 and 11 bytes of commands, 7 of each ACK, 11 of the answer, an address before each."""
    costs = Counter(visit.bytes_clocked for visit in scan_pn532.looks(1)["empty"])
    commands, acks, answer, channel = 2 * 12, 2 * 8, 12, 4
    usual, _ = costs.most_common(1)[0]
    assert min(costs) >= commands + acks + answer
    assert usual - (commands + acks + answer) in (channel, channel + 2, channel - 2)


def test_a_slower_chip_and_a_slower_controller_take_longer(monkeypatch):
    board = config(BOARD)
    before = max(scan_laps.sweeps_ms(board, 0, 2))
    with monkeypatch.context() as patch:
        patch.setattr(pn532_rf, "GUARD_NS", 2 * pn532_rf.GUARD_NS)
        assert max(scan_laps.sweeps_ms(board, 0, 2)) > before + 52 * 2
    monkeypatch.setattr(timings, "CPU_PER_BUS_CALL_NS", 8 * timings.CPU_PER_BUS_CALL_NS)
    assert max(scan_laps.sweeps_ms(board, 0, 2)) > before + 20


def test_two_searches_at_a_time_are_quicker():
    spans = [max(scan_laps.sweeps_ms(config(BOARD, fields=fields), 0, 3)) for fields in (2, 1)]
    assert spans[0] < 0.7 * spans[1]
