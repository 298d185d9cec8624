"""The LED chain: colour order, short and long frames, current."""

import pytest

from host_tools.chips.ws2812 import WS2812Chain


def test_green_comes_first():
    chain = WS2812Chain(2)
    chain.feed(bytes((1, 2, 3, 4, 5, 6)))
    assert chain.colours == [(2, 1, 3), (5, 4, 6)]


@pytest.mark.parametrize(
    ("data", "colours"),
    [
        (b"", [(7, 7, 7), (7, 7, 7)]),
        (b"\x01\x02\x03", [(2, 1, 3), (7, 7, 7)]),
        (b"\x01\x02\x03\x04\x05", [(2, 1, 3), (7, 7, 7)]),
        (bytes(9), [(0, 0, 0), (0, 0, 0)]),
    ],
)
def test_short_and_long_frames(data, colours):
    chain = WS2812Chain(2)
    chain.feed(b"\x07" * 6)
    chain.feed(data)
    assert chain.colours == colours
    assert chain.frames == 2


@pytest.mark.parametrize(("level", "lit", "ma"), [(0, 0, 244), (255, 244, 244 * 61)])
def test_current(level, lit, ma):
    chain = WS2812Chain(244)
    chain.feed(bytes((level,)) * 732)
    assert chain.lit() == lit
    assert chain.current_ma() == pytest.approx(ma)
