"""NTAG21x and Ultralight tags: commands on pages of four bytes (layouts in tag_layouts.py).

The commands READ, WRITE, COMPATIBILITY_WRITE, and where the chip has them GET_VERSION, FAST_READ,
PWD_AUTH, READ_SIG, READ_CNT, INCR_CNT, CHECK_TEARING_EVENT, VCSL. A command that is unknown or
not allowed gets a NAK, after which the tag is back in IDLE or HALT. CFG0 and CFG1 count
from the next power-up, PWD and PACK at once (NTAG21x data sheet, 8.5.7, 8.9). Not modelled: UID
mirroring.
"""

from collections.abc import Callable

from host_tools.chips import iso14443
from host_tools.chips.tag_base import Answer, Tag, whole
from host_tools.chips.tag_layouts import (
    COUNTER_NFC,
    COUNTER_THREE,
    LAYOUTS,
    LOCK_PAGES_FROM,
    Layout,
)

ACK = 0xA
NAK_ARGUMENT = 0x0
NAK_CRC = 0x1
NAK_COUNTER = 0x4  # counter overflow, or too many failed passwords
_READ_GRID = (
    27  # seen on air with a real Ultralight EV1; the data sheets set no upper bound but 5 ms
)
_WRITE_GRID = 434  # 4.1 ms, NTAG21x data sheet, table 35: programming a page
_WRITTEN = Answer(bytes([ACK]), 4, _WRITE_GRID, is_written=True)
_ATQA = b"\x44\x00"
_OTP_PAGE = 3
_LOCK_FILL = 0xBD  # what byte 3 of the dynamic lock page reads as
_COUNTER_END = 0xFFFFFF


def _frozen_static(lock: int) -> int:
    """Static lock bits that may not change any more: block-locking bits 0 to 2 (8.5.2)."""
    frozen = 0x0008 if lock & 1 else 0
    frozen |= 0x03F0 if lock & 2 else 0
    return frozen | (0xFC00 if lock & 4 else 0)


