"""Tags within reach of two antennas: what powers them, what they remember, what is heard."""

from random import Random

import pytest

from host_tools.chips.field import Field
from host_tools.chips.iso14443 import HLTA, REQA, WUPA, with_crc
from host_tools.chips.tag_base import HALT, IDLE
from host_tools.chips.tag_cards import ClassicCard
from host_tools.sim.clock import VirtualClock

UID, OTHER = bytes.fromhex("01020304"), bytes.fromhex("f1e2d3c4")
ATQA = b"\x04\x00"


class Pair:
    """Two antennas; the second one hears the tag that lies over the first one."""

    def __init__(self, loss=0.0):
        self.clock = VirtualClock(0)
        self.first, self.second = Field(self.clock), Field(self.clock)
        self.second.hear(self.first, loss)
        self.tag = ClassicCard(UID)
        self.first.put(self.tag)

    def on(self, *fields):
        for field in fields:
            field.power(True)
        self.clock.advance(6_000_000)

    def ask(self, field, data, bits=0):
        reply = field.send(data, bits or 8 * len(data), 0, self.clock.now_ns)
        return None if reply is None else bytes(reply.data)

    def request(self, field, code):
        return self.ask(field, bytes([code]), 7)

    def halt(self, field):
        part = self.tag._levels[0]
        assert self.request(field, WUPA) == ATQA
        assert self.ask(field, with_crc(b"\x93\x70" + part))
        assert self.ask(field, with_crc(HLTA)) is None


def test_a_tag_halted_through_one_reader_is_halted_for_the_other_one():
    pair = Pair()
    pair.on(pair.first)
    pair.halt(pair.first)
    pair.on(pair.second)
    assert pair.request(pair.second, REQA) is None
    assert pair.tag.state == HALT
    assert pair.request(pair.second, WUPA) == ATQA


def test_only_another_tag_answers_the_second_reader_then():
    """Be it a clone with the same UID."""
    for uid in (OTHER, UID):
        pair = Pair()
        pair.second.put(ClassicCard(uid))
        pair.on(pair.first, pair.second)
        pair.halt(pair.first)
        assert pair.request(pair.second, REQA) == ATQA
        assert pair.ask(pair.second, b"\x93\x20")[:4] == uid


def test_a_tag_keeps_its_state_while_either_field_is_on():
    pair = Pair()
    pair.on(pair.first, pair.second)
    pair.halt(pair.first)
    pair.first.power(False)
    assert pair.tag.state == HALT
    pair.on(pair.first)
    assert pair.request(pair.second, REQA) is None
    pair.first.power(False)
    pair.second.power(False)
    assert pair.tag.state == IDLE
    pair.on(pair.second)
    assert pair.request(pair.second, REQA) == ATQA


def test_a_second_field_asks_for_no_new_start():
    """A tag that has power already answers at once."""
    pair = Pair()
    pair.on(pair.first)
    pair.second.power(True)
    assert pair.request(pair.second, REQA) == ATQA
    pair.tag.power_down()
    pair.first.power(False)
    pair.second.power(False)
    pair.second.power(True)
    assert pair.request(pair.second, REQA) is None


def test_laid_and_lifted_coupled_and_parted_while_the_fields_are_on():
    pair = Pair()
    pair.on(pair.second)
    pair.first.remove(pair.tag)
    assert pair.request(pair.second, REQA) is None
    assert not pair.tag.powered_by
    pair.first.put(pair.tag)
    pair.clock.advance(6_000_000)
    assert pair.request(pair.second, REQA) == ATQA
    pair.second.hear_none()
    assert not pair.tag.powered_by
    assert pair.request(pair.second, WUPA) is None
    pair.second.hear(pair.first, 0.0)
    pair.clock.advance(6_000_000)
    assert pair.request(pair.second, REQA) == ATQA


def test_one_antenna_may_hear_several_others():
    pair = Pair()
    third = Field(pair.clock)
    third.put(ClassicCard(OTHER))
    pair.second.hear(third, 0.0)
    pair.on(pair.second)
    assert pair.request(pair.second, REQA) == ATQA
    reply = pair.second.send(b"\x93\x20", 16, 0, pair.clock.now_ns)
    assert reply.collision >= 0


@pytest.mark.parametrize("loss, least, most", [(0.0, 200, 200), (0.25, 20, 120), (0.5, 0, 0)])
def test_a_strong_neighbour_collides_with_a_tag_of_its_own_and_a_faint_one_is_drowned(
    loss, least, most
):
    pair = Pair(loss)
    pair.second.random = Random(1)
    pair.second.put(ClassicCard(OTHER))
    collisions = 0
    for _ in range(200):
        pair.second.power(False)
        pair.on(pair.second)
        assert pair.request(pair.second, REQA) == ATQA
        reply = pair.second.send(b"\x93\x20", 16, 0, pair.clock.now_ns)
        collisions += reply.collision >= 0
    assert least <= collisions <= most
