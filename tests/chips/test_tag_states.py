"""A tag's states, table-driven: frames in, answers and the state after them (ISO 14443-3, 6)."""

import pytest

from host_tools.chips import tag_base
from host_tools.chips.iso14443 import bcc, with_crc
from host_tools.chips.tag_base import Tag
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag

UID7 = bytes.fromhex("04a81d12de5f80")
LEVEL1 = "8804a81d39"
LEVEL2 = "12de5f8013"
SELECT1 = with_crc(bytes.fromhex("9370" + LEVEL1)).hex()
SELECT2 = with_crc(bytes.fromhex("9570" + LEVEL2)).hex()
HLTA = "500057cd"
STATES = {
    "idle": tag_base.IDLE,
    "ready": tag_base.READY,
    "active": tag_base.ACTIVE,
    "halt": tag_base.HALT,
    "protocol": tag_base.PROTOCOL,
}
TO_ACTIVE = ["26", "9320", SELECT1, "9520", SELECT2]


def say(tag, text):
    """Send hexadecimal; a lone byte is a short frame. What came back, in hexadecimal."""
    data = bytes.fromhex(text)
    answer = tag.hear(data, 7 if len(data) == 1 else 8 * len(data))
    return "" if answer is None else answer.data.hex()


@pytest.mark.parametrize(
    "frames, answer, state",
    [
        (["26"], "4400", "ready"),
        (["52"], "4400", "ready"),
        (["35"], "", "idle"),  # a proprietary request
        (["9320"], "", "idle"),  # nothing was requested
        (["26", "26"], "", "idle"),  # a request in READY is an error
        (["26", "26", "26"], "4400", "ready"),
        (["26", "9320"], LEVEL1, "ready"),
        (["26", "9320", "9320"], LEVEL1, "ready"),
        (["26", "9520"], "", "idle"),  # second level before the first
        (["26", SELECT1], "04da17", "ready"),
        (["26", SELECT1, "9520"], LEVEL2, "ready"),
        (["26", SELECT1, "9320"], "", "idle"),
        (["26", SELECT1[:-2] + "00"], "", "idle"),  # wrong CRC
        (["26", with_crc(bytes.fromhex("93708804a81e3a")).hex()], "", "idle"),  # not its UID
        (TO_ACTIVE, "00fe51", "active"),
        ([*TO_ACTIVE, "26"], "", "idle"),  # a request to a selected tag gets no answer
        ([*TO_ACTIVE, "26", "52"], "4400", "ready"),
        ([*TO_ACTIVE, HLTA], "", "halt"),
        ([*TO_ACTIVE, HLTA, "26"], "", "halt"),
        ([*TO_ACTIVE, HLTA, "52"], "4400", "ready"),
        ([*TO_ACTIVE, HLTA, "52", "52"], "", "halt"),  # READY* falls back to HALT
        ([*TO_ACTIVE, HLTA, "52", SELECT1, SELECT2], "00fe51", "active"),
        ([*TO_ACTIVE, HLTA, "52", SELECT1, SELECT2, "26"], "", "halt"),
        ([*TO_ACTIVE, HLTA, "52", SELECT1, SELECT2, HLTA], "", "halt"),
    ],
)
def test_states_of_a_tag_with_seven_bytes(frames, answer, state):
    tag = Tag(UID7, b"\x44\x00", 0x00)
    last = [say(tag, frame) for frame in frames][-1]
    assert (last, tag.state) == (answer, STATES[state])


