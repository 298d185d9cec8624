"""Parts for the tests of the user interface: buses to the emulated chips, and a view."""

from types import SimpleNamespace

from domino.ui.screen import Screen, grid
from domino.ui.sh1106 import WideDisplay
from domino.ui.ssd1306 import Display
from domino.words import en, en_games
from host_tools.sim.board import SCREENS

NONE = 255
NAMES = [f"{'abcdefgh'[i % 8]}{i // 8 + 1}".encode() for i in range(48)]
NAMES += [b"p0", b"p1", b"p2", b"p3"]


def view(alerts=(), **fields):
    """The fields of table/view.py; `alerts`: (reader, kind) pairs, by reader."""
    made = {
        "scores": [0, 0, 0, 0],
        "remembered": [0, 0, 0, 0],
        "carried": 0,
        "layout": None,
        "turn": NONE,
        "total": 0,
        "message": 0,
        "seat": NONE,
        "slot": NONE,
        "tile": NONE,
        "other": NONE,
        "amount": 0,
        "winners": 0,
        "is_match_over": False,
        "on": NONE,
        "port": NONE,
        "index": 0,
        "of": 0,
        "text": b"",
        "clock_s": -1,
        "alerts": len(alerts),
        "alert_slots": bytearray(slot for slot, _ in alerts) + bytearray(52 - len(alerts)),
        "alert_kinds": bytearray(kind for _, kind in alerts) + bytearray(52 - len(alerts)),
    }
    return SimpleNamespace(**(made | fields))


PANELS = {"ssd1306": Display, "sh1106": WideDisplay}


class Bus:
    """machine.I2C with one display on it; counts the bytes of each step."""

    def __init__(self, chip, address=0x3C):
        self.chip = chip
        self.address = address
        self.writes = []

    def writeto(self, address, data):
        self.writes.append(len(data))
        if address != self.address or not self.chip.write(bytes(data)):
            raise OSError(19)

    def readfrom_into(self, address, into):
        if address != self.address or self.chip.fault:
            raise OSError(19)
        into[:] = self.chip.read(len(into))


class Shown:
    """A screen on an emulated display, stepped every 10 ms until it rests."""

    def __init__(self, names=NAMES, places=None, columns=8, rows=6, kind=Screen, **display):
        panel = display.pop("panel", "ssd1306")
        self.chip = SCREENS[panel]()
        self.bus = Bus(self.chip)
        self.display = PANELS[panel](self.bus, **display)
        places = grid(columns, rows) if places is None else places
        self.screen = kind(self.display, names, en_games.TABLE + en.TABLE, places, columns, rows)
        self.now_ms = 0

    def show(self, players, teams, target, shown):
        """Set up, update and draw; returns the picture."""
        self.screen.set_up(players, teams, target)
        self.screen.update(shown)
        self.run(500)
        return self.chip.picture()

    def run(self, span_ms):
        """Step for a while; returns the bytes written in each step."""
        steps = []
        for _ in range(span_ms // 10):
            self.bus.writes.clear()
            self.screen.step(self.now_ms)
            steps.append(sum(self.bus.writes))
            self.now_ms += 10
        return steps
