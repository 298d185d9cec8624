"""The driver on the emulated chip: set-up, selecting, halting, reading, and what goes wrong."""

from random import Random

import pytest

from domino.nfc import iso14443
from host_tools.chips import iso14443 as iso14443_wire
from host_tools.chips import tag_base
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from tests.nfc.one_reader import OneReader

SEVEN = bytes.fromhex("04a81d12de5f80")
UIDS = ["b0c1d2e3", "04a81d12de5f80", "0488deadbeef11", "04010203040506070809"]
# Cheap cards have the cascade tag where ISO 14443-3 wants none; the SAK alone ends a UID.
WITH_88 = [
    "88776655", "88888888", "88040000", "04a81d88de5f80", "88a81d88de5f80", "88888888888888",
    "04a81d88de5f80112233", "04a81d12de5f88112233", "88888888888888888888",
]  # fmt: skip
UIDS += WITH_88


def classic(uid):
    return ClassicCard(bytes.fromhex(uid))


@pytest.mark.parametrize("uid", UIDS)
def test_reads_uids_of_every_size_without_cascade_tags(uid):
    code, got = OneReader(classic(uid)).read()
    assert (code, got.hex()) == (iso14443.OK, uid)


@pytest.mark.parametrize("uid", UIDS)
def test_selects_by_a_known_uid_without_asking_for_it(uid):
    reader = OneReader(classic(uid))
    raw = b"\x00" + bytes.fromhex(uid)
    reader.light()
    reader.tag.wake(1, True)
    reader.tag.expect(raw, 1, len(raw) - 1)
    frames = reader.field.frames
    assert reader.tag.select() == iso14443.OK
    assert bytes(reader.tag.uid[: reader.tag.length]).hex() == uid
    assert reader.field.frames - frames == (len(raw) - 2) // 3  # one select a level


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x89, 0xB2, 0x12, 0x15, 0x37])
def test_every_version_but_00_and_ff_is_used(version):
    reader = OneReader(classic("b0c1d2e3"), version=version)
    assert reader.read()[0] == iso14443.OK
    assert reader.chip.version == version


@pytest.mark.parametrize("silent", [0x00, 0xFF])
def test_a_silent_bus_is_dead_at_set_up_and_in_an_exchange(silent):
    reader = OneReader(classic("b0c1d2e3"))
    reader.light()
    reader.sim.dead = silent
    assert reader.tag.wake(3, True) == iso14443.DEAD
    assert reader.chip.set_up() == iso14443.DEAD


def test_a_chip_without_end_of_reset_is_given_up_soon():
    reader = OneReader()
    reader.sim.reset_stuck = True
    start_ns = reader.clock.now_ns
    assert reader.chip.set_up() == iso14443.DEAD
    assert reader.clock.now_ns - start_ns < 10_000_000


def test_a_chip_stuck_busy_is_given_up_soon():
    reader = OneReader(classic("b0c1d2e3"))
    reader.light()
    reader.sim.stuck_busy = True
    start_ns = reader.clock.now_ns
    assert reader.tag.wake(3, True) == iso14443.DEAD
    assert reader.clock.now_ns - start_ns < 5_000_000


def test_a_chip_that_lost_its_set_up_is_noticed():
    reader = OneReader(classic("b0c1d2e3"))
    reader.sim.set_reset(0)
    reader.sim.set_reset(1)
    reader.clock.advance(3_000_000)
    reader.light()
    # no 100 % ASK and no timer: no answer, and no end of waiting for it
    assert reader.tag.wake(3, True) == iso14443.DEAD
    assert reader.chip.set_up() == iso14443.OK
    assert reader.read()[0] == iso14443.OK


def test_an_empty_field_times_out_after_a_millisecond():
    reader = OneReader()
    reader.light()
    start_ns = reader.clock.now_ns
    assert reader.tag.wake(1, False) == iso14443.TIMEOUT
    assert 1_000_000 < reader.clock.now_ns - start_ns < 1_700_000


def test_a_halted_tag_is_woken_and_confirmed_in_the_same_field():
    reader = OneReader(Type2Tag("NTAG213", SEVEN))
    for _ in range(3):
        assert reader.read() == (iso14443.OK, SEVEN)
        assert reader.tag.confirm() == iso14443.OK
        assert reader.tag.lost == 0  # HLTA's silence is success
        reader.chip.end()


@pytest.mark.parametrize(
    "uids",
    [
        ("b0c1d2e3", "b0c1d2e2"),  # the last bit of the first level
        ("04a81d12de5f80", "04a91d12de5f80"),
        ("04a81d12de5f80", "04a81d12de5f81"),  # the second level
        ("b0c1d2e3", "04a81d12de5f80"),
    ],
)
def test_two_tags_collide(uids):
    reader = OneReader(*(classic(uid) for uid in uids))
    assert reader.read()[0] == iso14443.COLLISION
    assert reader.tag.collisions >= 3


def test_a_tag_that_left_another_behind_is_read_again():
    first, second = classic("b0c1d2e3"), classic("b1c1d2e3")
    reader = OneReader(first, second)
    assert reader.read()[0] == iso14443.COLLISION
    reader.chip.end()
    reader.field.remove(first)
    assert reader.read() == (iso14443.OK, second.uid)


