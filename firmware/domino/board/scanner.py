"""Looks at one reader after the other, for ever; `step` is called by the table's one coroutine.

Fields are a pipeline: while one reader is looked at, the field of the next one settles. At most
`fields` (1 or 2) are on, and two that are on lie apart (order.py). A step takes 15 ms at most and
waits for nothing longer than one look's frames; it returns how long nothing is to be done.
"""

from micropython import const

from domino.board.health import NOBODY, Health
from domino.board.look import BROKEN, DONE, GOES_ON
from domino.board.looks import EMPTY
from domino.board.order import Order
from domino.board.presence import Presence
from domino.nfc.iso14443 import OK, PENDING, SLOW

_SHORT_WAIT_US = const(1000)  # not worth giving the time away
_START_MS = const(5)  # of the chips' crystals after a reset
_COUNTED = const(0x3FFFFFFF)
# One empty reader after the other is set up again, 52 of them in four minutes and a half: that
# puts right what no register tells.
_REFRESH_MS = const(5000)
_FIRST_REFRESH_MS = const(55_000)
_BUDGET_US = const(15_000)  # of a look's step: more is an overrun
_AGAIN_US = const(10_000)  # after so long a set-up that failed is not tried again in this step

# Readers that a lap has at least, by fields: as many as with 12 and with 8 hot slots, where a tile
# is to be shown within 120 ms.
_LAP_OF_TWO = const(15)
_LAP_OF_ONE = const(11)

# What the pipeline does.
RESET = const(0)
_SET_UP = const(1)
_SCAN = const(2)
_READ_ON = const(3)
_PAIR = const(4)


