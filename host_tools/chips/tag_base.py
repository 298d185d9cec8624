"""What every type A tag does until it is selected: the states of ISO/IEC 14443-3, clause 6.

A tag hears whole frames and answers at once; the field and the reader chip put times to both.
"""

from typing import NamedTuple

from host_tools.chips import iso14443
from host_tools.chips.iso14443 import ACTIVATION_GRID, HLTA, REQA, SELECT_LEVELS, WUPA

IDLE = 0
READY = 1
ACTIVE = 2
HALT = 3
PROTOCOL = 4  # ISO 14443-4, after RATS
_NVB_SELECT = 0x70
_LEVEL_BITS = 40  # four UID bytes and their check byte


class Answer(NamedTuple):
    """What a tag sends: `bits` of `data`, after a frame delay of `grid` bit periods.

    `align` is how many bits of the first byte the reader had sent (a split byte). `is_written`:
    until the answer begins the tag programs its memory. `is_faint`: no reader hears it.
    """

    data: bytes
    bits: int
    grid: int = ACTIVATION_GRID
    align: int = 0
    is_written: bool = False
    is_faint: bool = False


def whole(data: bytes, grid: int = ACTIVATION_GRID) -> Answer:
    """An answer of whole bytes as they are, CRC included where it has one."""
    return Answer(data, 8 * len(data), grid)


def is_uid(uid: bytes) -> bool:
    """Whether a tag may have this UID. Its bytes may be any: bit 3 of the SAK alone says whether
    it goes on, and cheap cards have 88 where ISO 14443-3 wants none."""
    return len(uid) in (4, 7, 10)


class Tag:
    """A tag with a UID of 4, 7 or 10 bytes. `atqa` is in the order of sending.

    The field sets `ready_ns`, the time from which the tag has had power for long enough,
    `busy_ns`, until when a write needs it, and `powered_by`, the fields that are on around it.
    """

    def __init__(self, uid: bytes, atqa: bytes, sak: int) -> None:
        self.sak = sak
        self.ready_ns = 0
        self.busy_ns = 0  # until then it writes to its memory
        self.powered_by: set[object] = set()
        self.state = IDLE
        self.level = 0  # cascade level of READY
        self.starred = False  # READY* and ACTIVE*: an error leads back to HALT
        self._atqa = whole(atqa)
        self._set_uid(uid)

    def _set_uid(self, uid: bytes) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = uid
        parts = []
        while len(uid) > 4:
            parts.append(bytes([iso14443.CASCADE_TAG]) + uid[:3])
            uid = uid[3:]
        parts.append(uid)
        self._levels = [part + bytes([iso14443.bcc(part)]) for part in parts]
        self._level_values = [int.from_bytes(part, "little") for part in self._levels]
        self._full_answers = [whole(part) for part in self._levels]
        last = len(parts) - 1
        saks = [self.sak | 4 if n < last else self.sak for n in range(last + 1)]
        self._sak_answers = [whole(iso14443.with_crc(bytes([sak]))) for sak in saks]

    @property
    def atqa(self) -> bytes:
        """Two bytes in the order of sending."""
        return self._atqa.data

    def power_up(self) -> None:
        """The field came on, or the tag into it."""
        self.state = IDLE
        self.starred = False

    def power_down(self) -> None:
        """The field is gone, and everything that is not in the tag's lasting memory."""
        self.state = IDLE
        self.starred = False

    def tear(self) -> None:
        """The power went while the memory was being written."""

    def hear(self, data: bytes, bits: int) -> Answer | None:
        """A frame arrived whole; the answer, or None for silence."""
        state = self.state
        if bits == iso14443.SHORT_BITS:
            return self._hear_short(data[0] & 0x7F)
        if state == READY:
            return self._hear_ready(data, bits)
        if state == ACTIVE:
            return self._hear_active(data, bits)
        return None

    def hear_noise(self) -> None:
        """Something arrived that is no frame (parity, coding): a transmission error."""
        if self.state in (READY, ACTIVE):
            self._fall_back()

    def _hear_short(self, code: int) -> Answer | None:
        state = self.state
        if (state == IDLE and code in (REQA, WUPA)) or (state == HALT and code == WUPA):
            self.starred = state == HALT
            self.state = READY
            self.level = 0
            return self._atqa
        self.hear_noise()
        return None

    def _hear_ready(self, data: bytes, bits: int) -> Answer | None:
        if bits < 16 or data[0] != SELECT_LEVELS[self.level]:
            return self._fall_back()
        if data[1] == _NVB_SELECT:
            return self._hear_select(data, bits)
        known = bits - 16
        if data[1] != ((2 + known // 8) << 4 | known % 8) or known >= _LEVEL_BITS:
            return self._fall_back()
        if not known:
            return self._full_answers[self.level]
        value = self._level_values[self.level]
        if (value ^ int.from_bytes(data[2:], "little")) & ((1 << known) - 1):
            return self._fall_back()  # ISO 14443-3, figure 7: not matched leaves READY
        rest = value >> known
        left = _LEVEL_BITS - known
        return Answer(rest.to_bytes((left + 7) // 8, "little"), left, ACTIVATION_GRID, known % 8)

    def _hear_select(self, data: bytes, bits: int) -> Answer | None:
        level = self.level
        matches = data[2:7] == self._levels[level]
        if bits != 72 or not matches or not iso14443.crc_holds(data):
            return self._fall_back()
        if level + 1 < len(self._levels):
            self.level += 1
        else:
            self.state = ACTIVE
        return self._sak_answers[level]

    def _hear_active(self, data: bytes, bits: int) -> Answer | None:
        if bits % 8 or not iso14443.crc_holds(data[: bits // 8]):
            return self._crc_error()
        command = data[:-2]
        if command == HLTA:
            self.state = HALT
            return None
        return self.command(command)

    def command(self, command: bytes) -> Answer | None:
        """A frame in ACTIVE whose CRC held, without the CRC. Here: nothing is understood."""
        return self._fall_back()

    def _crc_error(self) -> Answer | None:
        return self._fall_back()

    def _fall_back(self) -> None:
        """Any error leads to IDLE, or to HALT if the tag came from there."""
        self.state = HALT if self.starred else IDLE
