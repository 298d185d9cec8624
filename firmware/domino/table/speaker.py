"""What the table says: chooses the message, fills the view, names the slots to look at first.

One message at a time, the first that applies (before all, a file that does not allow the match):
1. an alert that somebody can put right, the newest first; a reader gone bad until the next event;
2. a button or tap just refused, until the next press, tap or tile;
3. a question: which end, out or draw, the tiles left, the table to be cleared; before the last,
   after a settlement, who passed or drew with a tile that fitted;
4. while nothing is asked, what is told of settings, journal and flash, until a press or an action;
5. a tile to lift after undo;
6. what just happened: lay_first at a round's opening; after a tile scored when it scored, else
   play_again when the turn goes on, else your_turn; drew, passed, undone; round_over, match_over.
"""

from micropython import const

from domino.rules import games, tiles
from domino.table import events
from domino.words import ids

_NONE = const(255)
_TILES = const(28)
_WRAP = const(0x3FFFFFFF)

# What the table is doing.
CLEARING = const(0)  # before the first round: every slot must have been seen empty
PLAYING = const(1)
OUT = const(2)  # a counted hand is empty: out, or a forgotten draw?
TAPPING = const(3)  # the tiles left are shown on the pads
ROUND_OVER = const(4)  # until every slot is empty
MATCH_OVER = const(5)


