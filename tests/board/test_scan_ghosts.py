"""Tags that are not where they seem to be: a neighbour's tag read through a slot (faults.md).

Whose it is follows from what each of the two readers loses of it.
"""

from random import Random

import pytest

from domino.board import looks, pausing, presence
from host_tools.chips import mfrc522_map
from host_tools.chips.iso14443 import HLTA
from host_tools.chips.tag_base import Tag
from tests.board.pn532_table import Pn532Table
from tests.board.tabletop import FREE, Tabletop, found, qualities, tile


def haunt(table, slot, of, loss, seed=0):
    field = table.fields[slot]
    field.hear(table.fields[of], loss)
    field.random = Random(seed)


@pytest.mark.parametrize("loss", [0.4, 0.6, 0.8])
@pytest.mark.parametrize("seed", range(3))
def test_a_neighbours_tag_read_through_a_slot_is_a_ghost(loss, seed):
    """Whichever of the two slots is looked at first, and while tiles come and go on both."""
    table = Tabletop().start()
    table.heat(*range(16, 28))
    haunt(table, 21, 20, loss, seed)
    lying, other = tile(7, seed), tile(8, seed)
    table.run(37 * seed)
    table.fields[20].put(lying)
    assert found(table.run(8000)) == [(20, 7)]
    table.fields[21].put(other)
    assert found(table.run(5000)) == [(21, 8)]
    table.fields[21].remove(other)
    assert found(table.run(6000)) == [(21, looks.EMPTY)]
    table.fields[20].remove(lying)
    assert found(table.run(3000)) == [(20, looks.EMPTY)]
    assert set(qualities(table)) == {FREE}


def test_ghosts_are_counted():
    table = Tabletop().start()
    table.heat(*range(16, 28))
    haunt(table, 21, 20, 0.3)
    table.fields[20].put(tile())
    table.run(10_000)
    assert table.presence.ghosts[21] > 5
    assert sum(table.presence.ghosts) == table.presence.ghosts[21]


@pytest.mark.parametrize("loss", [0.5, 0.6, 0.75])
def test_a_neighbours_tag_that_is_never_read_whole_lets_the_table_rest(loss):
    """Half of its UID tells whose it is: nothing stays undecided, and the slot is not weak."""
    table = Tabletop().start()
    table.heat(*range(16, 28))
    for number, field in enumerate(table.fields):
        field.loss, field.random = 0.05, Random(number)
    haunt(table, 21, 20, loss, seed=1)
    table.fields[20].put(tile())
    assert found(table.run(4000)) == [(20, 7)]
    pending = []
    for _ in range(300):
        table.run(10)
        pending.append(table.scanner.is_pending)
    assert sum(pending) < 30
    assert table.presence.ghosts[21] > 0
    assert set(qualities(table)) == {FREE}
    other = tile(8)
    table.fields[21].put(other)
    assert found(table.run(3000)) == [(21, 8)]


@pytest.mark.parametrize("loss", [0.4, 0.6, 0.8])
@pytest.mark.parametrize("seed", range(3))
def test_a_neighbours_tag_whose_own_reader_died_is_still_its_own(loss, seed):
    """Where it is read whole it is no tile that was moved, where it is half heard the slot is not
    weak, and where the tile is moved in truth it is found."""
    table = Tabletop().start()
    table.heat(*range(16, 28))
    haunt(table, 21, 20, loss, seed)
    table.fields[20].put(tile())
    table.run(4000)
    table.sim.readers[20].dead = 0xFF
    assert found(table.run(3000)) == [(20, looks.DEAD)]
    for _ in range(60):
        assert table.run(500) == []
        assert table.scanner.quality(21) == FREE
    moved = table.fields[20].tags[0]
    table.fields[20].remove(moved)
    table.fields[21].put(moved)
    assert found(table.run(3000)) == [(21, 7)]


def antenna_off(chip):
    chip.antenna_stuck_off = True


def stuck(chip):
    chip.stuck_busy = True


def half_dead(fail, loss, seed):
    """Slot 20, whose reader can be set up but not look, and slot 21 that hears its tile; from
    before the first probe."""
    table = Tabletop().start()
    table.heat(*range(16, 28))
    haunt(table, 21, 20, loss, seed)
    table.fields[20].put(tile())
    table.run(4000)
    table.events.clear()
    fail(table.sim.readers[20])
    while (20, looks.DEAD) not in found(table.events):
        table.run(5)
    assert found(table.events) == [(20, looks.DEAD)]
    return table


@pytest.mark.parametrize(
    ("fail", "loss", "seed"),
    [(antenna_off, 0.4, 0), (antenna_off, 0.4, 1), (antenna_off, 0.6, 2), (stuck, 0.4, 2)],
)
def test_a_neighbours_tag_whose_own_reader_is_half_dead_is_still_its_own(fail, loss, seed):
    """Each probe sets the reader up, and the next look fails: what it read before stays."""
    table = half_dead(fail, loss, seed)
    failures = table.scanner.health.failures[20]
    assert table.run(8000) == []
    assert table.scanner.health.failures[20] >= failures + 3  # by looks, not by probes
    assert table.scanner.quality(21) == FREE
    table.sim.readers[20].mend()
    assert found(table.run(9000)) == [(20, 7)]


def test_nor_is_it_taken_for_moved_when_all_tags_are_read_anew():
    table = half_dead(antenna_off, 0.4, 1)
    pausing.stop(table.scanner)
    pausing.reread(table.scanner)
    assert table.run(5000) == []


def mended(seed):
    """The reader of slot 20 works again, but loses 30 % of the frames."""
    table = half_dead(antenna_off, 0.4, 0)
    table.sim.readers[20].mend()
    table.fields[20].loss, table.fields[20].random = 0.3, Random(seed)
    return table


