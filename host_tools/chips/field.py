"""The field between one antenna and the tags in it: power, and frames both ways.

Tags that answer the same frame answer at the same time, so the reader sees their bits laid over
each other: where they differ there is a collision. What goes wrong on air is set here: `loss`,
`garble`, `slip`, `lose_next`, `hear`.

A tag may lie within the reach of several antennas. It has power while any of their fields is on
and keeps its state as long, whichever field that is: halted through one reader, it is silent to
a REQA of the other one.
"""

from __future__ import annotations

from random import Random

from host_tools.chips.iso14443 import answer_start, ns
from host_tools.chips.tag_base import Answer, Tag

FAR_DB = 28  # the least gain of a receiver that hears the tag of another antenna
POWER_UP_NS = 5_000_000  # ISO 14443-3, 5: a tag accepts a request after 5 ms of field


class Reply:
    """The answers of one frame as the reader receives them."""

    __slots__ = ("data", "bits", "align", "start", "collision", "garbled", "tags")

    def __init__(self, answer: Answer, start: int, tags: list[Tag]) -> None:
        self.data = answer.data
        self.bits = answer.bits
        self.align = answer.align
        self.start = start  # carrier periods from the start of the reader's frame
        self.collision = -1  # index of the first bit on which the answers differ
        self.garbled = False  # a bit was hit: its parity no longer holds
        self.tags = tags