@pytest.mark.parametrize("known", range(40))
def test_anticollision_goes_on_from_any_bit(known):
    tag = Tag(UID7, b"\x44\x00", 0)
    tag.hear(b"\x26", 7)
    level = int.from_bytes(bytes.fromhex(LEVEL1), "little")
    part = (level & ((1 << known) - 1)).to_bytes((known + 7) // 8, "little")
    nvb = (2 + known // 8) << 4 | known % 8
    answer = tag.hear(bytes([0x93, nvb]) + part, 16 + known)
    assert answer.bits == 40 - known
    assert answer.align == known % 8
    assert int.from_bytes(answer.data, "little") == level >> known


@pytest.mark.parametrize("known", range(1, 40))
def test_a_tag_with_another_bit_is_silent(known):
    tag = Tag(UID7, b"\x44\x00", 0)
    tag.hear(b"\x26", 7)
    level = int.from_bytes(bytes.fromhex(LEVEL1), "little") ^ (1 << (known - 1))
    part = (level & ((1 << known) - 1)).to_bytes((known + 7) // 8, "little")
    nvb = (2 + known // 8) << 4 | known % 8
    assert tag.hear(bytes([0x93, nvb]) + part, 16 + known) is None
    assert tag.state == tag_base.IDLE


@pytest.mark.parametrize(
    "uid, saks",
    [
        ("b0bb8904", ["08"]),
        ("04112233445566", ["0c", "08"]),
        ("0102030405060708090a", ["0c", "0c", "08"]),
    ],
)
def test_cascade_levels_follow_the_length_of_the_uid(uid, saks):
    uid = bytes.fromhex(uid)
    card = ClassicCard(uid)
    say(card, "26")
    got = b""
    for level, sak in enumerate(saks):
        code = f"{0x93 + 2 * level:02x}"
        part = bytes.fromhex(say(card, code + "20"))
        assert part[4] == bcc(part[:4])
        got += part[1:4] if level + 1 < len(saks) else part[:4]
        answer = say(card, with_crc(bytes.fromhex(code + "70") + part).hex())
        assert answer[:2] == sak
    assert got == uid
    assert card.state == tag_base.ACTIVE


def test_a_uid_of_another_length_is_refused():
    with pytest.raises(ValueError, match="4, 7 or 10"):
        Tag(bytes(5), b"\x04\x00", 0)
    with pytest.raises(ValueError, match="7 bytes"):
        Type2Tag("NTAG213", bytes(4))


def selected(card):
    """Select a card with a UID of four bytes."""
    card.power_up()
    say(card, "52")
    part = say(card, "9320")
    say(card, with_crc(bytes.fromhex("9370" + part)).hex())
    return card


@pytest.mark.parametrize(
    "frames, answer, state",
    [
        (["3000"], "", "idle"),  # no ISO 14443-4 yet
        (["e080"], "067577810280", "protocol"),
        (["e080", "d01100"], "d0", "protocol"),
        (["e080", "0200a40400"], "026a82", "protocol"),
        (["e080", "c2"], "c2", "halt"),
    ],
)
def test_a_card_of_14443_4(frames, answer, state):
    card = selected(Iso14443_4Card(b"\x01\x02\x03\x04"))
    last = [say(card, with_crc(bytes.fromhex(frame)).hex()) for frame in frames][-1]
    assert last == (with_crc(bytes.fromhex(answer)).hex() if answer else "")
    assert card.state == STATES[state]


def test_after_rats_a_wake_up_changes_nothing():
    card = selected(Iso14443_4Card(b"\x01\x02\x03\x04"))
    say(card, "e0803173")
    assert say(card, "52") == ""
    assert card.state == tag_base.PROTOCOL


def test_a_phone_has_another_uid_each_time_it_gets_power():
    phone = Iso14443_4Card(seed=3)
    uids = set()
    for _ in range(5):
        selected(phone)
        assert phone.state == tag_base.ACTIVE
        assert phone.uid[0] == 0x08
        uids.add(phone.uid)
    assert len(uids) == 5


def test_a_classic_card_gives_a_nonce_and_then_nothing():
    card = selected(ClassicCard(bytes.fromhex("b0bb8904")))
    assert len(say(card, with_crc(b"\x60\x04").hex())) == 8
    assert card.state == tag_base.IDLE
    card = selected(card)
    assert say(card, with_crc(b"\x30\x04").hex()) == "04"
