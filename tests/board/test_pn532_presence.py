"""What lies on PN532 readers: every kind of thing, by the rules of all readers."""

from random import Random

import pytest

from domino.board import looks
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.tags.record import blank_ntag213, ntag213_for_tile
from tests.board.pn532_table import PAD, READERS, Pn532Table, on_spi, small, tag, uid

LISTED = [(b"\xb0\xc1\xd2\xe3", 26)]


@pytest.fixture(params=["two fields", "one field", "spi"])
def table(request):
    board = {"two fields": small, "one field": lambda: small(fields=1), "spi": on_spi}
    return Pn532Table(board[request.param](), listed=LISTED).start()


def findings(events, reader):
    return [finding for _, at, finding in events if at == reader]


@pytest.mark.parametrize(
    "thing, finding",
    [
        (lambda: tag(5), 5),
        (lambda: ClassicCard(LISTED[0][0]), 26),
        (lambda: blank_ntag213(uid(3)), looks.UNKNOWN),
        (lambda: ClassicCard(b"\xb0\xc1\xd2\xe4"), looks.UNKNOWN),
        (lambda: ClassicCard(bytes.fromhex("04010203040506070809")), looks.UNKNOWN),
        (lambda: Iso14443_4Card(), looks.FOREIGN),
        (lambda: Iso14443_4Card(uid(4)), looks.FOREIGN),
    ],
)
def test_a_thing_is_found_once_and_stays_what_it_is(table, thing, finding):
    table.fields[3].put(thing())
    assert findings(table.run(400), 3) == [finding]
    assert table.run(4000) == []
    table.fields[3].clear()
    assert findings(table.run(1500), 3) == [looks.EMPTY]
    assert table.longest_ms < 20


def test_tiles_everywhere_on_slots_and_pad(table):
    for reader in range(READERS):
        table.lay(reader, reader)
    events = table.run(1500)
    assert sorted((reader, finding) for _, reader, finding in events) == [
        (reader, reader) for reader in range(READERS)
    ]


def test_two_tags_are_two_tags_from_the_first_look(table):
    table.lay(2, 6).lay(2, 7)
    assert findings(table.run(400), 2) == [looks.TWO_TAGS]
    assert table.run(3000) == []
    table.fields[2].clear()
    assert findings(table.run(1500), 2) == [looks.EMPTY]


def test_a_second_tag_beside_a_lying_tile_is_noticed_within_a_second_or_so(table):
    table.lay(2, 6).run(400)
    table.lay(2, 7)
    assert findings(table.run(1600), 2) == [looks.TWO_TAGS]
    table.fields[2].remove(table.fields[2].tags[0])
    assert findings(table.run(1600), 2) == [7]


def test_a_tag_whose_halt_was_lost_is_not_two_tags():
    """It is listed a second time then."""
    table = Pn532Table().start()
    field = table.fields[2]
    send = field.send

    def lose_halts(data, *rest):
        return None if data[:2] == b"\x50\x00" else send(data, *rest)

    field.send = lose_halts
    table.lay(2, 6)
    assert findings(table.run(3000), 2) == [6]


def test_another_tile_in_its_place_is_found(table):
    table.lay(1, 3).run(400)
    table.fields[1].clear()
    table.lay(1, 4)
    assert findings(table.run(1500), 1) == [4]


def test_a_tile_moved_to_another_slot_is_gone_from_the_first(table):
    table.lay(0, 3).run(400)
    moved = table.fields[0].tags[0]
    table.fields[0].remove(moved)
    table.fields[6].put(moved)
    events = table.run(1500)
    assert findings(events, 6) == [3] and findings(events, 0) == [looks.EMPTY]


def test_a_tile_bumped_for_under_half_a_second_is_no_event(table):
    table.lay(0, 3).run(400)
    lying = table.fields[0].tags[0]
    table.fields[0].remove(lying)
    table.at(350, table.fields[0].put, lying)
    assert table.run(2500) == []


def test_a_tile_of_another_set_is_turned_away():
    table = Pn532Table(set_id=bytes(4)).start()
    table.fields[3].put(ntag213_for_tile(5, 7, uid(5)))
    assert findings(table.run(400), 3) == [looks.UNKNOWN]
    assert table.identity.other_sets >= 1


