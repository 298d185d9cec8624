"""Several tags in one field: the chip's collision positions lead a reader to every one of them."""

from random import Random

import pytest

from host_tools.chips import mfrc522_map as r
from host_tools.chips.iso14443 import with_crc
from host_tools.chips.tag_cards import ClassicCard
from tests.chips.reader_bench import Bench

HLTA = b"\x50\x00\x57\xcd"


def resolve_level(bench, code):
    """The five bytes of one tag's level, a one chosen at every collision; None without answer."""
    known, value = 0, 0
    bench.write(r.COLL, 0)  # clear what comes after a collision
    while True:
        sent = value.to_bytes(5, "little")[: (known + 7) // 8]
        nvb = (2 + known // 8) << 4 | known % 8
        got = bench.ask(bytes([code, nvb]) + sent, known % 8, known % 8)
        if not got:
            return None
        value |= int.from_bytes(got, "little") << (known - known % 8)
        if not bench.read(r.ERROR):
            return value.to_bytes(5, "little")
        assert bench.read(r.ERROR) == r.COLL_ERR
        assert not bench.read(r.COLL) & r.COLL_POS_NOT_VALID
        place = (bench.read(r.COLL) & 0x1F or 32) + known - known % 8
        assert place > known
        value |= 1 << (place - 1)
        known = place


def resolve_one(bench):
    """Request and select one tag that is not halted; its UID, None when there is none left."""
    if not bench.ask(b"\x26", 7):
        return None
    uid = b""
    for code in (0x93, 0x95, 0x97):
        part = resolve_level(bench, code)
        sak = bench.ask(with_crc(bytes([code, 0x70]) + part))
        if not sak[0] & 4:
            return uid + part[:4]
        uid += part[1:4]
    raise AssertionError("more levels than there are")


@pytest.mark.parametrize("seed", range(20))
def test_every_tag_is_found_by_its_collisions(seed):
    random = Random(seed)
    uids = set()
    for _ in range(random.randint(2, 6)):
        size = random.choice((4, 7, 7, 10))
        alike = random.randint(0, size - 1)  # the first bytes are the same, as in one reel of tags
        uids.add((bytes([4] * alike) + random.randbytes(size))[:size])
    bench = Bench()
    for uid in uids:
        bench.field.put(ClassicCard(uid))
    bench.start()
    found = []
    while (uid := resolve_one(bench)) is not None:
        found.append(uid)
        bench.ask(HLTA)
    assert sorted(found) == sorted(uids)
