"""Strip, screen and buzzer: when each has its next step, what a changed view is to them, and their
rest while nobody plays. The part of the App (app.py) that players see and hear.
"""

from micropython import const

from domino.ui import buzzer as sounds
from domino.words import ids

_TICKS = const(0x3FFFFFFF)
_LIT = const(2)  # the bit of board/watchdog.py


class Lights:
    """Base of the App, which makes all that is used here: parts, times, what was shown last."""

    def _light(self, now_ms):
        """A frame of the strip, else a page of the screen, else a note of the buzzer."""
        if (
            self.quiet_ms
            and not self._rests
            and self._clock.ticks_diff(now_ms, self._active_ms) >= self.quiet_ms
        ):
            self._rest(True)
        is_busy = self.scanner.is_pending  # a tile is being read: nothing may make it wait
        if self._is_due(self._strip_ms, now_ms):
            self._strip_ms = (now_ms + self.strip.step(now_ms, is_busy)) & _TICKS
        elif self._is_due(self._screen_ms, now_ms):
            self.lived |= _LIT
            wait_ms = self.screen.step(now_ms, is_busy)
            self._is_screen_busy = wait_ms == 0
            self._screen_ms = (now_ms + wait_ms) & _TICKS
        elif self._is_due(self._buzzer_ms, now_ms):
            self._buzzer_ms = (now_ms + self.buzzer.step(now_ms)) & _TICKS

    def _rest(self, rests):
        """Lights out, or on again."""
        self._rests = rests
        self.strip.rest(rests)
        self.screen.rest(rests)
        self._strip_ms = self._screen_ms = self._clock.ticks_ms()

    def _face(self, seat):
        """Turn the screen towards a seat, as far as half a turn can."""
        if seat < len(self._seat_pads):
            self.screen.turn(self.far >> self._seat_pads[seat] & 1 == 1)

    def _notice(self):
        """Hand a changed view to everything that shows it."""
        view = self.view
        if view.version == self._version:
            return
        self._version = view.version
        self._active_ms = self._clock.ticks_ms()
        if self._rests:
            self._rest(False)
        if self.turns_to_seat:
            self._face(view.turn)
        self.scanner.is_pad_asked = self.table.is_pad_asked()
        self.strip.update(view)
        self.screen.update(view)
        self._is_screen_busy = True
        self._sound(view)
        now_ms = self._clock.ticks_ms()
        self._strip_ms = self._screen_ms = self._buzzer_ms = now_ms

    def _sound(self, view):
        if view.is_match_over and not self._is_won:
            self.buzzer.play(sounds.WIN)
        elif view.alerts > self._alerts:
            self.buzzer.play(sounds.ALERT)
        elif view.message == ids.SCORED and view.accepted != self._accepted:
            self.buzzer.play(sounds.SCORE)
        elif view.accepted != self._accepted:
            self.buzzer.play(sounds.CLICK)
        elif view.message > ids.REFUSED and view.message != self._message:
            self.buzzer.play(sounds.REFUSED)
        self._is_won = view.is_match_over
        self._alerts = view.alerts
        self._accepted = view.accepted
        self._message = view.message

    def _is_due(self, due_ms, now_ms):
        return self._clock.ticks_diff(due_ms, now_ms) <= 0

    def _lights_are_due(self, now_ms):
        return (
            self._is_due(self._strip_ms, now_ms)
            or self._is_due(self._screen_ms, now_ms)
            or self._is_due(self._buzzer_ms, now_ms)
        )
