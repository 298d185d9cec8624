"""Two processes that take turns move away from a processor that others have."""

import os
from types import SimpleNamespace

import pytest

from host_tools.runtimes.micropython import bridge, runtime


@pytest.mark.parametrize(
    "real_s, worked_s, is_starved",
    [
        (0.02, 0.01, False),  # as it is when nobody disturbs
        (0.25, 0.01, False),  # a moment's rest
        (1.0, 0.5, False),  # both slow, as on a small machine
        (2.0, 0.02, True),
    ],
)
def test_who_waits_much_longer_than_it_works_is_starved(monkeypatch, real_s, worked_s, is_starved):
    now = SimpleNamespace(real=5.0, worked=1.0)
    clocks = SimpleNamespace(monotonic=lambda: now.real, process_time=lambda: now.worked)
    monkeypatch.setattr(bridge, "time", clocks)
    made = bridge.Bridge(SimpleNamespace(), 0, 0)
    moved = []
    made.on_starved = lambda: moved.append(now.real)
    for _ in range(2):
        now.real += real_s
        now.worked += worked_s
        for _ in range(bridge._WAITS):
            made._see_whether_starved()
    assert len(moved) == 2 * is_starved


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="needs two processors that can be chosen",
)
def test_both_move_to_the_next_processor_and_all_are_free_again_after_it():
    before = os.sched_getaffinity(0)
    with runtime._one_cpu() as move:
        (first,) = os.sched_getaffinity(0)
        move(os.getpid())
        (second,) = os.sched_getaffinity(0)
        assert first != second
        move(1 << 22)  # its process has just ended
    assert os.sched_getaffinity(0) == before
