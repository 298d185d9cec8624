"""What the table accepts: given to the rules core, recorded once, then said; and taken back.

Hands are unknown: the seat to act is taken for the one that laid a tile, tiles are counted, and
the tiles left are shown on the pads at the end. What is refused is an event and a line on the
screen, and changes nothing. Which tile and which press leads here: controller.py.
"""

from micropython import const

from domino.rules import codes
from domino.table import events
from domino.table.accused import Accused
from domino.table.lying import Lying
from domino.table.opening import Opening
from domino.table.question import Question
from domino.table.remaining import Remaining
from domino.table.speaker import MATCH_OVER, OUT, PLAYING, ROUND_OVER, TAPPING, Speaker
from domino.table.view import View
from domino.words import ids

_NONE = const(255)
_TILES = const(28)


class _Silent:
    """The observer of a table that nobody watches."""

    def emit(self, kind, place, tile, code):
        """Take an event (events.py)."""


def _unrecorded(action, seat, tile, joint):
    """Take an accepted action where there is no journal."""


class Actions:
    """The parts of a table, and what is done with them. `placement.hot` and `hot_count` go to the
    scanner, `view` to the screen."""

    SPEAKER = Speaker

    def __init__(
        self, match, placement, pads, observer=None, record=None, recheck=None, seen_after=None
    ):
        """Build for `pads` pads; `record(action, seat, tile, joint)` takes events.py's numbers.

        `recheck` and `seen_after` are the scanner's (see Lying); without them doubts take longer.
        """
        observer = observer or _Silent()
        readers = placement.slots + pads
        self._match = match
        self._observer = observer
        self._record = record or _unrecorded
        self.placement = placement
        self.view = View(match, readers)
        self.lying = Lying(placement, readers, observer, recheck, seen_after)
        self._opening = Opening(match)
        self._question = Question()
        self._remaining = Remaining(match)
        self._accused = Accused(match)
        self._speaker = self.SPEAKER(
            match,
            self.view,
            self.lying,
            placement,
            self._question,
            self._remaining,
            self._accused,
            observer,
        )
        self._pad_of_seat = bytearray(4)
        self._is_shared = False  # two seats tap on one pad
        self._pad_play = None  # pad_play.PadPlay, once tiles are played on pads
        self.entered = 0  # mask of tiles played on a pad and not seen on a slot since
        self._over_ms = -1  # when the round ended; -1: before the start
        self._may_open = False  # the next round of a board without slots
        self._is_looking = False  # after power-up: not everything was seen yet
        self._undone = _NONE  # the tile that was taken back before the power went
        self._now_ms = -1  # of the step that goes on; -1: before the first
        self._worked_ms = -1  # when the table last worked everything out
        self._is_fresh = True  # something is to be worked out at the next step

    # -- accepted ---------------------------------------------------------------------------
    def _play(self, slot, tile, on, port):
        """Give a tile to the rules; return their code. NONE for `on` and `port` to be refused."""
        match = self._match
        direction = self.placement.direction(on, port, slot)
        code = match.play(tile, on, port)
        if code != codes.OK:
            return code
        self._lay_down(tile, slot, direction)
        joint = slot << 16 | match.last_on << 8 | match.last_port
        self._record(events.PLAYED, match.last_seat, tile, joint)
        what = ids.PLAY_AGAIN if match.again else ids.YOUR_TURN
        seat = match.turn
        if match.last_points:
            what = ids.SCORED
            seat = match.last_seat
        self._accept(self._place_of(slot), tile, what)
        self._speaker.say(what, seat, slot, tile, match.last_points)
        self._follow()
        return code

    def _lay_down(self, tile, slot, direction):
        """Note where an accepted tile lies: its slot, NONE for one that was tapped."""
        self.placement.lay(tile, slot, direction)
        if slot != _NONE:
            self.lying.settle(slot, 0)
        if slot == _NONE or self.lying.here[slot] == events.DEAD:
            self.entered |= 1 << tile

    def _place_of(self, slot):
        """Where the last tile came from, for an event: its slot, or the pad."""
        if slot != _NONE:
            return slot
        return self.placement.slots + self._pad_of_seat[self._match.last_seat]

    def _seat_of_tap(self, tile):
        """The seat whose tile it must be that is played on a pad."""
        return self._match.turn

    def _accept(self, place, tile, what):
        self.view.accepted += 1
        self._speaker.told = 0
        self._observer.emit(events.ACCEPTED, place, tile, what)

    def _follow(self):
        """Go to the state that the rules are in."""
        match, speaker = self._match, self._speaker
        before = speaker.state
        if match.match_over:
            speaker.state = MATCH_OVER
        elif not match.round_over:
            speaker.state = PLAYING
        elif not match.needs_remaining:
            speaker.state = ROUND_OVER
            self._over_ms = self._now_ms
        elif match.kind == codes.OUT:
            speaker.state = OUT
        else:
            self._ask_remaining()
        speaker.is_tidying = False
        if before > OUT or speaker.state > OUT:
            self.lying.ignore_all()

    def _take_draw_or_pass(self, button):
        match = self._match
        code = match.draw() if button == events.DRAW else match.pass_turn()
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        self._tell_draw_or_pass(button == events.DRAW, _NONE)
        self._follow()

    def _tell_draw_or_pass(self, is_draw, joint):
        seat = self._match.last_seat
        what = ids.DREW if is_draw else ids.PASSED
        self._record(events.DRAWN if is_draw else events.PASSED, seat, _NONE, joint)
        self._accept(events.SEAT + seat, _NONE, what)
        held = self._match.counts[seat]
        self._speaker.say(what, seat, _NONE, _NONE, held if is_draw else 0)

    def _draw_forgotten(self):
        """The hand was not empty: take the play back, draw, and play the same tile again."""
        match = self._match
        tile = match.last_tile
        on = match.last_on
        port = match.last_port
        match.undo()
        code = match.draw()
        if code != codes.OK:
            match.play(tile, on, port)  # as it was: nothing has happened
            self._rebuff(ids.REFUSED + code)
            return
        match.log.excuse()  # the audit is not to take it for a draw of now
        slot = self.placement.take_back(tile)
        self._tell_undo(slot, tile)
        self._tell_draw_or_pass(True, events.FORGOTTEN)
        self._play(slot, tile, on, port)

    # -- told ------------------------------------------------------------------------------
    def tell(self, message, seat=_NONE, amount=0):
        """Say something that is no event of the game, until the next press or action."""
        self._speaker.told = message
        self._speaker.told_amount = amount
        self._speaker.told_seat = seat if seat != _NONE else self._match.turn
        self._is_fresh = True

    # -- taken back -------------------------------------------------------------------------
    def _lies_as_laid(self):
        """Whether the round could go on: every tile but the last lies where it was laid."""
        layout = self._match.layout
        for i in range(layout.count - 1):
            if not self.lying.is_home(layout.order[i]):
                return False
        return True

    def _take_back(self):
        match = self._match
        count = match.layout.count
        code = match.undo()
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        tile = slot = _NONE
        left = match.layout.count
        for i in range(left, count):  # a move may have laid several
            tile = match.layout.order[i]
            slot = self.placement.take_back(tile)
            if slot != _NONE:
                self.lying.note(slot)
        self._tell_undo(slot, tile)
        self._follow()
        for i in range(left, count):
            self.lying.ignore(match.layout.order[i])

    def _tell_undo(self, slot, tile):
        seat = self._match.turn  # nobody's where it was a correction between two rounds
        self._record(events.UNDONE, seat, tile, _NONE if seat != _NONE else events.BETWEEN)
        self._accept(slot if slot != _NONE else self._actor(), tile, ids.UNDONE)
        self._speaker.say(ids.UNDONE, seat, slot, tile, 0)

    # -- the tiles left ---------------------------------------------------------------------
    def _ask_remaining(self):
        self._speaker.state = TAPPING
        self._remaining.begin()
        # What lies on the pads already will not come as a change any more.
        for reader in range(self.placement.slots, self.lying.readers):
            tile = self.lying.here[reader]
            if tile >= _TILES or self._match.layout.on_table >> tile & 1:
                continue  # nothing, or a tile that was played there
            if self._speaker.state == TAPPING:
                self._show(reader, tile)

    def _show(self, reader, tile):
        """Take a tile on a pad as one of those left."""
        seat = self._remaining.seat_at(reader - self.placement.slots, self._pad_of_seat)
        code = self._remaining.tap(seat, tile)
        if code:
            self._observer.emit(events.REFUSED, reader, tile, code)
            if code == ids.NOT_YOUR_PAD:
                seat = self._remaining.missing_seat()  # whose pad is meant
            self._speaker.rebuff(code, seat, reader, tile)
        elif self._is_all_shown():
            self._settle()

    def _is_all_shown(self):
        return self._remaining.missing_seat() == _NONE

    def _settle(self):
        match = self._match
        hands = self._remaining.hands
        code = match.settle(hands)
        if code != codes.OK:
            self._rebuff(ids.REFUSED + code)
            return
        for seat in range(match.players):
            self._record(events.REMAINED, seat, hands[seat], match.players - 1 - seat)
        self._accused.look(hands)
        self._follow()

    # -- words ------------------------------------------------------------------------------
    def _actor(self):
        """The seat to act as a place; after a round whoever acted last."""
        seat = self._match.turn
        if seat == _NONE:
            seat = self._match.last_seat
        return _NONE if seat == _NONE else events.SEAT + seat

    def _alert_or(self, otherwise):
        """The kind of the alert that is shown, `otherwise` where there is none."""
        alert = self.lying.top_alert()
        return otherwise if alert == _NONE else self.lying.marks[alert]

    def _refuse(self, place, code):
        self._observer.emit(events.REFUSED, place, _NONE, code)

    def _rebuff(self, code):
        """Refuse a press and say why."""
        place = self._actor()
        self._refuse(place, code)
        seat = _NONE if place == _NONE else place - events.SEAT
        self._speaker.rebuff(code, seat, _NONE, _NONE)
