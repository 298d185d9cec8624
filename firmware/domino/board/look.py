"""One look at one reader whose field has settled: is a tag there, which one, which tile is it.

It talks to the tag and tells `Presence` what it saw. A look is one step, or two where a tag's
memory must be read: about 12 ms for a new tag, 1 ms for one that is known.
"""

from micropython import const

from domino.board import looks
from domino.board.presence import CONFIRMED, DOUBTED, ENTRY
from domino.nfc import ndef
from domino.nfc.iso14443 import COLLISION, DEAD, NAK, OK, TIMEOUT

_SETTLE_US = const(5000)  # ISO 14443-3, clause 5: a tag is ready after 5 ms of field
_TRIES = const(3)
# The UID of a known tag is read at every eighth look, and when that was longer ago than this.
_READ_LOOKS = const(8)
_READ_AGE_MS = const(1000)
# After this no exchange of the step is tried again; the last one may take 2 ms more.
_LIMIT_US = const(11_000)
# A confirmation takes 5 ms; begun later than this it is left to the next step.
_CONFIRM_US = const(8000)
_PAGES_A_STEP = const(3)
_PAGE_US = const(10_500)  # a page takes 3 ms when it is lost
# Steps of one look at most: where frames get lost a tag is held on to, as its UID is half known.
_STEPS = const(8)
# Pages that may be lost before a tag with a broken memory is taken for one without a record.
_FAILURES = const(24)

# What the next step of a look is to do.
_SELECT = const(0)
_CONFIRM = const(1)
_READ = const(2)
_RECOGNISE = const(3)
_ASK_OLD = const(4)
# Steps in which a tag is selected by its UID; at 30 % of frames lost one in ten fails in all.
_RECOGNISE_STEPS = const(3)

NOBODY = const(255)
# So many exchanges lost in one look make a new tile doubtful: it may be the neighbour's. Where
# frames get lost everywhere it takes more.
_TROUBLE = const(4)
_NOISY_TROUBLE = const(8)
# A ghost is read so much worse here than by the neighbour over which its tag lies (in 1/256):
# the second one holds for a look with trouble, or where a ghost was seen before.
_GHOST_LOSS = const(80)
_HAUNTED_LOSS = const(32)
# So many looks in which two neighbours read the same UID equally well make them two tags.
_DOUBTS = const(10)
# Where two tags were found, one alone counts after so many looks in a row: the other one's frames
# may have been lost.
_ALONE = const(6)
# Two answers at once are noise when so many looks after them hear one alone.
_SUSPICION = const(2)

DONE = const(0)
GOES_ON = const(1)  # the field is to stay on: call `go_on`
BROKEN = const(2)  # the reader chip gives no sensible answer