class Scanner:
    """All readers of a board, slots before pads.

    `board`: a board.config.Board (select, outputs, slots, pads, neighbours, fields, reset).
    `make_look`: called with the Presence and the array of readers that rest, returns what looks
    at a reader (a board.look.Look for the board's kind of chip). The table takes changes with
    `take`, sees `found`, and names an object with `hot` and `hot_count` in `focus`.
    """

    def __init__(self, make_look, board, clock):
        self._select = board.select
        self._choose = self._choose_reader  # made once
        self._clock = clock
        self._reset = board.reset
        self._outputs = board.outputs
        self.readers = len(board.outputs)
        self.presence = Presence(self.readers, clock)
        self.found = self.presence.found
        self._order = Order(
            board.slots,
            board.pads,
            board.neighbours,
            self.presence,
            clock,
            _LAP_OF_TWO if board.fields > 1 else _LAP_OF_ONE,
        )
        self._look = make_look(self.presence, self._order.resting)
        self.health = Health(self.readers, self._order.resting, board.buses, clock)
        self._look.health = self.health
        self._has_two = board.fields > 1
        self._state = RESET
        self._next_set_up = 0
        # The reader that is looked at next, and the one behind it whose field settles already.
        self._current = NOBODY
        self._current_us = 0
        self._following = NOBODY
        self._following_us = 0
        self.wants_pair = False  # call `load_pair`
        self._refreshed = 0
        self._refreshed_ms = -1  # nothing has begun yet
        # Looks since start; wraps, as 2^30 of them are done in three months.
        self.looks = 0

    # -- for the table ---------------------------------------------------------------------
    @property
    def focus(self):
        """The object whose `hot` (bytearray of slots) and `hot_count` say where to look first."""
        return self._order.focus

    @focus.setter
    def focus(self, focus):
        self._order.focus = focus

    @property
    def is_pad_asked(self):
        """Whether a tile is to be shown on a pad: then pads are looked at in every lap."""
        return self._order.is_pad_asked

    @is_pad_asked.setter
    def is_pad_asked(self, is_asked):
        self._order.is_pad_asked = is_asked

    @property
    def laps(self):
        """Laps since start; wraps as `looks` does."""
        return self._order.laps

    @property
    def lap_ms(self):
        """How long the last whole lap took."""
        return self._order.lap_ms

    def take(self):
        """The next reader whose finding changed, or 255; `found[reader]` is what it is now."""
        return self.presence.take()

    def recheck(self, reader):
        """Look at this reader soon and read the UID there (see Presence.seen_after)."""
        self._look.want_uid(reader)
        if not self._order.resting[reader]:
            self.presence.hurry(reader, True)

    def quality(self, reader):
        """0 for a good reader, 1 where too many frames are lost, 2 where it disturbs the bus, 3
        where the bus is held (health.py), 4 where a bit of what it says is always the same."""
        if self.health.is_one_bit_wrong(reader):
            return 4
        state = self.health.bus_state(reader)
        if state:
            return 1 + state
        return 1 if self.presence.is_weak(reader) else 0

    @property
    def is_pending(self):
        """Whether something is undecided, or decided and not taken."""
        return self.presence.urgent_count != 0 or self.presence.has_changes

    def settled(self, since_ms):
        """Whether every working reader was read, or seen empty, since then and nothing pends."""
        if self._state < _SCAN or self.is_pending:
            return False
        presence = self.presence
        resting = self._order.resting
        for reader in range(self.readers):
            if not resting[reader] and not presence.seen_after(reader, since_ms):
                return False
        return True

    # -- the step --------------------------------------------------------------------------
    def step(self, now_ms):
        """Do one bounded thing; return after how many ms the next one is due."""
        if self._look.has_set_up:
            self._look.has_set_up = False
        state = self._state
        if state == _SCAN:
            return self._scan(now_ms)
        if state == _READ_ON:
            self._finish(self._look.go_on(now_ms), now_ms)
            return self._look.wait_ms
        if state == _PAIR:
            return self._go_on_pair(now_ms)
        if state == _SET_UP:
            return self._set_up_next(now_ms)
        return self._reset_all(now_ms)

    # -- start -----------------------------------------------------------------------------
    def _reset_all(self, now_ms):
        """The reset line, where it is wired; each chip's own reset follows in any case."""
        if self._refreshed_ms < 0:
            self._begin(now_ms)
        if self._reset is not None:
            self._reset(0)
            self._clock.sleep_us(100)
            self._reset(1)
        self._state = _SET_UP
        return _START_MS

    def _begin(self, now_ms):
        """The clock may say anything when the table starts: no stamp is older than that."""
        self._order.begin(now_ms)
        self.presence.begin(now_ms)
        self.health.start_ms = now_ms
        self._refreshed_ms = self._clock.ticks_add(now_ms, _FIRST_REFRESH_MS)

    def _set_up_next(self, now_ms):
        reader = self._next_set_up
        code = OK if self._order.resting[reader] else self._set_up(reader, now_ms)
        if code == PENDING:
            return self._look.wait_ms
        if code != OK:
            self._fail(reader, self._look.chip.why, now_ms)
            if not self._order.resting[reader]:
                return 0  # a second try decides
        self._next_set_up = reader + 1
        if self._next_set_up == self.readers:
            self._state = _SCAN
        return 0

    # -- failing readers -------------------------------------------------------------------
    def _set_up(self, reader, now_ms):
        self._select.choose(self._outputs[reader])
        return self._look.set_up(reader, now_ms)

    def _fail(self, reader, why, now_ms):
        if self.health.strike(reader, why, now_ms):
            self.presence.lose_reader(reader)

    def _probe(self, reader, now_ms):
        """A dead reader is tried again; it stays dead to the table until a look went well, and
        until then what lay there counts as before: it may answer probes and nothing else."""
        if self._set_up(reader, now_ms) == OK:
            self.health.release(reader)
            self.presence.hurry(reader, True)
        else:
            self.health.reasons[reader] = self._look.chip.why
            self.health.postpone(reader, now_ms)
        return self._look.wait_ms

    def _refresh(self, now_ms):
        """Set up again the next reader where nothing lies and no field is on."""
        presence = self.presence
        for _ in range(self.readers):
            reader = self._refreshed = (self._refreshed + 1) % self.readers
            if (
                presence.found[reader] == EMPTY
                and not presence.urgent[reader]
                and reader != self._current
                and reader != self._following
            ):
                if self._set_up(reader, now_ms) != OK:
                    self._mend(reader, now_ms)
                return True
        return False

    # -- scanning --------------------------------------------------------------------------
    def _scan(self, now_ms):
        reader = self.health.due(now_ms)
        if reader != NOBODY:
            return self._probe(reader, now_ms)
        if self._clock.ticks_diff(now_ms, self._refreshed_ms) >= _REFRESH_MS:
            self._refreshed_ms = now_ms
            if not self._look.works_ahead and self._refresh(now_ms):
                return 0
        if self._current == NOBODY:
            if self._look.second != NOBODY:
                self._state = _PAIR
                return 0
            self._current = self._order.next(NOBODY, now_ms)
            if self._current == NOBODY:
                return _START_MS  # no reader works; the next probe will come due
            self._current_us = self._switch_on(self._current, now_ms)
        left_us = self._left_us()
        if left_us <= _SHORT_WAIT_US or self._look.works_ahead:
            left_us = self._light_following(now_ms)
        if left_us > _SHORT_WAIT_US:
            return left_us // 1000
        if left_us > 0:
            self._clock.sleep_us(left_us)
        self._select.choose(self._outputs[self._current])
        is_hot = self._order.is_hot(self._current)
        self._finish(self._look.start(self._current, is_hot, now_ms), now_ms)
        return self._wait_ms()

    def _light_following(self, now_ms):
        """The field of the reader behind the next one, where two may be on."""
        look = self._look
        is_free = self._has_two and self._following == NOBODY and look.second == NOBODY
        if is_free and not look.has_set_up:
            self._following = self._order.next(self._current, now_ms)
            if self._following != NOBODY:
                self._following_us = self._switch_on(self._following, now_ms)
        return self._left_us()

    def _left_us(self):
        clock = self._clock
        return self._look.settle_us - clock.ticks_diff(clock.ticks_us(), self._current_us)

    def _switch_on(self, reader, now_ms):
        self._select.choose(self._outputs[reader])
        self._look.light(reader, now_ms)
        return self._clock.ticks_us()

    def _wait_ms(self):
        if self._state != _SCAN:
            return self._look.wait_ms
        if self._current == NOBODY:
            return 0
        left_us = self._left_us()
        return left_us // 1000 if left_us > _SHORT_WAIT_US else 0

    # -- two neighbours that read the same UID -----------------------------------------------
    def _choose_reader(self, reader):
        self._select.choose(self._outputs[reader])

    def _go_on_pair(self, now_ms):
        """No other field is on. A reader that fails now is found out by its next look."""
        look, resting = self._look, self._order.resting
        pair = look.pair
        if resting[look.first] or resting[look.second]:
            look.second = NOBODY
        elif not pair:
            self.wants_pair = pair is None
            look.second = NOBODY
        elif pair.step(look.first, look.second, self._choose) == GOES_ON:
            return pair.wait_ms
        else:
            look.end_pair(now_ms)
        self._state = _SCAN
        return 0

    def load_pair(self):
        """Load what asks two neighbours that read the same UID; not within a step, as it
        allocates. Without room for it the second reading is a ghost in the end."""
        self.wants_pair = False
        try:
            self._look.load_pair()
        except MemoryError:
            self._look.pair = False

    def _finish(self, state, now_ms):
        """After a look's step: go on with it, or leave the reader for the next one."""
        reader, health = self._current, self.health
        is_late = self._look.tag.elapsed_us() > _BUDGET_US
        if is_late:
            health.overrun(reader)
        if state == GOES_ON:
            self._state = _READ_ON
            return
        self._state = _SCAN
        self.looks = (self.looks + 1) & _COUNTED
        if state == DONE and not self._is_sound(reader, now_ms):
            state = BROKEN
        self._look.end()
        if state == BROKEN:
            self._mend(reader, now_ms)
        elif is_late:
            self._fail(reader, SLOW, now_ms)
        else:
            health.works(reader)
        self._go_on(now_ms)

    def _is_sound(self, reader, now_ms):
        """The chip's registers, in turn, and all at once where a tile seems to be missing."""
        health = self.health
        is_missed = self.presence.misses[reader] != 0
        is_long = self._look.is_new
        if not health.is_check_due(reader, now_ms, is_long) and (is_long or not is_missed):
            return True
        if not self._look.is_sound(reader, is_missed):
            return False
        health.note_check(reader, now_ms)
        return True

    def _mend(self, reader, now_ms):
        """Set the reader up again, or leave it alone for a while."""
        self._fail(reader, self._look.chip.why, now_ms)
        if not self._order.resting[reader]:
            # What works ahead takes 10 ms for it: that is begun with its next look.
            if not self._look.works_ahead:
                self._set_up_twice(reader, now_ms)
            self.presence.urge(reader)

    def _set_up_twice(self, reader, now_ms):
        """Once is enough, unless a disturbance spoils it and there is time left in this step."""
        if self._set_up(reader, now_ms) != OK and self._look.tag.elapsed_us() < _AGAIN_US:
            self._set_up(reader, now_ms)

    def _go_on(self, now_ms):
        self._current = self._following
        self._current_us = self._following_us
        self._following = NOBODY
        if self._current == NOBODY:
            if self._look.has_set_up or self._look.second != NOBODY:
                return  # the next one begins in the next step, or after a pair
            # One field: the next reader's settles while the table does other things.
            self._current = self._order.next(NOBODY, now_ms)
            if self._current != NOBODY:
                self._current_us = self._switch_on(self._current, now_ms)
        elif self._look.works_ahead:
            self._light_following(now_ms)
