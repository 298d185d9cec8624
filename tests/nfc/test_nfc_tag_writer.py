"""Tags written through the emulated reader chip: the same bytes as the host makes, whatever stood
there and whatever gets lost."""

from random import Random

import pytest

from domino.nfc import tag_writer
from host_tools.chips.tag_layouts import LAYOUTS
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags import record
from tests.nfc.one_tag import OneTag, finish

UID = bytes.fromhex("04a81d12de5f80")
SET = 0xC0FFEE01
MEMORY_CONTROL = bytes.fromhex("0203010203")


def tag_of(name="NTAG213", area=b""):
    tag = Type2Tag(name, UID)
    tag.memory[16 : 16 + len(area)] = area
    return tag


def wanted(tag, tile=19, set_id=SET):
    """The memory that the host would make of this tag."""
    copy = Type2Tag(tag.layout.name, tag.uid)
    copy.memory[:] = tag.memory
    record.write_record(copy, tile, set_id)
    return bytes(copy.memory)


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("tile", [0, 27])
def test_writes_what_the_host_would_write(name, tile):
    tag = tag_of(name)
    want = wanted(tag, tile)
    table = OneTag(tag)
    assert table.write_tile(tile, SET) == tag_writer.DONE
    assert bytes(tag.memory) == want
    assert table.longest_us < 20_000


LOCK_CONTROL = bytes.fromhex("0103a00c34")
AREAS = [
    LOCK_CONTROL + MEMORY_CONTROL + b"\x03\x00\xfe",
    b"\x00" + LOCK_CONTROL + b"\x00\x00" + MEMORY_CONTROL + b"\x00\x03\x00",
    MEMORY_CONTROL * 6,  # as much as 48 bytes leave no room for, but 144 do
    b"\x03\x05\xd1\x01\x01U\x00\xfe",  # another message
    b"\xff" * 48,
    record.user_area(b"", record.message(3, 1, UID)),  # a record of another set
]


@pytest.mark.parametrize("area", AREAS)
def test_keeps_what_stands_before_the_message(area):
    tag = tag_of(area=area)
    want = wanted(tag)
    assert OneTag(tag).write_tile(19, SET) == tag_writer.DONE
    assert bytes(tag.memory) == want


def test_random_areas_agree_with_the_host():
    random = Random(9)
    for _ in range(60):
        area = bytes(random.choice((0, 1, 2, 3, random.randrange(256))) for _ in range(40))
        tag = tag_of(area=area)
        try:
            want, wish = wanted(tag), tag_writer.DONE
        except ValueError:  # on bytes that are reserved
            want, wish = bytes(tag.memory), tag_writer.RESERVED
        result = OneTag(tag).write_tile(19, SET)
        assert (result, bytes(tag.memory)) == (wish, want)


def test_what_is_right_already_is_not_written_again():
    tag = tag_of()
    table = OneTag(tag)
    assert table.write_tile(19, SET) == tag_writer.DONE
    frames = table.field.frames
    written = []
    tag._store = lambda page, data: written.append(page)
    assert table.write_tile(19, SET) == tag_writer.SAME
    assert not written and table.field.frames - frames < 30


def test_page_3_of_a_formatted_tag_is_never_written():
    for name in LAYOUTS:
        tag = tag_of(name)
        record.write_record(tag, 5, 7)
        written = []
        store = tag._store
        tag._store = lambda page, data, store=store, written=written: (
            written.append(page),
            store(page, data),
        )
        assert OneTag(tag).write_tile(19, SET) == tag_writer.DONE
        assert written and 3 not in written


@pytest.mark.parametrize(
    "page_3, result",
    [
        ("e1201200", tag_writer.NOT_OURS),  # a later version of the container
        ("e110120f", tag_writer.PROTECTED),  # read-only by its own word
        ("00000001", tag_writer.NOT_OURS),  # one-time bits that somebody has used
        ("e1100300", tag_writer.TOO_SMALL),
    ],
)
def test_containers_that_are_left_alone(page_3, result):
    tag = tag_of()
    tag.memory[12:16] = bytes.fromhex(page_3)
    before = bytes(tag.memory)
    assert OneTag(tag).write_tile(19, SET) == result
    assert bytes(tag.memory) == before


