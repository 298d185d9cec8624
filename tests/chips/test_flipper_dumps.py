"""Dumps in the Flipper text format, and what a broken one says."""

import pytest

from host_tools.chips import flipper
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag

UID_HEX = "04 A8 1D 12 DE 5F 80"


def lines_of(kind="Mifare Ultralight", pages=16, version=3, **changes):
    """A small dump of ours as lines by key; a change to None leaves the line out."""
    lines = {
        "Filetype": "Flipper NFC device",
        "Version": str(version),
        "Device type": kind,
        "UID": UID_HEX,
        "ATQA": "00 44",
        "SAK": "00",
        "Counter 0": "7",
        "Pages total": str(pages),
        "Page 0": "04 A8 1D 39",
        "Page 1": "12 DE 5F 80",
        "Page 2": "13 48 00 00",
    }
    lines |= {f"Page {n}": f"{n & 0xFF:02X} 00 00 00" for n in range(3, pages)}
    lines |= {key.replace("_", " "): value for key, value in changes.items()}
    return {key: value for key, value in lines.items() if value is not None}


def parse(**changes):
    text = "\n".join(f"{key}: {value}" for key, value in lines_of(**changes).items())
    return flipper.parse(text, "mine.nfc")


def test_a_dump_becomes_a_tag():
    tag = parse()
    assert isinstance(tag, Type2Tag)
    assert (tag.uid, tag.atqa, tag.sak) == (bytes.fromhex(UID_HEX), b"\x44\x00", 0)
    assert tag.memory[60] == 15
    assert tag.counters[0] == 7


def test_version_2_writes_the_atqa_in_the_order_of_sending():
    assert parse(version=2, ATQA="44 00").atqa == b"\x44\x00"


def test_version_4_names_the_chip_in_a_line_of_its_own():
    tag = parse(Device_type="NTAG/Ultralight", **{"NTAG/Ultralight type": "Mifare Ultralight"})
    assert tag.layout.name == "Mifare Ultralight"


def test_password_and_pack_move_out_of_the_pages():
    tag = parse(kind="NTAG213", pages=45, Page_43="AB CD EF 01", Page_44="12 34 00 00")
    assert (tag.password, tag.pack) == (b"\xab\xcd\xef\x01", b"\x12\x34")
    assert bytes(tag.memory[172:]) == bytes(8)


def test_pages_that_could_not_be_read_are_zero():
    assert not any(parse(Pages_read="4", Page_15=None).memory[60:])


@pytest.mark.parametrize(
    "kind, made",
    [("UID", ClassicCard), ("Mifare Classic", ClassicCard), ("ISO14443-4A", Iso14443_4Card)],
)
def test_other_cards_give_their_uid_part(kind, made):
    tag = parse(kind=kind, UID="B0 BB 89 04", ATQA="00 04", SAK="08")
    assert type(tag) is made
    assert (tag.uid.hex(), tag.atqa, tag.sak) == ("b0bb8904", b"\x04\x00", 8)


@pytest.mark.parametrize(
    "kind, pages",
    [
        ("Mifare Ultralight C", 48),
        ("NTAG203", 42),
        ("NTAG210", 20),
        ("NTAG212", 41),
        ("NTAG I2C 1K", 231),
        ("NTAG I2C Plus 2K", 492),
        ("Mifare Ultralight 11", 20),
        ("Mifare Ultralight Nano", 14),
    ],
)
@pytest.mark.parametrize("version", [3, 4])
def test_every_chip_with_pages_gives_its_uid(kind, pages, version):
    changes = {"kind": kind, "pages": pages, "version": version}
    if version == 4:
        changes |= {"kind": "NTAG/Ultralight", "NTAG/Ultralight type": kind}
    tag = parse(**changes)
    assert (tag.uid.hex(), tag.layout.name, tag.layout.pages) == ("04a81d12de5f80", kind, pages)


