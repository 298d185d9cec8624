"""One look at one MFRC522 whose field has settled.

A look is one step, or two where a tag's memory must be read: about 12 ms for a new tag, 1 ms for
one that is known.
"""

from micropython import const

from domino.board import looks
from domino.board.look import (
    BROKEN,
    DONE,
    FAILURES,
    GOES_ON,
    NOBODY,
    READ_LOOKS,
    REFUSALS,
    Look,
)
from domino.board.presence import CONFIRMED, ENTRY
from domino.nfc import ndef
from domino.nfc.iso14443 import COLLISION, DEAD, NAK, OK, TIMEOUT
from domino.nfc.mfrc522 import PARTS

_SETTLE_US = const(5000)  # ISO 14443-3, clause 5: a tag is ready after 5 ms of field
_TRIES = const(3)
# After this no exchange of the step is tried again; the last one may take 2 ms more.
_LIMIT_US = const(10_900)
# A confirmation takes 5 ms; begun later than this it is left to the next step.
_CONFIRM_US = const(7900)
_PAGES_A_STEP = const(3)
_PAGE_US = const(10_500)  # a page takes 3 ms when it is lost
# Steps of one look at most: where frames get lost a tag is held on to, as its UID is half known.
_STEPS = const(8)

# What the next step of a look is to do.
_SELECT = const(0)
_CONFIRM = const(1)
_READ = const(2)
_RECOGNISE = const(3)
_ASK_OLD = const(4)
_SILENCE = const(5)
_SOFT_TRIES = const(2)
_NEAR = const(-3)  # in place of a direction: so often is listened with little gain
# Steps in which a tag is selected by its UID; at 30 % of frames lost one in ten fails in all.
_RECOGNISE_STEPS = const(3)
# Where nothing is heard with little gain so many looks more must hear two tags at once than one
# alone before there are two: one may be a neighbour's that could not be halted.
_CLASHES = const(3)
_HAUNTED_CLASHES = const(8)
# Two answers at once are noise when so many looks after them hear one alone.
_SUSPICION = const(2)


