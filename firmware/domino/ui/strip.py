"""The score strip: a cribbage track a side, one chain of WS2812 LEDs.

At rest a track lights its front peg (bright: the score) and its back peg (dim: the score before
the last change), so sides differ by position and pegs by brightness, not by hue alone. Effects are
finite and differ by what moves: a score runs to its new place; an alert flashes every eighth LED
of all tracks, every few seconds while it lasts; a question, or a wait for a seat, blinks the first
three LEDs of its side; a win chases along the winner's track. Nobody there: all is dark. Frames
are written on change, at most 15 a second, and never above the current limit. LEDs cannot be asked
what they show, and one pulse bent on its way is a wrong colour: the first frame is sent twice, and
at rest the last one again every second. Scores are in half units; nothing is allocated after
set-up.
"""

from array import array

import framebuf
from micropython import const

from domino.words import ids

_TICKS = const(0x3FFFFFFF)  # clock values wrap
_SIDES = const(4)
_DEPTH = const(8)  # scores remembered a side, so that taking back brings the back peg back too
_TIMING_NS = (400, 850, 800, 450)  # WS2812B data sheet: high and low of a 0, high and low of a 1

_FRAME_MS = const(66)
# The line is low from when its pin is made. LEDs take up to 280 us of it for the end of a frame,
# here of whatever they heard while the power came; in ticks of a millisecond that is two.
_LOW_MS = const(2)
_REFRESH_MS = const(1000)
_LATE_MS = const(3000)  # a refresh waits no longer for a quiet moment
_RUN_MS = const(660)
_FLASH_MS = const(150)  # light and dark spells of an alert
_FLASHES_MS = const(600)
_ALERT_MS = const(4000)  # from one alert flash to the next
_WIN_MS = const(3000)
_IDLE_MS = const(1000)

_REST = const(0)
_RUN = const(1)
_FLASH = const(2)
_WIN = const(3)
_WAIT = const(4)
_DARK = const(5)

_FLASH_STEP = const(8)  # every eighth LED flashes: seen from anywhere, little current
_CHASE_STEP = const(6)
_BLINK_MS = const(330)
_BLINKS_MS = const(990)
_BLINK_LEDS = const(3)

# The table cannot go on before somebody has answered or done this.
_WAITING = bytes(
    (
        ids.CHOOSE_PORT,
        ids.OUT_OR_DRAW,
        ids.TAP_REMAINING,
        ids.LIFT_TILE,
    )
)

# Green, red, blue. Amber, blue, green, pink, and a dim red for alerts: each lights other channels
# than the rest, so they stay apart when dimmed to one step, and for the colour-blind too.
_COLOURS = b"\x78\xff\x00\x00\x00\xff\xff\x00\x78\x00\xff\x64"
_WARNING = b"\x00\x78\x00"
_BACK_DIVISOR = const(5)

_CHANNEL_MA = const(20)  # one colour of one LED at 255
_IDLE_LED_MA = const(1)


