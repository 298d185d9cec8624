"""What looks at readers of every kind have in common: whose tag was heard, which tile it is.

A look asks one reader whose field has settled: is a tag there, which one, which tile is it? It
talks to the tag (look_mfrc522.py, look_pn532.py) and tells `Presence` what it saw.
"""

from micropython import const

from domino.board import looks
from domino.board.presence import CONFIRMED, DOUBTED, ENTRY

# The UID of a known tag is read at every eighth look, and when that was longer ago than this.
READ_LOOKS = const(8)
_READ_AGE_MS = const(1000)
# A page that is refused so often is refused: a bent frame is too.
REFUSALS = const(4)
# Pages that may be lost before a tag with a broken memory is taken for one without a record.
FAILURES = const(24)

NOBODY = const(255)
# So many exchanges lost in one look make a new tile doubtful: it may be the neighbour's. Where
# frames get lost everywhere it takes more.
_TROUBLE = const(4)
_NOISY_TROUBLE = const(8)
# A ghost is read so much worse here than by the neighbour over which its tag lies (in 1/256):
# the second one holds for a look with trouble, or where a ghost was seen before.
_GHOST_LOSS = const(80)
_HAUNTED_LOSS = const(32)
# A UID that a neighbour reads as well is a ghost after so many looks in which nobody could ask
# whether another tag answers while the neighbour's is halted.
_DOUBTS = const(10)
# Where two tags were found, one alone counts after so many looks in a row: the other one's frames
# may have been lost.
_ALONE = const(6)

_SOFT_TURNS = const(3)

DONE = const(0)
GOES_ON = const(1)  # the field is to stay on: call `go_on`
BROKEN = const(2)  # the reader chip gives no sensible answer


