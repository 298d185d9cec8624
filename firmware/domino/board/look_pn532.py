"""Looks at PN532 readers: commands that take their time, asked for again and again, never waited
for. What is seen goes to the same `Presence` by the same rules as in look_mfrc522.py.

A search (InListPassiveTarget) switches the field on and keeps the settling time by itself, so
where two fields may be on, the search of the next reader runs while this one is being finished.
A known tile is searched for by its UID, which is quick; every eighth search and each one at a
place where nothing is known is for up to two tags, whoever they are. Six frames and more must get
through for that, and a search that fails tells nothing of what it heard. Where a tag lay and is
not found it is called by a WUPA alone (InCommunicateThru) before it is said to be missing, and so
is, now and then, one that may lie where none was found. A new UID is confirmed by selecting the
tag again (InSelect); then its memory is read (InDataExchange).
"""

from micropython import const

from domino.board import looks
from domino.board.look import BROKEN, DONE, FAILURES, GOES_ON, NOBODY, READ_LOOKS, Look
from domino.board.presence import CONFIRMED, ENTRY
from domino.nfc import ndef
from domino.nfc.iso14443 import (
    CRC,
    DEAD,
    LEVEL_BYTES,
    MAX_UID,
    NAK,
    OK,
    TIMEOUT,
    bcc,
    begins_as,
)
from domino.nfc.pn532 import PAYLOAD, PENDING
from domino.nfc.pn532_frames import ONE_TARGET

_TRIES = const(3)  # in one look: searches if something is undecided, calls, readings of a page
# Searches for nothing after which whatever lies there is called: that takes as long as a search,
# so among so many looks at empty places, about two laps, there is one call.
_CALL_LOOKS = const(24)
_CALLS_APART = const(24)
_ASKS = const(6)  # for the start of a UID: a tag that was called waits for that

# Where to find what in the answer to a search: the count, then a row for each target.
_ROW = PAYLOAD + 1
_SAK = const(3)
_UID_LENGTH = const(4)
_UID = const(5)

# What a command under way is.
_SEARCHING = const(0)
_SELECTING = const(1)
_READING = const(2)
_OPENING = const(3)
_CALLING = const(4)
_CLOSING = const(5)
_WIDENING = const(6)
_ASKING = const(7)
_LOST = const(8)  # the reset line took it

# From a search to the first time that its answer is asked for. How long the chip takes is written
# nowhere, so it is learnt: shorter by little while answers are there, longer by more if not.
_SETTLE_US = const(9000)
_LEAST_SETTLE_US = const(6000)
_MOST_SETTLE_US = const(30_000)
_SHORTER_US = const(16)
_LONGER_US = const(256)
_POLL_MS = const(1)
_SET_UP_POLL_US = const(200)
_SET_UP_POLLS = const(15)  # in all; each of five commands needs two
_REGISTERS_MS = const(0)
_SEARCH_MS = const(4)  # the field is on already
_SELECT_MS = const(3)
_READ_MS = const(3)
_CALL_MS = const(1)
_RESET_US = const(100)
_START_MS = const(5)  # DS, 12.23: 2 ms
# The reset line is pulsed at the first probes of a dead reader only: it is one line for all of
# them, and all must be set up again.
_PULSES = const(3)


class Tally:
    """The tag that was found last, and what came of the commands of a look. `known`: 1 where a tag
    that was called said the start of its UID, `part`: that, check byte included."""

    def __init__(self, clock):
        self._clock = clock
        self.uid = bytearray(MAX_UID)
        self.length = 0
        self.sak = 0
        self.part = bytearray(LEVEL_BYTES)
        self.known = 0
        self._start_us = 0
        self.answers = self.crc_errors = self.collisions = self.lost = self.lost_at_end = 0

    def begin(self):
        """A new step."""
        self._start_us = self._clock.ticks_us()
        self.answers = self.crc_errors = self.collisions = self.lost = self.lost_at_end = 0

    def take_part(self, data, at):
        """Note the answer to a call for the start of a UID; whether its check byte holds."""
        part = self.part
        for i in range(LEVEL_BYTES):
            part[i] = data[at + i]
        self.known = 1 if bcc(part, 0) == part[LEVEL_BYTES - 1] else 0
        return self.known

    def begins_as(self, uid, at):
        """Whether what was said is the start of the UID at uid[at:], length first."""
        return begins_as(self.part, uid, at)

    def elapsed_us(self):
        """Since `begin`."""
        clock = self._clock
        return clock.ticks_diff(clock.ticks_us(), self._start_us)


