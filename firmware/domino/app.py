"""The composition root: builds the parts from board.json and settings.json, and runs them.

Nothing else knows where it runs: `machine` and `clock` (the time module) come from main.py. One
coroutine awaits only `sleep_ms`; each `step` does one bounded thing, 20 ms at most: a scanner's
step, a frame of the strip or a page of the screen.
"""

import sys

from micropython import const

# Loaded with this module, while the heap is in one piece, and dropped when the parts are built.
import domino.building  # noqa: F401
from domino.board.config import Board
from domino.rules import codes
from domino.ui import buzzer as sounds
from domino.words import ids

_TICKS = const(0x3FFFFFFF)
_POLL_MS = const(5)  # buttons are read this often

# What only the start needs: 6 KB of the heap.
_DROPPED = ("building", "rules.options", "rules.house", "table.prepare")


def build(machine, clock, board, settings, observer=None):
    """Return the App of a table.

    `board`, `settings`: the dicts of the two files. `observer`: has `attach(app)`,
    `emit(kind, place, tile, code)` and `record(action, seat, tile, joint)` (table/events.py); None
    where nobody watches. Raises BoardError. A match that the files do not allow is told on the
    screen, and the table waits.
    """
    app = App(Board(board, machine), machine, clock, board, settings, observer)
    if observer is not None:
        observer.attach(app)
    return app


class App:
    """All parts of one table. `view` is what the players see."""

    def __init__(self, board, machine, clock, config, settings, observer):
        from domino import building

        self._clock = clock
        self.board = board
        building.build(self, machine, clock, config, settings, observer)
        self.view = self.table.view
        self._version = -1  # of the view, as last shown
        self._alerts = 0
        self._accepted = 0
        self._message = ids.NOTHING
        self._is_won = False
        # When the next step of each is due. The clock does not begin at 0 after a soft reset.
        self._scan_ms = self._strip_ms = self._screen_ms = self._buzzer_ms = clock.ticks_ms()
        self._is_screen_busy = True
        self._watched = 0  # the reader whose quality was looked at last
        self._has_scanned = False  # the last step was the scanner's
        board.forget()
        _drop()

    async def run(self, sleep_ms):
        """Run for ever; `sleep_ms` is asyncio's."""
        while True:
            wait_ms = self.step()
            if self.table.wants_pad_play():
                self.table.load_pad_play()
            await sleep_ms(wait_ms)

    def step(self):
        """Do one bounded thing; return for how many ms there is nothing to do."""
        now_ms = self._clock.ticks_ms()
        self._take_presses(now_ms)
        if self._is_due(self._scan_ms, now_ms) and not (
            self._has_scanned and self._lights_are_due(now_ms)
        ):
            self._scan(now_ms)
            self._has_scanned = True
        else:
            self._light(now_ms)
            self._has_scanned = False
        self._notice()
        return self._wait_ms(now_ms)

    # -- the parts of a step ---------------------------------------------------------------
    def _take_presses(self, now_ms):
        self.buttons.step(now_ms)
        button = self.buttons.take()
        while button != codes.NONE:
            self.table.on_press(button, self.buttons.held_ms, now_ms)
            button = self.buttons.take()

    def _scan(self, now_ms):
        scanner = self.scanner
        self._scan_ms = (now_ms + scanner.step(now_ms)) & _TICKS
        reader = scanner.take()
        while reader != codes.NONE:
            self.table.on_finding(reader, scanner.found[reader], now_ms)
            reader = scanner.take()
        self._watch_quality(now_ms)
        self.table.step(now_ms)

    def _watch_quality(self, now_ms):
        """Tell the table whether one reader, each in its turn, reads badly."""
        self._watched = (self._watched + 1) % self.scanner.readers
        is_weak = 1 if self.scanner.presence.is_weak(self._watched) else 0
        self.table.on_weak(self._watched, is_weak, now_ms)

    def _light(self, now_ms):
        """A frame of the strip, else a page of the screen, else a note of the buzzer."""
        if self._is_due(self._strip_ms, now_ms):
            self._strip_ms = (now_ms + self.strip.step(now_ms)) & _TICKS
        elif self._is_due(self._screen_ms, now_ms):
            wait_ms = self.screen.step(now_ms)
            self._is_screen_busy = wait_ms == 0
            self._screen_ms = (now_ms + wait_ms) & _TICKS
        elif self._is_due(self._buzzer_ms, now_ms):
            self._buzzer_ms = (now_ms + self.buzzer.step(now_ms)) & _TICKS

    def _notice(self):
        """Hand a changed view to everything that shows it."""
        view = self.view
        if view.version == self._version:
            return
        self._version = view.version
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

    def _wait_ms(self, now_ms):
        if self._lights_are_due(now_ms):
            return 0
        left_ms = self._clock.ticks_diff(self._scan_ms, now_ms)
        return max(0, min(left_ms, _POLL_MS))

    # -- for whoever watches ---------------------------------------------------------------
    def pending(self):
        """Whether something goes on that will end without anybody doing anything."""
        return (
            self.view.is_pending
            or self.scanner.is_pending
            or self.strip.effect_running
            or self._is_screen_busy
            or self.view.version != self._version
            or not self.buttons.is_idle()
        )


def _drop():
    """Let go of modules that have done their work; they can be imported again."""
    for name in _DROPPED:
        if sys.modules.pop("domino." + name, None):
            package, _, name = ("domino." + name).rpartition(".")
            delattr(sys.modules[package], name)