@pytest.mark.parametrize("seed", [1, 4, 7])
def test_a_first_look_that_hears_nothing_does_not_yet_say_that_the_tile_is_gone(seed):
    assert found(mended(seed).run(5000)) == [(20, 7)]


def doubting():
    """A table as `mended`, at the moment when its tag was read so badly that it is doubted."""
    for seed in range(30):
        table = mended(seed)
        for _ in range(3000):
            if table.presence.stages[20] == presence.DOUBTED:
                return table
            table.step()
    raise AssertionError("no tag was ever doubted")


def test_a_tag_read_with_trouble_by_a_reader_that_fails_again_stays_its_own():
    """The first look after a probe reads the tag, but so badly that its neighbours are asked."""
    table = doubting()
    antenna_off(table.sim.readers[20])
    assert found(table.run(9000)) == []
    assert table.presence.stages[20] == presence.LOST


@pytest.mark.parametrize("seed", range(2))
def test_what_lay_over_a_half_dead_reader_counts_until_a_look_decides(seed):
    """While it is dead its tile is lifted, moved to the slot beside, or changed for another."""
    for moves_to, put, said in (
        (None, None, [(20, looks.EMPTY)]),
        (21, None, [(21, 7), (20, looks.EMPTY)]),
        (None, 8, [(20, 8)]),
        (21, 8, [(21, 7), (20, 8)]),
    ):
        table = half_dead(antenna_off, 0.4, seed)
        lying = table.fields[20].tags[0]
        table.fields[20].remove(lying)
        if moves_to:
            table.fields[moves_to].put(lying)
        if put:
            table.fields[21].hear_none()  # nobody can know whose a new tag is
            table.fields[20].put(tile(put, seed))
        table.run(3000)
        table.sim.readers[20].mend()
        table.run(6000)
        assert found(table.events)[1:] == said


@pytest.mark.parametrize("seed", range(3))
def test_a_tile_lifted_where_a_neighbours_tag_is_half_read_is_gone(seed):
    table = Tabletop().start()
    table.heat(*range(16, 28))
    table.fields[20].put(tile(7, seed))
    other = tile(8, seed)
    table.fields[21].put(other)
    table.run(1000)
    table.events.clear()
    haunt(table, 21, 20, 0.7, seed)
    table.fields[21].remove(other)
    assert found(table.run(6000)) == [(21, looks.EMPTY)]


@pytest.mark.parametrize("seed", range(4))
def test_a_tile_that_lies_where_a_neighbours_tag_is_heard_is_neither_lost_nor_weak(seed):
    """Where an answer of its own is lost the neighbour's is heard in its stead."""
    table = Tabletop().start()
    table.heat(*range(16, 28))
    for number, field in enumerate(table.fields):
        field.loss, field.random = 0.05, Random(100 * seed + number)
    table.fields[20].put(tile(7, seed))
    haunt(table, 21, 20, 0.4, seed)
    table.run(2000)
    table.fields[21].put(tile(8, seed))
    assert (21, 8) in found(table.run(1000))
    for _ in range(40):
        assert table.run(500) == []
        assert set(qualities(table)) == {FREE}


def test_a_clone_on_the_next_slot_is_no_ghost():
    table = Tabletop().start()
    table.heat(*range(16, 28))
    table.fields[20].put(tile())
    table.run(1000)
    table.fields[21].put(tile())
    table.run(4000)
    assert table.scanner.found[20] == table.scanner.found[21] == 7


@pytest.mark.parametrize("make", [Tabletop, Pn532Table])
@pytest.mark.parametrize("seed", range(6))
def test_a_lone_tag_that_hears_no_halt_is_no_clone(monkeypatch, make, seed):
    """It is ACTIVE once the other reader has selected it, and silent to a WUPA of its own."""
    heard = Tag._hear_active

    def hear(tag, data, bits):
        return None if data[:1] == HLTA[:1] else heard(tag, data, bits)

    monkeypatch.setattr(Tag, "_hear_active", hear)
    table = make().start()
    table.heat(1, 2, 3)
    table.fields[1].put(tile(7))
    table.run(1000)
    table.fields[1].loss, table.fields[1].random = 0.25, Random(seed)
    haunt(table, 2, 1, 0.0, seed)
    table.run(10_000)
    assert 7 not in [found for _, slot, found in table.events if slot == 2]
    assert table.presence.ghosts[2] > 0


def test_a_tile_moved_to_the_next_slot_is_found_there():
    table = Tabletop().start()
    table.heat(*range(16, 28))
    tag = tile()
    table.fields[20].put(tag)
    table.run(1000)
    table.events.clear()
    table.fields[20].remove(tag)
    table.at(150, table.fields[21].put, tag)
    assert sorted(found(table.run(3000))) == [(20, looks.EMPTY), (21, 7)]


def forgets(chip):
    chip.forgets = mfrc522_map.TX_ASK


@pytest.mark.parametrize("fail", [forgets, stuck])
def test_a_reader_that_hears_a_neighbours_tag_is_found_out_as_soon_as_any_other(fail):
    """It is looked at again at once after each failure, though nothing there is undecided."""
    table = Tabletop().start()
    table.heat(*range(16, 28))
    haunt(table, 12, 20, 0.5)
    table.fields[20].put(tile())
    table.run(4000)
    assert table.presence.haunted[12]
    table.events.clear()
    fail(table.sim.readers[12])
    while not table.scanner.health.failures[12]:
        table.run(5)
    assert found(table.run(400)) == [(12, looks.DEAD)]