class LookPn532(Look):
    """`lanes`: a Pn532 for each field; `commands`: pn532_frames.Commands; `board`: its `reset`.
    The scanner chooses the reader before it calls for anything."""

    works_ahead = True

    def __init__(self, lanes, commands, identity, presence, board, resting, clock):
        super().__init__(lanes[0], Tally(clock), identity, presence, board, resting, clock)
        self.settle_us = _SETTLE_US
        self._lanes = lanes
        self._commands = commands
        self._reset = board.reset
        # By lane: the reader whose command is under way there, and which command it is.
        self._places = bytearray([NOBODY] * len(lanes))
        self._work = bytearray(len(lanes))
        self._is_full = bytearray(len(lanes))  # the search is for two tags, whoever they are
        self._lane = 0  # the one that is looked at
        self._since_call = 0  # looks at places where nothing lies
        self._needs_set_up = bytearray([1] * presence.readers)
        self._probes = bytearray(presence.readers)
        self.has_set_up = False
        self._tries = 0  # of what is under way: searches, calls, readings of a page
        self._tries_to_call = 0
        self._is_heard = False  # it answered a call, and is searched for once more
        self._is_there = False  # it answered a call
        self._is_broken = False

    # -- set-up and failures ---------------------------------------------------------------
    def set_up(self, reader, now_ms):
        """Set the chosen reader up, in 10 ms: OK, or DEAD. A reader that rests has the reset line
        pulsed instead: all readers are set up again at their next look."""
        if not self._resting[reader]:
            return self._configure(self.chip, reader, now_ms)
        self._needs_set_up[reader] = 1
        probes = self._probes[reader]
        if self._reset is not None and probes < _PULSES:
            self._probes[reader] = probes + 1
            self._pulse()
        return OK

    def _configure(self, chip, reader, now_ms):
        """Every command of the set-up, each with its answer; bounded by the number of polls."""
        self._needs_set_up[reader] = 1
        self.has_set_up = True
        polls = _SET_UP_POLLS
        if not chip.wake():
            return DEAD
        for command in self._commands.set_up:
            code = chip.begin(command)
            while code == PENDING and polls:
                polls -= 1
                self._clock.sleep_us(_SET_UP_POLL_US)
                code = chip.advance()
            if code != OK:
                return chip.give_up()
            if command is self._commands.version:
                self.health.note_set_up(reader, chip.data[PAYLOAD], False, now_ms)
        self._needs_set_up[reader] = 0
        return OK

    def _pulse(self):
        """All chips begin anew; what is under way is lost."""
        self._reset(0)
        self._clock.sleep_us(_RESET_US)
        self._reset(1)
        for reader in range(self._presence.readers):
            self._needs_set_up[reader] = 1
        for lane in range(len(self._work)):
            self._work[lane] = _LOST
        self.wait_ms = _START_MS

    # -- the course of a look --------------------------------------------------------------
    def light(self, reader, now_ms):
        """Begin with a reader that is looked at next: its field goes on."""
        lane = 0 if self._places[0] == NOBODY else len(self._places) - 1
        self._places[lane] = reader
        self._work[lane] = _SEARCHING
        chip = self._lanes[lane]
        if not self._needs_set_up[reader] or self._configure(chip, reader, now_ms) == OK:
            self._search(lane, reader, now_ms)

    def is_sound(self, reader):
        """The chip's answers have checks of their own, and one that fails is set up anew."""
        return True

    def start(self, reader, is_hot, now_ms):
        """The first step of a look; `light` was called for it."""
        self._lane = 0 if self._places[0] == reader else len(self._places) - 1
        self.chip = self._lanes[self._lane]
        self._reader = reader
        self._tries = 0
        self.tag.known = 0
        self._is_heard = False
        self._trouble = self._answers = 0
        self._is_strange = False
        self._was_undecided = self._presence.is_undecided(reader)
        self._is_broken = False
        state = self.go_on(now_ms)
        if state == GOES_ON and self._work[self._lane] == _SEARCHING and self._tries == 0:
            self.settle_us = min(self.settle_us + _LONGER_US, _MOST_SETTLE_US)
        else:
            self.settle_us = max(self.settle_us - _SHORTER_US, _LEAST_SETTLE_US)
        return state

    def go_on(self, now_ms):
        """Another step: what became of the command under way?"""
        self.wait_ms = 0
        tag, lane = self.tag, self._lane
        tag.begin()
        if self._work[lane] == _LOST:
            return DONE
        code = self.chip.advance()
        if code == PENDING:
            return self._wait(_POLL_MS)
        if code == OK:
            state = self._after(self._work[lane], now_ms)
            self._account()
            if state == DONE:
                self._weigh()
        else:
            state = BROKEN
            if code == CRC:  # on the wires, not on air
                self._presence.count(self._presence.crc, self._reader, 1)
        if state == BROKEN:
            self._is_broken = True
        elif state == DONE:
            self._probes[self._reader] = 0
        return state

    def end(self):
        """Leave the reader: its field goes off."""
        reader, lane = self._reader, self._lane
        self._places[lane] = NOBODY
        if self._work[lane] == _LOST:
            return
        if self._is_broken:
            self._needs_set_up[reader] = 1
            if self.chip.is_gone or not self.chip.abort():
                return
        if not self.chip.finish(self._commands.field_off):
            self._needs_set_up[reader] = 1

    def _wait(self, span_ms):
        self.wait_ms = span_ms
        return GOES_ON

    def _send(self, work, command, span_ms):
        """A command of the reader that is looked at, whose answer is looked for after a while."""
        self._work[self._lane] = work
        if self.chip.begin(command) == DEAD:
            return BROKEN
        return self._wait(span_ms)

    def _after(self, work, now_ms):
        if work == _SEARCHING:
            return self._after_search(now_ms)
        if work == _SELECTING:
            return self._after_select(self.chip.status(), now_ms)
        if work == _READING:
            return self._after_read(self.chip.status(), now_ms)
        if work == _OPENING:
            return self._call()
        if work == _CALLING:
            return self._after_call(self.chip.status())
        if work == _WIDENING:
            return self._ask()
        if work == _ASKING:
            return self._after_ask(self.chip.status())
        return self._after_calls(now_ms)

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
        self._work[lane] = _SEARCHING
        self._is_full[lane] = is_full
        chip, commands, presence = self._lanes[lane], self._commands, self._presence
        if not is_full:
            at = reader * ENTRY
            return chip.begin(commands.search_for(presence.uids, at + 1, presence.uids[at]))
        code = chip.begin(commands.search)
        if presence.holds_tag(reader):
            chip.size = ONE_TARGET
        return code

    def _after_search(self, now_ms):
        reader, presence, tag = self._reader, self._presence, self.tag
        presence.looked_ms[reader] = now_ms
        targets = self.chip.data[PAYLOAD]
        if targets == 0:
            return self._find_nothing(now_ms)
        length = self.chip.data[_ROW + _UID_LENGTH]
        if length > MAX_UID:
            return BROKEN
        tag.answers += 1
        if presence.holds_tag(reader):
            presence.answered(reader, now_ms)
        self._take_tag(_ROW, length)
        if targets > 1 and self._is_another(length) and not self._is_one_too_far(length):
            tag.collisions += 1
            presence.collide(reader, now_ms)
            return DONE
        return self._judge_tag(now_ms)

    def _is_one_too_far(self, length):
        """Whether one of two targets lies on a slot beside this one: it is heard here as soon as
        the other one is halted. Taken is that other one, if it is known, or else the first."""
        is_first = self._is_of_a_neighbour()
        other = _ROW + _UID + length
        self._take_tag(other, min(self.chip.data[other + _UID_LENGTH], MAX_UID))
        if is_first and self._presence.is_same_uid(self._reader, self.tag.uid, self.tag.length):
            return True
        is_second = self._is_of_a_neighbour()
        self._take_tag(_ROW, length)
        return is_first or is_second

    def _find_nothing(self, now_ms):
        reader, presence = self._reader, self._presence
        self._tries += 1
        if self._is_heard:
            return self._after_glimpse(now_ms)
        if presence.holds_tag(reader):
            return self._open_call()
        if presence.urgent[reader] != 0 and self._tries < _TRIES:
            if self._search_so(self._lane, reader, self._is_full[self._lane]) == DEAD:
                return BROKEN
            return self._wait(_SEARCH_MS)
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
        self._is_there = False
        self._tries = 0
        return self._send(_OPENING, self._commands.open_call, _REGISTERS_MS)

    def _call(self):
        return self._send(_CALLING, self._commands.call, _CALL_MS)

    def _after_call(self, code):
        """Anything but silence means that a tag is there. Which one says the start of its UID,
        where that is not known or a neighbour's may be heard."""
        self._tries += 1
        if code != TIMEOUT:
            self._is_there = True
            if code == OK:
                self.tag.answers += 1
            else:
                self.tag.crc_errors += 1
            if self._is_whose_open():
                self._tries_to_call = self._tries
                self._tries = 0
                return self._send(_WIDENING, self._commands.open_ask, _REGISTERS_MS)
        elif self._tries < _TRIES and self._is_call_likely():
            return self._call()
        self._tries_to_call = self._tries
        return self._close_call()

    def _is_call_likely(self):
        """Whether something was here before; else one call must do, as a silent one takes 8 ms."""
        presence, reader = self._presence, self._reader
        return presence.holds_tag(reader) or presence.glimpses[reader] != 0

    def _is_whose_open(self):
        """Whether what answers a call is to say the start of its UID."""
        presence, reader = self._presence, self._reader
        if presence.holds_tag(reader):
            return self._stands_beside_a_tag()
        return presence.glimpses[reader] != 0

    def _close_call(self):
        return self._send(_CLOSING, self._commands.end_call, _REGISTERS_MS)

    def _ask(self):
        return self._send(_ASKING, self._commands.ask, _CALL_MS)

    def _after_ask(self, code):
        """The start of a UID, or of two on top of each other: its check byte tells."""
        self._tries += 1
        chip, tag = self.chip, self.tag
        if code == OK and chip.count == 1 + LEVEL_BYTES and tag.take_part(chip.data, PAYLOAD + 1):
            tag.answers += 1
        elif self._tries < _ASKS:
            return self._ask()
        return self._close_call()

    def _after_calls(self, now_ms):
        reader, presence = self._reader, self._presence
        if not presence.holds_tag(reader):
            return self._after_blind_calls(now_ms)
        if self._is_there and self._is_half_a_ghost():
            return self._hear_neighbour(now_ms)
        if self._is_there:
            self.tag.lost = self._tries_to_call  # all calls but the last, and the search
            presence.answered(reader, now_ms)
            self._since_read[reader] = READ_LOOKS  # it may be another tag by now
        else:
            # Lost or lifted: `losses` learns of it when the tag answers again.
            presence.count(presence.timeout, reader, self._tries_to_call)
            presence.missed(reader, now_ms)
        return DONE

    def _after_blind_calls(self, now_ms):
        """Where no search finds anything: silence, or something that may have come just now."""
        if not self._is_there:
            self._presence.missed(self._reader, now_ms)
            return DONE
        if self._presence.glimpses[self._reader]:
            return self._after_glimpse(now_ms)
        self._is_heard = True
        if self._search_so(self._lane, self._reader, True) == DEAD:
            return BROKEN
        return self._wait(_SEARCH_MS)

    def _after_glimpse(self, now_ms):
        """A neighbour's tag, or one that is too far away to be selected."""
        return DONE if self._is_only_glimpsed(now_ms) else self._later()

    def _is_another(self, length):
        """Whether the second target is not the first once more, whose HLTA was lost."""
        data = self.chip.data
        other = _ROW + _UID + length
        if data[other + _UID_LENGTH] != length:
            return True
        for i in range(length):
            if data[_ROW + _UID + i] != data[other + _UID + i]:
                return True
        return False

    def _take_tag(self, row, length):
        data, tag = self.chip.data, self.tag
        tag.sak = data[row + _SAK]
        tag.length = length
        for i in range(length):
            tag.uid[i] = data[row + _UID + i]

    def _judge_tag(self, now_ms):
        """The known UID, the one to be confirmed, or a new one."""
        reader, presence, tag = self._reader, self._presence, self.tag
        is_full = self._is_full[self._lane]
        if is_full:
            self._since_read[reader] = 0
            self._is_wanted[reader] = 0
        if presence.is_same_uid(reader, tag.uid, tag.length) and self._is_same_sak():
            if presence.stages[reader] != CONFIRMED:
                return self._identify(now_ms)
            if is_full:
                presence.read_ms[reader] = now_ms
            if self._owner() != NOBODY:
                presence.ghost(reader, True, now_ms)
            return DONE
        if presence.stages[reader] == CONFIRMED and self._is_of_a_neighbour():
            return self._hear_neighbour(now_ms)
        presence.propose(reader, tag.uid, tag.length, tag.sak)
        if presence.found[reader] == looks.FOREIGN and self._identity.is_foreign(tag.uid, tag.sak):
            return self._decide(looks.FOREIGN, now_ms)
        return self._send(_SELECTING, self._commands.select, _SELECT_MS)

    def _after_select(self, code, now_ms):
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
        command = self._commands.read(self._identity.next_page)
        return self._send(_READING, command, _READ_MS)

    def _after_read(self, code, now_ms):
        tag, identity = self.tag, self._identity
        if code == NAK:
            return self._use_list(now_ms)
        if code != OK or self.chip.count != 17:
            return self._after_loss(code, now_ms)
        tag.answers += 1
        self._tries = 0
        state = identity.take(self.chip.data, PAYLOAD + 1, tag.uid, tag.length)
        if state == ndef.FOUND:
            return self._decide(identity.tile_of_record, now_ms)
        if state == ndef.NO_RECORD:
            return self._use_list(now_ms)
        return self._read_page()

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
