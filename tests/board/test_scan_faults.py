"""What goes wrong with real readers on a shared bus: named after what builders report (faults.md).

The emulated chips and wires have the fault, the shipped driver and scanner must cope.
"""

from random import Random

import pytest

from domino.board import health, looks
from domino.nfc import iso14443
from host_tools.chips import mfrc522_map
from host_tools.sim.ports import HeldBus
from host_tools.tags.record import blank_ntag213
from tests.board.tabletop import DISTURBING, FREE, HELD, WEAK, Tabletop, found, qualities, tile

SLOT = 20


# -- the bus -----------------------------------------------------------------------------------
def contend(table, slot, share=1.0):
    chip = table.sim.readers[slot]
    chip.contends, chip.wire_random = share, Random(slot)
    table.sim.wires[slot].pullers.append(chip)
    return chip


@pytest.mark.parametrize("share", [1.0, 0.3])
def test_contention_at_start_names_the_module_that_drives_miso(share):
    table = Tabletop()
    contend(table, SLOT, share)
    table.start()
    quality = qualities(table)
    assert quality[SLOT] == DISTURBING
    assert set(quality[:SLOT] + quality[SLOT + 1 :]) == {HELD}
    assert table.longest_step_us < 15_500
    table.fields[SLOT].put(tile())
    assert (SLOT, 7) in found(table.run(2000))  # the one that can be heard goes on


def test_contention_that_begins_and_ends_while_the_table_is_in_use():
    table = Tabletop().start()
    chip = contend(table, SLOT)
    table.run(3000)
    assert qualities(table)[SLOT] == DISTURBING
    assert qualities(table).count(HELD) == 51
    chip.mend_wires()
    table.run(40_000)
    assert set(qualities(table)) == {FREE}
    assert set(table.scanner.found) == {looks.EMPTY}


def two_buses():
    """The board of tests/board/test_board_selects.py would do; here half of the slots move."""
    from tests.board.test_board_selects import table

    return table("two buses")


def test_contention_on_one_bus_leaves_the_other_alone():
    table = two_buses()
    buses = table.board.buses
    west = [reader for reader in range(table.scanner.readers) if buses[reader] == buses[0]]
    contend(table, 0)
    table.start()
    quality = qualities(table)
    assert quality[0] == DISTURBING
    assert all(quality[reader] == HELD for reader in west[1:])
    assert {quality[r] for r in range(table.scanner.readers) if r not in west} == {FREE}


@pytest.mark.parametrize("level", [0x00, 0xFF])
@pytest.mark.parametrize("is_from_start", [True, False])
def test_a_bus_held_by_another_device_is_said_and_nothing_hangs(level, is_from_start):
    table = Tabletop()
    if not is_from_start:
        table.start()
    pullers = table.sim.spi.pullers
    pullers.append(HeldBus(level))
    table.run(5000)
    assert set(qualities(table)) == {HELD}
    assert set(table.scanner.found) == {looks.DEAD}
    assert table.longest_step_us < 15_500
    pullers.clear()
    table.run(40_000)
    assert set(qualities(table)) == {FREE}
    assert set(table.scanner.found) == {looks.EMPTY}


def test_a_random_subset_of_readers_that_changes_is_never_fatal():
    table = Tabletop().start()
    random = Random(3)
    for _ in range(4):
        silent = random.sample(range(52), 9)
        for reader in silent:
            table.sim.readers[reader].dead = random.choice([0x00, 0xFF])
        table.run(8000)
        dead = [r for r in range(52) if table.scanner.found[r] == looks.DEAD]
        assert dead == sorted(silent)
        assert {qualities(table)[r] for r in dead} == {FREE}  # nobody's fault but their own
        for reader in silent:
            table.sim.readers[reader].dead = None
        table.run(40_000)
        assert set(table.scanner.found) == {looks.EMPTY}


