"""The table's states: what a tile that comes or goes, a press or a tile shown on a pad leads to.

The scanner's findings and the presses come in, integers only. The rules core decides; what it
accepted is recorded exactly once, then shown. Hands are unknown: the seat to act is taken for the
one that laid a tile, tiles are counted, and the tiles left are shown on the pads at the end.

What a tile meets (DESIGN.md, decisions 5, 6 and 9):
- legal at one place only: taken at once; at several that look at its slot: the question at once;
- else it waits one lap, as a second tile found meanwhile may make it legal; then it is refused,
  until lifted, or the question names the places where it would fit (a remote placement);
- while the layout does not lie as laid, or a tile taken back still lies, new tiles wait and are
  judged when that is put right; draws and passes are refused until then, undo is not.
Taps during play are told to go to a slot unless there are no slots, or dead ones (pad_play.py);
they are no alerts. A held `undo` and `menu` are for the app, the latter unless `takes_menu`.
"""

from micropython import const

from domino.rules import codes
from domino.table import events
from domino.table.actions import Actions
from domino.table.lying import IGNORED
from domino.table.speaker import CLEARING, OUT, PLAYING, ROUND_OVER, TAPPING
from domino.words import ids

_NONE = const(255)
_TILES = const(28)

# A second tile of the same lap is found within this time: some laps of the hot slots.
_LAP_MS = const(300)
# ok so soon after a round's end was meant for the tiles that were being told.
_SHOWN_MS = const(1500)
_WRAP = const(0x3FFFFFFF)  # ticks_ms() wraps at 2^30
_SOON_MS = const(20)
_IDLE_MS = const(1000)


