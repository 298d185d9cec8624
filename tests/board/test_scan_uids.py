"""UIDs that begin, or go on, with the byte of a cascade tag: cheap cards have them.

ISO 14443-3, 6.5.4: bit 3 of the SAK alone says whether a UID goes on.
"""

from random import Random

import pytest

from domino.board import looks
from host_tools.chips.tag_cards import ClassicCard
from host_tools.tags.record import ntag213_for_tile
from tests.board.pn532_table import Pn532Table
from tests.board.tabletop import Tabletop, found

UIDS = ["88776655", "88888888", "04a81d88de5f80", "88040588aabbcc"]
SLOT = 5
TABLES = {"mfrc522": Tabletop, "pn532": Pn532Table}


@pytest.mark.parametrize("chip", TABLES)
@pytest.mark.parametrize("uid", [bytes.fromhex(uid) for uid in UIDS], ids=UIDS)
def test_a_listed_card_with_88_is_its_tile_and_stays_it(chip, uid):
    table = TABLES[chip](listed=[(uid, 9)]).start()
    table.fields[SLOT].put(ClassicCard(uid))
    assert found(table.run(1500)) == [(SLOT, 9)]
    assert table.run(20_000) == []
    assert table.scanner.quality(SLOT) == 0
    table.fields[SLOT].clear()
    assert found(table.run(3000)) == [(SLOT, looks.EMPTY)]


@pytest.mark.parametrize("chip", TABLES)
def test_a_tile_whose_uid_has_88_says_itself_which_it_is(chip):
    table = TABLES[chip](set_id=None).start()
    table.fields[SLOT].put(ntag213_for_tile(11, 1, bytes.fromhex("04a81d88de5f80")))
    assert found(table.run(1500)) == [(SLOT, 11)]


@pytest.mark.parametrize("uid", ["88776655", "04a81d12de5f80"])
def test_bent_saks_never_make_another_tag_or_two_of_one(uid):
    """Nothing checks what comes over bad wires: a SAK may seem to end a UID, or to go on."""
    uid = bytes.fromhex(uid)
    for seed in range(8):
        table = Tabletop(listed=[(uid, 9), (b"\x88" + uid[:3], 3)]).start()
        table.heat(SLOT)
        chip = table.sim.readers[SLOT]
        chip.noise, chip.wire_random = 0.005, Random(seed)
        table.fields[SLOT].put(ClassicCard(uid))
        findings = {finding for _, finding in found(table.run(15_000))}
        assert 9 in findings and findings <= {9, looks.DEAD, looks.EMPTY, looks.UNKNOWN}