def test_wire_noise_shows_in_the_counters_and_makes_no_events():
    table = Tabletop().start()
    table.heat(SLOT, SLOT + 1)
    for slot, noise in ((SLOT, 0.0), (SLOT + 2, 0.003)):
        table.fields[slot].put(tile(slot - SLOT + 3))
        table.sim.readers[slot].wire_random = Random(5)
        table.run(1000)
        table.sim.readers[slot].noise = noise
    table.events.clear()
    assert table.run(60_000) == []
    presence = table.presence
    bad = [
        presence.crc[r] + presence.timeout[r] + table.scanner.health.failures[r] for r in (20, 22)
    ]
    assert bad[0] == 0 and bad[1] > 5


def test_bytes_bent_on_the_wire_never_name_another_tag():
    """UID, SAK and memory come over the same bad wires; what they say counts when said twice."""
    for seed in range(12):
        table = Tabletop().start()
        table.heat(SLOT)
        chip = table.sim.readers[SLOT]
        chip.noise, chip.wire_random = 0.005, Random(seed)
        table.fields[SLOT].put(tile(7, seed))
        table.run(8000)
        assert {finding for _, finding in found(table.events)} <= {7, *looks_that_say_nothing()}
        assert (SLOT, 7) in found(table.events)


def looks_that_say_nothing():
    return looks.UNKNOWN, looks.DEAD, looks.EMPTY


# -- readers that half die --------------------------------------------------------------------
def antenna_off(chip):
    chip.antenna_stuck_off = True


def crypto_stuck(chip):
    chip.crypto_stuck = True


def forgets(chip):
    chip.forgets = mfrc522_map.TX_ASK


def drifts(chip):
    chip.version_drifts = True


def stuck(chip):
    chip.stuck_busy = True


def reset_stuck(chip):
    chip.reset_stuck = True
    chip.set_reset(0)
    chip.set_reset(1)


HALF_DEAD = [
    (antenna_off, iso14443.NO_ANTENNA),
    (crypto_stuck, iso14443.CRYPTO),
    (forgets, iso14443.FORGETS),
    (drifts, iso14443.UNSTABLE),
    (stuck, iso14443.BUSY),
    (reset_stuck, iso14443.NO_START),
]


def mend(chip):
    chip.antenna_stuck_off = chip.crypto_stuck = chip.version_drifts = False
    chip.stuck_busy = chip.reset_stuck = False
    chip.forgets = None


@pytest.mark.parametrize(("fail", "reason"), HALF_DEAD, ids=lambda v: getattr(v, "__name__", ""))
@pytest.mark.parametrize("has_tile", [False, True])
def test_a_half_dead_reader_is_found_out_named_and_taken_back(fail, reason, has_tile):
    table = Tabletop().start()
    if has_tile:
        table.fields[SLOT].put(tile())
        table.run(1000)
        table.events.clear()
    chip = table.sim.readers[SLOT]
    fail(chip)
    # A tile that lies there is never said to be lifted: the reader is what is wrong.
    assert found(table.run(6000)) == [(SLOT, looks.DEAD)]
    assert table.scanner.health.reasons[SLOT] == reason
    assert table.longest_step_us < 15_500
    mend(chip)
    table.run(40_000)
    assert found(table.events)[-1] == (SLOT, 7 if has_tile else looks.EMPTY)


@pytest.mark.parametrize(
    ("fail", "reason"), HALF_DEAD[:3], ids=lambda v: getattr(v, "__name__", "")
)
def test_what_a_reset_heals_costs_one_soft_reset_of_that_reader_alone(fail, reason):
    table = Tabletop().start()
    table.fields[SLOT].put(tile())
    table.run(1000)
    table.events.clear()
    chip = table.sim.readers[SLOT]
    fail(chip)
    chip.heals_by_reset = True
    resets = {r: 0 for r in range(52)}
    for reader, other in enumerate(table.sim.readers):
        other._soft_reset = counted(other._soft_reset, resets, reader)
        other._reset = counted(other._reset, resets, reader)
    assert table.run(8000) == []
    assert list(table.scanner.health.failures).count(1) == 1
    assert table.scanner.health.failures[SLOT] == 1
    assert {reader for reader, count in resets.items() if count} == {SLOT}


