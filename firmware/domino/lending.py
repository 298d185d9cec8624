"""Somebody has the table's readers, screen, strip and presses instead of the game: a host that
makes a set of tiles (services.py), or the self-test (selftest.py). Imported when that happens.
"""

from micropython import const

from domino.board import pausing
from domino.rules import codes
from domino.ui import notice

_POLL_MS = const(5)
_TICKS = const(0x3FFFFFFF)


class Lodger:
    """`app`: the running App, whose step calls `step` here while the readers are lent."""

    def __init__(self, app, clock):
        self._app = app
        self._clock = clock
        self._screen_ms = self._buzzer_ms = clock.ticks_ms()
        self.is_screen_busy = True
        self.is_waiting = False  # for somebody at the table: a silent host is not waited with

    def pending(self):
        """Whether something goes on that will end by itself (App.pending)."""
        return True

    def enter(self):
        """The game stands still, nothing is scanned. False where somebody else has the readers."""
        app = self._app
        if app.lodger is None:
            pausing.stop(app.scanner)
            app.lodger = self
        return app.lodger is self

    def leave(self):
        """The game goes on where it stood; every tag is read again, everything shown anew."""
        app = self._app
        if app.lodger is self:
            while app.buttons.take() != codes.NONE:
                pass  # they were not meant for the game
            app.identity.forget()
            pausing.stop(app.scanner)
            pausing.reread(app.scanner)
            notice.leave(app.strip)
            app.take_back()

    def step(self, now_ms):
        """Read the buttons, show what is to be shown; how long there is nothing to do."""
        app = self._app
        app.buttons.step(now_ms)
        if self._clock.ticks_diff(self._screen_ms, now_ms) <= 0:
            wait_ms = app.screen.step(now_ms)
            self.is_screen_busy = wait_ms == 0
            self._screen_ms = (now_ms + wait_ms) & _TICKS
        elif self._clock.ticks_diff(self._buzzer_ms, now_ms) <= 0:
            self._buzzer_ms = (now_ms + app.buzzer.step(now_ms)) & _TICKS
        else:
            app.strip.refresh(now_ms)
        return _POLL_MS

    def redraw(self):
        """Something new is to be shown at the next step."""
        self.is_screen_busy = True
        self._screen_ms = self._buzzer_ms = self._clock.ticks_ms()


def close(app):
    """The end: fields, lights and sound off. A Ctrl-C may come in the middle of anything."""
    pausing.stop(app.scanner)
    notice.silence(app.buzzer)
    app.strip.fill(0, 0, 0)
