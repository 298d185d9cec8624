"""The audit of a round under heap lock: prints how many it found, these, the heap's growth."""

import gc

import micropython

from domino.rules import audit, codes, games
from domino.rules.match import Match

match = Match()
games.load("draw", match.rules)
games.set_option(match.rules, "deal", 2)
match.set_up(2)
match.open_round(0)
hands = [0, 1 << 12 | 1, 0, 0]  # 2-4 and 0-0 stay with seat 1
out = bytearray(6)


code = found = 0


def play():
    """Seat 1 holds 2-4 back on 1-2, draws and lays 1-3; seat 0 goes out."""
    global code, found
    match.play(4)
    match.draw()
    match.play(7)
    match.play(17, 4)
    code = match.settle(hands)
    found = audit.check(match, hands, out)


gc.collect()
before = gc.mem_alloc()
micropython.heap_lock()
try:
    play()
finally:  # the 32-bit build hangs when an exception leaves with the heap locked
    micropython.heap_unlock()
grown = gc.mem_alloc() - before
print(code == codes.OK, found, list(out[: 3 * found]), grown)