@pytest.mark.parametrize(
    "kind, what",
    [
        ("FeliCa", "FeliCa"),
        ("ISO15693-3", "ISO 15693"),
        ("SLIX", "ISO 15693"),
        ("ISO14443-3B", "type B"),
    ],
)
def test_what_is_no_type_a_says_what_it_is(kind, what):
    with pytest.raises(flipper.DumpError) as caught:
        parse(kind=kind, UID="E0 04 01 00 12 34 56 78", ATQA=None, SAK=None)
    message = str(caught.value)
    assert message.startswith("mine.nfc:3") and what in message and "type A" in message


def test_a_mifare_plus_is_a_classic_or_a_card_by_its_sak():
    assert type(parse(kind="Mifare Plus", SAK="08")) is ClassicCard
    assert type(parse(kind="Mifare Plus", SAK="20")) is Iso14443_4Card


@pytest.mark.parametrize(
    "uid", ["88 77 66 55", "88 88 88 88", "04 A8 1D 88 DE 5F 80", "04 01 02 03 04 05 88 07 08 09"]
)
def test_a_uid_may_have_88_anywhere(uid):
    assert parse(kind="UID", UID=uid, SAK="08").uid == bytes.fromhex(uid)


def test_a_tag_of_pages_may_have_88_as_its_fourth_byte():
    tag = parse(UID="04 A8 1D 88 DE 5F 80", Page_1="88 DE 5F 80", Page_2="89 48 00 00")
    assert tag.uid.hex() == "04a81d88de5f80"


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"Filetype": "Flipper SubGhz Key File"}, ["mine.nfc:1", "Flipper NFC device"]),
        ({"Version": "three"}, ["mine.nfc:2", "'three'", "1 to 99"]),
        ({"Version": "9" * 5000}, ["mine.nfc:2", "'999", "1 to 99"]),
        ({"Device_type": "NTAG999"}, ["mine.nfc:3", "NTAG999", "NTAG213"]),
        ({"UID": None}, ["mine.nfc", "UID"]),
        ({"UID": "04 A8 1D"}, ["mine.nfc:4", "3 bytes", "4 or 7 or 10"]),
        ({"UID": "04 A8 1D 12"}, ["mine.nfc:4", "has 7"]),
        ({"UID": "88 04 A8 1D", "SAK": "04"}, ["mine.nfc:6", "SAK", "a part of it"]),
        ({"UID": "04 A8 1D 12 DE 5F ZZ"}, ["mine.nfc:4", "hexadecimal"]),
        ({"UID": "05 A8 1D 12 DE 5F 80"}, ["mine.nfc:9", "do not hold the UID"]),
        ({"Pages_total": "45"}, ["mine.nfc:8", "not 16"]),
        ({"Page_7": None}, ["mine.nfc", "Page 7"]),
        ({"Page_7": "00 00 00"}, ["mine.nfc:16", "3 bytes", "4 bytes"]),
        ({"Counter_0": "-1"}, ["mine.nfc:7", "'-1'", "16777215"]),
    ],
)
def test_errors_are_one_line_with_place_and_what_is_accepted(changes, words):
    with pytest.raises(flipper.DumpError) as caught:
        parse(**changes)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    "text, words",
    [("nonsense", "'Key: value'"), ("A: 1\nA: 2", "line 1 already"), ("", "Filetype")],
)
def test_text_that_is_no_dump(text, words):
    with pytest.raises(flipper.DumpError, match=words):
        flipper.parse(text, "mine.nfc")


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(flipper.DumpError, match="No such file"):
        flipper.load(tmp_path / "none.nfc")
    binary = tmp_path / "binary.nfc"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(flipper.DumpError, match="not a text file"):
        flipper.load(binary)


def test_a_byte_order_mark_says_nothing(tmp_path):
    path = tmp_path / "marked.nfc"
    text = "\n".join(f"{key}: {value}" for key, value in lines_of().items())
    path.write_text(text, encoding="utf-8-sig")
    assert flipper.load(path).uid.hex() == "04a81d12de5f80"
