"""Whole matches under heap lock: the core must not allocate a byte. Prints one line of figures.

Arguments: game, players, teams (0 or 1), mode (rules_driver), matches.
"""

import gc
import sys

import micropython
from rules_driver import Driver

game, players, teams, mode, matches = sys.argv[1:6]
players = int(players)
teams = teams == "1"
driver = Driver()
driver.check_every = 8


def play(first_seed, count):
    """Play whole matches on the one driver; the game is loaded."""
    for i in range(count):
        driver.seed = first_seed + 7 * i
        driver.begin(players, teams)
        driver.play_match(200)
        over = driver.match.match_over
        if not over:
            return False
    return True


def locked():
    """Return whether every match ended, and the bytes that the heap grew under lock."""
    gc.collect()
    before = gc.mem_alloc()
    micropython.heap_lock()
    try:
        ended = play(101, int(matches))
    finally:  # the 32-bit build hangs when an exception leaves with the heap locked
        micropython.heap_unlock()
    return ended, gc.mem_alloc() - before


driver.set_up(game, players, teams, int(mode), 1)
ended, grown = locked()
print("ended" if ended else "unfinished", grown, driver.actions, driver.rounds, driver.refused)
