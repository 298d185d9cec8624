"""The tables of tiles, computed again."""

import pytest

from domino.rules import tiles

PAIRS = [(low, high) for high in range(7) for low in range(high + 1)]
NAMES = [f"{low}-{high}" for low, high in PAIRS]


def test_the_halves_follow_from_the_number():
    assert list(zip(tiles.LOW, tiles.HIGH, strict=True)) == PAIRS
    assert list(tiles.PIPS) == [low + high for low, high in PAIRS]


@pytest.mark.parametrize("low, high", [(0, 0), (0, 1), (1, 1), (2, 5), (6, 6)])
def test_a_tile_has_one_number_in_either_order(low, high):
    expected = high * (high + 1) // 2 + low
    assert tiles.number(low, high) == tiles.number(high, low) == expected


def test_the_masks_name_the_right_tiles():
    for value in range(7):
        holders = [n for n, pair in enumerate(PAIRS) if value in pair]
        assert tiles.HAS_VALUE[value] == sum(1 << n for n in holders)
        by_name = sorted(holders, key=NAMES.__getitem__)
        assert list(tiles.WITH_VALUE[7 * value : 7 * value + 7]) == by_name
    assert sum(1 << n for n, (low, high) in enumerate(PAIRS) if low == high) == tiles.DOUBLES
    assert tiles.ALL == 2**28 - 1
    assert list(tiles.BY_NAME) == sorted(range(28), key=NAMES.__getitem__)


def test_counting_a_mask():
    assert tiles.count(0) == 0
    assert tiles.count(tiles.ALL) == 28
    assert tiles.pips(tiles.ALL) == 168
    assert tiles.pips(1 << 27 | 1 << 1) == 13
