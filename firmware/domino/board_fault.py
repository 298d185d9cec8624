"""The safe start where nothing can be made of board.json: in place of the App (app.py).

What is wrong stands on the screen, where what is left of the file says where that is, and the line
to a host answers, so that the file can be put again (board_service.py). No other pin is touched.
Imported only then.
"""

import asyncio
import json

from micropython import const

from domino.board import checking
from domino.board.config import BoardError, Wires
from domino.services import LINK
from domino.table.link import Link
from domino.trust import Trust
from domino.ui.screen import Screen
from domino.ui.ssd1306 import Display

_USB = const(1)  # app.USB
_ROWS = const(8)
_CELLS = const(21)
_PATIENCE_MS = const(10_000)
_STEP_MS = const(5)


class BoardFault:
    """As the App to whoever runs it, as Services to the Link. `wrong`: what is, a line."""

    COMMANDS = ("hello", "trust")

    def __init__(self, machine, clock, files, fault, line):
        self.clock = clock
        self.files = files
        self.tries = [0, clock.ticks_ms(), -1]  # of the keeper's PIN (guarding.py)
        self.wrong = fault
        self._line = line
        self._board = None
        self._trust = None
        self._heard_ms = clock.ticks_ms()
        self._screen = _screen(machine, clock, files)
        if self._screen is not None:
            _show(self._screen, fault)

    async def run(self, sleep_ms):
        """Run for ever; `sleep_ms` is asyncio's."""
        self._sleep_ms = sleep_ms
        self._trust = Trust(self, sleep_ms, False)
        if self._line == _USB:
            from domino.table.usb import UsbLine

            self._line = UsbLine()
        listener = asyncio.create_task(Link(self._line, self).run(b""))
        while not listener.done():
            await sleep_ms(max(self.step(), _STEP_MS))

    def step(self):
        """A page of the screen; how many ms there is nothing to do."""
        if self._screen is None:
            return _PATIENCE_MS
        return self._screen.step(self.clock.ticks_ms())

    def pending(self):
        """As App.pending."""
        return False

    def close(self):
        """The end, by a Ctrl-C: nothing is on but the screen, which stays."""

    # -- for the link ----------------------------------------------------------------------
    def heard(self, is_busy):
        """A line came and is worked on, or was answered."""
        now_ms = self.clock.ticks_ms()
        if self.clock.ticks_diff(now_ms, self._heard_ms) >= _PATIENCE_MS:
            self._trust.forget()
        self._heard_ms = now_ms

    def fault(self, kind, command):
        """Why this service cannot be had now, or None."""
        if kind != "board" and (kind != "table" or command not in self.COMMANDS):
            return "board_wrong"
        return "guarded" if self._trust.refuses(kind, command) else None

    def find(self, kind):
        """The service of this name."""
        if kind == "table":
            return self
        if self._board is None:
            from domino.board_service import BoardService

            self._board = BoardService(self.files, self._sleep_ms)
        return self._board

    async def hello(self, asked):
        """Who speaks, and what is wrong."""
        told = {"link": LINK, "table": "", "slots": 0, "pads": 0, "names": []}
        told["fault"] = self.wrong
        return told

    async def trust(self, asked):
        """`pin`: the keeper's. His tag cannot be read, so it guards nothing."""
        return await self._trust.ask(asked.get("pin"), self._look)

    async def _look(self):
        return ()


def _show(screen, fault):
    """Compose the picture; what is too long for it is cut off."""
    screen.clear()
    screen._asks = True  # no rule across it
    message = screen._message
    message.letters = fault.encode()
    message.length = len(message.letters)
    message.wrap(screen._cells, 0, _CELLS, _ROWS)


def _screen(machine, clock, files):
    """The screen, or None where the file does not say where it is."""
    try:
        with files.open("board.json", "rb") as file:
            parts = left(file.read())
        checking.check_parts(parts)
        panel, buses = parts["display"], parts["buses"]
        kind = Display
        if panel["chip"] == "sh1106":
            from domino.ui.sh1106 import WideDisplay as kind
        name = panel["bus"] if panel["bus"] in buses or len(buses) > 1 else list(buses)[0]
        return Screen(kind(Wires(parts, machine, clock).bus(name), panel["address"]), [], b"")
    except (BoardError, LookupError, ValueError, TypeError):
        return None  # it does not say where it is
    except (OSError, MemoryError, RuntimeError):
        return None


def left(data):
    """Of the bytes of a board.json, whatever became of it, `display` and the I2C `buses`: they
    are objects that hold no other, so each is read by itself."""
    panel, buses = None, {}
    at = data.find(b"}")
    while at >= 0:
        begin = data.rfind(b"{", 0, at)
        name = data[: max(begin, 0)].rsplit(b'"', 2)
        try:
            part = json.loads(data[begin : at + 1].decode())
            if "sda" in part and "scl" in part:
                buses[name[-2].decode()] = part
            elif "address" in part and "bus" in part and "chip" in part:
                panel = part
        except (ValueError, IndexError, TypeError):
            pass  # not this one
        at = data.find(b"}", at + 1)
    return {"display": panel, "buses": buses}