class Strip:
    """`bitstream`: machine.bitstream, or None where there is no strip; `pin`: its data pin."""

    def __init__(self, bitstream, pin, tracks, leds, brightness_pct, current_ma):
        self._bitstream = bitstream
        self._pin = pin
        self._tracks = min(tracks, _SIDES)
        self._leds = leds
        self._data = bytearray(3 * tracks * leds)
        # Clears _data in one call: as pixels of any shape it is just bytes.
        self._eraser = framebuf.FrameBuffer(self._data, len(self._data), 8, framebuf.MONO_VLSB)
        light_ma = max(current_ma - tracks * leds * _IDLE_LED_MA, 0)
        self._budget = light_ma * 255 // _CHANNEL_MA  # sum of all channels
        self._front = bytearray(len(_COLOURS))
        self._back = bytearray(len(_COLOURS))
        self._warning = bytearray(len(_WARNING))
        self._sides = 0
        self._target = 0
        self._now = array("h", [0] * _SIDES)  # scores: the front pegs
        self._before = array("h", [0] * _SIDES)  # the back pegs
        # The back pegs before these, newest first, _DEPTH a side.
        self._earlier = array("h", [0] * (_SIDES * _DEPTH))
        self._ran_from = array("h", [0] * _SIDES)  # LED where a running peg started
        self._alerts = 0
        self._waits_for = _SIDES  # the side that must answer; _SIDES: nobody
        self._rests = False
        self._won = 0  # mask of sides
        self._run_ms = 0
        self._alert_ms = 0
        self._win_ms = 0
        self._is_running = False
        self._is_winning = False
        # Events come between steps: their effects start at the next step.
        self._wants_run = False
        self._wants_alert = False
        self._wants_win = False
        self._drawn = -1  # effect and frame that the LEDs show
        self._written_ms = -_FRAME_MS
        self._first = 3  # 3: nothing was done yet; else how many of the first two frames are left
        self.effect_running = False
        self.frames = 0
        self.failures = 0
        self.built_pct = brightness_pct  # what the board says
        self.set_brightness(brightness_pct)

    def set_brightness(self, brightness_pct):
        """0 to 100; no colour that is meant to be lit goes out."""
        for i in range(len(_COLOURS)):
            level = _COLOURS[i] * brightness_pct // 100
            self._front[i] = max(level, 1) if _COLOURS[i] else 0
            self._back[i] = max(level // _BACK_DIVISOR, 1) if _COLOURS[i] else 0
        for i in range(len(_WARNING)):
            self._warning[i] = max(_WARNING[i] * brightness_pct // 100, 1) if _WARNING[i] else 0
        self._drawn = -1

    def set_up(self, sides, target):
        """A match begins: all pegs off the track. `target` in points; 0: one LED a point."""
        self._sides = min(sides, self._tracks)
        self._target = target
        for side in range(_SIDES):
            self._now[side] = 0
            self._before[side] = 0
        for i in range(len(self._earlier)):
            self._earlier[i] = 0
        self._won = 0
        self._is_running = self._is_winning = False
        self._wants_run = self._wants_win = False
        self._drawn = -1

    def update(self, view):
        """Take over scores, alerts and the end of the match from a view (table/view.py)."""
        for side in range(self._sides):
            if view.scores[side] != self._now[side]:
                self._ran_from[side] = self._led(self._now[side])
                self._move_pegs(side, view.scores[side])
                self._wants_run = True
            elif not self._is_running:
                self._ran_from[side] = self._led(self._now[side])
        if view.alerts > self._alerts:
            self._wants_alert = True
        self._alerts = view.alerts
        waits_for = _SIDES
        if view.message in _WAITING and view.seat < _SIDES:
            waits_for = view.seat & 1 if self._sides == 2 else view.seat
        if waits_for < self._sides and waits_for != self._waits_for:
            self._wants_alert = True
        self._waits_for = waits_for
        won = view.winners if view.is_match_over else 0
        if won & ~self._won:
            self._wants_win = True
        elif not won:
            self._is_winning = self._wants_win = False
        self._won = won
        # Nobody may take the strip for quiet between an event and its first frame.
        if self._bitstream and (self._wants_run or self._wants_alert or self._wants_win):
            self.effect_running = True

    def rest(self, rests):
        """All dark while nobody plays."""
        self._rests = rests
        self._drawn = -1

    def _move_pegs(self, side, score):
        """The front peg to a new score; back to the score before it is a change taken back."""
        earlier = self._earlier
        at = side * _DEPTH
        if score == self._before[side] and score < self._now[side]:
            self._before[side] = earlier[at]
            for i in range(at, at + _DEPTH - 1):
                earlier[i] = earlier[i + 1]
        else:
            for i in range(at + _DEPTH - 1, at, -1):
                earlier[i] = earlier[i - 1]
            earlier[at] = self._before[side]
            self._before[side] = self._now[side]
        self._now[side] = score

    def step(self, now_ms, is_busy=False):
        """Draw and write a frame where one is due. `is_busy`: what is shown already can wait.
        Returns the ms until there is more to do."""
        if self._bitstream is None:
            return _IDLE_MS
        self._start_effects(now_ms)
        if self._first > 2:
            self._first = 2
            self._written_ms = (now_ms - _FRAME_MS + _LOW_MS) & _TICKS
        since_ms = (now_ms - self._written_ms) & _TICKS
        if since_ms < _FRAME_MS:
            return _FRAME_MS - since_ms
        effect = self._effect(now_ms)
        self.effect_running = _REST < effect < _DARK
        elapsed_ms = self._elapsed_ms(effect, now_ms)
        frame = effect << 8 | elapsed_ms // _FRAME_MS
        if frame != self._drawn:
            self._drawn = frame
            self._draw(effect, elapsed_ms)
            self._write(now_ms)
        elif self._first or not is_busy or since_ms >= _LATE_MS:
            self.refresh(now_ms)
        if self.effect_running or self._first:
            return _FRAME_MS
        wait_ms = max(_REFRESH_MS - ((now_ms - self._written_ms) & _TICKS), _FRAME_MS)
        if effect < _DARK and (self._alerts or self._waits_for < self._sides):
            wait_ms = min(wait_ms, _ALERT_MS - self._alert_age_ms(now_ms))
        return wait_ms

    def refresh(self, now_ms):
        """Send what the LEDs should show once more, where that was long ago."""
        if self._bitstream is None:
            return
        if self._first or (now_ms - self._written_ms) & _TICKS >= _REFRESH_MS:
            self._send(now_ms)

    def fill(self, green, red, blue):
        """Self-test: one colour everywhere until the next frame, within the current limit."""
        for i in range(0, len(self._data), 3):
            self._data[i] = green
            self._data[i + 1] = red
            self._data[i + 2] = blue
        self._drawn = -1
        if self._bitstream is not None:
            self._write(self._written_ms)

    # Effects ------------------------------------------------------------------------------

    def _start_effects(self, now_ms):
        if self._wants_run or self._wants_alert or self._wants_win:
            self._drawn = -1
        if self._wants_run:
            self._wants_run = False
            self._is_running = True
            self._run_ms = now_ms
        if self._wants_alert:
            self._wants_alert = False
            self._alert_ms = now_ms
        if self._wants_win:
            self._wants_win = False
            self._is_winning = True
            self._win_ms = now_ms

    def _effect(self, now_ms):
        """The effect to show now; finished ones are put away."""
        if self._rests:
            return _DARK
        if self._is_running:
            if (now_ms - self._run_ms) & _TICKS < _RUN_MS:
                return _RUN
            self._is_running = False
            for side in range(self._sides):
                self._ran_from[side] = self._led(self._now[side])
        if self._is_winning:
            if (now_ms - self._win_ms) & _TICKS < _WIN_MS:
                return _WIN
            self._is_winning = False
        if self._alerts:
            return _FLASH if self._alert_age_ms(now_ms) < _FLASHES_MS else _REST
        if self._waits_for < self._sides and self._alert_age_ms(now_ms) < _BLINKS_MS:
            return _WAIT
        return _REST

    def _alert_age_ms(self, now_ms):
        """Since the last flash began; a new one begins every _ALERT_MS."""
        age_ms = (now_ms - self._alert_ms) & _TICKS
        if age_ms >= _ALERT_MS:
            self._alert_ms = now_ms
            return 0
        return age_ms

    def _elapsed_ms(self, effect, now_ms):
        if effect == _RUN:
            return (now_ms - self._run_ms) & _TICKS
        if effect == _WIN:
            return (now_ms - self._win_ms) & _TICKS
        if effect == _FLASH or effect == _WAIT:
            return (now_ms - self._alert_ms) & _TICKS
        return 0

    # Drawing ------------------------------------------------------------------------------

    def _draw(self, effect, elapsed_ms):
        self._eraser.fill(0)
        if effect == _DARK:
            return
        for side in range(self._sides):
            if effect == _RUN:
                self._draw_run(side, elapsed_ms)
            else:
                self._light(side, self._led(self._before[side]), self._back, 3 * side)
                self._light(side, self._led(self._now[side]), self._front, 3 * side)
            if effect == _WIN and self._won >> side & 1:
                first = elapsed_ms // _FRAME_MS % _CHASE_STEP
                for led in range(first + 1, self._leds + 1, _CHASE_STEP):
                    self._light(side, led, self._front, 3 * side)
        if effect == _WAIT and elapsed_ms // _BLINK_MS % 2 == 0:
            for led in range(1, _BLINK_LEDS + 1):
                self._light(self._waits_for, led, self._front, 3 * self._waits_for)
        if effect == _FLASH and elapsed_ms // _FLASH_MS % 2 == 0:
            for track in range(self._tracks):
                for led in range(1, self._leds + 1, _FLASH_STEP):
                    self._light(track, led, self._warning, 0)

    def _draw_run(self, side, elapsed_ms):
        """The peg on its way, with a dim trail back to where it stood."""
        begin = self._ran_from[side]
        end = self._led(self._now[side])
        at = begin + (end - begin) * elapsed_ms // _RUN_MS
        # A point that moves the peg is seen in the first frame already.
        if at == begin and end != begin:
            at += 1 if end > begin else -1
        self._light(side, self._led(self._before[side]), self._back, 3 * side)
        for led in range(min(begin, at), max(begin, at)):
            self._light(side, led, self._back, 3 * side)
        self._light(side, at, self._front, 3 * side)

    def _led(self, half_units):
        """The LED of a score, from 1; 0: none (FORMATS.md, `strip_lit`)."""
        if half_units <= 0:
            return 0
        if self._target:
            double = 2 * self._target
            return min((half_units * self._leds + double - 1) // double, self._leds)
        return min((half_units + 1) >> 1, self._leds)

    def _light(self, track, led, colours, at):
        """Light an LED of a track (from 1; 0: none) in the colour at `at`."""
        if led > 0:
            i = 3 * (track * self._leds + led - 1)
            data = self._data
            data[i] = colours[at]
            data[i + 1] = colours[at + 1]
            data[i + 2] = colours[at + 2]

    def _limit(self):
        """Scale a frame that asks for too much current; what is lit stays lit."""
        data = self._data
        total = sum(data)
        if total <= self._budget:
            return
        for i in range(len(data)):
            if data[i]:
                data[i] = max(data[i] * self._budget // total, 1)

    def _write(self, now_ms):
        self._limit()
        self._send(now_ms)

    def _send(self, now_ms):
        self._written_ms = now_ms
        self._first = max(self._first - 1, 0)
        try:
            self._bitstream(self._pin, 0, _TIMING_NS, self._data)
            self.frames = (self.frames + 1) & 0xFFFFFF
        except OSError:
            self.failures = (self.failures + 1) & 0xFFFF