def counted(action, counts, reader):
    def act(*args):
        counts[reader] += 1
        return action(*args)

    return act


@pytest.mark.parametrize(
    "version", [0x91, 0x92, 0x88, 0x89, 0xB2, 0x12, 0x15, 0x37], ids=lambda v: f"{v:02x}"
)
def test_clones_and_unknown_versions_are_used(version):
    table = Tabletop()
    table.sim.readers[SLOT].version = version
    table.start()
    table.fields[SLOT].put(tile())
    assert found(table.run(1000)) == [(SLOT, 7)]
    assert table.scanner.health.versions[SLOT] == version
    assert list(table.scanner.health.failures) == [0] * 52


def test_checks_come_in_turn_and_within_four_seconds():
    table = Tabletop().start()
    table.heat(*range(SLOT, SLOT + 8))
    for number in range(12):
        table.fields[number].put(tile(number))
    table.run(3000)
    checked = dict.fromkeys(range(52), 0)
    note = table.scanner.health.note_check

    def noted(reader, now_ms):
        checked[reader] += 1
        note(reader, now_ms)

    table.scanner.health.note_check = noted
    table.run(8000)
    assert min(checked.values()) >= 2
    assert max(checked.values()) <= 5  # every two seconds, no more


def test_a_look_over_its_budget_is_counted_and_a_slot_that_stays_slow_rests():
    table = Tabletop().start()
    table.heat(SLOT)
    chip = table.sim.readers[SLOT]
    chip.stall_ns, chip.wire_random, chip.stall_share = 30_000_000, Random(1), 0.004
    table.run(15_000)
    overruns = table.scanner.health.overruns[SLOT]
    assert overruns > 3 and table.scanner.found[SLOT] == looks.EMPTY
    chip.stall_share = 1.0
    table.run(3000)
    assert table.scanner.found[SLOT] == looks.DEAD
    assert table.scanner.health.reasons[SLOT] == iso14443.SLOW
    chip.stall_share = 0.0
    table.run(40_000)
    assert table.scanner.found[SLOT] == looks.EMPTY


# -- UIDs that seem to be others -----------------------------------------------------------------
@pytest.mark.parametrize("share", [0.3, 1.0])
def test_a_bit_shifted_uid_is_never_accepted(share):
    """Its check byte holds every other time; no tag answers a select by it."""
    for seed in range(5):
        table = Tabletop().start()
        table.heat(SLOT)
        field = table.fields[SLOT]
        field.slip, field.random = share, Random(seed)
        field.put(tile(7, seed))
        events = found(table.run(4000))
        assert set(events) <= {(SLOT, 7)}
        field.slip = 0.0
        table.run(3000)
        assert table.scanner.found[SLOT] == 7


def test_a_tag_that_seems_to_have_no_record_is_read_again():
    """A bent length byte hides a record; only what two readings say is believed."""
    table = Tabletop().start()
    tag = tile()
    hear, reads = tag.hear, []

    def bending(data, bits):
        answer = hear(data, bits)
        if answer is not None and data[:1] == b"\x30":
            reads.append(data[1])
            if len(reads) == 1:  # the first block is all zero: nothing but a terminator
                return answer._replace(data=with_zeros(answer.data))
        return answer

    tag.hear = bending
    table.fields[SLOT].put(tag)
    assert found(table.run(1000)) == [(SLOT, 7)]
    assert reads[0] == reads[1]


def with_zeros(data):
    from host_tools.chips.iso14443 import with_crc

    return with_crc(b"\xfe" + bytes(15))