class Field:
    """The field of one antenna. `loss` (0 to 1): each frame in either direction is lost with this
    chance, each by itself; `garble`: an answer arrives with a bit turned over; `slip`: it arrives
    a bit late, its parity bits right by chance. `hear` couples it to other antennas."""

    def __init__(self, clock: object, loss: float = 0.0, seed: int = 0) -> None:
        self.clock = clock
        self.tags: list[Tag] = []
        self.on = False
        self.loss = loss
        self.garble = 0.0
        self.slip = 0.0
        self._far: dict[Field, float] = {}  # fields whose tags are heard here, and the loss
        self._heard_by: list[Field] = []  # the other way round
        self.gain_db = FAR_DB  # of the chip that receives, which keeps it up to date
        self.needs_db = 0  # the least gain of the receiver at which an answer can be heard here
        self.lose_next = 0  # so many frames of the reader go unheard (a test's single miss)
        self.random = Random(seed)
        self.readers: list = []  # chips on this antenna: `catch_up()`, `tag_left(tag)`
        self.frames = 0  # frames sent into the field since start, for tests

    # -- coupling --------------------------------------------------------------------------
    def hear(self, other: Field, loss: float) -> None:
        """This antenna wakes the tags of another one too; each frame to or from them is lost with
        the chance `loss`. Beside the answer of a tag of its own theirs is drowned with twice that
        chance, and collides with it else: from a loss of a half on it is always drowned. A
        receiver whose gain is below FAR_DB hears none of them."""
        self._far[other] = loss
        if self not in other._heard_by:
            other._heard_by.append(self)
            for tag in other.tags:
                if self.on:
                    self._start(tag)

    def hear_none(self) -> None:
        """No tags but its own any more."""
        for other in self._far:
            other._heard_by.remove(self)
            for tag in other.tags:
                self._stop(tag)
        self._far.clear()

    @property
    def hears_others(self) -> bool:
        """Whether tags that lie over another antenna are heard here."""
        return bool(self._far)

    # -- what people do --------------------------------------------------------------------
    def put(self, tag: Tag) -> None:
        """Lay a tag on the antenna, now."""
        if tag in self.tags:
            raise ValueError("the tag lies in this field already")
        self._settle_readers()
        self.tags.append(tag)
        for field in (self, *self._heard_by):
            if field.on:
                field._start(tag)

    def remove(self, tag: Tag) -> None:
        """Take a tag away, now, be it in the middle of an answer."""
        self._settle_readers()
        self.tags.remove(tag)
        for field in (self, *self._heard_by):
            field._stop(tag)
            for reader in field.readers:
                reader.tag_left(tag)

    def clear(self) -> None:
        """Take every tag away."""
        for tag in tuple(self.tags):
            self.remove(tag)

    def _settle_readers(self) -> None:
        for field in (self, *self._heard_by):
            for reader in field.readers:
                reader.catch_up()

    # -- what the reader chip does ---------------------------------------------------------
    def power(self, on: bool) -> None:
        """Switch the field, now."""
        if on == self.on:
            return
        self.on = on
        for tag in self._in_reach():
            if on:
                self._start(tag)
            else:
                self._stop(tag)

    def _in_reach(self) -> list[Tag]:
        if not self._far:
            return self.tags
        return [*self.tags, *(tag for other in self._far for tag in other.tags)]

    def _start(self, tag: Tag) -> None:
        """This field powers the tag too: where none did before, it begins anew."""
        if not tag.powered_by:
            tag.power_up()
            tag.ready_ns = self.clock.now_ns + POWER_UP_NS
        tag.powered_by.add(self)

    def _stop(self, tag: Tag) -> None:
        if self not in tag.powered_by:
            return
        tag.powered_by.remove(self)
        if tag.powered_by:
            return
        if self.clock.now_ns < tag.busy_ns:
            tag.tear()
        tag.power_down()

    def send(self, data: bytes, bits: int, air: int, start_ns: int) -> Reply | None:
        """A frame of `air` bit periods that began at `start_ns` has been sent to its end."""
        self.frames += 1
        if not self.on or not self._in_reach():
            return None
        if self.lose_next:
            self.lose_next -= 1
            return None
        answers, tags = self._ask(self.tags, self.loss, data, bits, air, start_ns)
        has_own = bool(answers)
        for other, loss in self._far.items():
            faint, far = self._ask(other.tags, loss, data, bits, air, start_ns)
            if self.gain_db >= FAR_DB and not (has_own and faint and self._is_lost(2 * loss)):
                answers += faint
                tags += far
        if not answers:
            return None
        return self._overlay(answers, tags, air)

    def _ask(
        self, tags: list[Tag], loss: float, data: bytes, bits: int, air: int, start_ns: int
    ) -> tuple[list[Answer], list[Tag]]:
        answers, answering = [], []
        for tag in tags:
            if start_ns < tag.ready_ns or self._is_lost(loss):
                continue
            answer = tag.hear(data, bits)
            if answer is not None and answer.is_written:
                tag.busy_ns = start_ns + ns(answer_start(air, answer.grid))
            if answer is not None and not answer.is_faint and not self._is_lost(loss):
                answers.append(answer)
                answering.append(tag)
        return answers, answering

    def send_noise(self, start_ns: int) -> None:
        """A frame that no tag can decode was sent."""
        if self.on:
            for tag in self._in_reach():
                if start_ns >= tag.ready_ns:
                    tag.hear_noise()

    def _is_lost(self, loss: float) -> bool:
        return loss > 0 and self.random.random() < loss

    def _overlay(self, answers: list[Answer], tags: list[Tag], air: int) -> Reply:
        first = answers[0]
        if len(answers) > 1:
            first = min(answers, key=lambda answer: answer.grid)
        reply = Reply(first, answer_start(air, first.grid), tags)
        for other in answers:
            if other is not first:
                self._collide(reply, first, other)
        if self.garble and self.random.random() < self.garble:
            self._hit(reply)
        if self.slip and self.random.random() < self.slip:
            late = int.from_bytes(reply.data, "little") << 1 | self.random.getrandbits(1)
            reply.data = (late & ((1 << reply.bits) - 1)).to_bytes(len(reply.data), "little")
        return reply

    @staticmethod
    def _collide(reply: Reply, first: Answer, other: Answer) -> None:
        """Both subcarrier halves together read as a one; only data bits are looked at."""
        mine = int.from_bytes(reply.data, "little")
        late = max(0, other.grid - first.grid)
        theirs = int.from_bytes(other.data, "little") << late
        both = min(reply.bits, other.bits + late)
        differ = (mine ^ theirs) & ((1 << both) - 1)
        if late:
            differ |= 1 << late if late < reply.bits else 0
        bits = max(reply.bits, other.bits + late)
        reply.data = (mine | theirs).to_bytes((bits + 7) // 8, "little")
        reply.bits = bits
        if differ:
            at = (differ & -differ).bit_length() - 1
            reply.collision = at if reply.collision < 0 else min(reply.collision, at)

    def _hit(self, reply: Reply) -> None:
        at = self.random.randrange(reply.bits)
        data = bytearray(reply.data)
        data[at // 8] ^= 1 << at % 8
        reply.data = bytes(data)
        reply.garbled = True
