"""Everything that draws, handed what no table says: any letter, message, tile, place and number.

Runs on CPython and on MicroPython of 32 and 64 bits. Argument: a seed. Whatever raises ends it.
"""

import sys

from domino.ui import notice
from domino.ui.accounts import AccountScreen
from domino.ui.drawn import Drawn
from domino.ui.drawn_lines import DrawnLines
from domino.ui.lines import Lines
from domino.ui.notice import Notice
from domino.ui.screen import Screen, grid
from domino.ui.ssd1306 import Display
from domino.ui.strip import Strip
from domino.ui.tally import TallyScreen
from domino.ui.text import Cells
from domino.ui.tricks import TrickScreen
from domino.words.loading import letters_for, texts_for

ROUNDS = 8
LETTERS = (0, 1, 14, 31, 32, 63, 126, 127, 128, 212, 213, 255)
NUMBERS = (0, 1, 3, 4, 27, 28, 52, 255, 256, 300, 9999, 20000, 0x3FFFFFFF, 1 << 40)

state = int(sys.argv[1]) if len(sys.argv) > 1 else 1


def below(limit):
    """A number from 0, the same on every runtime."""
    global state
    state = (state * 1103 + 12345) & 0xFFFFF
    return (state >> 4) % limit


def number():
    value = NUMBERS[below(len(NUMBERS))]
    return -value if below(3) == 0 else value


def letters():
    """Bytes of any kind: none, some, or more than any line has room for."""
    kind = below(4)
    if kind == 0:  # what UTF-8 makes of Arabic, of a sign, of half a surrogate pair
        return b"\xd9\x85 \xe2\x82\xac \xed\xa0\x80"
    length = (0, 7, 21, 400)[kind]
    return bytes((LETTERS[below(len(LETTERS))] if below(2) else below(256)) for _ in range(length))


class Bus:
    """A display that takes everything."""

    def writeto(self, address, data):
        pass

    def readfrom_into(self, address, into):
        into[0] = 0


def ignore(pin, encoding, timing, data):
    """A strip that takes everything."""


class View(Notice):
    """The fields of table/view.py."""

    def __init__(self):
        super().__init__(52)
        self.scores = [0, 0, 0, 0]
        self.remembered = [0, 0, 0, 0]
        self.layout = None


def spoil(view):
    """Other operands than any table has."""
    for name in ("seat", "tile", "slot", "other", "on", "amount", "winners", "index", "of"):
        setattr(view, name, number())
    for name in ("turn", "total", "carried", "clock_s", "bid", "trump"):
        setattr(view, name, number())
    view.port = below(6)
    view.taken = (number(), number())
    view.text = letters()
    view.message = below(300)
    for side in range(4):
        view.scores[side] = number()
        view.remembered[side] = number()
    view.alerts = below(4)
    for i in range(view.alerts):
        view.alert_slots[i] = below(52)
        view.alert_kinds[i] = below(256)


NAMES = [b"%c%d" % (97 + i % 8, 1 + i // 8) for i in range(48)] + [b"p0", b"p1", b"p2", b"p3"]
now_ms = 0


def show(screen):
    global now_ms
    for _ in range(12):
        now_ms += 20
        screen.step(now_ms)


def draw_game(screen, view):
    for players in (2, 3, 4):
        spoil(view)
        screen.set_up(players, players == 4 and below(2) == 1, abs(number()))
        screen.use_names([letters()[:12] for _ in range(4)] if below(2) else None)
        screen.update(view)
        show(screen)


def draw_lines(lines):
    lines.clear()
    spoil(lines.operands)
    lines.title(below(300))
    for row in range(1, lines.rows - 1):
        lines.name(row, letters()) if below(2) else lines.label(row, below(300))
        kind = below(4)
        if kind == 0:
            lines.value(row, below(300))
        elif kind == 1:
            lines.number(row, number())
        elif kind == 2:
            lines.word(row, letters())
        lines.cursor(row, kind < 3 and below(2) == 1)
    lines.message(lines.rows - 1, 1, below(300))
    lines.show()


def made(table, found):
    return Drawn(table, found) if found else Cells(table)


strip = Strip(ignore, None, 4, 61, 20, 500)
for language in ("en", "ar"):
    found = letters_for(language)
    for kind in (Screen, TallyScreen, AccountScreen, TrickScreen):
        for part in ("", "games", "service"):
            words = made(texts_for(language, part), found)
            screen = kind(Display(Bus()), NAMES, words, grid(8, 6), 8, 6)
            for _ in range(ROUNDS // 4):
                draw_game(screen, View())
                shown = View()
                spoil(shown)
                notice.show(screen, screen.words.table, below(300), shown)
                notice.bar(strip, number(), number())
                show(screen)
    lines = (DrawnLines if found else Lines)(screen, texts_for(language, "menu"))
    lines.operands = View()
    for _ in range(ROUNDS):
        draw_lines(lines)
        show(screen)
    for code in range(0, 256, 1 + below(3)):
        lines.clear()
        lines.name(code % lines.rows, bytes((code, code, 65)))
        lines.show()
        show(screen)
print("drawn")
