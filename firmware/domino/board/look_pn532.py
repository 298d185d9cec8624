"""Looks at PN532 readers: commands that take their time, asked for again and again, never waited
for. What is seen goes to the same `Presence` by the same rules as in look_mfrc522.py.

A search (InListPassiveTarget) switches the field on and keeps the settling time by itself, so
where two fields may be on, the search of the next reader runs while this one is being finished.
A known tile is searched for by its UID, which is quick; every eighth search and each one at a
place where nothing is known is for up to two tags, whoever they are. Where a tag lay and is not
found it is called (call_pn532.py) before it is said to be missing, and so is, now and then, one
that may lie where none was found. A new UID is confirmed by selecting the tag again (InSelect);
then its memory is read (InDataExchange).
"""

from micropython import const

from domino.board import looks
from domino.board.call_pn532 import Call, Tally
from domino.board.lanes_pn532 import LEAVING, LOST, SETTING_UP, START_MS, Lanes
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
from domino.nfc.iso14443 import CRC, DEAD, NAK, OK, PENDING
from domino.nfc.pn532 import PAYLOAD
from domino.nfc.pn532_frames import ONE_TARGET

_TRIES = const(3)  # in one look: searches if something is undecided, calls, readings of a page
# Searches for nothing after which whatever lies there is called: that takes as long as a search,
# so among so many looks at empty places, about two laps, there is one call.
_CALL_LOOKS = const(24)
_CALLS_APART = const(24)

# What a command under way is (`work` of its lane).
_SEARCHING = const(0)
_SELECTING = const(1)
_READING = const(2)
_CALLING = const(3)
_SOFTENING = const(4)
_HARDENING = const(5)
_NEARING = const(6)
_LEAVING_NEAR = const(7)
_RESTARTING = const(8)
_HALTING = const(9)

# From a search to the first time that its answer is asked for. How long the chip takes is written
# nowhere, so it is learnt: shorter by little while answers are there, longer by more if not.
_SETTLE_US = const(9000)
_LEAST_SETTLE_US = const(6000)
_MOST_SETTLE_US = const(30_000)
_SHORTER_US = const(16)
_LONGER_US = const(256)
_POLL_MS = const(1)
_SEARCH_MS = const(4)  # the field is on already
_SELECT_MS = const(3)
_READ_MS = const(3)
_NEAR_TRIES = const(3)  # to find two targets with little gain
_CLASHES = const(3)
_PAGES = const(17)  # bytes of an answer: a status and four pages


