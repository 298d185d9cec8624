"""Laps and gaps are measured, whatever the scanner says of itself."""

import pytest

from domino.board.order import Order
from host_tools.bench import scan_laps
from host_tools.bench.table import BenchError, config
from host_tools.sim import timings


def test_two_fields_and_an_empty_table_are_quicker():
    spans = [
        max(scan_laps.sweeps_ms(config(fields=fields), tiles, 10))
        for fields, tiles in ((2, 0), (2, 28), (1, 28))
    ]
    assert spans == sorted(set(spans))
    assert spans[0] > 52 * 2.0
    assert spans[-1] <= 450


def test_a_slower_controller_takes_longer(monkeypatch):
    board = config(fields=1)  # with two, more of the work is done while a field settles
    before = max(scan_laps.sweeps_ms(board, 0, 3))
    monkeypatch.setattr(timings, "CPU_PER_BUS_CALL_NS", 2 * timings.CPU_PER_BUS_CALL_NS)
    assert max(scan_laps.sweeps_ms(board, 0, 3)) > before + 20


def without(monkeypatch, left_out):
    """The scanner passes over some readers once it has started."""
    choose = Order.next

    def other(order, beside, now_ms):
        reader = choose(order, beside, now_ms)
        while reader in left_out and now_ms > 3000:
            reader = choose(order, beside, now_ms)
        return reader

    monkeypatch.setattr(Order, "next", other)


def test_a_reader_that_is_passed_over_shows(monkeypatch):
    assert scan_laps.unseen_ms(config(), 12, 5000) < 3000
    without(monkeypatch, {40})
    assert scan_laps.unseen_ms(config(), 12, 5000) > 3500


def test_a_lap_that_leaves_out_readers_is_no_lap(monkeypatch):
    without(monkeypatch, {40, 41, 42, 43})
    with pytest.raises(BenchError, match="41"):
        scan_laps.sweeps_ms(config(), 0, 20)
