"""When a tile is there, gone, moved or doubled: the shipped scanner over simulated fields."""

import itertools
from random import Random

import pytest

from domino.board import looks
from host_tools.chips.tag_cards import Iso14443_4Card
from host_tools.tags.record import blank_ntag213, ntag213_for_tile
from tests.board.tabletop import Tabletop, config, found

SET = 0xC0FFEE01
_RANDOM = Random(11)


def new_uid():
    return b"\x04" + bytes(_RANDOM.randrange(0x88) for _ in range(6))


def tile(number):
    return ntag213_for_tile(number, SET, new_uid())


@pytest.mark.parametrize("fields", [1, 2])
def test_a_still_tile_is_stable_over_a_thousand_looks(fields):
    table = Tabletop(config(fields=fields)).start()
    table.heat(20)
    table.fields[20].put(tile(7))
    assert found(table.run(1000)) == [(20, 7)]
    frames = table.fields[20].frames
    while table.fields[20].frames < frames + 1000:
        table.step()
    assert found(table.events) == [(20, 7)]
    assert table.presence.misses[20] == 0


def test_every_tile_of_a_full_table_is_found_once():
    table = Tabletop().start()
    for number in range(28):
        table.fields[number + 10].put(tile(number))
    events = table.run(2000)
    assert sorted(found(events)) == [(number + 10, number) for number in range(28)]
    assert table.run(5000) == []


@pytest.mark.parametrize("is_hot", [False, True])
@pytest.mark.parametrize("bump_ms", [1, 50, 200, 350, 499])
def test_a_bump_below_half_a_second_is_no_event(is_hot, bump_ms):
    table = Tabletop().start()
    if is_hot:
        table.heat(20)
    tag = tile(7)
    table.fields[20].put(tag)
    table.run(1000)
    table.events.clear()
    for offset_ms in range(0, 100, 7):
        table.run(1000 + offset_ms)
        table.fields[20].remove(tag)
        table.at(bump_ms, table.fields[20].put, tag)
        table.run(bump_ms)
    table.run(3000)
    assert table.events == []


@pytest.mark.parametrize("is_hot", [False, True])
def test_a_lifted_tile_is_gone_soon_after_half_a_second(is_hot):
    table = Tabletop().start()
    if is_hot:
        table.heat(*range(16, 28))
    tag = tile(7)
    for _ in range(5):
        table.fields[20].put(tag)
        table.run(1000)
        table.fields[20].remove(tag)
        lifted_ms = table.now_ms
        (event,) = table.run(2500)
        assert event[1:] == (20, looks.EMPTY)
        assert 500 <= event[0] - lifted_ms < (800 if is_hot else 1100)


def test_one_miss_in_sixteen_is_never_an_event():
    table = Tabletop().start()
    table.heat(20)
    field = table.fields[20]
    field.put(tile(7))
    table.run(1000)
    send, count = field.send, itertools.count()

    def losing(*args):
        if next(count) % 16 == 0:
            field.lose_next = 1
        return send(*args)

    field.send = losing
    assert table.run(60_000) == []
    assert next(count) > 1000
    assert table.presence.timeout[20] > 50


def test_noise_bursts_below_half_a_second_are_no_removal():
    table = Tabletop().start()
    table.heat(20)
    field = table.fields[20]
    field.put(tile(7))
    table.run(1000)
    for _ in range(20):
        field.loss = 1.0
        table.at(400, setattr, field, "loss", 0.0)
        table.run(1500)
    assert found(table.events) == [(20, 7)]


def test_garbled_answers_mean_still_there():
    table = Tabletop().start()
    table.fields[20].put(tile(7))
    table.run(1000)
    table.fields[20].garble = 1.0
    assert table.run(20_000) == []
    assert table.presence.crc[20] > 50
    table.fields[20].clear()
    assert found(table.run(2500)) == [(20, looks.EMPTY)]


def test_a_tile_that_lay_for_300_ms_next_to_an_open_end_was_seen():
    table = Tabletop().start()
    table.heat(*range(16, 32))
    table.run(500)
    tag = tile(7)
    for offset_ms in range(0, 300, 23):
        table.run(offset_ms)
        table.fields[20].put(tag)
        table.at(300, table.fields[20].remove, tag)
        assert found(table.run(2000)) == [(20, 7), (20, looks.EMPTY)]


def test_two_tags_and_one_left():
    table = Tabletop().start()
    first, second = tile(3), tile(4)
    table.fields[20].put(first)
    table.run(1000)
    table.fields[20].put(second)
    assert found(table.run(2500)) == [(20, looks.TWO_TAGS)]
    table.fields[20].remove(first)
    assert found(table.run(2500)) == [(20, 4)]
    table.fields[20].remove(second)
    assert found(table.run(2500)) == [(20, looks.EMPTY)]
    table.fields[20].put(first)
    table.fields[20].put(second)
    assert found(table.run(2500)) == [(20, looks.TWO_TAGS)]


def test_a_tile_put_in_another_ones_place_within_a_lap():
    table = Tabletop().start()
    first, second = tile(3), tile(4)
    table.fields[20].put(first)
    table.run(1000)
    for gone, come in ((first, second), (second, first)):
        table.fields[20].remove(gone)
        table.fields[20].put(come)
        assert found(table.run(2500)) == [(20, 4 if come is second else 3)]


def test_unknown_and_foreign_tags_stay_what_they_are():
    table = Tabletop().start()
    table.fields[20].put(blank_ntag213(new_uid()))
    table.fields[22].put(Iso14443_4Card())  # a new random UID with every field
    events = table.run(10_000)
    assert sorted(found(events)) == [(20, looks.UNKNOWN), (22, looks.FOREIGN)]