class Look:
    """`chip`: a reader chip; `tag`: what its tag said (TypeA, or Tally of call_pn532);
    `identity`: nfc.Identity; `board`: its graph of slots; `resting`: 1 by reader where nothing
    can be asked.

    For the scanner: `settle_us` from `light` to `start`; `works_ahead`: the next reader may begin
    at once, as the chip settles by itself; `wait_ms` until `go_on` has anything to do.
    """

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
        self._trouble = 0  # exchanges lost in the look's steps before this one
        self._answers = 0  # and those that went well
        self.wait_ms = 0
        # What answered may be another tag, so its losses say nothing about the reader.
        self._is_strange = False
        self._is_loud = False  # this look began with little gain
        self._turn = 0
        self._was_undecided = False  # a UID was read at the look before that does not count yet
        # A tag was met that was not known here: such looks are long, and cost bytes enough.
        self.is_new = False
        self._since_read = bytearray(presence.readers)  # looks since the UID was read
        # Two neighbours that read the same UID, the one that read it first and the other one, to
        # be asked together (pair_mfrc522.py, pair_pn532.py); NOBODY where nothing is to be asked.
        self.first = self.second = NOBODY
        self.pair = None  # what asks them, once it was loaded; False: there was no room for it
        self._may_pair = board.fields > 1
        # Readers whose UID is wanted at the next look.
        self._is_wanted = bytearray(presence.readers)

    def want_uid(self, reader):
        """Read the UID at the next look, whatever is known."""
        self._is_wanted[reader] = 1

    def _must_read(self, reader, now_ms):
        presence = self._presence
        if presence.stages[reader] != CONFIRMED or self._is_wanted[reader]:
            return True
        self._since_read[reader] = min(self._since_read[reader] + 1, READ_LOOKS)
        age_ms = self._clock.ticks_diff(now_ms, presence.read_ms[reader])
        return self._since_read[reader] >= READ_LOOKS or age_ms >= _READ_AGE_MS

    def _is_known_candidate(self, reader):
        presence = self._presence
        if presence.found[reader] == looks.TWO_TAGS:
            return False
        return presence.is_undecided(reader) and not presence.failures[reader] & 1

    # -- which tag -------------------------------------------------------------------------
    def _is_same_sak(self):
        return self._presence.is_same_sak(self._reader, self.tag.sak)

    def _propose(self, sak):
        """The UID that was read is new here."""
        tag, is_own = self.tag, not self._is_of_a_neighbour()
        self._presence.propose(self._reader, tag.uid, tag.length, sak, is_own)

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

    def _is_found_out(self):
        """Whether the tag that was found here lies over a neighbour in truth."""
        for direction in range(4):
            other = self._laid(direction)
            if other != NOBODY and self._presence.is_outdone(self._reader, other):
                return True
        return self._owner() != NOBODY

    def _ask_twins(self):
        """A tag that was found here too lies on a slot beside this one. One of the two may have
        gone since, and be heard through the other reader."""
        if not self._may_pair:
            return
        presence, tag = self._presence, self.tag
        for direction in range(4):
            other = self._laid(direction)
            if other != NOBODY and presence.is_same_uid(other, tag.uid, tag.length):
                self.first, self.second = other, self._reader

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
        While that is not known next to a lying tag, a glimpse counts where it was heard with
        little gain; next to a dead reader none does."""
        presence, tag = self._presence, self.tag
        weight = 3
        for direction in range(4):
            other = self._neighbour(direction)
            if other != NOBODY and presence.found[other] == looks.DEAD:
                # What lies over a dead reader nobody knows any longer.
                self._is_strange = True
                weight = 0
            elif other != NOBODY and presence.holds_tag(other):
                self._is_strange = True
                if not tag.known or presence.stages[other] != CONFIRMED:
                    weight = min(weight, self._weight_unknown())
                elif tag.begins_as(presence.uids, other * ENTRY):
                    presence.haunt(self._reader)
                    return True
        presence.glimpse(self._reader, weight, now_ms)
        return False

    def _weight_unknown(self):
        """The first glimpse counts, so that the slot is listened to with little gain."""
        presence, reader = self._presence, self._reader
        if presence.haunted[reader]:
            return 0
        return 3 if self._is_loud else 1 if not presence.glimpses[reader] else 0

    def _is_soft_due(self):
        """Whether this look is with little gain: every third one where something was glimpsed
        next to a lying tag."""
        reader, presence = self._reader, self._presence
        if not presence.glimpses[reader] or presence.holds_tag(reader):
            return False
        if not self._stands_beside_a_tag():
            return False
        self._turn = (self._turn + 1) % _SOFT_TURNS
        return self._turn == 0

    def _is_beside_two(self):
        """Whether two tags lie on a slot beside this one, whose UIDs nobody knows."""
        for direction in range(4):
            other = self._neighbour(direction)
            if other != NOBODY and self._presence.found[other] == looks.TWO_TAGS:
                return True
        return False

    def _is_doubtful(self, now_ms):
        """A new tile that was hard to read waits until every neighbour was looked at after it; one
        that a neighbour reads too, until it is clear whether this is a ghost or the other went."""
        reader, presence, tag = self._reader, self._presence, self.tag
        is_waiting = presence.stages[reader] == DOUBTED
        is_hard = is_waiting or self._had_trouble() or presence.quiet[reader] != 0
        is_doubtful = False
        for direction in range(4):
            other = self._neighbour(direction)
            if other == NOBODY or self._resting[other]:
                continue
            if presence.stages[other] == CONFIRMED:
                if presence.is_same_uid(other, tag.uid, tag.length):
                    if presence.is_another(reader):
                        return False
                    if presence.is_outdone(other, reader):
                        continue
                    self._ask_pair(other, now_ms)
                    is_doubtful = True
                elif self._may_be_second(other, is_waiting):
                    is_doubtful = True
                continue
            age_ms = self._clock.ticks_diff(presence.looked_ms[other], presence.read_ms[reader])
            if is_hard and (not is_waiting or age_ms <= 0 or self._is_contested(other)):
                presence.hurry(other, True)
                is_doubtful = True
        if is_doubtful:
            presence.fail(reader)
            presence.doubt(reader, not is_waiting, now_ms)
        return is_doubtful

    def _is_contested(self, other):
        """Whether the UID that was not read with little gain here is new to the other reader too:
        their next looks tell over which of them the tag lies."""
        presence, reader, tag = self._presence, self._reader, self.tag
        if not presence.quiet[reader] or presence.failures[reader] >= _DOUBTS:
            return False
        return presence.is_undecided(other) and presence.is_same_uid(other, tag.uid, tag.length)

    def _may_be_second(self, other, is_waiting):
        """Whether a tag that was not read with little gain may be one that came to the tag of a
        neighbour: that one's UID is read once more."""
        presence, reader = self._presence, self._reader
        if not presence.quiet[reader] or presence.failures[reader] >= _DOUBTS:
            return False
        if is_waiting and presence.seen_after(other, presence.read_ms[reader]):
            return False
        self._is_wanted[other] = 1
        presence.hurry(other, True)
        return True

    def _ask_pair(self, first, now_ms):
        """The tag of another reader is read here: it was moved and will be missed there soon; or
        it is read there still, and whether it is heard here or has a clone shows when both readers
        are asked together."""
        presence, reader = self._presence, self._reader
        if presence.stages[reader] != DOUBTED:
            self._is_wanted[first] = 1
            presence.hurry(first, True)
        elif self._may_pair and presence.seen_after(first, presence.read_ms[reader]):
            self.first, self.second = first, reader

    def end_pair(self, now_ms):
        """What the two readers said; without any word they are asked again later."""
        reader, pair = self.second, self.pair
        self.second = NOBODY
        presence = self._presence
        is_known = presence.stages[reader] == CONFIRMED and presence.share_uid(reader, self.first)
        if pair.is_decided and (is_known or presence.is_undecided(reader)):
            presence.judge_twin(reader, self.first, pair.is_another, now_ms)

    def _is_passed_over(self):
        """Whether a neighbour's UID that is read here is a ghost without asking anybody: it was
        one before, or nobody can be asked."""
        presence, reader = self._presence, self._reader
        if presence.is_another(reader) or not self._is_of_a_neighbour():
            return False
        if presence.passes_as_ghost(reader):
            return True
        return presence.stages[reader] == DOUBTED and presence.failures[reader] >= _DOUBTS

    def _hears_two(self):
        """Whether a tag that was not read with little gain may be one of two beside this slot,
        whose UIDs nobody knows while they lie in one slot."""
        return self._presence.quiet[self._reader] != 0 and self._is_beside_two()

    # -- which tile ------------------------------------------------------------------------
    def _identify(self, now_ms):
        """The UID was read twice: from the table of UIDs read before, or from the memory."""
        reader, presence = self._reader, self._presence
        tag, identity = self.tag, self._identity
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

    def _use_record(self, now_ms):
        """The tag names a tile; the table of UIDs may contradict it."""
        tile = self._identity.tile_of_record
        return self._decide(tile if tile < looks.EMPTY else looks.CHANGED, now_ms)

    def _use_list(self, now_ms, is_read=False):
        """The tag names no tile by itself: the board's table of UIDs may. `is_read`: its memory
        was read, so what said its tile once is another one now."""
        tag, identity = self.tag, self._identity
        if is_read and identity.said_more(tag.uid, tag.length):
            return self._decide(looks.CHANGED, now_ms)
        tile = identity.look_up(tag.uid, tag.length)
        return self._decide(tile if tile < looks.EMPTY else looks.UNKNOWN, now_ms)

    def _decide(self, finding, now_ms):
        """What lies here is known. A tile found elsewhere too was moved, or there are two: the
        other place is looked at again at once, and its UID read."""
        reader, presence = self._reader, self._presence
        if presence.found[reader] != finding:
            if self._owner() != NOBODY or self._hears_two() or self._is_passed_over():
                presence.ghost(reader, False, now_ms)
                return DONE
            if finding != looks.FOREIGN and self._is_doubtful(now_ms):
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
        """At the end of a look: what was lost in it says how good the reader is; not of one that
        was dead, until it is decided what lies there: its losses of before still tell ghosts."""
        if not self._is_strange and self._presence.found[self._reader] != looks.DEAD:
            for _ in range(self._trouble):
                self._presence.note_lost(self._reader)
            for _ in range(self._answers):
                self._presence.note_answer(self._reader)
