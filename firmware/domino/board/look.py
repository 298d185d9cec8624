"""One look at one reader whose field has settled: is a tag there, which one, which tile is it.

It talks to the tag and tells `Presence` what it saw. A look is one step, or two where a tag's
memory must be read: about 12 ms for a new tag, 1 ms for one that is known.
"""

from domino.board import looks
from domino.board.presence import CANDIDATE, CONFIRMED
from domino.nfc import ndef
from domino.nfc.iso14443 import COLLISION, DEAD, NAK, OK, TIMEOUT
from micropython import const

_TRIES = const(3)
# The UID of a known tag is read at every eighth look, and when that was longer ago than this.
_READ_LOOKS = const(8)
_READ_AGE_MS = const(1000)
# After this nothing is tried again in the same look; a confirmation of 5 ms still fits behind it.
_LIMIT_US = const(9000)
_CONFIRM_LIMIT_US = const(8500)
_PAGES_A_STEP = const(3)
# Looks in which reading the memory failed by loss before the UID alone must do.
_FAILURES = const(8)

DONE = const(0)
GOES_ON = const(1)  # the tag's memory is being read: call `go_on`
BROKEN = const(2)  # the reader chip gives no sensible answer


class Look:
    """`tag`: nfc.TypeA; `chip`: its reader chip; `identity`: nfc.Identity."""

    def __init__(self, chip, tag, identity, presence, clock):
        self._chip = chip
        self._tag = tag
        self._identity = identity
        self._presence = presence
        self._clock = clock
        self._reader = 0
        self._since_read = bytearray(presence.readers)  # looks since the UID was read
        # Readers whose UID is wanted at the next look.
        self._is_wanted = bytearray(presence.readers)

    def want_uid(self, reader):
        """Read the UID at the next look, whatever is known."""
        self._is_wanted[reader] = 1

    def start(self, reader, now_ms):
        """The look, or its first step. The reader is chosen, its field has been on for 5 ms."""
        self._reader = reader
        presence = self._presence
        tag = self._tag
        tag.begin(_LIMIT_US)
        is_held = presence.holds_tag(reader)
        is_due = is_held or presence.stages[reader] == CANDIDATE
        tries = _TRIES if is_due or presence.found[reader] == looks.UNSEEN else 1
        code = tag.wake(tries, is_due)
        if code == DEAD:
            return BROKEN
        presence.looked_ms[reader] = now_ms
        if code == TIMEOUT:
            presence.missed(reader, now_ms)
            # Lost or lifted: `losses` learns of it when the tag answers again.
            presence.count(presence.timeout, reader, tag.lost)
            return DONE
        if is_held:
            presence.answered(reader, now_ms)
        state = self._read(reader, now_ms) if self._must_read(reader, now_ms) else DONE
        if state != BROKEN:
            self._account(reader)
        return state

    def _must_read(self, reader, now_ms):
        presence = self._presence
        if presence.stages[reader] != CONFIRMED or self._is_wanted[reader]:
            return True
        self._since_read[reader] += 1
        age_ms = self._clock.ticks_diff(now_ms, presence.read_ms[reader])
        return self._since_read[reader] >= _READ_LOOKS or age_ms >= _READ_AGE_MS

    def _read(self, reader, now_ms):
        tag, presence = self._tag, self._presence
        code = tag.read_uid()
        if code == OK:
            self._since_read[reader] = 0
            self._is_wanted[reader] = 0
            return self._judge(reader, now_ms)
        if code == DEAD:
            return BROKEN
        if code == COLLISION:
            presence.collide(reader, now_ms)
        elif presence.stages[reader] == CONFIRMED:
            # Still there, as it answered. Read it again next time.
            self._since_read[reader] = _READ_LOOKS
        else:
            presence.hurry(reader, True)  # something answered: noise, or a tile just coming
        return DONE

    def _judge(self, reader, now_ms):
        """A UID was read: the known one, the one to be confirmed, or a new one."""
        tag, presence = self._tag, self._presence
        if not presence.is_same_uid(reader, tag.uid, tag.length):
            presence.propose(reader, tag.uid, tag.length)
            if tag.elapsed_us() > _CONFIRM_LIMIT_US:
                return DONE
            code = tag.confirm()
            if code != OK:
                return BROKEN if code == DEAD else DONE
        elif presence.stages[reader] == CONFIRMED:
            presence.read_ms[reader] = now_ms
            return DONE
        presence.seen_ms[reader] = now_ms
        return self._identify(reader, now_ms)

    # -- which tile ------------------------------------------------------------------------
    def _identify(self, reader, now_ms):
        tag, identity = self._tag, self._identity
        if identity.is_foreign(tag.uid, tag.sak):
            return self._decide(looks.FOREIGN, now_ms)
        tile = identity.recall(tag.uid, tag.length)
        if tile < looks.EMPTY:
            return self._decide(tile, now_ms)
        if identity.has_pages(tag.sak):
            identity.begin(tag.uid, tag.length)
            return GOES_ON
        return self._use_list(now_ms)

    def go_on(self, now_ms):
        """The next pages of the tag that the last step selected; its field stayed on."""
        presence, reader = self._presence, self._reader
        tag = self._tag
        tag.begin(_LIMIT_US)
        state = self._read_pages(now_ms)
        if state != BROKEN:
            self._account(reader)
        if state == DONE:
            presence.looked_ms[reader] = now_ms
        return state

    def _read_pages(self, now_ms):
        tag, identity = self._tag, self._identity
        for _ in range(_PAGES_A_STEP):
            code = tag.read_page(identity.next_page)
            if code == DEAD:
                return BROKEN
            if code == NAK:
                return self._use_list(now_ms)
            if code != OK:
                return self._fail(now_ms)
            state = identity.take(tag.block, 1, tag.uid, tag.length)
            if state == ndef.FOUND:
                return self._decide(identity.tile_of_record, now_ms)
            if state == ndef.NO_RECORD:
                return self._use_list(now_ms)
        return GOES_ON

    def _fail(self, now_ms):
        """A page was lost: select the tag and ask once more, or leave it to the next look."""
        reader, presence = self._reader, self._presence
        presence.failures[reader] += 1
        if presence.failures[reader] >= _FAILURES:
            return self._use_list(now_ms)
        code = self._tag.reselect()
        if code == DEAD:
            return BROKEN
        return GOES_ON if code == OK else DONE

    def _use_list(self, now_ms):
        """The tag names no tile by itself: the board's table of UIDs may."""
        tag = self._tag
        tile = self._identity.look_up(tag.uid, tag.length)
        return self._decide(tile if tile < looks.EMPTY else looks.UNKNOWN, now_ms)

    def _decide(self, finding, now_ms):
        """What lies here is known. A tile found elsewhere too was moved, or there are two: the
        other place is looked at again at once, and its UID read."""
        reader, presence = self._reader, self._presence
        if finding < looks.EMPTY and presence.found[reader] != finding:
            found = presence.found
            for other in range(presence.readers):
                if found[other] == finding:
                    self._is_wanted[other] = 1
                    presence.hurry(other, True)
        presence.confirm(reader, finding, now_ms)
        return DONE

    # -- statistics ------------------------------------------------------------------------
    def _account(self, reader):
        presence, tag = self._presence, self._tag
        presence.count(presence.ok, reader, tag.answers)
        presence.count(presence.crc, reader, tag.crc_errors)
        presence.count(presence.collision, reader, tag.collisions)
        presence.count(presence.timeout, reader, tag.lost)
        for _ in range(tag.lost + tag.crc_errors):
            presence.note_lost(reader)
        for _ in range(tag.answers):
            presence.note_answer(reader)