class LookPn532(Look):
    """`chips`: a Pn532 for each field; `commands`: pn532_frames.Commands; `board`: its `reset`.
    The scanner chooses the reader before it calls for anything."""

    works_ahead = True

    def __init__(self, chips, commands, identity, presence, board, resting, clock):
        super().__init__(chips[0], Tally(clock), identity, presence, board, resting, clock)
        self.settle_us = _SETTLE_US
        self.commands = commands
        self.lanes = Lanes(chips, commands, board.reset, presence.readers, clock)
        self._call = Call(commands, self.tag)
        self._is_full = bytearray(len(chips))  # the search is for two tags, whoever they are
        self._lane = 0  # the one that is looked at
        self._since_call = 0  # looks at places where nothing lies
        self.has_set_up = False
        self._tries = 0  # of what is under way: searches, readings of a page
        self._is_heard = False  # it answered a call, and is searched for once more
        self._is_near = False  # a search with little gain is under way, of so many targets
        self._near = 0
        self._is_beside = (
            False  # one of two targets lies on a slot beside this one, as far as known
        )
        self._is_soft = False  # the chip receives with little gain
        self._ending = DONE  # what came of the look whose field is yet to go off

    def set_up(self, reader, now_ms):
        """Set the chosen reader up, in 10 ms: OK, DEAD, or PENDING where it takes longer, and this
        is to be called again after `wait_ms`. A reader that rests has the reset line pulsed
        instead: all readers are set up again at their next look."""
        self.wait_ms = 0
        lanes = self.lanes
        if self._resting[reader]:
            if lanes.revive(reader):
                self.wait_ms = START_MS
            return OK
        self.chip = lanes.chips[0]
        if lanes.places[0] == reader:
            code = lanes.go_on(0, self.health, now_ms)
        else:
            lanes.places[0] = reader
            code = lanes.set_up(0, self.health, now_ms)
        if code == PENDING:
            self.wait_ms = _POLL_MS
        else:
            lanes.places[0] = NOBODY
        return code

    # -- the course of a look --------------------------------------------------------------
    def light(self, reader, now_ms):
        """Begin with a reader that is looked at next: its field goes on."""
        lanes = self.lanes
        lane = lanes.find(NOBODY)
        lanes.places[lane] = reader
        if lanes.needs_set_up[reader]:
            self.has_set_up = True
            code = lanes.set_up(lane, self.health, now_ms)
            if code != OK:
                if code == DEAD:
                    lanes.work[lane] = _SEARCHING  # `start` finds nothing under way
                return
        self._search(lane, reader, now_ms)

    def load_pair(self):
        """What asks two neighbours together: loaded where some are so near to each other."""
        from domino.board.pair_pn532 import Pair

        self.pair = Pair(self.lanes, self.commands, self._presence, self.tag)

    def is_sound(self, reader, is_whole=True):
        """The chip's answers have checks of their own, and one that fails is set up anew."""
        return True

    def start(self, reader, is_hot, now_ms):
        """The first step of a look; `light` was called for it."""
        lanes = self.lanes
        lane = self._lane = lanes.find(reader)
        self.chip = lanes.chips[lane]
        self._reader = reader
        self._tries = self._near = 0
        self.tag.known = 0
        self._is_heard = self._is_soft = self._is_near = self._is_loud = False
        self._trouble = self._answers = 0
        self._is_strange = False
        self._was_undecided = self._presence.is_undecided(reader)
        state = self.go_on(now_ms)
        if state == GOES_ON and lanes.work[lane] == _SEARCHING and self._tries == 0:
            self.settle_us = min(self.settle_us + _LONGER_US, _MOST_SETTLE_US)
        else:
            self.settle_us = max(self.settle_us - _SHORTER_US, _LEAST_SETTLE_US)
        return state

    def go_on(self, now_ms):
        """Another step: what became of the command under way?"""
        self.wait_ms = 0
        self.tag.begin()
        lanes, lane = self.lanes, self._lane
        work = lanes.work[lane]
        if work == LOST:
            return DONE
        if work == LEAVING:
            return self._ending if lanes.is_off(lane) else self._wait(_POLL_MS)
        state = self._see(work, now_ms)
        if state == GOES_ON or lanes.is_left(lane, state == BROKEN):
            return state
        lanes.work[lane] = LEAVING
        self._ending = state
        return self._wait(_POLL_MS)

    def _see(self, work, now_ms):
        lanes = self.lanes
        if work == SETTING_UP:
            code = lanes.go_on(self._lane, self.health, now_ms)
        else:
            code = self.chip.advance()
        if code == PENDING:
            return self._wait(_POLL_MS)
        if code != OK:
            if code == CRC:  # on the wires, not on air
                self._presence.count(self._presence.crc, self._reader, 1)
            return BROKEN
        if work == SETTING_UP:
            self._search(self._lane, self._reader, now_ms)
            return self._wait(self.settle_us // 1000)
        state = self._after(work, now_ms)
        self._account()
        if state == DONE:
            self._weigh()
            lanes.probes[self._reader] = 0
        return state

    def end(self):
        """Leave the reader, whose field is off."""
        self.lanes.places[self._lane] = NOBODY

    def _wait(self, span_ms):
        self.wait_ms = span_ms
        return GOES_ON

    def _send(self, work, command, span_ms):
        """A command of the reader that is looked at, whose answer is looked for after a while."""
        self.lanes.work[self._lane] = work
        if self.chip.begin(command) == DEAD:
            return BROKEN
        return self._wait(span_ms)

    def _after(self, work, now_ms):
        if work == _SEARCHING:
            return self._after_search(now_ms)
        if work == _SELECTING:
            return self._after_select(self.chip.status(), now_ms)
        if work == _NEARING:
            return self._after_near_search()
        if work == _LEAVING_NEAR:
            return self._judge_near(now_ms)
        if work == _SOFTENING and self._is_near:
            # The targets that were listed are halted: without power they forget it.
            return self._send(_RESTARTING, self.commands.field_off, _POLL_MS)
        if work == _RESTARTING:
            return self._send(_NEARING, self.commands.search, _SEARCH_MS)
        if work == _SOFTENING and self._is_loud:
            return self._send_call(self._call.first())
        if work == _HALTING:
            return self._send(_SOFTENING, self.commands.soften, _POLL_MS)
        if work == _SOFTENING:
            return self._send(_SELECTING, self.commands.select, _SELECT_MS)
        if work == _HARDENING and self._is_loud:
            return self._after_call(now_ms)
        if work == _HARDENING:
            return self._after_soft_select(now_ms)
        if work == _READING:
            return self._after_read(self.chip.status(), now_ms)
        command = self._call.next(self.chip)
        if command:
            return self._send_call(command)
        if self._is_loud:
            return self._send(_HARDENING, self.commands.harden, _POLL_MS)
        return self._after_call(now_ms)

    # -- searches --------------------------------------------------------------------------
    def _search(self, lane, reader, now_ms):
        """For the known tag alone, or for whoever lies there."""
        presence = self._presence
        is_full = self._must_read(reader, now_ms)
        if self._is_known_candidate(reader):
            is_full = False
        # A phone has another UID each time; for one of ten bytes there is no other search.
        if presence.found[reader] == looks.FOREIGN or presence.uids[reader * ENTRY] > 7:
            is_full = True
        return self._search_so(lane, reader, is_full)

    def _search_so(self, lane, reader, is_full):
        self.lanes.work[lane] = _SEARCHING
        self._is_full[lane] = is_full
        chip, commands, presence = self.lanes.chips[lane], self.commands, self._presence
        if not is_full:
            at = reader * ENTRY
            uids = presence.uids
            return chip.begin(commands.search_for(uids, at + 1, uids[at], lane))
        code = chip.begin(commands.search)
        if presence.holds_tag(reader):
            chip.size = ONE_TARGET
        return code

    def _search_again(self, is_full):
        if self._search_so(self._lane, self._reader, is_full) == DEAD:
            return BROKEN
        return self._wait(_SEARCH_MS)

    def _after_search(self, now_ms):
        reader, presence, tag = self._reader, self._presence, self.tag
        presence.looked_ms[reader] = now_ms
        targets = self.chip.data[PAYLOAD]
        if targets == 0:
            return self._find_nothing(now_ms)
        self.commands.aim(1)
        if not self.chip.take_first(tag):
            return BROKEN
        tag.answers += 1
        if presence.holds_tag(reader):
            presence.answered(reader, now_ms)
        if targets > 1 and self.chip.is_another(tag):
            self._is_beside = self._is_one_too_far() or self._is_beside_two()
            self._is_near = True
            self._tries = 0
            return self._send(_SOFTENING, self.commands.soften, _POLL_MS)
        return self._judge_tag(now_ms)

    def _collide(self, now_ms):
        self.tag.collisions += 1
        self._presence.collide(self._reader, now_ms)
        return DONE

    def _after_near_search(self):
        """A search with little gain: only two targets are listed, and a neighbour's tag is none
        of them now. While nobody knows of such a tag, one alone is no proof: the other one's
        frames may have been lost."""
        chip, tag = self.chip, self.tag
        self._near = chip.data[PAYLOAD]
        self._tries += 1
        if self._near:
            self.commands.aim(1)
            if not chip.take_first(tag):
                return BROKEN
            if self._near > 1 and not chip.is_another(tag):
                self._near = 1
        if self._near < 2 and not self._is_beside and self._tries < _NEAR_TRIES:
            return self._send(_RESTARTING, self.commands.field_off, _POLL_MS)
        return self._send(_LEAVING_NEAR, self.commands.harden, _POLL_MS)

    def _judge_near(self, now_ms):
        self._is_near = False
        if self._near > 1:
            return self._collide(now_ms)
        return self._judge_tag(now_ms) if self._near else self._judge_far(now_ms)

    def _judge_far(self, now_ms):
        """Nothing was heard with little gain: two neighbours' tags, or a quiet one beside one."""
        reader, presence, tag = self._reader, self._presence, self.tag
        if not self._is_beside:
            return self._clash(now_ms)
        is_confirmed = presence.stages[reader] == CONFIRMED
        if self._is_of_a_neighbour() or self._is_beside_two():
            if is_confirmed:
                return self._hear_neighbour(now_ms)
            presence.haunt(reader)
            return DONE
        if is_confirmed and presence.is_same_uid(reader, tag.uid, tag.length):
            self._since_read[reader] = self._is_wanted[reader] = 0
            presence.read_ms[reader] = now_ms
            return DONE
        self._propose(tag.sak)
        return self._later()

    def _clash(self, now_ms):
        """Two tags, neither heard with little gain nor known beside this slot: there are two when
        that comes a few times."""
        presence, reader = self._presence, self._reader
        presence.clashes[reader] += 1
        if presence.found[reader] == looks.TWO_TAGS or presence.clashes[reader] == _CLASHES:
            presence.clashes[reader] = 0
            return self._collide(now_ms)
        self._is_wanted[reader] = 1
        presence.urge(reader)
        return DONE

    def _is_one_too_far(self):
        """Whether one of two targets lies on a slot beside this one: it is heard here as soon as
        the other one is halted. Taken is that other one, if it is known, or else the first."""
        tag, chip = self.tag, self.chip
        if self._is_of_a_neighbour():
            chip.take_second(tag)
            self.commands.aim(2)
            return True
        chip.take_second(tag)
        is_second = self._is_of_a_neighbour()
        chip.take_first(tag)
        return is_second

    def _find_nothing(self, now_ms):
        reader, presence = self._reader, self._presence
        self._tries += 1
        if self._is_heard:
            return self._after_glimpse(now_ms)
        if presence.holds_tag(reader):
            return self._open_call()
        if presence.urgent[reader] != 0 and self._tries < _TRIES:
            return self._search_again(self._is_full[self._lane])
        if self._is_call_due():
            return self._open_call()
        presence.missed(reader, now_ms)
        return DONE

    def _is_call_due(self):
        """Whether something that no search finds may lie here: it was heard, or long not called
        for. (`_since_read` is for known tags else.)"""
        reader, presence = self._reader, self._presence
        if presence.is_undecided(reader):
            return False
        if presence.glimpses[reader]:
            return True
        self._since_call += 1
        if self._since_read[reader] < _CALL_LOOKS:
            self._since_read[reader] += 1
        if self._since_read[reader] < _CALL_LOOKS or self._since_call < _CALLS_APART:
            return False
        self._since_read[reader] = self._since_call = 0
        return True

    # -- calls -----------------------------------------------------------------------------
    def _open_call(self):
        """What was there before is called more than once, and what may be a neighbour's tag is
        asked which one it is; else one call must do, as a silent one takes 8 ms."""
        presence, reader = self._presence, self._reader
        is_held = presence.holds_tag(reader)
        is_glimpsed = presence.glimpses[reader] != 0
        is_whose_open = self._stands_beside_a_tag() if is_held else is_glimpsed
        most = _TRIES if is_held or is_glimpsed else 1
        command = self._call.open(most, is_whose_open)
        self._is_loud = self._is_soft_due()
        if not self._is_loud:
            return self._send_call(command)
        return self._send(_SOFTENING, self.commands.soften, _POLL_MS)

    def _send_call(self, command):
        return self._send(_CALLING, command, self._call.wait_ms)

    def _after_call(self, now_ms):
        reader, presence, call = self._reader, self._presence, self._call
        if not presence.holds_tag(reader):
            return self._after_blind_call(now_ms)
        if call.is_there and self._is_half_a_ghost():
            return self._hear_neighbour(now_ms)
        if call.is_there:
            # One, as one of the search's many frames is enough: of 5 % lost frames it makes 6 %.
            self.tag.lost = 1
            presence.answered(reader, now_ms)
            self._since_read[reader] = READ_LOOKS  # it may be another tag by now
        else:
            # Lost or lifted: `losses` learns of it when the tag answers again.
            presence.count(presence.timeout, reader, call.tries)
            presence.missed(reader, now_ms)
        return DONE

    def _after_blind_call(self, now_ms):
        """Where no search finds anything: silence, or something that may have come just now."""
        if not self._call.is_there:
            self._presence.missed(self._reader, now_ms)
            return DONE
        if self._presence.glimpses[self._reader]:
            return self._after_glimpse(now_ms)
        self._is_heard = True
        return self._search_again(True)

    def _after_glimpse(self, now_ms):
        """A neighbour's tag, or one that is too far away to be selected."""
        return DONE if self._is_only_glimpsed(now_ms) else self._later()

    # -- which tag -------------------------------------------------------------------------
    def _judge_tag(self, now_ms):
        """The known UID, the one to be confirmed, or a new one."""
        reader, presence, tag = self._reader, self._presence, self.tag
        is_full = self._is_full[self._lane]
        if is_full:
            self._since_read[reader] = 0
            self._is_wanted[reader] = 0
        if presence.is_same_uid(reader, tag.uid, tag.length) and self._is_same_sak():
            if self._near:
                presence.quiet[reader] = 0
            if presence.stages[reader] != CONFIRMED:
                return self._soften() if presence.quiet[reader] else self._identify(now_ms)
            presence.clashes[reader] = 0
            if is_full:
                presence.read_ms[reader] = now_ms
            if self._is_found_out():
                presence.ghost(reader, True, now_ms)
            elif is_full:
                self._ask_twins()
            return DONE
        if presence.stages[reader] == CONFIRMED and self._is_of_a_neighbour():
            return self._hear_neighbour(now_ms)
        self._propose(tag.sak)
        if presence.found[reader] == looks.FOREIGN and self._identity.is_foreign(tag.uid, tag.sak):
            return self._decide(looks.FOREIGN, now_ms)
        return self._soften()

    def _soften(self):
        """The tag that was found is selected with little gain. One that was searched for alone
        is selected already, and its select would ask it nothing."""
        self._is_soft = True
        if not self._is_full[self._lane]:
            return self._send(_HALTING, self.commands.halt, _POLL_MS)
        return self._send(_SOFTENING, self.commands.soften, _POLL_MS)

    def _after_soft_select(self, now_ms):
        """What was not heard with little gain may lie on a slot beside; with more it is there. A
        search for this UID has confirmed it."""
        if self._presence.quiet[self._reader] and self._is_full[self._lane]:
            return self._send(_SELECTING, self.commands.select, _SELECT_MS)
        return self._after_select(OK, now_ms)

    def _after_select(self, code, now_ms):
        if self._is_soft:
            self._is_soft = False
            self._presence.quiet[self._reader] = code != OK
            return self._send(_HARDENING, self.commands.harden, _POLL_MS)
        if code == OK:
            self.tag.answers += 1
            return self._identify(now_ms)
        self.tag.lost += 1
        return self._later()

    def _later(self):
        """Something was lost: go on with it at the next look, which comes soon."""
        reader, presence = self._reader, self._presence
        presence.fail(reader)
        presence.hurry(reader, True)
        return DONE

    # -- which tile ------------------------------------------------------------------------
    def _begin_memory(self):
        self._tries = 0
        return self._read_page()

    def _read_page(self):
        command = self.commands.read(self._identity.next_page)
        return self._send(_READING, command, _READ_MS)

    def _after_read(self, code, now_ms):
        tag, identity = self.tag, self._identity
        if code == NAK:
            return self._refused(now_ms)
        if code != OK or self.chip.count != _PAGES:
            return self._after_loss(code, now_ms)
        tag.answers += 1
        self._tries = 0
        state = identity.take(self.chip.data, PAYLOAD + 1, tag.uid, tag.length)
        if state == ndef.FOUND:
            return self._use_record(now_ms)
        if state == ndef.NO_RECORD:
            return self._use_list(now_ms, True)
        return self._read_page()

    def _refused(self, now_ms):
        """A page was refused, or the command was bent on its way."""
        tag = self.tag
        is_bent = self._presence.failures[self._reader] < REFUSALS
        if is_bent and self._identity.said_more(tag.uid, tag.length):
            return self._later()
        return self._use_list(now_ms, True)

    def _after_loss(self, code, now_ms):
        """A page was lost."""
        if code == CRC:
            self.tag.crc_errors += 1
        else:
            self.tag.lost += 1
        if self._presence.failures[self._reader] >= FAILURES:
            return self._use_list(now_ms)
        self._tries += 1
        if self._tries < _TRIES:
            self._presence.fail(self._reader)
            return self._read_page()
        return self._later()
