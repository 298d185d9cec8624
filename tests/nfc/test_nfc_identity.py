"""Which tile a tag is, asked through the whole path: scanner, reader chip, tag, UID table."""

import pytest

from domino.board import looks
from domino.nfc.ndef import FOUND, MORE, TileRecord
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags.record import blank_ntag213, ntag213_for_tile, write_record
from tests.board.tabletop import Tabletop

UID = bytes.fromhex("04a81d12de5f80")
SET = 0xC0FFEE01
SLOT = 11


def tagged(kind, tile=19):
    tag = Type2Tag(kind, UID)
    write_record(tag, tile, SET)
    return tag


def guarded():
    """Its record cannot be read without a password."""
    tag = tagged("NTAG213")
    tag.memory[4 * 41 + 3] = 4  # AUTH0: protected from page 4
    tag.memory[4 * 42] |= 0x80  # PROT: for reading too
    return tag


CASES = {
    "NTAG213": (tagged("NTAG213"), 19),
    "NTAG215": (tagged("NTAG215"), 19),
    "NTAG216": (tagged("NTAG216"), 19),
    "Ultralight": (tagged("Mifare Ultralight"), 19),
    "Ultralight EV1": (tagged("Mifare Ultralight 11"), 19),
    "no record": (blank_ntag213(UID), looks.UNKNOWN),
    "protected record": (guarded(), looks.UNKNOWN),
    "a four-byte UID": (ClassicCard(bytes.fromhex("b0c1d2e3")), looks.UNKNOWN),
    "a ten-byte UID": (ClassicCard(bytes.fromhex("04010203040506070809")), looks.UNKNOWN),
    "a phone": (Iso14443_4Card(), looks.FOREIGN),
    "a bank card": (Iso14443_4Card(bytes.fromhex("b0c1d2e3")), looks.FOREIGN),
    "a random UID": (ClassicCard(bytes.fromhex("08c1d2e3")), looks.FOREIGN),
}


@pytest.mark.parametrize("name", CASES)
def test_finding(name):
    tag, finding = CASES[name]
    table = Tabletop().start()
    table.fields[SLOT].put(tag)
    events = table.run(3000)
    table.fields[SLOT].clear()
    assert [event[1:] for event in events] == [(SLOT, finding)]


@pytest.mark.parametrize(
    "name", ["no record", "protected record", "a four-byte UID", "a ten-byte UID"]
)
def test_the_uid_table_names_tags_that_do_not_name_themselves(name):
    tag = CASES[name][0]
    table = Tabletop(listed=[(tag.uid, 6)]).start()
    table.fields[SLOT].put(tag)
    events = table.run(2000)
    table.fields[SLOT].clear()
    assert [event[1:] for event in events] == [(SLOT, 6)]


def test_the_record_is_believed_before_the_uid_table():
    table = Tabletop(listed=[(UID, 6)]).start()
    table.fields[SLOT].put(tagged("NTAG213"))
    table.run(1000)
    assert table.scanner.found[SLOT] == 19


def test_a_phone_is_foreign_even_where_its_uid_is_listed():
    card = Iso14443_4Card(bytes.fromhex("b0c1d2e3"))
    table = Tabletop(listed=[(card.uid, 6)]).start()
    table.fields[SLOT].put(card)
    table.run(1000)
    assert table.scanner.found[SLOT] == looks.FOREIGN


@pytest.mark.parametrize(("ours", "finding"), [(SET, 19), (SET + 1, looks.UNKNOWN), (None, 19)])
def test_only_tiles_of_our_set_count(ours, finding):
    table = Tabletop(set_id=None if ours is None else ours.to_bytes(4, "big")).start()
    table.fields[SLOT].put(ntag213_for_tile(19, SET, UID))
    table.run(1000)
    assert table.scanner.found[SLOT] == finding


def test_a_tag_read_before_needs_no_memory_read():
    tag = tagged("NTAG213")
    table = Tabletop().start()
    table.fields[SLOT].put(tag)
    table.run(500)
    table.fields[SLOT].remove(tag)
    table.run(1500)
    pages = []
    tag._commands[0x30] = (2, lambda frame: pages.append(frame[1]))
    table.fields[SLOT + 1].put(tag)
    table.run(500)
    assert table.scanner.found[SLOT + 1] == 19
    assert pages == []


# -- "12 of 16 read bytes thrown away -> all are used" --------------------------------------------
def test_all_sixteen_bytes_of_a_read_are_used():
    tag, record = tagged("NTAG213"), TileRecord()
    record.begin(UID, len(UID))
    asked, state = [], MORE
    while state == MORE:
        asked.append(record.next_page)
        at = 4 * asked[-1]
        state = record.take(bytes(tag.memory[at : at + 16]), 0, 16)
    assert state == FOUND and record.tile == 19
    assert [page - asked[0] for page in asked] == list(range(0, 4 * len(asked), 4))