def test_a_tag_without_a_record_stays_unknown():
    table = Tabletop().start()
    table.fields[SLOT].put(blank_ntag213(b"\x04" + bytes(range(1, 7))))
    assert found(table.run(10_000)) == [(SLOT, looks.UNKNOWN)]


# -- tags that can hardly be read -------------------------------------------------------------
@pytest.mark.parametrize("loss", [0.7, 0.8, 0.85])
@pytest.mark.parametrize("is_hot", [True, False])
def test_a_slot_that_loses_nearly_everything_shows_as_weak(loss, is_hot):
    table = Tabletop().start()
    table.heat(*(range(16, 28) if is_hot else range(30, 42)))
    table.fields[SLOT].put(tile(3))
    table.run(1000)
    field = table.fields[SLOT + 1]
    field.loss, field.random = loss, Random(4)
    tag = tile(8)
    field.put(tag)
    while table.scanner.quality(SLOT + 1) != WEAK:
        table.step()
        assert table.now_ms < (25_000 if is_hot else 150_000)
    field.remove(tag)
    table.run(45_000)
    assert qualities(table) == [FREE] * 52


def test_a_hand_with_a_tile_that_passes_makes_no_slot_weak():
    table = Tabletop().start()
    table.heat(*range(16, 28))
    random = Random(8)
    tag = tile()
    for _ in range(200):
        slot = random.randrange(16, 28)
        table.fields[slot].put(tag)
        table.at(random.randrange(5, 60), table.fields[slot].remove, tag)
        table.run(200 + random.randrange(300))
        assert set(qualities(table)) == {FREE}


def test_what_is_counted_can_be_read_out():
    from array import array

    from domino.board import report

    table = Tabletop().start()
    table.sim.readers[3].dead = 0xFF
    table.fields[SLOT].put(tile())
    table.run(4000)
    figures = array("I", [0] * len(report.COLUMNS))
    rows = {}
    for reader in (3, SLOT):
        report.fill(table.scanner, reader, figures)
        rows[reader] = dict(zip(report.COLUMNS, figures, strict=True))
    assert rows[3]["failures"] == 3 and rows[3]["rests"] == 1
    assert rows[3]["reason"] == iso14443.ABSENT and rows[3]["bus"] == health.FREE
    assert rows[SLOT]["ok"] > 20 and rows[SLOT]["version"] == 0x92
    assert not any(rows[SLOT][name] for name in report.COLUMNS[2:])


def test_a_second_tag_is_heard_where_frames_get_lost():
    """One of the two may be heard alone, now this one and now that: it is never taken for a tile
    that was changed for another."""
    for seed in range(24, 30):
        table = Tabletop().start()
        for number, field in enumerate(table.fields):
            field.loss, field.random = 0.05, Random(100 * seed + number)
        table.fields[SLOT].put(tile(3, seed))
        table.heat(SLOT)
        assert found(table.run(1000)) == [(SLOT, 3)]
        table.heat(*range(12))
        table.run(1500)
        table.events.clear()
        table.fields[SLOT].put(tile(4, seed))
        assert found(table.run(5600)) == [(SLOT, looks.TWO_TAGS)]


# -- "Two tags in one field look like a bent UID" ------------------------------------------------
@pytest.mark.parametrize("seed", range(3))
def test_two_tags_stay_two_where_frames_get_lost_and_then_it_is_one(seed):
    """In one look of ten only one of them is heard."""
    table = Tabletop().start()
    table.heat(SLOT)
    field = table.fields[SLOT]
    field.loss, field.random = 0.05, Random(seed)
    first, second = tile(3, seed), tile(4, seed + 50)
    field.put(first)
    field.put(second)
    findings = [finding for _, finding in found(table.run(30_000))]
    assert findings[-1] == looks.TWO_TAGS and findings[:-1] in ([], [3], [4])
    field.remove(second)
    assert [finding for _, finding in found(table.run(1500))] == [3]
