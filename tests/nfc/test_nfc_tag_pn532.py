"""Tags written through an emulated PN532, on both of its buses: the bytes that the host makes."""

import asyncio

import pytest

from domino.nfc import tag_writer
from domino.nfc.iso14443 import COLLISION, OK, TIMEOUT
from domino.nfc.tag_pn532 import TagPn532
from domino.nfc.tag_writer import TagWriter
from host_tools.chips.tag_layouts import LAYOUTS
from host_tools.chips.tag_type2 import Type2Tag
from host_tools.tags import record
from tests.nfc.one_pn532 import BUSES, OnePn532

UID = bytes.fromhex("04a81d12de5f80")
SET = 0xC0FFEE01


class OneTag(OnePn532):
    """`port` over the chip; waiting moves the virtual clock."""

    def __init__(self, *tags, bus="i2c"):
        super().__init__(*tags, bus=bus)
        self.port = TagPn532(self.chip, self.commands, self.link, self, self.sleep_ms)
        self.writer = TagWriter(self.port, lambda: self.sleep_ms(0))

    def choose(self, output):
        """There is one reader only."""

    async def sleep_ms(self, span_ms):
        self.clock.advance(span_ms * 1_000_000)

    def find(self):
        async def both():
            return await self.port.open(0) or await self.port.find()

        return asyncio.run(both())

    def write(self, tile):
        assert self.find() == OK
        result = asyncio.run(self.writer.write(tile, SET.to_bytes(4, "big")))
        self.port.close()
        return result


def wanted(tag, tile=19):
    copy = Type2Tag(tag.layout.name, tag.uid)
    copy.memory[:] = tag.memory
    record.write_record(copy, tile, SET)
    return bytes(copy.memory)


@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("name", LAYOUTS)
def test_writes_what_the_host_would_write(bus, name):
    tag = Type2Tag(name, UID)
    want = wanted(tag)
    table = OneTag(tag, bus=bus)
    assert table.write(19) == tag_writer.DONE
    assert bytes(tag.memory) == want
    assert bytes(table.port.uid[:7]) == UID
    assert table.write(19) == tag_writer.SAME


@pytest.mark.parametrize("bus", BUSES)
def test_a_protected_page_is_named(bus):
    tag = Type2Tag("NTAG213", UID)
    tag.memory[11] = 0xFF  # pages 8 to 15
    table = OneTag(tag, bus=bus)
    assert table.write(19) == tag_writer.PROTECTED
    assert table.writer.page == 8


def test_what_lies_there_is_told():
    other = Type2Tag("NTAG213", bytes.fromhex("04010203040506"))
    assert OneTag().find() == TIMEOUT
    assert OneTag(Type2Tag("NTAG213", UID)).find() == OK
    assert OneTag(Type2Tag("NTAG213", UID), other).find() == COLLISION


def test_versions_are_told():
    for name, layout in LAYOUTS.items():
        table = OneTag(Type2Tag(name, UID))
        assert table.find() == OK
        code = asyncio.run(table.port.version())
        if layout.version:
            assert (code, bytes(table.port.block[:8])) == (OK, layout.version)
        else:
            assert code != OK


@pytest.mark.parametrize("loss", [0.05, 0.1])
def test_lost_frames_are_made_good(loss):
    for seed in range(10):
        tag = Type2Tag("NTAG213", UID)
        want = wanted(tag)
        table = OneTag(tag)
        table.field.random.seed(seed)
        assert table.find() == OK
        table.field.loss = loss
        result = asyncio.run(table.writer.write(19, SET.to_bytes(4, "big")))
        assert (result, bytes(tag.memory)) == (tag_writer.DONE, want)


def test_a_tag_that_leaves_is_told():
    tag = Type2Tag("NTAG213", UID)
    table = OneTag(tag)
    assert table.find() == OK
    table.clock.at(table.clock.now_ns + 20_000_000, table.field.clear)
    assert asyncio.run(table.writer.write(19, SET.to_bytes(4, "big"))) == tag_writer.GONE


@pytest.mark.parametrize("fetched", [False, True])
@pytest.mark.parametrize("us", [500, 1000, 5000, 15_000])
def test_a_chip_that_is_silent_for_a_while_writes_all_the_same(us, fetched):
    tag = Type2Tag("NTAG213", UID)
    want = wanted(tag)
    table = OneTag(tag)
    table.sim.nacks_ns, table.sim.nacks_fetched = us * 1000, fetched
    assert table.write(19) == tag_writer.DONE
    assert bytes(tag.memory) == want and not table.field.on
    assert table.write(19) == tag_writer.SAME  # opened again at once