class Speaker:
    """Writes `view`; `state` is set by the controller, `said` is the message of what happened."""

    def __init__(self, match, view, lying, placement, question, remaining, accused, observer):
        self._match = match
        self._view = view
        self._lying = lying
        self._placement = placement
        self._question = question
        self._remaining = remaining
        self._accused = accused
        self._observer = observer
        self.state = CLEARING
        self.told_seat = _NONE
        self.told_amount = 0
        self._rebuff_seat = self._rebuff_slot = self._rebuff_tile = _NONE
        self.told = 0  # a message that is no event of the game
        self.is_tidying = False  # after a round the first tile was lifted
        self._key = 0xFFFF  # what was said last, to emit changes only: nothing yet
        self._more = 7
        self._accepted = -1
        self.quiet()
        self.say(0, _NONE, _NONE, _NONE, 0)

    def say(self, message, seat, slot, tile, amount):
        """Remember what just happened."""
        self.quiet()
        self.said = message
        self._seat = seat
        self._slot = slot
        self._tile = tile
        self._amount = amount

    def rebuff(self, code, seat, slot, tile):
        """A button or a tap was refused; `code` is a message id."""
        self._rebuff = code
        self._rebuff_seat = seat
        self._rebuff_slot = slot
        self._rebuff_tile = tile

    def quiet(self):
        """Something happened: a refusal or a bad reader was shown long enough."""
        self._rebuff = 0
        self._lying.notice = _NONE

    def publish(self, is_pending):
        """Bring the view and the hot slots up to date."""
        view, match = self._view, self._match
        view.sides = match.sides
        view.carried = match.carried
        view.round_number = match.round_number
        view.turn = match.turn
        view.total = match.layout.total
        view.boneyard_count = match.boneyard_count
        view.is_round_over = match.round_over
        view.is_match_over = match.match_over
        view.winners = match.winners if match.match_over else match.round_winners
        view.is_pending = is_pending
        self._list_alerts()
        view.other = view.on = view.port = _NONE
        view.index = view.of = 0
        self._choose()
        if self._lying.has_changed or view.accepted != self._accepted:
            self._changed()
        self._aim()

    def _changed(self):
        """Something that is shown is not what it was."""
        self._lying.has_changed = False
        self._accepted = self._view.accepted
        self._view.version = self._view.version + 1 & _WRAP

    def _list_alerts(self):
        view, lying = self._view, self._lying
        marks = lying.marks
        n = 0
        for i in range(lying.odd_count):
            reader = lying.odd[i]
            if marks[reader]:
                view.alert_slots[n] = reader
                view.alert_kinds[n] = marks[reader]
                n += 1
        view.alerts = n

    def _choose(self):
        alert = self._lying.top_alert()
        if self._view.text:
            self._show(ids.CHECK_FILE, _NONE, _NONE, _NONE, 0)
        elif alert != _NONE:
            self._show_alert(alert)
        elif self._rebuff:
            self._show(self._rebuff, self._rebuff_seat, self._rebuff_slot, self._rebuff_tile, 0)
        elif self._question.is_open():
            self._show_question()
        elif self.told and (self.state < OUT or self.told == ids.TIME_UP):
            self._show(self.told, self.told_seat, _NONE, _NONE, self.told_amount)
        elif self.state != PLAYING:
            self._show_state()
        else:
            self._show_play()

    def _show_play(self):
        slot = self._lying.lifting()
        if slot != _NONE:
            self._show(ids.LIFT_TILE, self._match.turn, slot, self._lying.tile[slot], 0)
        else:
            self._show(self.said, self._seat, self._slot, self._tile, self._amount)

    def _show_alert(self, reader):
        lying = self._lying
        tile = lying.tile_meant(reader)
        kind = lying.marks[reader]
        if kind == ids.TILE_MOVED:
            self._view.other = self._placement.home[tile]
        elif kind == ids.COUNTERFEIT:
            self._view.other = lying.other_place(tile, reader)
        self._show(kind, self._match.turn, reader, tile, 0)

    def _show_question(self):
        view, question = self._view, self._question
        view.on = question.on()
        view.port = question.port()
        view.index = question.index
        view.of = question.count
        self._show(ids.CHOOSE_PORT, self._match.turn, question.slot, question.tile, 0)

    def _show_state(self):
        match = self._match
        occupied = self._lying.first_tag()
        if self.state >= ROUND_OVER and self._accused.is_open():
            self._show_accused()
        elif self.state == OUT:
            self._show(ids.OUT_OR_DRAW, match.last_seat, _NONE, match.last_tile, 0)
        elif self.state == TAPPING:
            self._show_tapping()
        elif self.state == MATCH_OVER:
            self._show(ids.MATCH_OVER, _NONE, _NONE, _NONE, self._highest_award())
        elif occupied != _NONE and (self.state == CLEARING or self.is_tidying):
            if match.round_number >= 0:
                self._view.of = match.round_number + 2  # the next one; they count from 1
            self._show(ids.CLEAR_TABLE, _NONE, occupied, _NONE, 0)
        elif self.state == ROUND_OVER:
            if not self._placement.slots:
                self._view.of = match.round_number + 2  # ok opens it; they count from 1
            self._show(ids.ROUND_OVER, _NONE, _NONE, _NONE, self._highest_award())
        else:
            self._show(0, _NONE, _NONE, _NONE, 0)

    def _show_accused(self):
        accused = self._accused
        if accused.count > 1:
            self._view.index = accused.index + 1
            self._view.of = accused.count
        what = ids.DREW_WITH if accused.is_draw() else ids.PASSED_WITH
        self._show(what, accused.seat(), _NONE, accused.tile(), 0)

    def _show_tapping(self):
        """The seat that still has to show tiles: pips shown, and shown of held."""
        seat = self._remaining.missing_seat()
        if seat == _NONE:
            self._show(ids.TAP_REMAINING, _NONE, _NONE, _NONE, 0)
            return
        hand = self._remaining.hands[seat]
        self._view.index = tiles.count(hand)
        self._view.of = self._match.counts[seat]
        self._show(ids.TAP_REMAINING, seat, _NONE, _NONE, tiles.pips(hand))

    def _highest_award(self):
        best = 0
        if self._match.rules[games.AWARD] == games.LOSERS_WRITE:
            return best  # points against say nothing of who won the round
        for side in range(self._match.sides):
            best = max(best, self._match.awards[side])
        return best

    def _show(self, message, seat, slot, tile, amount):
        view = self._view
        view.message = message
        view.seat = seat
        view.slot = slot
        view.tile = tile
        view.amount = amount
        key = message << 16 | slot << 8 | tile
        more = amount << 8 | view.index << 3 | seat & 7
        if key == self._key and more == self._more:
            return
        self._key = key
        self._more = more
        self._changed()
        place = slot if slot != _NONE or seat == _NONE else events.SEAT + seat
        self._observer.emit(events.MESSAGE, place, tile, message)

    # -- hot slots ---------------------------------------------------------------------------
    def _aim(self):
        """The slots to look at first: open ends, then whatever is not as it should be."""
        state, placement, lying = self.state, self._placement, self._lying
        if PLAYING <= state <= OUT:
            self._aim_at_ends()
        else:
            placement.hot_none()
        if state == TAPPING or state == MATCH_OVER:
            return
        for i in range(lying.odd_count):
            slot = lying.odd[i]
            if slot < placement.slots and lying.here[slot] < events.DEAD:
                self._watch_odd(slot, lying.here[slot])
        if state == ROUND_OVER:
            self._watch_laid()

    def _aim_at_ends(self):
        self._placement.aim()

    def _watch_odd(self, slot, finding):
        """A slot where something is missing or too much, and where its tile lay before."""
        if self.state == ROUND_OVER and finding == events.EMPTY:
            return
        self._placement.watch(slot)
        if finding < _TILES:
            other = self._lying.other_place(finding, slot)
            if other != _NONE:
                self._placement.watch(other)

    def _watch_laid(self):
        """The layout is being cleared away."""
        for slot in range(self._placement.slots):
            if self._lying.here[slot] < _TILES:
                self._placement.watch(slot)
