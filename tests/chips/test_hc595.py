"""The select chain: bit order, latch, /OE and the order in which lines move."""

import random

import pytest

from host_tools.chips.hc595 import HC595Chain


def shifted_bit_by_bit(chips, data):
    """The same chain from the data sheet's drawing: flip-flops moved one clock at a time."""
    flops = [0] * (8 * chips)
    for byte in data:
        for bit in range(7, -1, -1):
            flops = [(byte >> bit) & 1, *flops[:-1]]
    return flops


@pytest.mark.parametrize("chips", [1, 2, 7])
def test_outputs_follow_the_flip_flops(chips):
    random.seed(chips)
    for length in (1, chips - 1, chips, chips + 3):
        data = bytes(random.randrange(256) for _ in range(length))
        chain = HC595Chain(chips)
        chain.set_enable(0)
        for at in range(0, length, 2):
            chain.hear(data[at : at + 2])
        chain.set_latch(1)
        levels = [chain.level(i) for i in range(chain.outputs)]
        assert levels == shifted_bit_by_bit(chips, data)


def test_only_a_rising_latch_edge_moves_the_outputs():
    chain = HC595Chain(1)
    chain.set_enable(0)
    chain.set_latch(1)
    chain.hear(b"\x01")
    chain.set_latch(1)
    assert chain.level(0) == 0
    chain.set_latch(0)
    assert chain.level(0) == 0
    chain.set_latch(1)
    assert chain.level(0) == 1


def test_pull_ups_win_while_oe_is_high():
    chain = HC595Chain(2)
    chain.hear(b"\xff\xfe")
    chain.set_latch(1)
    assert [chain.level(i) for i in range(16)] == [1] * 16
    heard = []
    for output in range(16):
        chain.on_change(output, lambda level, output=output: heard.append((output, level)))
    for level in (0, 0, 1, 0):
        chain.set_enable(level)
    assert heard == [(0, 0), (0, 1), (0, 0)]


def test_a_select_ends_before_the_next_begins():
    chain = HC595Chain(1)
    chain.hear(b"\xfe")
    chain.set_latch(1)
    chain.set_enable(0)
    heard = []
    for output in range(8):
        chain.on_change(output, lambda level, output=output: heard.append((output, level)))
    chain.hear(b"\xf7")
    assert heard == []
    chain.set_latch(0)
    chain.set_latch(1)
    assert heard == [(0, 1), (3, 0)]
