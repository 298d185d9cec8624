"""Waking, selecting, halting and reading a type A tag (ISO/IEC 14443-3, clause 6) by a chip that
exchanges frames (mfrc522.py). One object serves all readers; it holds the tag selected last.

Frames get lost and bent. Each exchange is tried up to three times where the tag's state allows
it, as long as the look's time is not used up; what is known of a UID is not asked for again.
"""

from micropython import const

from domino.nfc import iso14443
from domino.nfc.iso14443 import (
    BLOCK,
    COLLISION,
    CRC,
    DEAD,
    LEVEL_BYTES,
    NAK,
    OK,
    PROTOCOL,
    TIMEOUT,
)
from domino.nfc.mfrc522 import TIMEOUT_US

_TRIES = const(3)


class TypeA:
    """The tag over the chosen reader.

    `uid` (10 bytes, `length` of them valid: 4, 7 or 10), `sak`. After `read_page`, `block[1:17]`.
    Counts since `begin`, for the reader's statistics: `answers`, `crc_errors`, `collisions`,
    `lost` (no answer where one was due), `lost_at_end` (those after the last answer: lost, or the
    tag has left).
    """

    def __init__(self, chip, clock):
        self._chip = chip
        self._clock = clock
        self.uid = bytearray(iso14443.MAX_UID)
        self.length = 0
        self.sak = 0
        # What each cascade level answered, check byte included, and how many levels are `known`.
        self._parts = bytearray(LEVEL_BYTES * iso14443.MAX_LEVELS)
        self.known = 0
        # The level, from 1, whose SAK said the end of a UID although it begins with a cascade tag.
        self._ended = 0
        self.answers = self.crc_errors = self.collisions = self.lost = self.lost_at_end = 0
        self._start_us = 0
        self._limit_us = 0
        self._make_frames()

    def _make_frames(self):
        chip = self._chip
        self._wupa = chip.frame(1)
        self._wupa[1] = iso14443.WUPA
        self._hlta = chip.frame(2)
        self._hlta[1] = iso14443.HLTA[0]
        self._hlta[2] = iso14443.HLTA[1]
        self._anticollision = chip.frame(2)
        self._anticollision[2] = iso14443.NVB_NONE
        self._select = chip.frame(2 + LEVEL_BYTES)
        self._select[2] = iso14443.NVB_ALL
        self._read = chip.frame(2)
        self._read[1] = iso14443.READ
        self._atqa_answer = chip.answer(2)
        self._level_answer = chip.answer(LEVEL_BYTES)
        self._sak_answer = chip.answer(1)
        # The end of a memory read depends on the tag, so the first poll must not touch the FIFO.
        self._block_answer = chip.answer(BLOCK, False)
        self._block_ask, self.block = chip.fetching(BLOCK)

    # -- a look ----------------------------------------------------------------------------
    def begin(self, limit_us):
        """Start a look; after `limit_us` nothing is tried again."""
        self.answers = self.crc_errors = self.collisions = self.lost = self.lost_at_end = 0
        self._start_us = self._clock.ticks_us()
        self._limit_us = limit_us
        self.spare_halted(False)
        self._chip.begin()

    def spare_halted(self, is_spared):
        """Whether the next `wake` leaves halted tags alone (REQA in place of WUPA)."""
        self._wupa[1] = iso14443.REQA if is_spared else iso14443.WUPA

    def is_late(self):
        """Whether the look's time is used up."""
        return self.elapsed_us() >= self._limit_us

    def elapsed_us(self):
        """Since `begin`."""
        clock = self._clock
        return clock.ticks_diff(clock.ticks_us(), self._start_us)

    def _count(self, code):
        if code == TIMEOUT:
            self.lost += 1
            self.lost_at_end += 1
            return code
        self.lost_at_end = 0
        if code == OK:
            self.answers += 1
        elif code == COLLISION:
            self.collisions += 1
        elif code != DEAD:
            self.crc_errors += 1
        return code

    # -- exchanges -------------------------------------------------------------------------
    def wake(self, tries, is_due, is_quick=False):
        """WUPA up to `tries` times. OK when anything answered, be it garbled; TIMEOUT, DEAD.

        `is_due`: a tag is waited for, so the answer is looked for as soon as it can have come, and
        the last try alone waits for longer, or none with `is_quick`. Without it the chip's timer
        is waited for, which costs fewer bytes.
        """
        chip = self._chip
        chip.crc(False)
        due_us = iso14443.WUPA_US if is_due else iso14443.WUPA_SENT_US + TIMEOUT_US
        for i in range(tries):
            if i and self.is_late():
                break
            is_hasty = is_due and (is_quick or i < tries - 1)
            code = chip.exchange(
                self._wupa, iso14443.SHORT_BITS, self._atqa_answer, due_us, is_hasty
            )
            if code == DEAD:
                return DEAD
            if code != TIMEOUT:
                if is_due:
                    # A tag whose answer was lost is silent at the next WUPA: that is one loss.
                    self.lost -= i >> 1
                self._count(code)
                return OK
            if is_due:
                self._count(TIMEOUT)
        return TIMEOUT

    def forget(self):
        """Nothing is known of the UID: the next `select` asks for all of it."""
        self.known = self._ended = 0

    def expect(self, uid, at, length):
        """The next `select` is to be by this UID, uid[at:at + length], without asking for it."""
        parts = self._parts
        levels = (length - 1) // 3
        for level in range(levels):
            first = level * LEVEL_BYTES
            n = 0
            if level < levels - 1:
                parts[first] = iso14443.CASCADE_TAG
                n = 1
            while n < LEVEL_BYTES - 1:
                parts[first + n] = uid[at]
                at += 1
                n += 1
            parts[first + n] = iso14443.bcc(parts, first)
        self.known = self._ended = levels

    def begins_as(self, uid, at):
        """Whether the level that is known first is that of the UID at uid[at:], length first."""
        return iso14443.begins_as(self._parts, uid, at)

    def select(self):
        """Select the woken tag: by what is known of its UID, asking for the rest of it.

        OK: `uid`, `length`, `sak`. COLLISION: two tags, and so in each try. After anything else
        the tag is in an unknown state, and what was learnt of its UID is kept for another time.
        """
        code = self._climb()
        for _ in range(_TRIES - 1):
            # No `in`: a tuple of imported names is made anew each time.
            if code == OK or code == COLLISION or code == DEAD or self.is_late():
                return code
            # A select that failed leaves the tag at any stage. From most of them the first WUPA
            # only leads it back to IDLE, the next one is answered: nothing was lost by that.
            lost = self.lost
            if self.wake(_TRIES, True) == OK:
                self.lost = lost
                code = self._climb()
        return code

    def reselect(self):
        """Wake the tag of before, whatever state it is in, and select it by its UID."""
        code = self.wake(_TRIES, True)
        return self.select() if code == OK else code

    def confirm(self):
        """Halt the selected tag, wake it and select it by the UID that was read."""
        self.halt()
        return self.reselect()

    def _climb(self):
        """One cascade level after the other until the SAK says that the UID is complete."""
        for level in range(iso14443.MAX_LEVELS):
            # What goes well is brought to its end: begun again it would cost all of it again.
            if self.lost + self.crc_errors and self.is_late():
                return TIMEOUT
            if level >= self.known:
                code = self._ask_level(level)
                if code != OK:
                    return code
                self.known = level + 1
            code = self._select_level(level)
            if code == TIMEOUT and not self.is_late():
                # More often than not the tag did not hear it and still waits for it; else it was
                # the answer that was lost, and that is one loss too.
                code = self._select_level(level)
                if code == TIMEOUT:
                    self.lost -= 1
                    self.lost_at_end -= 1
            if code != OK:
                return code
            has_cascade_tag = self._parts[level * LEVEL_BYTES] == iso14443.CASCADE_TAG
            if self.sak & iso14443.SAK_CASCADE:
                if not has_cascade_tag:
                    break  # no tag says that: a byte of the UID would be lost
            elif has_cascade_tag and self._ended != level + 1:
                # The UID of a cheap card may have 88 here. Nothing checks a SAK on its way over
                # bad wires, so it must say so twice.
                self._ended = level + 1
                return PROTOCOL
            else:
                self._put_together(level + 1)
                return OK
        self.known = 0
        return PROTOCOL

    def _ask_level(self, level):
        """Anticollision with no bits known: every tag that was woken answers its level."""
        chip = self._chip
        chip.crc(False)
        frame = self._anticollision
        frame[1] = iso14443.SELECT_CODES[level]
        got = self._level_answer[1]
        code = OK
        for _ in range(_TRIES):
            code = chip.exchange(frame, 0, self._level_answer, iso14443.ANTICOLLISION_US)
            if code == OK and iso14443.bcc(got, 4) != got[8]:
                code = CRC
            self._count(code)
            if code == OK:
                at = level * LEVEL_BYTES
                for i in range(LEVEL_BYTES):
                    self._parts[at + i] = got[4 + i]
                return OK
            if code == DEAD or self.is_late():
                return code
        return code

    def _select_level(self, level):
        chip = self._chip
        chip.crc(True)
        frame = self._select
        frame[1] = iso14443.SELECT_CODES[level]
        at = level * LEVEL_BYTES
        for i in range(LEVEL_BYTES):
            frame[3 + i] = self._parts[at + i]
        code = chip.exchange(frame, 0, self._sak_answer, iso14443.SELECT_US)
        self._count(code)
        if code == OK:
            self.sak = self._sak_answer[1][4]
        # What answers a select by one UID is one tag (or clones): no collision can be meant.
        return PROTOCOL if code == COLLISION else code

    def _put_together(self, levels):
        n = 0
        for level in range(levels):
            first = 0 if level == levels - 1 else 1  # the cascade tag is no part of the UID
            for i in range(first, LEVEL_BYTES - 1):
                self.uid[n] = self._parts[level * LEVEL_BYTES + i]
                n += 1
        self.length = n
        self.known = levels

    def halt(self):
        """HLTA. Silence is its success (clause 6.4.3), so no answer is waited for."""
        self._chip.crc(True)
        self._chip.send(self._hlta, iso14443.HLTA_SENT_US)

    # -- memory ----------------------------------------------------------------------------
    def read_page(self, page):
        """Read four pages from `page` of the selected tag into block[1:17].

        NAK: the page is protected or not there; the tag must be woken and selected again.
        """
        chip = self._chip
        chip.crc(True)
        chip.wait_for_memory()
        self._read[2] = page
        code = chip.exchange(self._read, 0, self._block_answer, iso14443.READ_US)
        if code == OK:
            chip.read(self._block_ask, self.block)
        if code != NAK:
            self._count(code)
        return code
