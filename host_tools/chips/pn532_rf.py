"""The contactless part of the emulated PN532: frames on air and what it does with type A tags.

Every procedure is a generator: it yields spans of nanoseconds and returns what came of it, so the
chip can be asked in the middle of it, and aborted.
"""

from collections.abc import Generator
from dataclasses import dataclass

from host_tools.chips import iso14443
from host_tools.chips.field import Field, Reply
from host_tools.chips.iso14443 import CARRIER_PER_BIT, HLTA, REQA, SELECT_LEVELS, SHORT_BITS, WUPA
from host_tools.chips.pn532_timing import ACTIVATION_WAIT_NS, GAP_NS, GUARD_NS
from host_tools.chips.tag_base import Tag

Steps = Generator[int, None, object]
_NVB_SELECT = 0x70
_LEVEL_BITS = 40
_END_BITS = 2  # end of communication of the reader


@dataclass
class Target:
    """A tag that was activated. `parts`: five bytes for each cascade level, BCC included."""

    atqa: bytes  # in the order of sending
    sak: int
    parts: list[bytes]
    ats: bytes = b""
    is_selected: bool = True

    @property
    def uid(self) -> bytes:
        """Without cascade tags and check bytes."""
        return b"".join(part[1:4] for part in self.parts[:-1]) + self.parts[-1][:4]


def parts_of(initiator_data: bytes) -> list[bytes] | None:
    """The levels of a UID as the host gives it, cascade tags included; None where it is none."""
    if len(initiator_data) not in (4, 8, 12):
        return None
    levels = [initiator_data[at : at + 4] for at in range(0, len(initiator_data), 4)]
    if any(level[0] != iso14443.CASCADE_TAG for level in levels[:-1]):
        return None
    return [level + bytes([iso14443.bcc(level)]) for level in levels]


class Radio:
    """The antenna and the tags in its field. `no_rf` (a fault): nothing gets out of the chip."""

    no_rf = False
    gain_db = 38  # CIU_RFCfg of the factory, 59h

    def __init__(self, clock: object, field: Field) -> None:
        self.clock = clock
        self.field = field
        self._reply: Reply | None = None  # the answer that is coming in
        field.readers.append(self)

    # -- for the field ---------------------------------------------------------------------
    def catch_up(self) -> None:
        """Nothing is ever behind: the clock wakes this chip when something is due."""

    def tag_left(self, tag: Tag) -> None:
        """A tag was taken away in the middle of its answer."""
        if self._reply is not None and self._reply.tags == [tag]:
            self._reply.garbled = True

    # -- field and frames ------------------------------------------------------------------
    def switch(self, on: bool) -> None:
        """The field on or off, now."""
        self.field.power(on and not self.no_rf)

    def light(self) -> Steps:
        """The field on, and so long that tags are ready."""
        if not self.field.on:
            self.switch(True)
            yield GUARD_NS

    def send_frame(self, data: bytes, bits: int, wait_ns: int | None) -> Steps:
        """Send a frame; its Reply, or None after `wait_ns` (None: wait for ever)."""
        start_ns = self.clock.now_ns
        air = iso14443.air_bits(bits)
        yield iso14443.ns((air + _END_BITS) * CARRIER_PER_BIT)
        reply = None if self.no_rf else self._receive(data, bits, air, start_ns)
        if reply is None:
            while wait_ns is None:
                yield 1_000_000_000
            yield wait_ns
        else:
            self._reply = reply
            length = iso14443.air_bits(reply.bits, reply.align) + 1
            end_ns = start_ns + iso14443.ns(reply.start + length * CARRIER_PER_BIT)
            yield end_ns - self.clock.now_ns
            self._reply = None
        yield GAP_NS
        return reply

    def _receive(self, data: bytes, bits: int, air: int, start_ns: int) -> Reply | None:
        """What is heard: nothing where the gain is below what this place needs."""
        self.field.gain_db = self.gain_db
        reply = self.field.send(data, bits, air, start_ns)
        return reply if self.gain_db >= self.field.needs_db else None

    def _ask(self, data: bytes, bits: int = 0) -> Steps:
        return (yield from self.send_frame(data, bits or 8 * len(data), ACTIVATION_WAIT_NS))

    # -- activation (ISO 14443-3, 6) -------------------------------------------------------
    def activate(self, parts: list[bytes] | None = None) -> Steps:
        """REQA, then level by level one tag of those that answer, or the one with this UID.
        Returns its Target, or None."""
        reply = yield from self._ask(bytes([REQA]), SHORT_BITS)
        if reply is None or reply.garbled or reply.bits != 16:
            return None
        return (yield from self._climb(reply.data[:2], parts))

    def wake(self, target: Target) -> Steps:
        """WUPA and selects by a UID that is known. Whether it worked."""
        reply = yield from self._ask(bytes([WUPA]), SHORT_BITS)
        found = None
        if reply is not None and not reply.garbled:
            found = yield from self._climb(target.atqa, target.parts)
        target.is_selected = found is not None
        return target.is_selected

    def halt(self) -> Steps:
        """HLTA, which no tag answers."""
        yield from self.send_frame(iso14443.with_crc(HLTA), 32, 0)

    def _climb(self, atqa: bytes, wanted: list[bytes] | None) -> Steps:
        parts: list[bytes] = []
        for level in range(len(SELECT_LEVELS)):
            if wanted is None:
                part = yield from self._resolve(level)
            else:
                part = wanted[level] if level < len(wanted) else None
            if part is None:
                return None
            sak = yield from self._select(level, part)
            if sak is None:
                return None
            parts.append(part)
            if not sak & 0x04:
                return Target(atqa, sak, parts)
        return None

    def _resolve(self, level: int) -> Steps:
        """Bitwise anticollision: where answers differ the branch of the ones is followed."""
        known, value = 0, 0
        while known < _LEVEL_BITS:
            nvb = (2 + known // 8) << 4 | known % 8
            sent = bytes([SELECT_LEVELS[level], nvb]) + value.to_bytes((known + 7) // 8, "little")
            reply = yield from self._ask(sent, 16 + known)
            if reply is None or reply.garbled or known + reply.bits != _LEVEL_BITS:
                return None
            got = int.from_bytes(reply.data, "little")
            if reply.collision < 0:
                value |= got << known
                break
            clean = got & ((1 << reply.collision) - 1)
            value |= (clean | 1 << reply.collision) << known
            known += reply.collision + 1
        part = value.to_bytes(5, "little")
        return part if iso14443.bcc(part) == part[4] else None

    def _select(self, level: int, part: bytes) -> Steps:
        frame = iso14443.with_crc(bytes([SELECT_LEVELS[level], _NVB_SELECT]) + part)
        reply = yield from self._ask(frame)
        if reply is None or reply.bits != 24 or not iso14443.crc_holds(reply.data):
            return None
        return reply.data[0]