def test_controls_that_leave_no_room():
    tag = tag_of("Mifare Ultralight", MEMORY_CONTROL * 5)
    tag.memory[12:16] = bytes.fromhex("e1100600")
    before = bytes(tag.memory)
    assert OneTag(tag).write_tile(19, SET) == tag_writer.TOO_SMALL
    assert bytes(tag.memory) == before


@pytest.mark.parametrize(
    "name, page", [("Mifare Ultralight", 4), ("NTAG213", 5), ("NTAG213", 8), ("NTAG213", 12)]
)
def test_a_locked_page_is_named(name, page):
    tag = tag_of(name)
    tag.memory[10] |= 1 << page if page < 8 else 0
    tag.memory[11] |= 1 << (page - 8) if page >= 8 else 0
    table = OneTag(tag)
    assert table.write_tile(19, SET) == tag_writer.PROTECTED
    assert table.writer.page == page


def test_a_tag_behind_a_password_is_named():
    tag = tag_of()
    at = 4 * tag.layout.config_page
    tag.memory[at + 3] = 4  # AUTH0: from page 4
    tag.memory[at + 4] |= 0x80  # PROT: for reading too
    table = OneTag(tag)
    assert table.write_tile(19, SET) == tag_writer.PROTECTED
    assert table.writer.page == 4


@pytest.mark.parametrize("frame", range(1, 60))
def test_any_single_lost_frame_is_made_good(frame):
    tag = tag_of()
    want = wanted(tag)
    table = OneTag(tag)
    assert table.find() == 0
    first = table.field.frames
    send = table.field.send

    def lossy(data, bits, air, start_ns):
        if table.field.frames - first == frame:
            table.field.lose_next = 1
        return send(data, bits, air, start_ns)

    table.field.send = lossy
    result = finish(table.writer.write(19, SET.to_bytes(4, "big")))
    assert (result, bytes(tag.memory)) == (tag_writer.DONE, want)


@pytest.mark.parametrize("loss", [0.05, 0.2])
def test_many_lost_frames_are_made_good(loss):
    done = 0
    for seed in range(20):
        tag = tag_of()
        want = wanted(tag)
        table = OneTag(tag)
        table.field.random.seed(seed)
        assert table.find() == 0
        table.field.loss = loss
        table.since_ns = table.clock.now_ns
        result = finish(table.writer.write(19, SET.to_bytes(4, "big")))
        if result == tag_writer.DONE:
            assert bytes(tag.memory) == want
            done += 1
        assert table.longest_us < 20_000
    assert done == 20


def test_bent_frames_are_no_protected_pages():
    """A tag answers a bent frame with a NAK too."""
    tag = tag_of()
    want = wanted(tag)
    table = OneTag(tag)
    assert table.find() == 0
    hear, count = tag.hear, [0]

    def bent(data, bits):
        count[0] += 1
        if count[0] % 5 == 0 and len(data) > 4:
            data = bytes([data[0], data[1] ^ 1]) + data[2:]
        return hear(data, bits)

    tag.hear = bent
    result = finish(table.writer.write(19, SET.to_bytes(4, "big")))
    assert (result, bytes(tag.memory)) == (tag_writer.DONE, want)


@pytest.mark.parametrize("pause", range(1, 24))
def test_a_tag_lifted_in_the_middle_says_nothing_and_is_written_later(pause):
    tag = tag_of(area=record.user_area(LOCK_CONTROL, record.message(3, SET, UID)))
    want = wanted(tag)
    table = OneTag(tag)
    table.on_pause = lambda count: table.field.clear() if count == pause else None
    result = table.write_tile(19, SET)
    if result != tag_writer.DONE:
        assert result == tag_writer.GONE
        tile = _tile_of(tag)
        assert tile in (None, 3, 19)
    table.on_pause = lambda count: None
    table.field.clear()
    table.field.put(tag)
    assert table.write_tile(19, SET) in (tag_writer.DONE, tag_writer.SAME)
    assert bytes(tag.memory) == want


