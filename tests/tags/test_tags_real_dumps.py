"""Tags that nobody here made (the folder `real` of DOMINO_REFERENCE): written, shown, imported."""

import os
from pathlib import Path

import pytest

from domino.nfc import tag_writer
from host_tools import cli
from host_tools.tags import dumps, record
from tests.nfc.one_tag import OneTag

REFERENCE = os.environ.get("DOMINO_REFERENCE")
pytestmark = pytest.mark.skipif(
    not REFERENCE, reason="DOMINO_REFERENCE is unset: no recorded dumps here"
)
SET = 0xC0FFEE01


def real(name):
    return Path(REFERENCE) / "real" / name


@pytest.mark.parametrize("name", ["Ntag216.nfc", "Ultralight_11.nfc"])
def test_a_real_tag_is_written_or_left_alone(name):
    """What the host would make of its memory, or a reason, and then not a byte of it changed."""
    tag = dumps.load(real(name))
    before = bytes(tag.memory)
    copy = dumps.load(real(name))
    record.write_record(copy, 19, SET)
    table = OneTag(tag)
    result = table.write_tile(19, SET)
    if result == tag_writer.DONE:
        assert bytes(tag.memory) == bytes(copy.memory)
        assert dumps.record_of(tag) == (19, SET)
    else:
        assert result in (tag_writer.PROTECTED, tag_writer.NOT_OURS)
        assert bytes(tag.memory) == before


def test_the_locked_one_is_named_and_left_as_it_is():
    tag = dumps.load(real("Ntag213_locked.nfc"))
    before = bytes(tag.memory)
    table = OneTag(tag)
    assert table.write_tile(19, SET) == tag_writer.PROTECTED
    assert bytes(tag.memory) == before


def test_a_real_dump_is_imported_by_its_uid(capsys, tmp_path):
    path = str(real("Ntag216.nfc"))
    arguments = ["tags", "import", path, "--tile", "4-6", "--simulate", "grid48_mfrc522"]
    assert cli.main(arguments) == 0
    uid = dumps.load(path).uid.hex()
    assert capsys.readouterr().out == f"{uid} is 4-6\nthe table knows 1 UID\n"
