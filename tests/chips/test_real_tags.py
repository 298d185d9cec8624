"""Tags and frames that nobody here made (the folder `real` of DOMINO_REFERENCE).

The files are read where they are; nothing of them is kept here but the UIDs that name them.
"""

import os
from pathlib import Path

import pytest

from host_tools.chips import flipper, trace
from host_tools.chips.iso14443 import air_bits, answer_start, crc_a, with_crc
from host_tools.chips.iso14443 import odd_parity as parity
from host_tools.chips.tag_cards import ClassicCard, Iso14443_4Card
from host_tools.chips.tag_type2 import Type2Tag
from tests.chips.reader_bench import Bench

REFERENCE = os.environ.get("DOMINO_REFERENCE")
pytestmark = pytest.mark.skipif(
    not REFERENCE, reason="DOMINO_REFERENCE is unset: no recorded dumps and traces here"
)
DUMPS = ["Ntag213_locked.nfc", "Ntag216.nfc", "Ultralight_11.nfc"]


def real(name):
    return Path(REFERENCE) / "real" / name


@pytest.mark.parametrize("name", DUMPS)
def test_a_dump_reads_back_page_by_page_through_the_reader_chip(name):
    tag = flipper.load(real(name))
    bench = Bench()
    bench.field.put(tag)
    bench.start()
    assert bench.ask(b"\x52", 7) == tag.atqa
    bench.ask(b"\x52", 7)
    assert bench.select_tag() == tag.sak
    assert bench.ask(with_crc(b"\x1b" + tag.password))[:-2] == tag.pack
    lines = {
        line.split(":")[0]: bytes.fromhex(line.split(":")[1])
        for line in real(name).read_text().splitlines()
        if line.startswith("Page ")
    }
    assert len(lines) == tag.layout.pages
    secret = tag.layout.config_page + 2  # PWD and PACK read as zeros
    for page in range(tag.layout.pages):
        got = bench.ask(with_crc(bytes([0x30, page])))
        assert crc_a(got[:16]) == got[16:]
        assert got[:4] == (lines[f"Page {page}"] if page < secret else bytes(4))


def test_the_locked_dump_is_locked():
    tag = flipper.load(real("Ntag213_locked.nfc"))
    bench = Bench()
    bench.field.put(tag)
    bench.start()
    bench.select_tag()
    assert bench.ask(with_crc(b"\x30\x04")) == b"\x00"
    bench.select_tag()
    assert bench.ask(with_crc(b"\x30\x02"))[8:16] == bytes(tag.memory[:8])  # wraps before AUTH0


# The tags of the traces: what their own answers say of them.
def ultralight_ev1():
    tag = Type2Tag("Mifare Ultralight 11", bytes.fromhex("04a81d12de5f80"))
    tag.memory[16:64] = bytes(48)
    tag.password = bytes.fromhex("dae55796")
    tag.pack = bytes.fromhex("abda")
    return tag


TRACES = {
    "hf_14a_mfu.trace": (ultralight_ev1, 11),
    "hf_14a_reader_4b.trace": (lambda: ClassicCard(bytes.fromhex("b0bb8904")), 3),
    "hf_14a_reader_7b_rats.trace": (
        lambda: Iso14443_4Card(bytes.fromhex("048d2432273b80"), atqa=b"\x44\x03"),
        6,
    ),
}


@pytest.mark.parametrize("name", TRACES)
def test_a_tag_answers_recorded_frames_with_the_recorded_bytes(name):
    make, recorded = TRACES[name]
    tag = make()
    frames = trace.load(real(name))
    answers = 0
    for frame, after in zip(frames, [*frames[1:], None], strict=True):
        if frame.is_tag:
            continue
        if after is None or not after.is_tag:
            continue  # unheard when it was recorded: the tag was not there yet
        answer = tag.hear(frame.data, frame.bits)
        assert answer is not None, frame.data.hex()
        assert (answer.data, answer.bits) == (after.data, after.bits)
        answers += 1
    assert answers == recorded


@pytest.mark.parametrize("name", TRACES)
def test_recorded_parity_bits_are_odd(name):
    frames = [frame for frame in trace.load(real(name)) if frame.bits % 8 == 0]
    for frame in frames:
        assert frame.parities == tuple(parity(byte) for byte in frame.data)
    assert len(frames) >= 5


def test_recorded_times_of_a_real_tag_are_on_our_grid():
    """REQA, anticollision and select: exactly nine bit periods, as our field has it."""
    frames = trace.load(real("hf_14a_mfu.trace"))
    measured = 0
    for sent, answer in zip(frames, frames[1:], strict=False):
        if not sent.is_tag and sent.data[0] in (0x26, 0x93, 0x95):
            assert answer.start - sent.start == answer_start(air_bits(sent.bits), 9)
            measured += 1
    assert measured == 5


@pytest.mark.parametrize("name", TRACES)
def test_recorded_frames_through_the_reader_chip(name):
    make, _ = TRACES[name]
    bench = Bench()
    bench.field.put(make())
    bench.start(timer_us=5000)
    frames = trace.load(real(name))
    for frame, after in zip(frames, frames[1:], strict=False):
        if not frame.is_tag and after.is_tag:
            assert bench.ask(frame.data, frame.bits % 8) == after.data
