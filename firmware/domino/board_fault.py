"""Tells on the screen what is wrong with board.json, where what it says of the screen serves.

Nothing else of the table is made then; MicroPython's prompt comes. Imported only then.
"""

from micropython import const

from domino.board.config import Wires
from domino.ui.notice import Notice
from domino.ui.screen import Screen
from domino.ui.ssd1306 import Display

_STEPS = const(100)  # a set-up and eight pages are fewer
_ROWS = const(7)
_CELLS = const(21)
_TEXT = b"\x01\x01\x0a"  # a table of texts: the first is the notice's own


def show(machine, clock, config, fault):
    """Write `fault`, a line of ASCII; whatever goes wrong with it leaves the screen as it is."""
    try:
        panel = config["display"]
        kind = Display
        if panel["chip"] == "sh1106":
            from domino.ui.sh1106 import WideDisplay as kind
        display = kind(Wires(config, machine, clock).bus(panel["bus"]), panel["address"])
        screen = Screen(display, [], b"")
        notice = Notice(0)
        notice.text = fault.encode()
        screen.clear()
        screen._asks = True  # no rule across it
        screen._message.spell(_TEXT, 1, notice)
        screen._message.wrap(screen._cells, 0, _CELLS, _ROWS)
        for _ in range(_STEPS):
            screen.step(clock.ticks_ms())
    except (LookupError, ValueError, TypeError, AttributeError, OSError, RuntimeError):
        pass  # it is raised as well
