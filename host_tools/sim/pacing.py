"""How fast a match on the simulated table is shown: as quickly as it is computed, at a share of
the table's own time, or play by play as somebody presses a key."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable

SLOWEST, FASTEST = 0.1, 1000.0  # times the speed at the table
_ON = b" \n\r"  # keys that go on
_END = b"\x04"  # Ctrl-D, as the end of a file


def speed(text: str) -> float:
    """The value of `--speed`: ValueError says what is accepted."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not SLOWEST <= value <= FASTEST:
        wanted = f"a number from {SLOWEST:g} to {FASTEST:g}, 1 as fast as at the table"
        raise ValueError(f"{ascii(text)}; accepted: {wanted}")
    return value


class Pace:
    """Holds the match up; as it stands not at all."""

    def until(self, now_ms: float) -> None:
        """Called before what happened at `now_ms` of the table's time is shown."""

    def shown(self, is_play: bool) -> None:
        """Called when it is shown; `is_play`: a player did something."""


class Timed(Pace):
    """`times` as fast as at the table."""

    def __init__(
        self,
        times: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._times, self._clock, self._sleep = times, clock, sleep
        self._began_s: float | None = None  # when the table's time was 0

    def until(self, now_ms: float) -> None:
        due_s = now_ms / 1000 / self._times
        if self._began_s is None:
            self._began_s = self._clock() - due_s
        left_s = self._began_s + due_s - self._clock()
        if left_s > 0:
            self._sleep(left_s)
        else:  # it was computed more slowly: what comes is not to be rushed through
            self._began_s -= left_s


class Stepped(Pace):
    """A key for each play."""

    def __init__(self, key: Callable[[], bytes] | None = None) -> None:
        self._key = key or _read_key
        self._is_over = False  # no more keys come

    def shown(self, is_play: bool) -> None:
        while is_play and not self._is_over:
            key = self._key()
            self._is_over = key in (b"", _END)
            if key in _ON:
                return


def _read_key() -> bytes:
    """One key without Enter where the terminal can, else a line's first letter."""
    try:
        import termios
        import tty
    except ImportError:  # not on this system
        return sys.stdin.readline()[:1].encode()
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        return os.read(descriptor, 1)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