class Look:
    """`tag`: nfc.TypeA; `chip`: its reader chip; `identity`: nfc.Identity; `board`: its graph of
    slots; `resting`: 1 by reader where nothing can be asked.

    For the scanner: `settle_us` from `light` to `start`; `works_ahead`: the next reader may begin
    at once, as the chip settles by itself; `wait_ms` until `go_on` has anything to do.
    """

    settle_us = _SETTLE_US
    works_ahead = False
    has_set_up = False  # one that works ahead: a reader in this step, in 10 ms; enough for a step

    def __init__(self, chip, tag, identity, presence, board, resting, clock):
        self.chip = chip
        self.tag = tag
        self._identity = identity
        self._presence = presence
        self._slots = board.slots
        self._neighbours = board.neighbours
        self._resting = resting
        self._clock = clock
        self.health = None  # the scanner's, who puts it here
        self._reader = 0
        self._phase = _SELECT
        self._steps = 0
        self._is_active = False  # the tag is selected and waits for a command
        self._is_second = False  # its memory is being read again, as no record was found
        self._trouble = 0  # exchanges lost in the look's steps before this one
        self._answers = 0  # and those that went well
        self.wait_ms = 0
        # What answered may be another tag, so its losses say nothing about the reader.
        self._is_strange = False
        self._was_undecided = False  # a UID was read at the look before that does not count yet
        # A tag was met that was not known here: such looks are long, and cost bytes enough.
        self.is_new = False
        self._sak = 0  # of the tag that was read where another one was found
        self._since_read = bytearray(presence.readers)  # looks since the UID was read
        # Readers whose UID is wanted at the next look.
        self._is_wanted = bytearray(presence.readers)

    def want_uid(self, reader):
        """Read the UID at the next look, whatever is known."""
        self._is_wanted[reader] = 1

    def set_up(self, reader, now_ms):
        """Set the chosen reader up. OK or DEAD."""
        chip = self.chip
        code = chip.set_up()
        self.health.note_set_up(reader, chip.version, chip.is_bus_driven, now_ms)
        return code

    def is_sound(self, reader):
        """Whether the registers of the chosen reader, whose field is on, are as they must be."""
        return self.chip.check(self.health.versions[reader]) == OK

    def light(self, reader, now_ms):
        """The field of the chosen reader on: it is looked at next."""
        self.chip.field_on()

    def end(self):
        """The look is over: its field off."""
        self.chip.end()

    def start(self, reader, is_hot, now_ms):
        """The look, or its first step. The reader is chosen, its field has been on for 5 ms.
        `is_hot`: the next tile is expected here."""
        self._reader = reader
        self._steps = 1
        self.is_new = False
        presence, tag = self._presence, self.tag
        self._trouble = self._answers = 0
        self._is_strange = False
        self._was_undecided = presence.is_undecided(reader)
        tag.begin(_LIMIT_US)
        # A reader that failed before is checked first, so that it tells nothing that is wrong.
        if self.health.has_failed(reader) and not self.is_sound(reader):
            return BROKEN
        is_held = presence.holds_tag(reader)
        is_due = is_held or presence.urgent[reader] != 0 or presence.glimpses[reader] != 0
        # An empty slot may be told by a single silence, but not the first time, nor where frames
        # get lost and a tile is waited for.
        is_quick = is_hot and not is_due and presence.is_noisy
        tries = _TRIES if is_due or is_quick or presence.found[reader] > looks.EMPTY else 1
        code = tag.wake(tries, is_due or is_quick, is_quick)
        if code == DEAD:
            return BROKEN
        presence.looked_ms[reader] = now_ms
        if code == TIMEOUT:
            presence.missed(reader, now_ms)
            # Lost or lifted: `losses` learns of it when the tag answers again.
            presence.count(presence.timeout, reader, tag.lost)
            return DONE
        if is_held:
            if presence.misses[reader] and presence.stages[reader] == CONFIRMED:
                return self._end_step(self._recognise(now_ms))
            presence.answered(reader, now_ms)
        if not self._must_read(reader, now_ms):
            return self._end_step(DONE)
        self.is_new = presence.stages[reader] != CONFIRMED
        self._phase = _SELECT
        self._recall_candidate()
        return self._end_step(self._after_select(tag.select(), now_ms))

    def go_on(self, now_ms):
        """Another step with the tag of the last one; its field stayed on."""
        self._steps += 1
        tag = self.tag
        tag.begin(_LIMIT_US)
        if self._phase == _SELECT:
            state = self._after_select(tag.reselect(), now_ms)
        elif self._phase == _CONFIRM:
            state = self._after_confirm(tag.confirm(), now_ms)
        elif self._phase == _READ:
            state = self._read_pages(now_ms)
        elif self._phase == _ASK_OLD:
            state = self._ask_old(now_ms)
        else:
            state = self._recognise(now_ms)
        if state == DONE:
            self._presence.looked_ms[self._reader] = now_ms
        return self._end_step(state)

    def _recognise(self, now_ms):
        """A tag that was missed answers again, or another one does: what answers a select by its
        UID is itself, or else all of the UID is asked for."""
        reader, tag = self._reader, self.tag
        self._expect_known()
        code = tag.select() if self._steps == 1 else tag.reselect()
        if code == DEAD:
            return BROKEN
        if code == TIMEOUT and tag.crc_errors == 0:
            if self._steps < _RECOGNISE_STEPS:
                return self._again(_RECOGNISE, now_ms)
            tag.forget()
            return self._again(_SELECT, now_ms)
        if code != OK:
            self._is_wanted[reader] = 1  # bent, or two at once: the next look will tell
        self._recognised(now_ms)
        return DONE

    def _recognised(self, now_ms):
        reader, presence = self._reader, self._presence
        presence.answered(reader, now_ms)
        presence.read_ms[reader] = now_ms
        self._since_read[reader] = 0

    def _must_read(self, reader, now_ms):
        presence = self._presence
        if presence.stages[reader] != CONFIRMED or self._is_wanted[reader]:
            return True
        self._since_read[reader] += 1
        age_ms = self._clock.ticks_diff(now_ms, presence.read_ms[reader])
        return self._since_read[reader] >= _READ_LOOKS or age_ms >= _READ_AGE_MS

    def _recall_candidate(self):
        """A UID that waits for its confirmation is selected directly; every other time it is
        asked for all the same, as another tag may lie there by now."""
        if self._is_known_candidate(self._reader):
            self._expect_known()
        else:
            self.tag.forget()

    def _is_known_candidate(self, reader):
        presence = self._presence
        if presence.found[reader] == looks.TWO_TAGS:
            return False
        return presence.is_undecided(reader) and not presence.failures[reader] & 1

    def _end_step(self, state):
        if state != BROKEN:
            self._account()
            if state == DONE:
                self._weigh()
        return state

    def _again(self, phase, now_ms):
        """Something was lost. Go on with it in another step, unless there were enough."""
        presence, reader = self._presence, self._reader
        if self._steps < _STEPS:
            self._phase = phase
            return GOES_ON
        if presence.stages[reader] != CONFIRMED:
            presence.fail(reader)
            presence.hurry(reader, True)
        elif self.tag.crc_errors == 0 and self._stands_beside_a_tag():
            # A neighbour's tag may be what answers: that is no sign of this one.
            self._is_strange = True
            self._since_read[reader] = _READ_LOOKS
            presence.hurry(reader, True)
        else:
            # It is there, as it answered. Read it again at the next look.
            presence.answered(reader, now_ms)
            self._since_read[reader] = _READ_LOOKS
        return DONE

    # -- which tag -------------------------------------------------------------------------
    def _after_select(self, code, now_ms):
        """The known UID, the one to be confirmed, or a new one; or no UID yet."""
        reader, presence, tag = self._reader, self._presence, self.tag
        if code == DEAD:
            return BROKEN
        if tag.collisions and self._are_two(code):
            presence.collide(reader, now_ms)
            return DONE
        if code != OK:
            return self._after_failure(now_ms)
        self._since_read[reader] = 0
        self._is_wanted[reader] = 0
        if not presence.is_same_uid(reader, tag.uid, tag.length) or not self._is_same_sak():
            self.is_new = True
            if presence.stages[reader] == CONFIRMED and self._is_of_a_neighbour():
                return self._hear_neighbour(now_ms)
            if self._may_be_two():
                self._sak = tag.sak
                return self._again(_ASK_OLD, now_ms)
            presence.propose(reader, tag.uid, tag.length, tag.sak)
            if tag.elapsed_us() > _CONFIRM_US:
                return self._again(_CONFIRM, now_ms)
            return self._after_confirm(tag.confirm(), now_ms)
        # A tag without a record is asked for it again and again: what was read may have been bent.
        if presence.stages[reader] == CONFIRMED and presence.found[reader] != looks.UNKNOWN:
            self._recognised(now_ms)
            if self._owner() != NOBODY:
                presence.ghost(reader, True, now_ms)
            else:
                self._suspect_two()
            return DONE
        return self._identify(now_ms)

    def _are_two(self, code):
        """Whether this look's collision was one. A bent answer may be noise once, but not where
        two tags were found or suspected already, nor before another UID than the one that lay
        here."""
        reader, presence, tag = self._reader, self._presence, self.tag
        if presence.found[reader] == looks.TWO_TAGS:
            return True
        if code != OK:
            return code == COLLISION and tag.collisions > 1
        if presence.stages[reader] != CONFIRMED:
            return False
        is_known = presence.is_same_uid(reader, tag.uid, tag.length)
        return presence.failures[reader] != 0 or not is_known

    def _may_be_two(self):
        """Whether a tag was found here that may lie here still. (A phone has another UID each
        time, and a bent SAK alone makes no other tag.)"""
        reader, presence, tag = self._reader, self._presence, self.tag
        if presence.stages[reader] != CONFIRMED or presence.found[reader] == looks.FOREIGN:
            return False
        return not presence.is_same_uid(reader, tag.uid, tag.length)

    def _ask_old(self, now_ms):
        """The tag of before, whose answers may have been lost, is selected by its UID: then two
        lie here, and the one that was read has taken its place else."""
        reader, presence, tag = self._reader, self._presence, self.tag
        self._expect_known()
        code = tag.reselect()
        if code == DEAD:
            return BROKEN
        if code == OK:
            presence.collide(reader, now_ms)
            return DONE
        if self._steps < _RECOGNISE_STEPS and (tag.crc_errors or presence.is_noisy):
            return self._again(_ASK_OLD, now_ms)
        presence.propose(reader, tag.uid, tag.length, self._sak)
        self._expect_known()
        return self._again(_CONFIRM, now_ms)

    def _expect_known(self):
        """The next select is by the UID that is known of this reader."""
        uids, at = self._presence.uids, self._reader * ENTRY
        self.tag.expect(uids, at + 1, uids[at])

    def _suspect_two(self):
        """Where two answers were heard before that of the tag that lies here, the other one's may
        have been lost: the next looks, soon, tell."""
        reader, presence = self._reader, self._presence
        if self.tag.collisions:
            presence.failures[reader] = _SUSPICION
        elif presence.failures[reader]:
            presence.failures[reader] -= 1
        if presence.failures[reader]:
            self._is_wanted[reader] = 1
            presence.hurry(reader, True)

    def _after_failure(self, now_ms):
        """It answered, but could not be selected."""
        reader, presence = self._reader, self._presence
        if presence.holds_tag(reader):
            if self._is_half_a_ghost():
                return self._hear_neighbour(now_ms)
        elif not self.tag.answers:
            presence.hurry(reader, True)  # noise
            return DONE
        elif self._is_only_glimpsed(now_ms):
            return DONE
        return self._again(_SELECT, now_ms)

    def _is_same_sak(self):
        return self._presence.is_same_sak(self._reader, self.tag.sak)

    def _after_confirm(self, code, now_ms):
        tag = self.tag
        if code == DEAD:
            return BROKEN
        if code != OK:
            return self._again(_CONFIRM, now_ms)
        if not self._is_same_sak():
            self._presence.propose(self._reader, tag.uid, tag.length, tag.sak)
            return self._again(_CONFIRM, now_ms)
        return self._identify(now_ms)

    # -- neighbours ------------------------------------------------------------------------
    def _neighbour(self, direction):
        """The slot beside this one, or NOBODY; pads have none."""
        if self._reader >= self._slots:
            return NOBODY
        return self._neighbours[4 * self._reader + direction]

    def _laid(self, direction):
        """The slot beside this one where a tag was found, or NOBODY."""
        other = self._neighbour(direction)
        if other != NOBODY and self._presence.stages[other] == CONFIRMED:
            return other
        return NOBODY

    def _stands_beside_a_tag(self):
        for direction in range(4):
            if self._laid(direction) != NOBODY:
                return True
        return False

    def _is_of_a_neighbour(self):
        """Whether the tag that was read was found on a slot beside this one too."""
        presence, tag = self._presence, self.tag
        for direction in range(4):
            other = self._laid(direction)
            if other != NOBODY and presence.is_same_uid(other, tag.uid, tag.length):
                return True
        return False

    def _owner(self):
        """The neighbour over which the tag that was read lies in truth, or NOBODY."""
        presence, tag = self._presence, self.tag
        margin = _GHOST_LOSS
        if self._had_trouble() or presence.haunted[self._reader]:
            margin = _HAUNTED_LOSS
        for direction in range(4):
            other = self._neighbour(direction)
            if other != NOBODY and presence.is_ghost_of(
                self._reader, other, tag.uid, tag.length, margin
            ):
                return other
        return NOBODY

    def _had_trouble(self):
        """Whether this look lost much, or a UID that was read before has yet to be confirmed."""
        lost = self._trouble + self.tag.lost + self.tag.crc_errors
        enough = _NOISY_TROUBLE if self._presence.is_noisy else _TROUBLE
        return lost >= enough or self._was_undecided

    def _is_half_a_ghost(self):
        """Whether the start of a neighbour's UID was read where another tag was found."""
        reader, presence, tag = self._reader, self._presence, self.tag
        uids = presence.uids
        if not tag.known:
            return False
        if presence.stages[reader] == CONFIRMED and tag.begins_as(uids, reader * ENTRY):
            return False
        for direction in range(4):
            other = self._laid(direction)
            if other != NOBODY and tag.begins_as(uids, other * ENTRY):
                return True
        return False

    def _hear_neighbour(self, now_ms):
        """A neighbour's tag is heard where another one was found, which drowns it: that one's
        answer was lost, so this look says nothing of the reader, or it is gone."""
        presence, reader = self._presence, self._reader
        if presence.stages[reader] == CONFIRMED:
            self._is_strange = True
        presence.ghost(reader, False, now_ms)
        return DONE

    def _is_only_glimpsed(self, now_ms):
        """Whether what cannot be read here is the tag of a neighbour: the start of its UID tells.
        While that is not known next to a lying tag, a glimpse is half of one, or none at all where
        the neighbour's tag was heard before."""
        presence, tag = self._presence, self.tag
        weight = 2
        for direction in range(4):
            other = self._neighbour(direction)
            if other != NOBODY and presence.holds_tag(other):
                self._is_strange = True
                if not tag.known or presence.stages[other] != CONFIRMED:
                    weight = 0 if presence.haunted[self._reader] else 1
                elif tag.begins_as(presence.uids, other * ENTRY):
                    presence.haunt(self._reader)
                    return True
        presence.glimpse(self._reader, weight, now_ms)
        return False

    def _is_doubtful(self, now_ms):
        """A new tile that was hard to read waits until every neighbour was looked at after it; one
        that a neighbour reads too, until it is clear whether this is a ghost or the other went."""
        reader, presence, tag = self._reader, self._presence, self.tag
        is_waiting = presence.stages[reader] == DOUBTED
        is_hard = is_waiting or self._had_trouble()
        is_doubtful = False
        for direction in range(4):
            other = self._neighbour(direction)
            if other == NOBODY or self._resting[other]:
                continue
            if presence.stages[other] == CONFIRMED:
                if presence.failures[reader] < _DOUBTS and presence.is_same_uid(
                    other, tag.uid, tag.length
                ):
                    is_doubtful = True
                continue
            age_ms = self._clock.ticks_diff(presence.looked_ms[other], presence.read_ms[reader])
            if is_hard and (not is_waiting or age_ms <= 0):
                presence.hurry(other, True)
                is_doubtful = True
        if is_doubtful:
            presence.fail(reader)
            presence.doubt(reader, not is_waiting, now_ms)
        return is_doubtful

    # -- which tile ------------------------------------------------------------------------
    def _identify(self, now_ms):
        """The UID was read twice: from the table of UIDs read before, or from the memory."""
        reader, presence = self._reader, self._presence
        tag, identity = self.tag, self._identity
        presence.seen_ms[reader] = now_ms
        if presence.found[reader] == looks.TWO_TAGS and presence.fail(reader) < _ALONE:
            presence.hurry(reader, True)
            return DONE
        if identity.is_foreign(tag.uid, tag.sak):
            return self._decide(looks.FOREIGN, now_ms)
        tile = identity.recall(tag.uid, tag.length)
        if tile < looks.EMPTY:
            return self._decide(tile, now_ms)
        if identity.has_pages(tag.sak):
            identity.begin(tag.uid, tag.length)
            return self._begin_memory()
        return self._use_list(now_ms)

    def _begin_memory(self):
        self._phase = _READ
        self._is_active = True
        self._is_second = False
        self._steps = 1
        return GOES_ON

    def _read_pages(self, now_ms):
        tag, identity = self.tag, self._identity
        if not self._is_active:
            code = tag.reselect()
            if code != OK:
                return BROKEN if code == DEAD else self._again(_READ, now_ms)
            self._is_active = True
        for _ in range(_PAGES_A_STEP):
            if tag.elapsed_us() > _PAGE_US:
                return GOES_ON
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
        """A page was lost, which does not change the tag's state: ask again. It may have heard
        something else, so after a few times it is selected first."""
        failures = self._presence.fail(self._reader)
        if failures >= _FAILURES:
            return self._use_list(now_ms)
        self._is_active = failures % _TRIES != 0
        return GOES_ON if self._is_active else self._again(_READ, now_ms)

    def _use_list(self, now_ms):
        """The tag names no tile by itself: the board's table of UIDs may. Before it is said to be
        no tile its memory is read again, as nothing checks what comes over bad wires."""
        tag, identity = self.tag, self._identity
        tile = identity.look_up(tag.uid, tag.length)
        if tile < looks.EMPTY:
            return self._decide(tile, now_ms)
        if self._phase == _READ and not self._is_second:
            self._is_second = True
            self._is_active = False
            identity.begin(tag.uid, tag.length)
            return self._again(_READ, now_ms)
        return self._decide(looks.UNKNOWN, now_ms)

    def _decide(self, finding, now_ms):
        """What lies here is known. A tile found elsewhere too was moved, or there are two: the
        other place is looked at again at once, and its UID read."""
        reader, presence = self._reader, self._presence
        if presence.found[reader] != finding:
            if self._owner() != NOBODY:
                presence.ghost(reader, False, now_ms)
                return DONE
            if finding < looks.EMPTY and self._is_doubtful(now_ms):
                return DONE
            found = presence.found
            for other in range(presence.readers):
                if finding < looks.EMPTY and found[other] == finding:
                    self._is_wanted[other] = 1
                    presence.hurry(other, True)
        presence.confirm(reader, finding, now_ms)
        self._is_strange = False
        return DONE

    # -- statistics ------------------------------------------------------------------------
    def _account(self):
        reader, presence, tag = self._reader, self._presence, self.tag
        presence.count(presence.ok, reader, tag.answers)
        presence.count(presence.crc, reader, tag.crc_errors)
        presence.count(presence.collision, reader, tag.collisions)
        presence.count(presence.timeout, reader, tag.lost)
        # The silence at the end is no loss for certain: the tile may have been lifted just now.
        self._trouble += tag.lost - tag.lost_at_end + tag.crc_errors
        self._answers += tag.answers

    def _weigh(self):
        """At the end of a look: what was lost in it says how good the reader is."""
        if not self._is_strange:
            for _ in range(self._trouble):
                self._presence.note_lost(self._reader)
            for _ in range(self._answers):
                self._presence.note_answer(self._reader)
