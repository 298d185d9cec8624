"""Dumps of a Proxmark3: the three binary forms and JSON, and everything that is none."""

import json

import pytest

from host_tools.chips import proxmark
from host_tools.chips.flipper import DumpError
from host_tools.chips.tag_layouts import LAYOUTS
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags.record import write_record

UID = bytes.fromhex("04a81d12de5f80")
SIGNATURE = bytes(range(32))


def tag_of(name="NTAG213"):
    tag = Type2Tag(name, UID)
    write_record(tag, 9, 0xC0FFEE01)
    return tag


def new_form(tag):
    last = len(tag.memory) // 4 - 1
    counters = b"\x01\x00\x00\xbd" + b"\x00\x00\x00\xbd" * 2
    version = tag.version.ljust(8, b"\0")
    return version + bytes(3) + bytes([last]) + SIGNATURE + counters + bytes(tag.memory)


def old_form(tag):
    return tag.version.ljust(8, b"\0") + bytes(8) + SIGNATURE + bytes(tag.memory)


def json_form(tag, uid=UID):
    pages = bytes(tag.memory)
    blocks = {str(n): pages[4 * n : 4 * n + 4].hex().upper() for n in range(len(pages) // 4)}
    card = {"UID": uid.hex().upper(), "Signature": SIGNATURE.hex()}
    if tag.version:
        card["Version"] = tag.version.hex()
    made = {"Created": "proxmark3", "FileType": "mfu", "Card": card, "blocks": blocks}
    return json.dumps(made).encode()


FORMS = {"new.bin": new_form, "old.bin": old_form, "plain.bin": lambda tag: bytes(tag.memory)}


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("form", [*FORMS, "dump.json"])
def test_a_dump_is_the_tag_it_was_made_of(tmp_path, name, form):
    tag = tag_of(name)
    path = tmp_path / form
    path.write_bytes(FORMS.get(form, json_form)(tag))
    got = proxmark.load(path)
    if form != "plain.bin":  # pages alone say no more than how many there are
        assert got.layout.name == name
    assert (got.layout.pages, got.uid) == (tag.layout.pages, UID)
    assert bytes(got.memory) == bytes(tag.memory)
    if form == "new.bin":
        assert got.counters[0] == 1 and got.signature == SIGNATURE


@pytest.mark.parametrize("form", [*FORMS, "dump.json"])
def test_a_uid_may_have_88_as_its_fourth_byte(tmp_path, form):
    tag = Type2Tag("NTAG213", bytes.fromhex("04a81d88de5f80"))
    path = tmp_path / form
    path.write_bytes(FORMS.get(form, lambda tag: json_form(tag, tag.uid))(tag))
    assert proxmark.load(path).uid == tag.uid


BROKEN = [
    (b"", "is no Ultralight"),
    (b"\0" * 180, "is no Ultralight"),
    (b"x" * 5000, "4096 bytes"),
    (b"x" * 2000, "is no Ultralight"),
    (bytes(1024), "Classic 1K dump holds no UID"),
    (new_form(tag_of())[:-4], "is no Ultralight"),
    (new_form(tag_of())[:56] + b"\1" + new_form(tag_of())[57:], "pages 0 to 2"),
    (b"{", "not JSON"),
    (b"[" * 5, "is no Ultralight"),
    (b"{}", "FileType"),
    (b'{"FileType": "mfu"}', "must be objects"),
    (b'{"FileType": "mfu", "blocks": {"0": "04"}}', "'0' is '04'"),
    (b'{"FileType": "mfu", "blocks": {"1": "04a81d12"}}', "'0' is"),
    (b'{"FileType": "mfu", "blocks": {"0": "04a81d12"}}', "has 1 pages"),
    (json_form(tag_of()).replace(b"04A81D12DE5F80", b"04A81D12DE5F81"), "'UID' is not"),
]


@pytest.mark.parametrize("data, words", BROKEN)
def test_what_is_none_gets_one_line(tmp_path, data, words):
    path = tmp_path / "dump"
    path.write_bytes(data)
    with pytest.raises(DumpError, match=words) as caught:
        proxmark.load(path)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


CLASSICS = {
    "4 bytes": ("b0bb890486080400", bytes.fromhex("b0bb8904"), 0x08),
    "7 bytes": ("04a81d12de5f80184400", UID, 0x18),
}


@pytest.mark.parametrize("size", [320, 1024, 2048, 4096])
@pytest.mark.parametrize("block_0, uid, sak", CLASSICS.values(), ids=CLASSICS)
def test_a_classic_gives_its_uid_part(size, block_0, uid, sak):
    tag = proxmark.parse_binary(bytes.fromhex(block_0).ljust(size, b"\0"), "card.bin")
    assert (tag.uid, tag.sak) == (uid, sak)


CARDS = [
    ("mfc v3", "B0BB8904", "08", "ClassicCard"),
    ("mfcard", "04A81D12DE5F80", "18", "ClassicCard"),
    ("mfdes", "04A81D12DE5F80", "20", "Iso14443_4Card"),
    ("mfp", "04A81D12DE5F80", "20", "Iso14443_4Card"),
    ("14a", "04A81D12DE5F80", "20", "Iso14443_4Card"),
]


@pytest.mark.parametrize("kind, uid, sak, made", CARDS)
def test_other_json_gives_the_uid_part(kind, uid, sak, made):
    card = {"UID": uid, "ATQA": "0004", "SAK": sak}
    text = json.dumps({"Created": "proxmark3", "FileType": kind, "Card": card, "blocks": {}})
    tag = proxmark.parse_json(text.encode(), "card.json")
    assert (type(tag).__name__, tag.uid.hex().upper()) == (made, uid)


@pytest.mark.parametrize(
    "kind, what",
    [("15693 v4", "ISO 15693"), ("felica", "FeliCa"), ("14b v2", "type B"), ("iclass", "iCLASS")],
)
def test_what_is_no_type_a_says_what_it_is(kind, what):
    text = json.dumps({"FileType": kind, "Card": {"UID": "E004010012345678"}})
    with pytest.raises(DumpError, match=f"card.json: .*a dump of .*{what}.*accepted: ISO 14443"):
        proxmark.parse_json(text.encode(), "card.json")


@pytest.mark.parametrize("pages", [11, 38, 234, 485])
def test_a_chip_that_is_not_known_gives_uid_and_record(pages):
    from host_tools.chips.tag_layouts import of_pages
    from host_tools.tags.dumps import record_of

    tag = Type2Tag(of_pages("a chip", pages), UID)
    if pages > 30:
        write_record(tag, 9, 0xC0FFEE01)
    got = proxmark.parse_json(json_form(tag), "other.json")
    assert got.uid == UID
    assert record_of(got) == ((9, 0xC0FFEE01) if pages > 30 else None)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DumpError, match="nothing.bin: No such file"):
        proxmark.load(tmp_path / "nothing.bin")