class Table(Actions):
    """The controller: findings and presses come in, and are judged."""

    def begin(self, seat_pads, starters, seed):
        """Start the match that `match.set_up` prepared, once the table is clear.

        A match that could not be prepared never starts: `view.text` says what to look at.
        seat_pads: the pad of each seat. starters: a seat a round, NONE or missing for the rules.
        """
        self._is_shared = False
        for seat in range(4):
            self._pad_of_seat[seat] = seat_pads[seat] if seat < len(seat_pads) else _NONE
            for other in range(min(seat, len(seat_pads) - 1)):
                if self._pad_of_seat[other] == self._pad_of_seat[seat]:
                    self._is_shared = True
        self._opening.begin(starters, seed)
        self._is_looking = False
        self._question.close()
        self.placement.clear()
        self.lying.forget()
        self._speaker.state = CLEARING
        self._is_fresh = True

    def resume(self, accepted=0, lot=0, undone=_NONE):
        """After `begin`: go on with the round that was put back into match and placement.

        What lies otherwise than it was laid shows as the readers are looked at; nothing new is
        taken before all were. accepted: actions so far. lot: state of the lot. undone: the tile
        that was taken back last, to be lifted if it still lies; NONE.
        """
        match = self._match
        self.view.accepted = accepted
        self._opening.state = lot
        self._undone = undone
        self._is_looking = True
        what = ids.YOUR_TURN if match.layout.count else ids.LAY_FIRST
        self._speaker.say(what, match.turn, _NONE, _NONE, 0)
        self._follow()
        self.entered = 0
        for tile in range(_TILES):
            if self._match.layout.on_table >> tile & 1 and self.placement.home[tile] == _NONE:
                self.entered |= 1 << tile
        self.lying.recount()

    def look_again(self, found, now_ms):
        """A table that comes in place of another one: what the scanner has told before.

        found: a finding by reader.
        """
        self._now_ms = now_ms
        waits = PLAYING <= self._speaker.state <= OUT
        for reader in range(self.lying.readers):
            if found[reader] != events.UNSEEN:
                self.lying.find(reader, found[reader], now_ms, waits)
        self._is_fresh = True

    def is_swept_away(self):
        """Whether a round is on, all slots were looked at, and no tile lies on any."""
        if not self._match.layout.count or not PLAYING <= self._speaker.state <= OUT:
            return False
        if self.lying.is_anything_unseen() or self.lying.first_tag() != _NONE:
            return False
        return self.lying.top_alert() != _NONE and not self.entered

    def is_pad_asked(self):
        """True while the pads are to be looked at every lap."""
        state = self._speaker.state
        return state == TAPPING or (PLAYING <= state <= OUT and self._plays_on_pads())

    def _plays_on_pads(self):
        return self.placement.slots == 0 or self.lying.is_any_dead()

    def wants_pad_play(self):
        """True when tiles are played on pads and what that takes is not loaded yet, or when none
        is any longer and it still is."""
        is_needed = self.entered != 0 or self._plays_on_pads()
        if self._pad_play is None:
            return is_needed
        return not is_needed and not self._question.is_open()

    def load_pad_play(self):
        """Load it, or let go of it; not within a step, as it allocates. Without room for it the
        table goes on as it is, and taps mean nothing."""
        if self._pad_play is not None:
            self._pad_play = None
            return
        try:
            from domino.table.pad_play import PadPlay

            self._pad_play = PadPlay(self)
        except MemoryError:
            self._pad_play = False

    # -- inputs ------------------------------------------------------------------------------
    def on_finding(self, reader, finding, now_ms):
        """Take a change of a reader: a tile number or a finding of events.py, debounced."""
        if self.lying.here[reader] == finding:
            return
        self._now_ms = now_ms
        state = self._speaker.state
        if self._pad_play and reader < self.placement.slots and finding < _TILES:
            self._pad_play.arrive(reader, finding)
        self.lying.find(reader, finding, now_ms, PLAYING <= state <= OUT)
        if reader >= self.placement.slots:
            if finding < _TILES:
                self._tap(reader, finding)
        elif finding < _TILES:
            self._speaker.quiet()
        elif finding == events.EMPTY and state == ROUND_OVER and not self._is_looking:
            self._speaker.is_tidying = True
        self._work(False)

    def on_weak(self, reader, is_weak, now_ms):
        """Take word of a reader, Scanner.quality: 1 where it loses too many frames, and so on."""
        if self.lying.weak[reader] != is_weak:
            self._now_ms = now_ms
            self.lying.set_weak(reader, is_weak)
            self._work(False)

    def on_press(self, button, now_ms):
        """Take a press when it ends."""
        self._now_ms = now_ms
        self.tell_press(button)
        self._speaker.quiet()
        self._speaker.told = 0
        if button == events.UNDO:
            self._undo()
        elif button == events.OK:
            self._ok()
        elif button == events.PASS or button == events.DRAW:
            self._pass_or_draw(button)
        else:
            self._choose(button)
        self._work(False)

    def tell_press(self, button):
        """A press came, whoever it is for."""
        self._observer.emit(events.PRESS, self._actor(), _NONE, button)

    def takes_menu(self):
        """Whether `menu` is for the game now, not for the menu."""
        return False

    def takes_sides(self):
        """Whether left and right are for the game now."""
        return self._question.is_open()

    def step(self, now_ms):
        """Do what time brings; return how long nothing else will, in ms."""
        waited_ms = now_ms - self._worked_ms & _WRAP
        if self._is_fresh or (self.view.is_pending and waited_ms >= _SOON_MS):
            self._now_ms = now_ms
            self._work(False)
        return _SOON_MS if self.view.is_pending else _IDLE_MS

    # -- the loop ----------------------------------------------------------------------------
    def _work(self, hurries):
        """Judge what can be judged now, then show it. `hurries`: nothing waits for its lap."""
        self._is_fresh = False
        self._worked_ms = self._now_ms
        self._look_at_question()
        while True:
            state = self._speaker.state
            self.lying.review(self._now_ms, PLAYING <= state <= OUT, self.is_pad_asked())
            if state == CLEARING or state == ROUND_OVER:
                if not self._open_when_clear():
                    break
            elif state != PLAYING or self._waits_for_a_hand() or not self._judge(hurries):
                break
        self._speaker.publish(self._is_pending())

    def _is_looking_around(self):
        """After power-up: whether some reader was not looked at yet."""
        if self._is_looking and not self.lying.is_anything_unseen():
            self._is_looking = False
            if self._undone != _NONE:
                self.lying.ignore(self._undone)
        return self._is_looking

    def _waits_for_a_hand(self):
        """Whether something is to be put right or lifted before anything more is taken."""
        if self._is_looking_around() or self.lying.is_blocked:
            return True
        return self.lying.lifting() != _NONE

    def _look_at_question(self):
        """Lifting the tile cancels the question about it, but not about one that was tapped."""
        question = self._question
        slot = question.slot
        if slot < self.placement.slots and self.lying.tile[slot] != question.tile:
            question.close()

    def _open_when_clear(self):
        """Open the next round; False while something lies, or was not looked at yet."""
        if self.view.text or (self._waits_for_ok() and not self._may_open):
            return False
        if self.lying.first_occupied() != _NONE:
            return False
        if self._opening.open() != codes.OK:
            return False
        match, speaker = self._match, self._speaker
        self._may_open = False
        self.entered = 0
        self.placement.clear()
        self.lying.forget()
        self._accused.clear()
        speaker.state = PLAYING
        self._record(events.OPENED, match.starter, _NONE, self._opening.state)
        speaker.say(ids.LAY_FIRST, match.starter, _NONE, _NONE, 0)
        return True

    def _waits_for_ok(self):
        """Whether the next round is nothing that clearing the table could ask for."""
        return self._speaker.state == ROUND_OVER and not self.placement.slots

    def _judge(self, hurries):
        """Judge one waiting tile, those legal now first; return whether anything came of it."""
        if self._question.is_open():
            return False
        for i in range(self.lying.queued):
            slot = self.lying.queue[i]
            if self._joints_of(slot) == 1 and not self.placement.is_remote:
                joints = self._question.joints
                self._play(slot, self.lying.tile[slot], joints[0], joints[1])
                return True
        for i in range(self.lying.queued):
            slot = self.lying.queue[i]
            if self._can_be_judged(slot) and self._decide(slot, hurries):
                return True
        return False

    def _joints_of(self, slot):
        if not self._can_be_judged(slot):
            return 0
        return self.placement.candidates(slot, self.lying.tile[slot], self._question.joints)

    def _can_be_judged(self, slot):
        """False for a tile that its reader does not see now, or that was seen elsewhere too."""
        tile = self.lying.tile[slot]
        if self.lying.here[slot] != tile or self.placement.laid[slot] != _NONE:
            return False
        return not (self.lying.doubted | self.lying.forged) >> tile & 1

    def _decide(self, slot, hurries):
        """Ask about a tile or refuse it, when it is time to."""
        n = self._joints_of(slot)
        tile = self.lying.tile[slot]
        is_late = hurries or self.lying.age_ms(slot, self._now_ms) >= _LAP_MS
        if n and (is_late or not self.placement.is_remote):
            self._question.ask(slot, tile, n)
            self._speaker.quiet()
            return True
        if not is_late:
            return False
        code = self._play(slot, tile, _NONE, _NONE)
        if code != codes.OK:
            self._observer.emit(events.REFUSED, slot, tile, ids.REFUSED + code)
            self.lying.settle(slot, ids.REFUSED + code)
        return True

    def _is_pending(self):
        """Whether something will be decided without anybody doing anything."""
        if self._speaker.state == CLEARING:
            return self.lying.is_anything_unseen()
        if self._is_looking_around() or self.lying.doubted:
            return True
        if self._speaker.state != PLAYING or self._waits_for_a_hand() or self._question.is_open():
            return False
        for i in range(self.lying.queued):
            if self._can_be_judged(self.lying.queue[i]):
                return True
        return False

    # -- presses and taps ---------------------------------------------------------------------
    def _choose(self, button):
        """Left or right; `menu` where `takes_menu` says so."""
        if self.view.message == ids.CHOOSE_PORT and button != events.MENU:
            self._question.move(1 if button == events.RIGHT else -1)

    def _pass_or_draw(self, button):
        if self._speaker.state == PLAYING:
            self._work(True)  # what was laid before the press is judged before it
        if self._speaker.state == OUT:
            if button == events.DRAW and not self._is_held_up():
                self._draw_forgotten()
            else:
                self._refuse(self._actor(), self._alert_or(ids.OUT_OR_DRAW))
        elif self._question.is_open():
            self._refuse(self._actor(), ids.CHOOSE_PORT)
        elif self._speaker.state == PLAYING and self.lying.is_blocked:
            # A doubt is no alert yet; tile_moved is what it would be.
            self._refuse(self._actor(), self._alert_or(ids.TILE_MOVED))
        elif self._speaker.state == PLAYING and self.lying.lifting() != _NONE:
            self._refuse(self._actor(), ids.LIFT_TILE)
        else:
            self._take_draw_or_pass(button)

    def _undo(self):
        if self._speaker.state == PLAYING:
            self._work(True)  # so that undo means the tile that lies there, not the one before
        state = self._speaker.state
        if state == TAPPING and self._remaining.count:
            self._remaining.take_back()
        elif self._question.is_open():
            if self._question.slot < self.placement.slots:
                self.lying.settle(self._question.slot, IGNORED)
            self._question.close()
        elif state > OUT and self._match.kind != codes.AMENDED and not self._lies_as_laid():
            self._rebuff(ids.REFUSED + codes.NOTHING_TO_UNDO)
        else:
            self._take_back()

    def _ok(self):
        state = self._speaker.state
        if self._question.is_open():
            self._join()
        elif state == OUT:
            if self._is_held_up():
                self._refuse(self._actor(), self._alert_or(ids.OUT_OR_DRAW))
            else:
                self._ask_remaining()
        elif state == TAPPING:
            if not (self._is_shared and self._remaining.go_on()):
                self._settle()
        elif self._accused.is_open():
            self._accused.index += 1
        elif state == ROUND_OVER:
            # The next round, where nothing is there to be cleared away.
            over_ms = self._over_ms
            self._may_open = over_ms < 0 or self._now_ms - over_ms & _WRAP >= _SHOWN_MS

    def _is_held_up(self):
        """Whether something is to be put right before "out?" is answered; it hides that."""
        return self.lying.is_blocked or self.lying.top_alert() != _NONE

    def _join(self):
        """Lay the tile at the chosen end, unless an alert hides the question, or will soon."""
        question = self._question
        slot = question.slot
        tile = question.tile
        if self.view.message != ids.CHOOSE_PORT:
            self._refuse(slot, self._alert_or(ids.CHOOSE_PORT))
            return
        if self.lying.is_blocked or self.lying.doubted >> tile & 1:
            self._refuse(slot, self._alert_or(ids.TILE_MOVED))
            return
        on = question.on()
        port = question.port()
        if slot >= self.placement.slots:
            slot = self._pad_play.home_by(on, port)
        question.close()
        self._play(slot, tile, on, port)

    def _tap(self, reader, tile):
        """A tile is shown on a pad."""
        self._observer.emit(events.TAP, reader, tile, 0)
        state = self._speaker.state
        if state == TAPPING:
            self._speaker.quiet()
            self._show(reader, tile)
        elif state == PLAYING and self._pad_play and self._plays_on_pads():
            self._speaker.quiet()
            self._pad_play.tap(reader, tile)
        elif state == PLAYING and self._wants_a_slot() and not self._question.is_open():
            self._observer.emit(events.REFUSED, reader, tile, ids.LAY_ON_SLOT)
            self._speaker.rebuff(ids.LAY_ON_SLOT, _NONE, reader, tile)

    def _wants_a_slot(self):
        """Whether a tile that is tapped in play belongs on a slot."""
        return self.placement.slots and not self._plays_on_pads()