class LookMfrc522(Look):
    """`chip`: the driver of all readers; `tag`: nfc.TypeA."""

    settle_us = _SETTLE_US

    def __init__(self, chip, tag, identity, presence, board, resting, clock):
        super().__init__(chip, tag, identity, presence, board, resting, clock)
        self._phase = _SELECT
        self._steps = 0
        self._is_active = False  # the tag is selected and waits for a command
        self._is_second = False  # its memory is being read again, as no record was found
        self._direction = _NEAR  # whose neighbour's tag is halted next
        self._halted = 0  # tags of neighbours that are halted here
        self._soft_tries = 0
        self._is_near = False
        self._sak = 0  # of the tag that was read where another one was found

    def set_up(self, reader, now_ms):
        """Set the chosen reader up. OK or DEAD."""
        chip = self.chip
        code = chip.set_up()
        self.health.note_set_up(reader, chip.version, chip.is_bus_driven, now_ms)
        return code

    def load_pair(self):
        """What asks two neighbours together: loaded where some are so near to each other."""
        from domino.board.pair_mfrc522 import Pair

        self.pair = Pair(self.chip, self.tag, self._presence)

    def is_sound(self, reader, is_whole=True):
        """Whether the registers of the chosen reader, whose field is on, are as they must be: all
        of them, or a part that changes from time to time."""
        part = PARTS if is_whole else self.health.next_part(reader, PARTS)
        return self.chip.check(self.health.versions[reader], part) == OK

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
        self._halted = 0
        self._soft_tries = 0  # the new tag was asked for with little gain
        self._is_near = False  # what is read was heard with little gain
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
        self._is_loud = self._is_soft_due()
        if self._is_loud:
            self.chip.soften(True)
        code = tag.wake(tries, is_due or is_quick, is_quick)
        if self._is_loud:
            self.chip.soften(False)
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
            state = self._confirm(now_ms)
        elif self._phase == _READ:
            state = self._read_pages(now_ms)
        elif self._phase == _ASK_OLD:
            state = self._ask_old(now_ms)
        elif self._phase == _SILENCE:
            state = self._silence(now_ms)
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
        if presence.clashes[reader] and not self.tag.collisions:
            presence.clashes[reader] -= 1
        if presence.clashes[reader]:
            self._is_wanted[reader] = 1
            presence.hurry(reader, True)
        self._since_read[reader] = 0

    def _recall_candidate(self):
        """A UID that waits for its confirmation is selected directly; every other time it is
        asked for all the same, as another tag may lie there by now."""
        if self._is_known_candidate(self._reader):
            self._expect_known()
        else:
            self.tag.forget()

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
            self._since_read[reader] = READ_LOOKS
            presence.hurry(reader, True)
        else:
            # It is there, as it answered. Read it again at the next look.
            presence.answered(reader, now_ms)
            self._since_read[reader] = READ_LOOKS
        return DONE

    # -- which tag -------------------------------------------------------------------------
    def _after_select(self, code, now_ms):
        """The known UID, the one to be confirmed, or a new one; or no UID yet."""
        reader, presence, tag = self._reader, self._presence, self.tag
        if code == DEAD:
            return BROKEN
        if tag.collisions and self._are_two(code):
            return self._clash(now_ms)
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
            self._propose(tag.sak)
            if tag.elapsed_us() > _CONFIRM_US:
                return self._again(_CONFIRM, now_ms)
            return self._confirm(now_ms)
        # A tag without a record is asked for it again and again: what was read may have been bent.
        found = presence.found[reader]
        is_doubtful = found == looks.UNKNOWN or found == looks.CHANGED
        if presence.stages[reader] == CONFIRMED and not is_doubtful:
            self._recognised(now_ms)
            if self._is_found_out():
                presence.ghost(reader, True, now_ms)
            else:
                self._suspect_two()
                self._ask_twins()
            return DONE
        if presence.quiet[reader] and not self._soft_tries:
            return self._confirm(now_ms)
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

    def _clash(self, now_ms):
        """Two tags answered at once, and one may be heard from a slot beside this one. What is
        heard with little gain lies here. Where nothing is, the tags of the neighbours are halted,
        and what a REQA finds then lies here."""
        presence, reader = self._presence, self._reader
        if self._is_near:
            presence.collide(reader, now_ms)
            return DONE
        if not self._halted and self._phase != _SILENCE:
            self._phase = _SILENCE
            self._direction = _NEAR
            return GOES_ON
        if self._is_beside_two():
            return self._hear_only_neighbours(now_ms)
        most = _HAUNTED_CLASHES if presence.ghosts[reader] else _CLASHES
        presence.clashes[reader] = min(presence.clashes[reader] + 1, most)
        if presence.found[reader] == looks.TWO_TAGS or presence.clashes[reader] == most:
            presence.collide(reader, now_ms)
            return DONE
        self._is_wanted[reader] = 1
        presence.urge(reader)
        return DONE

    def _silence(self, now_ms):
        """Listen with little gain, or halt the tag of the next neighbour, if it is heard here, or
        at last read what is left."""
        if self._direction < 0:
            return self._listen_near(now_ms)
        presence, tag, reader = self._presence, self.tag, self._reader
        while self._direction < 4:
            other = self._laid(self._direction)
            self._direction += 1
            uids, at = presence.uids, other * ENTRY
            if other == NOBODY:
                continue
            if presence.stages[reader] == CONFIRMED and presence.share_uid(reader, other):
                continue
            tag.expect(uids, at + 1, uids[at])
            code = tag.reselect()
            if code == DEAD:
                return BROKEN
            if code == OK:
                tag.halt()
                self._halted += 1
            return GOES_ON
        if not self._halted:
            return self._clash(now_ms)
        tag.spare_halted(True)
        tag.forget()
        code = tag.reselect()
        if code == TIMEOUT and not tag.answers:
            return self._hear_only_neighbours(now_ms)
        self._phase = _SELECT
        return self._after_select(code, now_ms)

    def _listen_near(self, now_ms):
        tag = self.tag
        self.chip.soften(True)
        tag.forget()
        code = tag.reselect()
        self.chip.soften(False)
        if code != OK and code != COLLISION:
            tag.lost = tag.lost_at_end = 0
            self._direction = 0
            return BROKEN if code == DEAD else GOES_ON
        self._direction += 1
        if code == OK and self._direction != 0:
            tag.halt()  # else it alone would be silent at the next WUPA
            return GOES_ON  # the other one may have been lost
        if code == OK:
            self._presence.count_ghost(self._reader)
        self._is_near = True
        self._phase = _SELECT
        return self._after_select(code, now_ms)

    def _hear_only_neighbours(self, now_ms):
        presence = self._presence
        presence.clashes[self._reader] = 0
        if presence.holds_tag(self._reader):
            return self._hear_neighbour(now_ms)
        presence.haunt(self._reader)
        return DONE

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
        self._propose(self._sak)
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

    def _confirm(self, now_ms):
        """Read it once more, with little gain; what is not heard so may lie on a slot beside."""
        chip, tag = self.chip, self.tag
        if self._soft_tries < _SOFT_TRIES:
            self._soft_tries += 1
            chip.soften(True)
            code = tag.confirm()
            chip.soften(False)
            if code == OK:
                self._presence.quiet[self._reader] = 0
            elif code == TIMEOUT:
                tag.lost = tag.lost_at_end = 0
                return self._again(_CONFIRM, now_ms)
        else:
            code = tag.confirm()
        return self._after_confirm(code, now_ms)

    def _after_confirm(self, code, now_ms):
        tag = self.tag
        if code == DEAD:
            return BROKEN
        if code != OK:
            return self._again(_CONFIRM, now_ms)
        presence, reader = self._presence, self._reader
        if not presence.is_same_uid(reader, tag.uid, tag.length) or not self._is_same_sak():
            self._propose(tag.sak)
            return self._again(_CONFIRM, now_ms)
        return self._identify(now_ms)

    # -- which tile ------------------------------------------------------------------------
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
                return self._refused(now_ms)
            if code != OK:
                return self._fail(now_ms)
            state = identity.take(tag.block, 1, tag.uid, tag.length)
            if state == ndef.FOUND:
                return self._use_record(now_ms)
            if state == ndef.NO_RECORD:
                return self._use_list(now_ms, True)
        return GOES_ON

    def _refused(self, now_ms):
        """A page was refused, or the command was bent on its way."""
        tag, identity = self.tag, self._identity
        if not identity.said_more(tag.uid, tag.length):
            return self._use_list(now_ms)
        if self._presence.fail(self._reader) >= REFUSALS:
            return super()._use_list(now_ms, True)
        self._is_active = False
        return self._again(_READ, now_ms)

    def _fail(self, now_ms):
        """A page was lost, which does not change the tag's state: ask again. It may have heard
        something else, so after a few times it is selected first."""
        failures = self._presence.fail(self._reader)
        if failures >= FAILURES:
            return self._use_list(now_ms)
        self._is_active = failures % _TRIES != 0
        return GOES_ON if self._is_active else self._again(_READ, now_ms)

    def _use_list(self, now_ms, is_read=False):
        """Before a tag is said to be no tile, or another one, its memory is read again, as nothing
        checks what comes over bad wires."""
        tag, identity = self.tag, self._identity
        is_listed = identity.look_up(tag.uid, tag.length) < looks.EMPTY
        if is_read and identity.said_more(tag.uid, tag.length):
            is_listed = False
        if self._phase == _READ and not self._is_second and not is_listed:
            self._is_second = True
            self._is_active = False
            identity.begin(tag.uid, tag.length)
            return self._again(_READ, now_ms)
        return super()._use_list(now_ms, is_read)