@pytest.mark.parametrize("ms", range(8, 120, 7))
def test_a_tag_lifted_at_any_time_never_says_another_tile(ms):
    tag = tag_of(area=record.user_area(LOCK_CONTROL, record.message(3, SET, UID)))
    want = wanted(tag)
    table = OneTag(tag)
    table.clock.at(table.clock.now_ns + ms * 1_000_000, table.field.clear)
    try:
        result = table.write_tile(19, SET)
    except AssertionError:  # it was gone before it was found
        result = tag_writer.GONE
    assert result in (tag_writer.GONE, tag_writer.DONE)
    assert _tile_of(tag) in (None, 3, 19)
    table.clock.advance(200_000_000)
    table.field.put(tag)
    assert table.write_tile(19, SET) in (tag_writer.DONE, tag_writer.SAME)
    assert bytes(tag.memory) == want


def _tile_of(tag):
    """The tile that the table would read from this tag."""
    from domino.nfc import ndef

    reader = ndef.TileRecord()
    reader.begin(tag.uid, 7)
    memory = bytes(tag.memory) + bytes(64)
    state = ndef.MORE
    at = 12
    while state == ndef.MORE:
        state = reader.take(memory[at : at + 16], 0, 16)
        at += 16
    return reader.tile if state == ndef.FOUND else None


def test_another_tag_laid_in_the_middle_is_not_written():
    tag, other = tag_of(), Type2Tag("NTAG213", bytes.fromhex("04010203040506"))
    before = bytes(other.memory)
    table = OneTag(tag)

    def swap(count):
        if count == 6:
            table.field.clear()
            table.field.put(other)

    table.on_pause = swap
    assert table.write_tile(19, SET) in (tag_writer.GONE, tag_writer.UNREADABLE)
    assert bytes(other.memory) == before


def test_a_reader_that_dies_in_the_middle():
    table = OneTag(tag_of())

    def die(count):
        if count == 6:
            table.sim.dead = 0xFF

    table.on_pause = die
    assert table.write_tile(19, SET) == tag_writer.BROKEN


def test_versions_are_told():
    for name, layout in LAYOUTS.items():
        table = OneTag(tag_of(name))
        assert table.find() == 0
        code = finish(table.port.version())
        if layout.version:
            assert (code, bytes(table.port.block[:8])) == (0, layout.version)
        else:
            assert code != 0


# -- one-time bytes --------------------------------------------------------------------------
UNITS = {
    "NTAG203": 0x12,
    "NTAG210": 0x06,
    "NTAG212": 0x10,
    "NTAG213": 0x12,
    "NTAG215": 0x3E,
    "NTAG216": 0x6D,
    "Mifare Ultralight": 0x06,
    "Mifare Ultralight C": 0x12,
    "Mifare Ultralight 11": 0x06,
    "Mifare Ultralight 21": 0x10,
}


def blank(name):
    """A tag whose page 3 nobody has written."""
    tag = tag_of(name)
    tag.memory[12:16] = bytes(4)
    return tag


def clone(name, is_mute=False):
    """One that does not know GET_VERSION."""
    tag = blank(name)
    tag.version, tag.is_mute = b"", is_mute
    return tag


