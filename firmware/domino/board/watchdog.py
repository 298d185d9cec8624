"""The controller's watchdog: it starts the table anew when a part of it has stopped going on.

Loaded where board.json has `watchdog_ms`. It is fed only when scanner and lights have both been
stepped since it was fed last, and the task of the line to a host is not over. The screen is
stepped once a second at rest, so it is fed as often. A restart takes the match up again.

Ctrl-C has to end it, or the prompt would be gone seconds later: MicroPython has no call for that,
so the bit that enables it is cleared. RP2040 data sheet, 4.7.6 and RP2350, 12.9.7: register CTRL
at the base, ENABLE is bit 30; writes 0x3000 above a register clear bits.
"""

from micropython import const

SCANNED = const(1)
LIT = const(2)
_ALL = const(3)
_ENABLE = const(30)
# Addresses in pages of 4 KB: as they are they are no small numbers.
_PAGE = const(12)
_CLEARING = {"pico": 0x4005B, "pico2": 0x400DB}


class Watchdog:
    """`timeout_ms`: at most 8388 on a Pico. It bites only after `start`."""

    def __init__(self, machine, timeout_ms, mcu):
        self._machine = machine
        self._timeout_ms = timeout_ms
        self._clearing = _CLEARING.get(mcu.split("_")[0])
        self._dog = None

    def start(self):
        """From now on it is to be fed."""
        self._dog = self._machine.WDT(timeout=self._timeout_ms)

    def look(self, app):
        """Feed it if every part has gone on; `app.lived` says which have."""
        if app.lived == _ALL and not app.is_line_lost():
            app.lived = 0
            self._dog.feed()

    def stop(self):
        """The end, by a Ctrl-C: it bites no more, where it can be told so."""
        if self._dog is not None and self._clearing is not None:
            self._machine.mem32[self._clearing << _PAGE] = 1 << _ENABLE
