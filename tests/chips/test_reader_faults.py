"""What the emulated readers, wires and fields can have wrong beside those in the other files."""

from random import Random

import pytest

from host_tools.chips import mfrc522_map as r
from host_tools.chips.field import Field
from host_tools.chips.iso14443 import bcc
from host_tools.chips.mfrc522 import MFRC522
from host_tools.chips.tag_cards import ClassicCard
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import HeldBus, SpiWires
from tests.chips.reader_bench import Bench

UID = bytes.fromhex("b0c1d2e3")


def test_a_register_that_forgets_stays_at_its_reset_value():
    bench = Bench().start()
    bench.chip.forgets = r.TX_ASK
    assert bench.read(r.TX_ASK) == 0
    bench.write(r.TX_ASK, 0x40)
    assert bench.read(r.TX_ASK) == 0
    assert bench.read(r.T_PRESCALER) == 0xA9
    bench.chip.heals_by_reset = True
    bench.write(r.COMMAND, r.SOFT_RESET)
    bench.wait_us(100)
    bench.write(r.TX_ASK, 0x40)
    assert bench.read(r.TX_ASK) == 0x40


def test_a_version_that_drifts_is_hardly_ever_the_same_twice():
    bench = Bench().start()
    bench.chip.version_drifts = True
    versions = {bench.read(r.VERSION) for _ in range(20)}
    assert len(versions) > 10 and not versions & {0x00, 0xFF}


def test_noise_turns_single_bits_over_both_ways():
    bench = Bench().start()
    bench.chip.noise = 0.05
    read = []
    for _ in range(1000):
        bench.write(r.T_PRESCALER, 0xA9)
        read.append(bench.read(r.T_PRESCALER))
    wrong = [value for value in read if value != 0xA9]
    assert 30 < len(wrong) < 300
    assert any(bin(value ^ 0xA9).count("1") == 1 for value in wrong)
    bench.chip.mend_wires()
    for _ in range(100):
        bench.write(r.T_PRESCALER, 0xA9)
    assert bench.read(r.T_PRESCALER) == 0xA9


def test_a_share_of_the_transfers_stalls():
    bench = Bench().start()
    bench.chip.stall_share, bench.chip.stall_ns = 0.1, 1_000_000
    start_ns = bench.clock.now_ns
    for _ in range(1000):
        bench.read(r.VERSION)
    assert 60_000_000 < bench.clock.now_ns - start_ns < 140_000_000


class TwoReaders:
    """Two chips on one bus; `read(n)` selects the one, None neither."""

    def __init__(self):
        self.clock = VirtualClock()
        self.wires = SpiWires()
        self.chips = [MFRC522(self.clock, Field(self.clock), v) for v in (0x91, 0xB2)]
        self.wires.pullers += self.chips
        self.clock.advance(2_000_000)

    def read(self, number):
        if number is not None:
            self.chips[number].select()
            self.wires.selected.append(self.chips[number])
        got = self.wires.exchange(bytes((0x80 | r.VERSION << 1, 0)))[1]
        self.wires.selected.clear()
        for chip in self.chips:
            chip.deselect()
        return got


def test_a_module_that_never_lets_go_of_miso_spoils_every_other_answer():
    bus = TwoReaders()
    assert [bus.read(n) for n in (0, 1, None)] == [0x91, 0xB2, 0xFF]
    bus.chips[1].contends = 1.0
    assert [bus.read(n) for n in (0, 1, None)] == [0x00, 0xB2, 0x00]
    bus.chips[0].contends = 1.0
    assert [bus.read(n) for n in (0, 1, None)] == [0x00, 0x00, 0x00]
    bus.chips[0].mend_wires()
    bus.chips[1].contends = 0.2
    assert len({bus.read(0) for _ in range(50)}) > 3


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_another_device_may_hold_the_bus(level):
    bus = TwoReaders()
    bus.wires.pullers.append(HeldBus(level))
    assert [bus.read(n) for n in (0, 1, None)] == [level] * 3


def test_a_slipped_answer_is_the_uid_shifted_and_may_have_a_good_check_byte():
    bench = Bench()
    bench.field.put(ClassicCard(UID))
    bench.start()
    bench.field.slip = 1.0
    bench.field.random = Random(5)
    seen = set()
    for _ in range(20):
        bench.field.slip = 0.0
        while not bench.ask(b"\x52", 7):
            pass
        bench.field.slip = 1.0
        seen.add(bench.ask(b"\x93\x20"))
        assert bench.read(r.ERROR) == 0
    shifted = int.from_bytes(UID, "little") << 1 & 0xFFFFFFFF
    assert {int.from_bytes(part[:4], "little") & ~1 for part in seen} == {shifted}
    assert any(part[4] == bcc(part[:4]) for part in seen)


def reaching(loss=0.0):
    """A bench whose antenna also wakes the tags of a field beside it."""
    bench = Bench()
    beside = Field(bench.clock)
    beside.put(ClassicCard(UID))
    bench.field.hear(beside, loss)
    return bench.start(), beside


def test_a_field_may_reach_the_tags_of_the_one_beside_it():
    bench, beside = reaching()
    assert bench.select_tag() == 0x08
    beside.clear()
    assert bench.select_tag() is None


def test_a_faint_tag_loses_frames_and_is_drowned_by_a_near_one():
    bench, beside = reaching(0.5)
    heard = sum(bench.ask(b"\x52", 7) == b"\x04\x00" for _ in range(400))
    assert 20 < heard < 120  # one that is ready falls back at the next
    bench.field.put(ClassicCard(bytes.fromhex("01020304")))
    bench.wait_us(5000)
    parts = set()
    for _ in range(50):
        if bench.ask(b"\x52", 7):
            parts.add(bench.ask(b"\x93\x20")[:4])
    assert parts - {b""} == {bytes.fromhex("01020304")}


def test_a_reached_tag_has_power_only_while_a_field_is_on():
    bench, beside = reaching()
    assert bench.select_tag() == 0x08
    assert beside.tags[0].state != 0
    bench.write(r.TX_CONTROL, 0x80)
    assert beside.tags[0].state == 0
