"""A recorded match at the table under heap lock: nothing on a tile's way allocates.

Arguments: game, players, seats' pads and starters as hex, the inputs as hex (six bytes each: kind,
reader or button, finding, ms since the last one, 16 bits; see test_table_heap.py). Prints what the
table came to, the events' number and check sum, and the bytes the heap grew.
"""

import binascii
import gc
import sys

import micropython

from domino.rules import games
from domino.rules.match import Match
from domino.table.placement import Placement
from domino.table.prepare import kind_of

FIND = 0
PRESS = 1
WAIT = 2


class Observer:
    """Counts events and sums them up, small integers only."""

    def __init__(self):
        self.count = 0
        self.sum = 1

    def emit(self, kind, place, tile, code):
        self.count += 1
        for part in range(4):
            value = kind if part == 0 else place if part == 1 else tile if part == 2 else code
            self.sum = (self.sum * 257 + value) % 65521

    def record(self, action, seat, tile, joint):
        self.emit(100 + action, seat, tile % 65521, joint % 65521)


def grid(columns, rows):
    """The neighbours of a plain grid."""
    out = bytearray(b"\xff" * (columns * rows * 4))
    for slot in range(columns * rows):
        x = slot % columns
        y = slot // columns
        if y:
            out[slot * 4] = slot - columns
        if x < columns - 1:
            out[slot * 4 + 1] = slot + 1
        if y < rows - 1:
            out[slot * 4 + 2] = slot + columns
        if x:
            out[slot * 4 + 3] = slot - 1
    return out


def unseen(reader, since_ms):
    """The scanner has nothing newer."""
    return False


def play(table, script):
    """Feed the script to the table."""
    now_ms = 1000
    for i in range(len(script) // 5):
        at = i * 5
        now_ms += script[at + 3] * 256 + script[at + 4]
        if script[at] == FIND:
            table.on_finding(script[at + 1], script[at + 2], now_ms)
        elif script[at] == PRESS:
            table.on_press(script[at + 1], now_ms)
        else:
            table.step(now_ms)


def main():
    game, players, pads, starters, script = sys.argv[1:6]
    script = binascii.unhexlify(script)
    observer = Observer()
    match = Match()
    games.load(game, match.rules)
    match.set_up(int(players))
    kind = kind_of(match.rules)
    gc.collect()
    before = gc.mem_alloc()
    placement = Placement(match, 48, grid(8, 6))
    table = kind(match, placement, 4, observer, observer.record, None, unseen)
    if hasattr(table, "seat_at"):
        table.seat_at(b"\x23\x11\x0c\x1e")  # d5, b3, e2, g4
    table.begin(binascii.unhexlify(pads), binascii.unhexlify(starters), 1)
    gc.collect()
    kept = gc.mem_alloc() - before
    before = gc.mem_alloc()
    micropython.heap_lock()
    try:
        play(table, script)
    finally:  # the 32-bit build hangs when an exception leaves with the heap locked
        micropython.heap_unlock()
    grown = gc.mem_alloc() - before
    scores = " ".join(str(score) for score in match.scores)
    print(scores, match.layout.count, table.view.accepted, observer.count, observer.sum)
    print(grown, kept)


main()