def test_neighbours_do_not_disturb_each_other_and_fields_keep_apart():
    table = Tabletop().start()
    table.heat(*range(8, 24))
    for number, slot in enumerate(range(8, 24)):
        table.fields[slot].put(tile(number))
    on = set()
    worst = 0
    for reader, field in enumerate(table.fields):
        field.power = watched(field, reader, on)
    for _ in range(2000):
        table.step()
        worst = max(worst, len(on))
        slots = [reader for reader in on if reader < 48]
        for a, b in itertools.combinations(slots, 2):
            assert b not in table.board.neighbours[4 * a : 4 * a + 4]
    assert worst == 1 or worst == 2
    assert sorted(found(table.events)) == [(slot, slot - 8) for slot in range(8, 24)]


def watched(field, reader, on):
    real = field.power
    mine = [field.on]

    def power(level):
        mine[0] = level
        on.add(reader) if level else on.discard(reader)
        assert len(on) <= 2
        real(level)

    return power


def test_one_field_means_one_field():
    table = Tabletop(config(fields=1)).start()
    for _ in range(500):
        table.step()
        assert sum(field.on for field in table.fields) <= 1


def test_a_moved_tile_is_seen_twice_and_the_first_place_is_looked_at_at_once():
    table = Tabletop().start()
    table.heat(*range(24, 32))
    tag = tile(7)
    table.fields[3].put(tag)
    table.run(3000)
    table.events.clear()
    table.fields[3].remove(tag)
    table.at(200, table.fields[28].put, tag)
    events = table.run(2500)
    assert found(events) == [(28, 7), (3, looks.EMPTY)]
    came_ms, went_ms = events[0][0], events[1][0]
    assert went_ms - came_ms < 700


def test_a_counterfeit_shows_as_both_places_read_after_it_came():
    table = Tabletop().start()
    table.fields[3].put(tile(7))
    table.run(3000)
    table.fields[28].put(tile(7))
    (event,) = table.run(400)
    assert event[1:] == (28, 7)
    table.run(300)
    assert table.presence.seen_after(3, event[0])
    assert table.scanner.found[3] == 7


def test_recheck_reads_the_uid_of_a_cold_slot_soon():
    table = Tabletop().start()
    table.heat(*range(24, 40))
    table.fields[3].put(tile(7))
    table.run(2000)
    asked_ms = table.now_ms
    table.scanner.recheck(3)
    table.run(220)  # two laps
    assert table.presence.seen_after(3, asked_ms)


def test_pads_are_read_every_lap_only_while_they_are_asked_for():
    table = Tabletop().start()
    table.heat(*range(24, 36))
    table.run(500)
    spans = []
    for is_asked in (False, True):
        table.scanner.is_pad_asked = is_asked
        frames, laps = table.fields[50].frames, table.scanner.laps
        table.run(5000)
        spans.append((table.fields[50].frames - frames) / (table.scanner.laps - laps))
    assert spans[0] < 0.55  # every third lap, and its turn among the rest
    assert 0.9 < spans[1] < 1.3


def test_a_tap_on_a_pad():
    table = Tabletop().start()
    table.heat(*range(24, 36))
    table.run(500)
    tag = tile(7)
    table.fields[49].put(tag)
    table.at(600, table.fields[49].remove, tag)
    assert found(table.run(2500)) == [(49, 7), (49, looks.EMPTY)]


def test_the_wrap_of_the_clock_is_no_event():
    table = Tabletop()
    table.sim.clock.advance(((1 << 30) - 6000) * 1_000_000)
    table.start()
    tag = tile(7)
    table.fields[20].put(tag)
    table.fields[21].put(tile(8))
    table.run(1000)
    table.events.clear()
    assert table.run(10_000) == []
    assert table.time.ticks_ms() < 10_000
    table.fields[20].remove(tag)
    assert found(table.run(2500)) == [(20, looks.EMPTY)]


def test_a_tag_that_wakes_but_is_never_selected_ends_nothing():
    table = Tabletop().start()
    table.heat(20)
    tag = ntag213_for_tile(5, 1, b"\x04\x25\x36\x47\x58\x69\x70")
    hear = tag.hear
    selecting = (0x93, 0x95)
    tag.hear = lambda data, bits: None if data[:1] and data[0] in selecting else hear(data, bits)
    table.fields[20].put(tag)
    assert table.run(60_000) == []
    assert table.presence.failures[20] == 255
    tag.hear = hear
    assert [event[1:] for event in table.run(1000)] == [(20, 5)]


def test_the_counts_of_a_long_evening_stay_small_integers():
    table = Tabletop().start()
    order = table.scanner._order
    table.scanner.looks = order.laps = (1 << 30) - 1
    table.run(2000)
    assert 0 < table.scanner.looks < 1000
    assert 0 < order.laps < 1000


def test_settled_waits_until_everything_was_read():
    table = Tabletop().start()
    table.fields[20].put(tile(7))
    since_ms = table.now_ms
    assert not table.scanner.settled(since_ms)
    while not table.scanner.settled(since_ms):
        table.step()
    assert table.scanner.found[20] == 7
    assert table.now_ms - since_ms < 2500


def test_a_phone_with_another_uid_each_time_lets_the_table_rest():
    table = Tabletop().start()
    table.heat(20)
    table.fields[20].put(Iso14443_4Card())
    assert found(table.run(1000)) == [(20, looks.FOREIGN)]
    pending = 0
    for _ in range(300):
        table.run(10)
        pending += table.scanner.is_pending
    assert pending == 0
