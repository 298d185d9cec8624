"""Tags that are not where they seem to be: a neighbour's tag read through a slot (faults.md).

Whose it is follows from what each of the two readers loses of it.
"""

from random import Random

import pytest

from domino.board import looks
from host_tools.chips import mfrc522_map
from tests.board.tabletop import FREE, Tabletop, found, qualities, tile


def haunt(table, slot, of, loss, seed=0):
    field = table.fields[slot]
    field.reach, field.reach_loss, field.random = table.fields[of], loss, Random(seed)


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


def stuck(chip):
    chip.stuck_busy = True


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
