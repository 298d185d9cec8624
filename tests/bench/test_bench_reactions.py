"""Reactions: positions are what they say, and whatever makes the lights late shows."""

from itertools import islice

import pytest

from domino.rules import codes, games
from domino.rules.match import Match
from domino.table.placement import Placement
from domino.ui.strip import Strip
from host_tools import boards
from host_tools.bench import reactions
from host_tools.bench.positions import positions
from host_tools.bench.table import BenchError, Table, config
from host_tools.sim import timings


@pytest.mark.parametrize("game, hot", [("horse-race", 12), ("horse-race", 8), ("all-fives", 5)])
def test_positions_are_reached_by_plays_and_have_so_many_hot_slots(game, hot):
    board = config()
    found = list(islice(positions(board, game, hot, 1), 2))
    assert found[0] != found[1]
    for position in found:
        match = Match()
        games.load(game, match.rules)
        match.set_up(2, None)
        placement = Placement(match, 48, bytes(boards.neighbours(board)))
        match.open_round(0)
        for tile, slot in position.plays:
            assert played(match, placement, tile, slot) == codes.OK
        placement.aim()
        assert placement.hot_count == hot
        hot_slots = set(placement.hot[:hot])
        assert {slot for _, slot in position.moves} <= hot_slots
        tile, slot = position.moves[0]
        assert played(match, placement, tile, slot) == codes.OK
        assert match.last_points > 0


def played(match, placement, tile, slot):
    joints = bytearray(32)
    assert placement.candidates(slot, tile, joints) == 1
    direction = placement.direction(joints[0], joints[1], slot)
    code = match.play(tile, joints[0], joints[1])
    placement.lay(tile, slot, direction)
    return code


def spans(count=4):
    return reactions.reactions_ms(config(), 12, count, False)


def test_reactions_are_seeded_and_sorted():
    first = spans()
    assert first == sorted(first) == spans()
    assert len(set(first)) == 4
    assert 10 < first[0] < first[-1] < 200


def test_a_slower_controller_reacts_later(monkeypatch):
    # With two fields more of the work is done while a field settles.
    board = config(fields=1)
    # Of 100 tiles 1.26 times as late at three times the cost of a call, 1.43 times at five; of a
    # few dozen by chance hardly at all.
    before = reactions.reactions_ms(board, 12, 100, False)
    monkeypatch.setattr(timings, "CPU_PER_BUS_CALL_NS", 5 * timings.CPU_PER_BUS_CALL_NS)
    assert sum(reactions.reactions_ms(board, 12, 100, False)) > 1.2 * sum(before)


def test_a_strip_that_comes_late_is_late(monkeypatch):
    before = spans()
    step = Strip.step
    held = []

    def lazy(strip, now_ms, is_busy=False):
        if strip._wants_run and not held:
            held.append(now_ms)
        if held and now_ms - held[0] < 300:
            return 20
        held.clear()
        return step(strip, now_ms, is_busy)

    monkeypatch.setattr(Strip, "step", lazy)
    assert min(spans()) > 250 > max(before)


def test_the_95th_percentile():
    assert reactions.p95([float(n) for n in range(1, 201)]) == 190
    assert reactions.p95([float(n) for n in range(1, 1001)]) == 950
    assert reactions.p95([7.0]) == 7


def test_what_never_comes_ends_the_measurement(monkeypatch):
    monkeypatch.setattr("host_tools.bench.table._STUCK_MS", 2000)
    table = Table(config())
    with pytest.raises(BenchError, match="rain"):
        table.until(lambda: False, table.scan, "rain")


def test_five_percent_of_frames_lost_are_not_noticed():
    lossy = reactions.reactions_ms(config(), 12, 20, False, 0.05)
    assert reactions.p95(lossy) <= 150