@pytest.mark.parametrize("lost", range(5))
def test_an_answer_that_is_lost_is_one_loss_though_the_tag_is_silent_after_it(lost):
    """ATQA, UID and SAK of either level: the tag has heard the command, and waits for another."""
    reader = OneReader(Type2Tag("NTAG213", SEVEN))
    send, seen = reader.field.send, 0

    def swallow(*frame):
        nonlocal seen
        reply = send(*frame)
        if reply is None:
            return None
        seen += 1
        return None if seen == lost + 1 else reply

    reader.field.send = swallow
    reader.light()
    assert reader.tag.wake(3, True) == reader.tag.select() == iso14443.OK
    assert seen > lost and reader.tag.lost == 1


@pytest.mark.parametrize("lost", range(9))
def test_one_lost_frame_anywhere_is_tried_again_in_the_same_look(lost):
    reader = OneReader(Type2Tag("NTAG213", SEVEN))
    seen = 0
    send = reader.field.send

    def losing(*args):
        nonlocal seen
        seen += 1
        if seen == lost + 1:
            reader.field.lose_next = 1
        return send(*args)

    reader.field.send = losing
    assert reader.read() == (iso14443.OK, SEVEN)
    assert reader.tag.confirm() == iso14443.OK
    assert seen > lost


def test_a_garbled_answer_is_no_silence():
    reader = OneReader(Type2Tag("NTAG213", SEVEN))
    reader.field.garble = 1.0
    reader.light()
    assert reader.tag.wake(3, True) == iso14443.OK
    reader.tag.forget()
    assert reader.tag.select() in (iso14443.CRC, iso14443.PROTOCOL)
    assert reader.tag.crc_errors > 3


def test_a_uid_is_never_made_of_garbled_answers():
    """Over a thousand looks at a field that garbles and loses, no UID but the tag's comes out."""
    reader = OneReader(Type2Tag("NTAG213", SEVEN))
    reader.field.garble = reader.field.loss = 0.3
    reader.field.random = Random(7)
    codes = set()
    for _ in range(1000):
        code, uid = reader.read()
        reader.chip.end()
        codes.add(code)
        assert code != iso14443.OK or uid == SEVEN
    assert iso14443.OK in codes and len(codes) > 2


def test_reads_pages_and_wraps_as_the_tag_does():
    tag = Type2Tag("NTAG213", SEVEN)
    reader = OneReader(tag)
    reader.read()
    assert reader.tag.read_page(4) == iso14443.OK
    assert bytes(reader.tag.block[1:17]) == bytes(tag.memory[16:32])
    assert reader.tag.read_page(44) == iso14443.OK
    assert bytes(reader.tag.block[5:9]) == bytes(tag.memory[0:4])


def test_a_refused_page_is_a_nak_and_the_tag_is_selected_again():
    reader = OneReader(Type2Tag("NTAG213", SEVEN))
    reader.read()
    assert reader.tag.read_page(45) == iso14443.NAK
    assert reader.tag.read_page(4) == iso14443.TIMEOUT  # a NAK sends the tag to IDLE
    assert reader.tag.reselect() == iso14443.OK
    assert reader.tag.read_page(4) == iso14443.OK


def test_a_phone_shows_its_protocol_bit():
    reader = OneReader(Iso14443_4Card())
    code, uid = reader.read()
    assert code == iso14443.OK and uid[0] == 0x08
    assert reader.tag.sak & iso14443.SAK_PROTOCOL_4


def test_after_a_look_the_antenna_is_off_and_the_next_look_is_as_short():
    reader = OneReader(Type2Tag("NTAG213", SEVEN))
    costs = set()
    for _ in range(3):
        (code, _), cost = reader.bytes_of(reader.read)
        assert code == iso14443.OK
        reader.tag.read_page(4)
        reader.chip.end()
        assert not reader.sim.antenna_on
        costs.add(cost)
    assert len(costs) == 1


# -- a UID that begins like one that goes on ---------------------------------------------------
def bend_sak(reader, times):
    """The next SAKs of a first level lose the bit that says that the UID goes on."""
    hear, left = reader.field.tags[0].hear, [times]

    def bending(data, bits):
        answer = hear(data, bits)
        if answer is not None and data[:2] == b"\x93\x70" and left[0]:
            left[0] -= 1
            return answer._replace(data=iso14443_wire.with_crc(b"\x00"))
        return answer

    reader.field.tags[0].hear = bending


def test_one_bent_sak_does_not_end_a_long_uid():
    reader = OneReader(classic(SEVEN.hex()))
    bend_sak(reader, 1)
    assert reader.read() == (iso14443.OK, SEVEN)


def test_a_sak_that_goes_on_without_a_cascade_tag_is_no_uid():
    """A byte of the UID would be lost."""
    tag = classic("04a81d12")
    tag._sak_answers = [tag_base.whole(iso14443_wire.with_crc(b"\x04"))]
    assert OneReader(tag).read()[0] == iso14443.PROTOCOL


@pytest.mark.parametrize("uid", WITH_88)
def test_a_uid_with_88_is_read_where_frames_get_lost(uid):
    for seed in range(10):
        reader = OneReader(classic(uid))
        reader.field.loss, reader.field.random = 0.05, Random(seed)
        got = {reader.read() for _ in range(5)}
        assert (iso14443.OK, bytes.fromhex(uid)) in got
        assert {text for code, text in got if code == iso14443.OK} == {bytes.fromhex(uid)}
