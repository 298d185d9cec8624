"""Dumps of real tags, read by the shipped driver through the emulated chip."""

import os
from pathlib import Path

import pytest

from domino.board import looks
from domino.nfc import iso14443
from host_tools.chips import flipper
from tests.board.tabletop import Tabletop
from tests.nfc.one_reader import OneReader

REFERENCE = os.environ.get("DOMINO_REFERENCE")
NAMES = ("Ntag213_locked.nfc", "Ntag216.nfc", "Ultralight_11.nfc")

pytestmark = pytest.mark.skipif(
    not REFERENCE, reason="DOMINO_REFERENCE does not name the folder with real tag data"
)


def load(name):
    return flipper.load(Path(REFERENCE) / "real" / name)


@pytest.mark.parametrize("name", NAMES)
def test_uid_and_pages(name):
    tag = load(name)
    reader = OneReader(tag)
    assert reader.read() == (iso14443.OK, tag.uid)
    codes = []
    for page in (0, 4, 8, 12):
        codes.append(reader.tag.read_page(page))
        if codes[-1] == iso14443.OK:
            assert bytes(reader.tag.block[1:17]) == bytes(tag.memory[4 * page : 4 * page + 16])
        else:
            assert reader.tag.reselect() == iso14443.OK
    # the locked one asks for its password from page 4 on
    is_locked = "locked" in name
    assert codes == [iso14443.OK] + [iso14443.NAK if is_locked else iso14443.OK] * 3


@pytest.mark.parametrize("name", NAMES)
def test_a_tile_on_such_a_tag_is_known_by_its_uid(name):
    tag = load(name)
    for listed, finding in (((), looks.UNKNOWN), ([(tag.uid, 12)], 12)):
        table = Tabletop(listed=listed).start()
        table.fields[9].put(tag)
        table.run(1500)
        assert table.scanner.found[9] == finding
        table.fields[9].clear()