@pytest.mark.parametrize("loss, most_ms", [(0.05, 500), (0.2, 3000)])
def test_a_tile_is_found_where_frames_are_lost_and_never_lost_itself(loss, most_ms):
    slowest_ms = 0
    for seed in range(6):
        table = Pn532Table().start()
        table.heat(*range(6))
        field = table.fields[3]
        field.loss, field.random = loss, Random(seed)
        laid_ms = table.now_ms
        table.lay(3, 5)
        events = [event for event in table.run(12_000) if event[1] == 3]
        assert [finding for _, _, finding in events] == [5]
        slowest_ms = max(slowest_ms, events[0][0] - laid_ms)
        assert table.presence.is_weak(3) == (loss == 0.2)
    assert slowest_ms <= most_ms


def test_with_a_third_of_the_frames_lost_a_lying_tile_stays():
    for seed in range(4):
        table = Pn532Table().lay(3, 5).start()
        table.run(500)
        field = table.fields[3]
        field.loss, field.random = 0.3, Random(seed)
        assert table.run(20_000) == []
        assert table.presence.is_weak(3)
        field.clear()
        assert findings(table.run(8000), 3) == [looks.EMPTY]


def test_bent_answers_mean_still_there():
    table = Pn532Table().lay(3, 5).start()
    table.run(500)
    table.fields[3].garble = 1.0
    assert table.run(5000) == []
    assert table.presence.crc[3] > 10
    table.fields[3].garble = 0.0
    table.fields[3].clear()
    assert findings(table.run(8000), 3) == [looks.EMPTY]


def test_the_pad_is_read_like_a_slot(table):
    table.fields[PAD].put(tag(9))
    assert findings(table.run(600), PAD) == [9]


# -- a tag that answers but cannot be selected, and a neighbour's --------------------------------
@pytest.mark.parametrize("loss", [0.5, 0.7])
@pytest.mark.parametrize("has_neighbour", [False, True])
def test_a_tag_that_cannot_be_selected_shows_as_a_weak_slot(loss, has_neighbour):
    table = Pn532Table().start()
    table.heat(1, 2, 3, 5)
    if has_neighbour:
        table.lay(1, 3).run(400)
    field = table.fields[2]
    field.loss, field.random = loss, Random(3)
    table.lay(2, 6)
    assert findings(table.run(25_000), 2) == []
    assert table.scanner.quality(2) == 1
    field.clear()
    table.run(33_000)
    assert table.scanner.quality(2) == 0
    assert table.longest_ms < 20


def haunted(loss, seed):
    """A table with a tile on slot 1 whose tag is heard by slot 2 beside it."""
    table = Pn532Table().start()
    table.heat(1, 2, 3, 5)
    field = table.fields[2]
    field.hear(table.fields[1], loss)
    field.random = Random(seed)
    table.lay(1, 6).run(1000)
    return table


@pytest.mark.parametrize("seed", range(6))
def test_two_tags_on_a_slot_lie_neither_on_the_next_one(seed):
    """It hears both, and one that is searched for alone is not asked by a mere select."""
    table = haunted(0.16, seed)
    table.lay(1, 8).run(2000)
    assert table.scanner.found[1] == looks.TWO_TAGS
    assert findings(table.run(8000), 2) == []


@pytest.mark.parametrize("loss", [0.3, 0.5, 0.65])
@pytest.mark.parametrize("seed", range(2))
def test_a_neighbours_tag_is_a_ghost_read_whole_or_half(loss, seed):
    """Also while a tile of its own lies there, and when that is lifted."""
    table = haunted(loss, seed)
    pending, weak = 0, 0
    for _ in range(1200):
        table.run(10)
        pending += table.scanner.is_pending
        weak += table.scanner.quality(2)
    assert pending < 120 and weak == 0
    assert loss > 0.6 or table.presence.ghosts[2] > 0
    table.events.clear()
    table.lay(2, 8)
    assert findings(table.run(4000), 2) == [8]
    table.fields[2].clear()
    assert findings(table.run(5000), 2) == [looks.EMPTY]
    assert table.scanner.found[1] == 6


def test_a_slot_where_nothing_lies_is_seldom_called():
    table = Pn532Table().start()
    table.heat(2)
    commands = table.sim.readers[2].commands
    commands.clear()
    table.run(6000)
    searches, calls = commands.count(0x4A), commands.count(0x42)
    assert searches > 60 and 0 < calls <= searches // 24 + 1
