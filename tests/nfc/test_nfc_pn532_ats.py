"""A chip that asks for an ATS although it was told not to: its answers to a search are longer, and
what stands behind the UIDs is passed over by its length.
"""

from types import SimpleNamespace

import pytest

from domino.board import looks
from domino.nfc.iso14443 import OK
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.tags.record import ntag213_for_tile
from tests.board.pn532_table import Pn532Table, on_spi, small
from tests.nfc.one_pn532 import BUSES, OnePn532

LENGTHS = (1, 2, 5, 6, 8, 16, 20, 21, 32, 60, 97, 98, 200, 230)
UIDS = (b"\x11\x22\x33\x44", b"\x04\x5a\x11\x22\x33\x44\x55", bytes(range(4, 14)))


def ats(length):
    return bytes([length]) + bytes((7 * i + 2) & 0xFF for i in range(length - 1))


def card(length, uid=UIDS[1], **kinds):
    return Iso14443_4Card(uid, ats(length), **kinds)


def asking(*tags, bus="i2c"):
    """A chip that ignores SetParameters, with these tags."""
    reader = OnePn532(*tags, bus=bus, is_set_up=False)
    reader.sim.ignores_parameters = True
    assert reader.set_up() == OK
    return reader


def taken(reader, second=False):
    tag = SimpleNamespace(uid=bytearray(10), length=0, sak=0)
    assert reader.chip.take_first(tag)
    first = bytes(tag.uid[: tag.length]), tag.sak
    if not second:
        return first
    is_another = reader.chip.is_another(tag)
    reader.chip.take_second(tag)
    return first, (bytes(tag.uid[: tag.length]), tag.sak), is_another


@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("uid", UIDS)
@pytest.mark.parametrize("length", LENGTHS)
def test_one_card_with_an_ats_of_any_length(bus, uid, length):
    reader = asking(card(length, uid), bus=bus)
    assert reader.search() == (OK, 1)
    assert reader.chip.count == 6 + len(uid) + length
    assert taken(reader) == (uid, 0x20)
    assert reader.chip.bent == 0


@pytest.mark.parametrize("bus", BUSES)
def test_the_search_for_its_uid_too(bus):
    reader = asking(card(20), bus=bus)
    assert reader.run(reader.commands.search_for(UIDS[1], 0, 7)) == OK
    assert taken(reader) == (UIDS[1], 0x20)


@pytest.mark.parametrize("length", [1, 2, 6, 20, 32, 90])
@pytest.mark.parametrize("others_length", [2, 20, 32, 90])
def test_two_cards_each_with_an_ats(length, others_length):
    other = Iso14443_4Card(b"\xf1\xf2\xf3\xf4", ats(others_length))
    reader = asking(card(length), other)
    assert reader.search() == (OK, 2)
    first, second, is_another = taken(reader, True)
    assert {first, second} == {(UIDS[1], 0x20), (other.uid, 0x20)} and is_another
    assert reader.chip.bent == 0


@pytest.mark.parametrize("length", [1, 2, 6, 20, 32])
@pytest.mark.parametrize("is_asking", [False, True])
@pytest.mark.parametrize("uid", [b"\x01\x02\x03\x04", b"\xf1\x02\x03\x04"])
def test_a_card_and_a_tag_without_an_ats_in_either_order(length, is_asking, uid):
    reader = OnePn532(card(length), ClassicCard(uid), is_set_up=False)
    reader.sim.ignores_parameters = is_asking
    assert reader.set_up() == OK
    assert reader.search() == (OK, 2)
    first, second, is_another = taken(reader, True)
    assert {first, second} == {(UIDS[1], 0x20), (uid, 0x08)} and is_another


@pytest.mark.parametrize("length", [6, 20, 32, 200])
@pytest.mark.parametrize("board", [small, on_spi])
def test_on_the_table_it_is_a_foreign_tag_and_no_fault_of_the_reader(length, board):
    table = Pn532Table(board()).lay(0, 3)
    for chip in table.sim.readers:
        chip.ignores_parameters = True
    table.start()
    table.fields[4].put(card(length))
    table.run(4000)
    assert table.scanner.found[4] == looks.FOREIGN and table.scanner.found[0] == 3
    assert not any(table.scanner.health.failures) and not any(table.presence.crc)
    table.fields[4].put(ntag213_for_tile(9, 1, b"\x04\x12\x23\x34\x45\x56\x67"))
    table.run(6000)
    assert table.scanner.found[4] == looks.TWO_TAGS
    assert not any(table.scanner.health.failures) and not any(table.presence.crc)
    assert table.longest_ms < 20