class Type2Tag(Tag):
    """A tag of one of LAYOUTS with a 7-byte UID, as it leaves the factory.

    `password` and `pack` are kept apart from the pages, where they read as zeros. How a tag
    misbehaves: `version` b"" is a clone that refuses GET_VERSION, `is_mute` one that says nothing
    where it should refuse, `loses_acks` one whose acknowledges of a write nobody hears,
    `is_hollow` one that keeps a password and guards nothing by it.
    """

    def __init__(
        self, layout: str | Layout, uid: bytes, sak: int = 0, atqa: bytes = _ATQA
    ) -> None:
        self.layout = layout = LAYOUTS[layout] if isinstance(layout, str) else layout
        if len(uid) != 7:
            raise ValueError(f"a {layout.name} has a UID of 7 bytes, not {len(uid)}")
        super().__init__(uid, atqa, sak)
        self.version = layout.version
        self.is_mute = self.loses_acks = self.is_hollow = False
        self.memory = bytearray(4 * layout.pages)
        self.password = b"\xff\xff\xff\xff"
        self.pack = b"\x00\x00"
        self.signature = bytes(32)
        self.counters = [0, 0, 0]
        self.tearing = [_LOCK_FILL] * 3
        self.failed_passwords = 0
        self._is_trusted = False
        self._may_count = True
        self._compat_page = -1
        self._last_page = 0  # that was written
        self._latched = b""  # CFG0 and CFG1 as they were at power-up
        self._fill(uid)
        self._latch()
        self._commands = self._command_table()

    def _fill(self, uid: bytes) -> None:
        layout = self.layout
        first = bytes([iso14443.CASCADE_TAG]) + uid[:3]
        head = uid[:3] + bytes([iso14443.bcc(first)]) + uid[3:] + bytes([iso14443.bcc(uid[3:])])
        self.memory[: len(head)] = head
        self.memory[9] = 0x48  # "internal"
        self.memory[12:16] = layout.cc
        self.memory[16 : 16 + len(layout.data)] = layout.data
        if layout.lock_page:
            self.memory[4 * layout.lock_page + 3] = _LOCK_FILL
        if layout.config_page:
            at = 4 * layout.config_page
            self.memory[at : at + 8] = layout.config

    def _command_table(self) -> dict[int, tuple[int, Callable[[bytes], Answer | None]]]:
        """Code -> length without CRC, method."""
        table = {
            0x30: (2, self._read),
            0xA2: (6, self._write),
            0xA0: (2, self._compatibility_write),
        }
        layout = self.layout
        if layout.version:
            table[0x60] = (1, self._get_version)
            table[0x3A] = (3, self._fast_read)
            table[0x1B] = (5, self._password)
            table[0x3C] = (2, self._read_signature)
        if layout.counters:
            table[0x39] = (2, self._read_counter)
        if layout.counters == COUNTER_THREE:
            table[0xA5] = (6, self._increment)
            table[0x3E] = (2, self._tearing_event)
            table[0x4B] = (21, self._virtual_card)
        return table

    def load(self, pages: bytes) -> None:
        """Set the whole memory, for instance from a dump; password and PACK move to their place.
        ValueError where the size is not the chip's."""
        if len(pages) != len(self.memory):
            raise ValueError(f"{self.layout.name} has {len(self.memory)} bytes")
        self.memory[:] = pages
        if self.layout.config_page:
            at = 4 * self.layout.config_page + 8
            self.password = bytes(pages[at : at + 4])
            self.pack = bytes(pages[at + 4 : at + 6])
            self.memory[at : at + 6] = bytes(6)
        self._latch()

    # -- power and errors ------------------------------------------------------------------
    def power_up(self) -> None:
        super().power_up()
        self._latch()
        self._is_trusted = False
        self._may_count = True
        self._compat_page = -1

    def _fall_back(self) -> None:
        self._is_trusted = False
        self._compat_page = -1
        super()._fall_back()

    def _latch(self) -> None:
        at = 4 * self.layout.config_page
        self._latched = bytes(self.memory[at : at + 8])

    def _nak(self, code: int) -> Answer | None:
        self._fall_back()
        return None if self.is_mute else Answer(bytes([code]), 4)

    def _crc_error(self) -> Answer | None:
        return self._nak(NAK_CRC)

    @staticmethod
    def _say(data: bytes) -> Answer:
        return whole(iso14443.with_crc(data), _READ_GRID)

    def command(self, command: bytes) -> Answer | None:
        if self._compat_page >= 0:
            return self._compatibility_data(command)
        known = self._commands.get(command[0])
        if known is None or len(command) != known[0]:
            return self._nak(NAK_ARGUMENT)
        return known[1](command)

    # -- protection ------------------------------------------------------------------------
    def _get_version(self, frame: bytes) -> Answer | None:
        return self._say(self.version) if self.version else self._nak(NAK_ARGUMENT)

    def _config(self, offset: int) -> int:
        return self._latched[offset] if self.layout.config_page else 0

    def _guarded_from(self, for_reading: bool) -> int:
        """First page that needs the password, or the number of pages."""
        pages = self.layout.pages - (self.layout.keys if for_reading else 0)
        if not self.layout.config_page or self._is_trusted or self.is_hollow:
            return pages
        if for_reading and not self._config(4) & 0x80:  # PROT of ACCESS
            return pages
        return min(self._config(3), pages)

    def is_locked(self, page: int) -> bool:
        """Whether lock bits or the page's nature forbid to write it."""
        layout = self.layout
        if page < 2:
            return True
        if page < LOCK_PAGES_FROM:
            return page > 2 and bool(self._static_lock() >> page & 1)
        if page <= layout.user_end:
            bit = (page - LOCK_PAGES_FROM) // layout.lock_step
            return bool(self._dynamic_lock() >> bit & 1)
        is_config = layout.config_page <= page < layout.config_page + 2
        return is_config and bool(self._config(4) & 0x40)  # CFGLCK

    def _static_lock(self) -> int:
        return self.memory[10] | self.memory[11] << 8

    def _dynamic_lock(self) -> int:
        at = 4 * self.layout.lock_page
        return self.memory[at] | self.memory[at + 1] << 8

    # -- reading ---------------------------------------------------------------------------
    def _read(self, frame: bytes) -> Answer:
        page = frame[1]
        end = self._guarded_from(True)
        if page >= end:
            return self._nak(NAK_ARGUMENT)
        self._count_activation()
        data = self.memory[4 * page : 4 * min(page + 4, end)]
        if len(data) < 16:  # roll-over: on from page 0
            data = data + self.memory[: 16 - len(data)]
        return self._say(bytes(data))

    def _fast_read(self, frame: bytes) -> Answer:
        _, first, last = frame
        if first > last or last >= self._guarded_from(True):
            return self._nak(NAK_ARGUMENT)
        self._count_activation()
        return self._say(bytes(self.memory[4 * first : 4 * last + 4]))

    def _read_signature(self, frame: bytes) -> Answer:
        return self._nak(NAK_ARGUMENT) if frame[1] else self._say(self.signature)

    # -- counters --------------------------------------------------------------------------
    def _count_activation(self) -> None:
        if self.layout.counters == COUNTER_NFC and self._config(4) & 0x10 and self._may_count:
            self._may_count = False
            self.counters[2] = min(self.counters[2] + 1, _COUNTER_END)

    def _read_counter(self, frame: bytes) -> Answer:
        number = frame[1]
        if self.layout.counters == COUNTER_NFC:
            access = self._config(4)
            guarded = access & 0x08 and not self._is_trusted
            if number != 2 or not access & 0x10 or guarded:
                return self._nak(NAK_ARGUMENT)
        elif number > 2:
            return self._nak(NAK_ARGUMENT)
        return self._say(self.counters[number].to_bytes(3, "little"))

    def _increment(self, frame: bytes) -> Answer:
        number = frame[1]
        if number > 2:
            return self._nak(NAK_ARGUMENT)
        total = self.counters[number] + int.from_bytes(frame[2:5], "little")
        if total > _COUNTER_END:
            return self._nak(NAK_COUNTER)
        self.counters[number] = total
        return Answer(bytes([ACK]), 4, _WRITE_GRID)

    def _tearing_event(self, frame: bytes) -> Answer:
        if frame[1] > 2:
            return self._nak(NAK_ARGUMENT)
        return self._say(bytes([self.tearing[frame[1]]]))

    def _virtual_card(self, frame: bytes) -> Answer:
        return self._say(bytes([self._config(5)]))

    # -- password --------------------------------------------------------------------------
    def _password(self, frame: bytes) -> Answer:
        limit = self._config(4) & 7
        if limit and self.failed_passwords >= limit:
            return self._nak(NAK_COUNTER)
        if frame[1:] != self.password:
            self.failed_passwords += bool(limit)
            return self._nak(NAK_ARGUMENT)
        self.failed_passwords = 0
        self._is_trusted = True
        return self._say(self.pack)

    # -- writing ---------------------------------------------------------------------------
    def _may_write(self, page: int) -> bool:
        return page < self._guarded_from(False) and not self.is_locked(page)

    def _write(self, frame: bytes) -> Answer:
        page = frame[1]
        if not self._may_write(page):
            return self._nak(NAK_ARGUMENT)
        self._store(page, frame[2:6])
        return _WRITTEN._replace(is_faint=self.loses_acks)

    def _compatibility_write(self, frame: bytes) -> Answer:
        if not self._may_write(frame[1]):
            return self._nak(NAK_ARGUMENT)
        self._compat_page = frame[1]
        return Answer(bytes([ACK]), 4)

    def _compatibility_data(self, data: bytes) -> Answer:
        """Second part: sixteen bytes, of which the first four count."""
        if len(data) != 16:
            return self._nak(NAK_ARGUMENT)
        self._store(self._compat_page, data[:4])
        self._compat_page = -1
        return _WRITTEN

    def tear(self) -> None:
        """A page that was erased and only half programmed; one-time bits are never erased."""
        config = self.layout.config_page
        if config and self._last_page == config + 2:
            self.password = self.password[:2] + bytes(2)
        elif config and self._last_page == config + 3:
            self.pack = self.pack[:1] + bytes(1)
        elif self._last_page > _OTP_PAGE:
            at = 4 * self._last_page + 2
            self.memory[at : at + 2] = bytes(2)

    def _store(self, page: int, data: bytes) -> None:
        layout = self.layout
        at = 4 * page
        self._last_page = page
        if page == 2:
            lock = self._static_lock()
            asked = int.from_bytes(data[2:4], "little")
            self.memory[10:12] = (lock | asked & ~_frozen_static(lock)).to_bytes(2, "little")
        elif page == 3:  # one-time programmable: bits are only ever set
            for place in range(4):
                self.memory[at + place] |= data[place]
        elif layout.lock_page and page == layout.lock_page:
            self._store_dynamic_lock(at, data)
        elif layout.config_page and page == layout.config_page + 2:
            self.password = data
        elif layout.config_page and page == layout.config_page + 3:
            self.pack = data[:2]
        else:
            self.memory[at : at + 4] = data

    def _store_dynamic_lock(self, at: int, data: bytes) -> None:
        """Each block-locking bit of byte 2 freezes two lock bits (8.5.3)."""
        bits = self.layout.lock_bits
        blocks = self.memory[at + 2]
        frozen = sum(3 << 2 * block for block in range(8) if blocks >> block & 1)
        asked = int.from_bytes(data[:2], "little") & ((1 << bits) - 1) & ~frozen
        lock = self._dynamic_lock() | asked
        self.memory[at : at + 2] = lock.to_bytes(2, "little")
        self.memory[at + 2] = blocks | data[2] & ((1 << (bits + 1) // 2) - 1)
