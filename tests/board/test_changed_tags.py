"""Tags that are not as they were enrolled, with both readers: told, never taken for tiles."""

import pytest

from domino.board import looks
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags.record import blank_ntag213, ntag213_for_tile
from tests.board.pn532_table import Pn532Table
from tests.board.tabletop import Tabletop

SET = 0xC0FFEE01
UID = bytes.fromhex("04a81d12de5f80")
OTHER = bytes.fromhex("04010203040506")


def refusing():
    """A password of a guest keeps the memory from being read."""
    tag = ntag213_for_tile(7, SET, UID)
    tag.memory[4 * tag.layout.config_page + 3] = 4
    tag.memory[4 * tag.layout.config_page + 4] |= 0x80
    return tag


CASES = {
    "as it was": (lambda: ntag213_for_tile(7, SET, UID), 7),
    "another tile": (lambda: ntag213_for_tile(8, SET, UID), looks.CHANGED),
    "another set": (lambda: ntag213_for_tile(7, SET + 1, UID), looks.CHANGED),
    "nothing": (lambda: blank_ntag213(UID), looks.CHANGED),
    "an empty memory": (lambda: _emptied(), looks.CHANGED),
    "refuses to be read": (refusing, looks.CHANGED),
    "forged": (lambda: ntag213_for_tile(7, SET, OTHER), looks.CHANGED),
    "of no list": (lambda: ntag213_for_tile(9, SET, OTHER), 9),
    "no tile": (lambda: blank_ntag213(OTHER), looks.UNKNOWN),
}


def _emptied():
    tag = Type2Tag("NTAG213", UID)
    tag.memory[12 : 4 * 40] = bytes(4 * 40 - 12)
    return tag


def laid(table, slot, tag, loss=0.0):
    table.listed.put(UID, 7, 7, True)
    table.identity.set_id = SET.to_bytes(4, "big")
    table.run(500)
    table.fields[slot].loss = loss
    table.fields[slot].put(tag)
    table.run(4000)
    return table.scanner.found[slot]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("make", [Tabletop, Pn532Table])
def test_what_is_not_as_it_was_enrolled_is_told(make, name):
    tag, finding = CASES[name]
    assert laid(make().start(), 3, tag()) == finding


@pytest.mark.parametrize("make", [Tabletop, Pn532Table])
def test_lost_frames_make_no_tag_a_changed_one(make):
    for seed in range(6):
        table = make().start()
        table.fields[3].random.seed(seed)
        found = laid(table, 3, ntag213_for_tile(7, SET, UID), 0.15)
        assert found in (7, looks.EMPTY)
        assert all(event[-1] != looks.CHANGED for event in table.events)


@pytest.mark.parametrize("make", [Tabletop, Pn532Table])
def test_a_tag_entered_by_its_uid_alone_may_say_what_it_likes(make):
    table = make().start()
    table.listed.put(OTHER, 7, 7)
    assert laid(table, 3, blank_ntag213(OTHER)) == 7
