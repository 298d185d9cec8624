"""The core against the package `dominoes` (bench/peers.py): the same hands end the same way."""

import pytest

from domino.rules import codes
from host_tools.bench import peers

dominoes = pytest.importorskip("dominoes", reason="the package dominoes is not installed")


@pytest.fixture(scope="module")
def hands():
    return [peers.played(dominoes, seed) for seed in range(40)]


def test_both_see_the_same_end_of_every_hand(hands):
    match = peers.new_match()
    for hand in hands:
        peers.play_ours(match, hand, peers.actions(hand))
        result = peers.play_theirs(dominoes, hand)
        assert match.kind == (codes.OUT if result.won else codes.BLOCKED)
        if result.won:
            assert match.last_seat == result.player


def test_there_are_hands_of_either_end_and_with_passes(hands):
    ends = {peers.play_theirs(dominoes, hand).won for hand in hands}
    assert ends == {True, False}
    assert any(None in hand.moves for hand in hands)


def test_the_figure_tells_both_speeds_and_asks_for_three_times():
    (figure,) = peers.measure(False)
    assert figure.id == "engine_vs_dominoes_ratio" and figure.limit == 3
    assert figure.value > 0 and figure.holds is (figure.value >= 3)
    assert "200 block hands" in figure.on and "dominoes 6.1.0" in figure.on


def test_a_move_that_the_core_refuses_breaks_it_off(hands):
    plays = peers.actions(hands[0])
    with pytest.raises(peers.BenchError, match="hand 0"):
        peers.play_ours(peers.new_match(), hands[0], plays[:-1])


def test_without_the_package_the_figure_is_null_and_says_how(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "dominoes", None)
    (figure,) = peers.measure(False)
    assert figure.value is None and figure.holds is None and "pip install dominoes" in figure.on
