"""Tags guarded by a password through the emulated MFRC522 and PN532: a phone cannot write them,
the keeper can, and nothing that is cut off in the middle shuts him out."""

import asyncio

import pytest

from domino.nfc import tag_lock, tag_writer
from domino.nfc.iso14443 import OK
from domino.nfc.tag_lock import TagLock
from domino.nfc.tag_writer import Failed
from host_tools.chips import tag_base
from host_tools.chips.iso14443 import with_crc
from host_tools.chips.tag_layouts import LAYOUTS
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags.dumps import record_of
from tests.nfc import test_nfc_tag_pn532
from tests.nfc.one_tag import OneTag, finish

UID = bytes.fromhex("04a81d12de5f80")
SET = 0xC0FFEE01
PWD, PACK = bytes.fromhex("ab5fc312"), bytes.fromhex("9e01")
GUARDED = ["NTAG213", "NTAG215", "NTAG216", "NTAG210", "Mifare Ultralight 11", "NTAG212"]


class OnMfrc522:
    def __init__(self, tag):
        self.tag = tag
        self.table = OneTag(tag)
        self.port, self.writer = self.table.port, self.table.writer
        self.run = finish

    def find(self):
        assert self.table.find() == OK


class OnPn532:
    def __init__(self, tag):
        self.tag = tag
        self.table = test_nfc_tag_pn532.OneTag(tag)
        self.port, self.writer = self.table.port, self.table.writer
        self.run = asyncio.run

    def find(self):
        assert self.table.find() == OK


READERS = [OnMfrc522, OnPn532]


def write(reader, tile=19, lock=True, password=PWD, pack=PACK):
    """As the table does it; a result of tag_writer, or whether it is locked."""
    reader.find()
    writer = reader.writer
    writer.password = None
    guard = TagLock(writer, reader.port)

    async def both():
        try:
            await guard.enter(password)
            result = await writer.write(tile, SET.to_bytes(4, "big"))
            if result not in (tag_writer.DONE, tag_writer.SAME):
                return result
            return await guard.lock(password, pack) if lock else result
        except Failed as failure:
            return failure.args[0]

    result = reader.run(both())
    reader.port.close()
    return result


def check(reader):
    reader.find()
    guard = TagLock(reader.writer, reader.port)
    try:
        reader.run(guard.check())
    finally:
        reader.port.close()


def phone(tag, *frames):
    """What a phone is answered that selects the tag and sends these; 4-bit answers as numbers."""
    tag.power_up()
    tag.state, tag.starred = tag_base.ACTIVE, False
    said = []
    for frame in frames:
        tag.state = tag_base.ACTIVE
        data = with_crc(bytes.fromhex(frame))
        answer = tag.hear(data, 8 * len(data))
        said.append(answer.data[0] if answer.bits == 4 else answer.data[:-2].hex())
    return said


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", GUARDED)
def test_a_locked_tag_is_read_by_all_and_written_with_the_password_alone(reader, name):
    tag = Type2Tag(name, UID)
    table = reader(tag)
    assert write(table) is True
    check(table)
    assert (tag.password, tag.pack) == (PWD, PACK)
    assert record_of(tag) == (19, SET)
    config = tag.layout.config_page
    pages = [2, 3, 4, 6, config, config + 1, config + 2, config + 3]
    assert phone(tag, *(f"a2{page:02x}ffffffff" for page in pages)) == [0] * len(pages)
    assert phone(tag, "1bffffffff", f"30{config:02x}")[0] == 0
    assert phone(tag, f"30{config:02x}")[0][16:] == "00" * 8 or name != "NTAG213"
    # The keeper writes it again; without the password nobody does.
    assert write(table, 7) is True and record_of(tag) == (7, SET)
    assert table.run(_plain(table)) == tag_writer.PROTECTED
    assert record_of(tag) == (7, SET)


async def _plain(table):
    table.writer.password = None
    if isinstance(table, OnMfrc522):
        await table.port.open(0)
        table.table.clock.advance(6_000_000)
        await table.port.find()
    else:
        await table.port.open(0)
        await table.port.find()
    return await table.writer.write(3, SET.to_bytes(4, "big"))