@pytest.mark.parametrize("kind", ["named", "clone", "mute"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_blank_container_gets_what_the_data_sheet_says(name, kind):
    tag = blank(name) if kind == "named" else clone(name, kind == "mute")
    assert OneTag(tag).write_tile(19, SET) == tag_writer.DONE
    assert bytes(tag.memory[12:16]) == bytes((0xE1, 0x10, UNITS[name], 0))


@pytest.mark.parametrize("kind", ["named", "clone"])
@pytest.mark.parametrize("name", ["NTAG213", "NTAG215", "NTAG216", "Mifare Ultralight C"])
def test_lost_answers_never_make_a_blank_tag_smaller(name, kind):
    """Whatever is lost, page 3 is right or blank."""
    right = bytes((0xE1, 0x10, UNITS[name], 0))
    done = 0
    for seed in range(40):
        tag = blank(name) if kind == "named" else clone(name)
        table = OneTag(tag)
        table.field.random.seed(seed)
        assert table.find() == 0
        table.field.loss = (0.1, 0.2, 0.4, 0.5)[seed % 4]
        result = finish(table.writer.write(19, SET.to_bytes(4, "big")))
        assert bytes(tag.memory[12:16]) in (right, bytes(4))
        done += result == tag_writer.DONE
    assert done >= 20


def test_silence_about_the_version_is_no_refusal():
    """GET_VERSION alone is never heard, and the tag is large: by its pages it is what it is."""
    tag = blank("NTAG216")
    hear = tag.hear
    tag.hear = lambda data, bits: None if data[0] == 0x60 and bits == 24 else hear(data, bits)
    assert OneTag(tag).write_tile(19, SET) == tag_writer.DONE
    assert tag.memory[14] == 0x6D


@pytest.mark.parametrize("pages", [13, 30, 64, 134, 240])
def test_a_tag_of_no_known_size_is_left_alone(pages):
    from host_tools.chips.tag_layouts import of_pages

    tag = Type2Tag(of_pages("a chip", pages), UID)
    before = bytes(tag.memory)
    assert OneTag(tag).write_tile(19, SET) == tag_writer.UNSURE
    assert bytes(tag.memory) == before


def test_a_tag_with_fewer_pages_than_its_version_says_is_left_alone():
    tag = blank("Mifare Ultralight 11")
    tag.version = LAYOUTS["NTAG216"].version
    before = bytes(tag.memory)
    assert OneTag(tag).write_tile(19, SET) == tag_writer.UNSURE
    assert bytes(tag.memory) == before


# -- acknowledges that are lost --------------------------------------------------------------
@pytest.mark.parametrize("name", ["NTAG213", "NTAG215", "Mifare Ultralight"])
@pytest.mark.parametrize("is_blank", [True, False])
def test_a_write_that_is_never_acknowledged_counts_if_the_page_holds_it(name, is_blank):
    tag = blank(name) if is_blank else tag_of(name)
    if not is_blank:
        record.write_record(tag, 5, 7)
    want = wanted(tag)
    tag.loses_acks = True
    assert OneTag(tag).write_tile(19, SET) == tag_writer.DONE
    assert bytes(tag.memory) == want


def test_a_write_that_never_arrives_is_not_taken_for_done():
    tag = tag_of()
    before = bytes(tag.memory)
    hear = tag.hear
    tag.hear = lambda data, bits: None if data[0] == 0xA2 else hear(data, bits)
    assert OneTag(tag).write_tile(19, SET) == tag_writer.UNREADABLE
    assert bytes(tag.memory) == before


# -- reserved bytes --------------------------------------------------------------------------
@pytest.mark.parametrize(
    "control, page",
    [
        ("0203200404", 8),  # 4 bytes at 32
        ("0203d00101", 6),  # one byte at 13 x 2
        ("0103280804", 10),  # a byte of lock bits at 40
        ("0203600002", 6),  # 256 bytes from 24 on
        ("02031f0204", 7),  # two bytes over the end of a page
    ],
)
def test_reserved_bytes_within_the_data_area_are_never_written(control, page):
    tag = tag_of(area=bytes.fromhex(control) + b"\x03\x00\xfe")
    before = bytes(tag.memory)
    table = OneTag(tag)
    assert table.write_tile(19, SET) == tag_writer.RESERVED
    assert table.writer.page == page
    assert bytes(tag.memory) == before


def test_reserved_bytes_behind_the_record_disturb_nobody():
    tag = tag_of(area=bytes.fromhex("0203800404") + b"\x03\x00\xfe")  # at 128
    want = wanted(tag)
    assert OneTag(tag).write_tile(19, SET) == tag_writer.DONE
    assert bytes(tag.memory) == want
