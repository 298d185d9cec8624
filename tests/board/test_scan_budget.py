"""What looks cost on bus and clock, against DESIGN.md, "Numbers to hold"; pytest -s prints it."""

from random import Random

import pytest

from domino.board import looks
from host_tools.chips.tag_cards import ClassicCard
from host_tools.tags.record import ntag213_for_tile
from tests.board.tabletop import Tabletop, config

UID = bytes.fromhex("04a81d12de5f80")
SLOT = 20
EMPTY_BYTES = 48
FIRST_READ_BYTES = 200
KNOWN_BYTES = 60
SWEEP_MS = 450
UNSEEN_MS = 4000
UNSEEN_WITH_FOUR_MS = {1: 1200, 2: 700}  # by fields: with few hot slots there is time for the rest
STEP_US = 15_500


def looks_at(table, slot, count):
    """Bytes of the next looks at a slot: its own, with the switching on of the following one."""
    costs = []
    while len(costs) < count:
        is_it = table.scanner._current == slot
        before = table.sim.spi.bytes_clocked
        looks_before = table.scanner.looks
        table.step()
        cost = table.sim.spi.bytes_clocked - before
        if is_it and (cost or table.scanner.looks > looks_before):
            costs.append(cost)
    return costs


def tile(number=7, uid=UID):
    return ntag213_for_tile(number, 1, uid)


def uid(number):
    return b"\x04" + bytes((number * 37 + i * 11) % 0x88 for i in range(6))


def test_empty_look_bytes():
    table = Tabletop().start()
    costs = looks_at(table, SLOT, 20)
    print("empty look:", max(costs), "bytes")
    assert max(costs) <= EMPTY_BYTES


def test_known_look_bytes():
    table = Tabletop().start()
    table.heat(SLOT)
    table.fields[SLOT].put(tile())
    table.run(1000)
    costs = looks_at(table, SLOT, 64)
    known = [cost for cost in costs if cost < KNOWN_BYTES + 1]
    print("known tile:", max(known), "bytes; with its UID every eighth look:", max(costs))
    assert len(known) >= 56
    assert sum(costs) / len(costs) <= KNOWN_BYTES


@pytest.mark.parametrize("length", [4, 7])
def test_first_read_bytes(length):
    """Without the pages of the memory, which come in steps of their own."""
    table = Tabletop(listed=[(UID[:length], 7)]).start()
    tag = tile() if length == 7 else ClassicCard(UID[:4])
    table.fields[SLOT].put(tag)
    while not table.presence.stages[SLOT]:
        (cost,) = looks_at(table, SLOT, 1)
    before = table.sim.spi.bytes_clocked
    while table.scanner._state == 3:  # its memory
        table.step()
    pages = table.sim.spi.bytes_clocked - before
    print(f"first read of a {length}-byte UID:", cost, "bytes; its memory:", pages)
    assert cost <= FIRST_READ_BYTES
    assert table.scanner.found[SLOT] == 7


@pytest.mark.parametrize("fields", [1, 2])
@pytest.mark.parametrize("tiles", [0, 28])
def test_sweep(fields, tiles):
    table = Tabletop(config(fields=fields)).start()
    for number in range(tiles):
        table.fields[number].put(tile(number, uid(number)))
    table.run(2000)
    sweeps = set()
    laps = table.scanner.laps
    while table.scanner.laps < laps + 12:
        table.step()
        sweeps.add(table.scanner.lap_ms)
    print(f"sweep of 52 readers, {fields} fields, {tiles} tiles:", max(sweeps), "ms")
    assert max(sweeps) <= SWEEP_MS
    assert table.longest_step_us <= STEP_US


@pytest.mark.parametrize("fields", [1, 2])
@pytest.mark.parametrize("hot", [1, 4, 8, 12, 16, 27])
def test_no_reader_is_unseen_for_long(fields, hot):
    table = Tabletop(config(fields=fields)).start()
    for number in range(20):
        table.fields[number].put(tile(number, uid(number)))
    table.heat(*range(20, 20 + hot))
    table.run(1000)
    laps, start_ms, worst_ms = table.scanner.laps, table.now_ms, 0
    for _ in range(3000):
        table.step()
        ages = (table.now_ms - looked_ms for looked_ms in table.presence.looked_ms)
        worst_ms = max(worst_ms, *ages)
    lap_ms = (table.now_ms - start_ms) / (table.scanner.laps - laps)
    print(f"{fields} fields, {hot} hot: lap {lap_ms:.0f} ms, unseen at most {worst_ms} ms")
    assert worst_ms <= (UNSEEN_WITH_FOUR_MS[fields] if hot <= 4 else UNSEEN_MS)
    assert table.longest_step_us <= STEP_US


def placements(table, slots, count):
    """ms from a known tile laid on a hot slot to its finding, at random phase."""
    tag = tile()
    spans = []
    random = Random(4)
    for _ in range(count):
        field = table.fields[random.choice(slots)]
        table.run(200)
        table.run(random.randrange(150))
        field.put(tag)
        start_ns = table.sim.clock.now_ns
        while 7 not in table.scanner.found:
            table.step()
        spans.append((table.sim.clock.now_ns - start_ns) / 1e6)
        field.remove(tag)
        while 7 in table.scanner.found:
            table.step()
    return sorted(spans)


@pytest.mark.parametrize(("fields", "hot"), [(2, 12), (1, 8)])
def test_a_laid_tile_is_found_in_time_for_the_light(fields, hot):
    table = Tabletop(config(fields=fields)).start()
    slots = list(range(20, 20 + hot))
    table.heat(*slots)
    table.fields[20].put(tile())
    table.run(1000)
    table.fields[20].clear()
    table.run(1500)
    spans = placements(table, slots, 200)
    p95 = spans[len(spans) * 95 // 100]
    print(f"{fields} fields, {hot} hot: found after {spans[100]:.0f} ms, p95 {p95:.0f}")
    assert p95 < 105  # 120 until the light, which takes 10 with the rules
    assert table.scanner.found[20] == looks.EMPTY
