"""Strip frames and screen pages of an evening in two languages, drawn twice, the second time under
heap lock.

Runs on MicroPython of 32 and 64 bits, where anything that allocates ends it with MemoryError, and
on CPython to compare: the sums are over every byte that display and strip were sent.
"""

from array import array

import micropython

from domino.rules import games
from domino.rules.match import Match
from domino.ui import buzzer
from domino.ui.buttons import Buttons
from domino.ui.drawn import Drawn
from domino.ui.screen import grid
from domino.ui.ssd1306 import Display
from domino.ui.strip import Strip
from domino.ui.tally import TallyScreen
from domino.ui.text import Cells
from domino.words import ar, ar_font, en, ids


class View:
    """The fields that table/view.py has."""

    def __init__(self):
        self.scores = array("h", [0, 0, 0, 0])
        self.layout = None
        self.turn = 0
        self.total = 0
        self.message = 0
        self.seat = 0
        self.slot = 12
        self.tile = 24
        self.other = 50
        self.amount = 25
        self.winners = 3
        self.is_match_over = False
        self.on = 20
        self.port = 2
        self.index = 1
        self.of = 3
        self.text = b""
        self.clock_s = 65
        self.alerts = 0
        self.alert_slots = bytearray(52)
        self.alert_kinds = bytearray(52)


def mixed(total, data):
    """A checksum that depends on the order, in small integers."""
    for i in range(len(data)):
        total = (total * 31 + data[i]) & 0xFFFFFF
    return total


class Bus:
    """A display that takes everything and says that it is on."""

    def __init__(self):
        self.writes = 0
        self.sum = 0

    def writeto(self, address, data):
        self.writes += 1
        self.sum = mixed(self.sum, data)

    def readfrom_into(self, address, into):
        into[0] = 0


class Chain:
    """Counts frames, and the LEDs that the last one lit."""

    def __init__(self):
        self.frames = 0
        self.lit = 0
        self.sum = 0

    def show(self, pin, encoding, timing, data):
        self.frames += 1
        self.sum = mixed(self.sum, data)
        self.lit = 0
        for i in range(0, len(data), 3):
            if data[i] or data[i + 1] or data[i + 2]:
                self.lit += 1


class Sound:
    """A PWM that takes everything."""

    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        pass


def pin():
    """A button that nobody presses."""
    return 1


names = [bytes((97 + i % 8, 49 + i // 8)) for i in range(48)]
names += [b"p0", b"p1", b"p2", b"p3"]
view = View()
bus = Bus()
chain = Chain()
english = Cells(en.TABLE)
arabic = Drawn(ar.TABLE, ar_font)
screen = TallyScreen(Display(bus), names, english, grid(8, 6), 8, 6)
match = Match()
games.load("all-fives", match.rules)
match.set_up(2, False)
match.open_round(0)
for tile in (20, 15, 18, 16):  # 5-5, 0-5, 3-5, 1-5: a spinner with open branches
    match.play(tile, 255, 255, 255)
view.layout = match.layout
strip = Strip(chain.show, None, 4, 61, 20, 500)
buttons = Buttons([pin] * 7)
sound = buzzer.Buzzer(Sound())


def steps(now_ms, span_ms):
    """Everything that draws, every 20 ms."""
    for now in range(now_ms, now_ms + span_ms, 20):
        screen.step(now)
        strip.step(now)
        buttons.step(now)
        sound.step(now)
        buttons.take()
    return now_ms + span_ms


def evening(now_ms):
    """Every message for 2 to 4 players, with and without alerts, scores, a win."""
    for players in range(2, 5):
        screen.set_up(players, players == 4, 61)
        strip.set_up(players, 61)
        view.is_match_over = False
        for side in range(players):
            view.scores[side] = 0
        for message in range(96):
            view.message = message
            screen.use_texts(arabic if message & 1 else english)
            view.alerts = message % 5
            for i in range(view.alerts):
                view.alert_slots[i] = 13 * i
                view.alert_kinds[i] = ids.PLACE_BACK
            view.scores[message % players] += message % 4
            screen.update(view)
            strip.update(view)
            sound.play(buzzer.SCORE)
            now_ms = steps(now_ms, 200)
        view.alerts = 0
        view.is_match_over = True
        screen.update(view)
        strip.update(view)
        now_ms = steps(now_ms, 4000)
        screen.turn(players == 3)
        now_ms = steps(now_ms, 500)
        screen.rest(True)
        strip.rest(True)
        now_ms = steps(now_ms, 500)
        screen.rest(False)
        strip.rest(False)
        now_ms = steps(now_ms, 500)
    return now_ms


now = evening(0)
bus.writes = chain.frames = 0
micropython.heap_lock()
now = evening(now)
strip.fill(255, 255, 255)
micropython.heap_unlock()
strip.step(now + 100)
print("pages", bus.writes // 2, "frames", chain.frames, "lit", chain.lit)
print("sums", bus.sum, chain.sum)
