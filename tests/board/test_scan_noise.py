"""Lost frames: no tile is taken for lifted, and new ones are still found, only later."""

from random import Random

import pytest

from domino.board import looks
from host_tools.tags.record import ntag213_for_tile
from tests.board.tabletop import Tabletop


def uid(number):
    return b"\x04" + bytes((number * 37 + i * 11) % 0x88 for i in range(6))


def noisy(loss, garble=0.0):
    """Twenty-eight tiles found in calm, then noise everywhere."""
    table = Tabletop().start()
    for number in range(28):
        table.fields[number].put(ntag213_for_tile(number, 1, uid(number)))
    table.run(3000)
    table.events.clear()
    for reader, field in enumerate(table.fields):
        field.loss, field.garble, field.random = loss, garble, Random(reader)
    return table


@pytest.mark.parametrize("hot", [0, 12])
@pytest.mark.parametrize(("loss", "garble"), [(0.05, 0.0), (0.3, 0.0), (0.1, 0.2)])
def test_no_tile_is_lost_in_noise(loss, garble, hot):
    table = noisy(loss, garble)
    if hot:
        table.heat(*range(30, 30 + hot))
    assert table.run(100_000) == []
    assert table.longest_step_us <= 15_500
    held = sum(table.presence.ok[reader] for reader in range(28))
    assert held > 5000 and sum(table.presence.timeout) > 500


def test_the_slots_that_lose_a_fifth_and_more_show_as_weak():
    for loss, weak in ((0.05, 0), (0.3, 20)):
        table = noisy(loss)
        table.run(30_000)
        count = sum(table.presence.is_weak(reader) for reader in range(28))
        assert count == 0 if weak == 0 else count >= weak


@pytest.mark.parametrize(("loss", "limit_ms"), [(0.05, 300), (0.2, 1500), (0.3, 3000)])
def test_a_tile_on_a_noisy_slot_is_found_and_missed_in_time(loss, limit_ms):
    table = Tabletop().start()
    table.heat(*range(30, 42))
    field = table.fields[30]
    field.loss, field.random = loss, Random(9)
    tag = ntag213_for_tile(5, 1, uid(5))
    found_ms, gone_ms = [], []
    for number in range(20):
        table.run(400 + number * 17)
        field.put(tag)
        laid_ms = table.now_ms
        while table.scanner.found[30] != 5:
            table.step()
        found_ms.append(table.now_ms - laid_ms)
        field.remove(tag)
        laid_ms = table.now_ms
        while table.scanner.found[30] == 5:
            table.step()
        gone_ms.append(table.now_ms - laid_ms)
        assert table.scanner.found[30] == looks.EMPTY
    print(f"loss {loss}: found {sorted(found_ms)[10]} ms, at most {max(found_ms)}; ", end="")
    print(f"gone {sorted(gone_ms)[10]} ms, at most {max(gone_ms)}")
    assert sorted(found_ms)[19] <= limit_ms
    assert min(gone_ms) >= 500 and max(gone_ms) < 3000


def test_noise_on_empty_slots_makes_no_tile():
    table = Tabletop().start()
    for reader, field in enumerate(table.fields):
        field.garble, field.random = 1.0, Random(reader)
        field.put(ntag213_for_tile(reader % 28, 1, uid(reader)))
    assert table.run(5000) == []


def test_lifting_and_laying_a_tile_makes_no_slot_weak():
    table = Tabletop().start()
    table.heat(20, 21)
    tag = ntag213_for_tile(5, 1, uid(5))
    for number in range(60):
        table.fields[20].put(tag)
        table.run(300 + 13 * number)
        table.fields[20].remove(tag)
        table.run(700)
        assert not table.presence.is_weak(20), number
        assert table.presence.losses[20] < 110


def test_a_weak_slot_stays_weak_until_it_is_clearly_sound():
    table = Tabletop().start()
    table.heat(20, 21)
    field = table.fields[20]
    field.put(ntag213_for_tile(5, 1, uid(5)))
    field.random = Random(3)
    changes = []
    for loss in (0.0, 0.3, 0.0):
        field.loss = loss
        for _ in range(200):
            table.run(100)
            is_weak = table.presence.is_weak(20)
            if not changes or changes[-1] != is_weak:
                changes.append(is_weak)
    assert changes == [False, True, False]