@pytest.mark.parametrize("reader", READERS)
def test_another_password_is_named_and_nothing_is_written(reader):
    tag = Type2Tag("NTAG213", UID)
    table = reader(tag)
    assert write(table) is True
    before = bytes(tag.memory)
    assert write(table, 3, password=b"none") == tag_writer.OTHER_KEY
    assert (bytes(tag.memory), tag.password, tag.pack) == (before, PWD, PACK)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("access", ["03", "80"])
def test_where_wrong_passwords_are_counted_none_is_tried(reader, access):
    tag = Type2Tag("NTAG213", UID)
    tag.memory[4 * 41 + 3], tag.memory[4 * 42] = 4, int(access, 16)
    assert write(reader(tag)) == tag_writer.OTHER_KEY
    assert tag.failed_passwords == 0


@pytest.mark.parametrize("name", ["Mifare Ultralight", "NTAG203", "Mifare Ultralight C"])
def test_a_chip_without_a_password_is_written_and_stays_open(name):
    tag = Type2Tag(name, UID)
    assert write(OnMfrc522(tag)) is False
    assert record_of(tag) == (19, SET)


def test_a_clone_that_guards_nothing_is_told():
    tag = Type2Tag("NTAG213", UID)
    tag.is_hollow = True
    table = OnMfrc522(tag)
    assert write(table) is True
    with pytest.raises(Failed, match=tag_lock.HOLLOW):
        check(table)


def test_a_configuration_that_is_locked_for_good_is_left_alone():
    tag = Type2Tag("NTAG213", UID)
    tag.memory[4 * 42] = 0x40
    tag.power_up()
    assert write(OnMfrc522(tag)) == tag_writer.PROTECTED
    assert tag.password == b"\xff\xff\xff\xff"


@pytest.mark.parametrize("reader", READERS)
def test_acknowledges_that_are_never_heard_do_not_stop_it(reader):
    tag = Type2Tag("NTAG213", UID)
    tag.loses_acks = True
    assert write(reader(tag)) is True
    assert (tag.password, tag.pack, tag.memory[4 * 41 + 3]) == (PWD, PACK, 2)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("loss", [0.05, 0.2])
def test_lost_frames_are_made_good(reader, loss):
    if reader is OnPn532 and loss > 0.1:
        loss = 0.1  # its selects are not tried again by themselves
    for seed in range(12):
        tag = Type2Tag("NTAG213", UID)
        table = reader(tag)
        table.find()
        table.table.field.random.seed(seed)
        for _ in range(3):
            table.table.field.loss = 0.0
            table.find = lambda table=table, loss=loss: _find_then_lose(table, loss)
            if write(table) is True:
                break
        table.table.field.loss = 0.0
        del table.find
        assert write(table) is True  # the next run finishes whatever is left
        assert (tag.password, tag.pack) == (PWD, PACK)
        check(table)


def _find_then_lose(table, loss):
    table.table.field.loss = 0.0
    type(table).find(table)
    table.table.field.loss = loss


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("half_us", range(6_000, 190_000, 1_700))
def test_a_tag_that_is_lifted_at_any_time_can_still_be_written(reader, half_us):
    """Whatever page is torn, the keeper's next run writes and locks it."""
    tag = Type2Tag("NTAG213", UID)
    table = reader(tag)
    clock, field = table.table.clock, table.table.field
    clock.at(clock.now_ns + half_us * 1000, field.clear)
    try:
        result = write(table)
    except AssertionError:  # it was gone before it was found
        result = tag_writer.GONE
    assert result is True or result in (tag_writer.GONE, tag_writer.UNREADABLE), result
    clock.advance(400_000_000)
    field.clear()
    field.put(tag)
    assert write(table, 8) is True
    assert record_of(tag) == (8, SET)
    check(table)


def test_all_chips_with_a_password_are_known_by_their_version():
    from domino.nfc import tag_chips

    for layout in LAYOUTS.values():
        if layout.version:
            assert tag_chips.config_page(layout.version) == layout.config_page
            assert tag_chips.units(layout.version) == layout.units
