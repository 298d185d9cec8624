"""Whole matches under heap lock: the core must not allocate a byte. Prints a line for each table.

Arguments: game, matches, then for each table its players and 1 for teams, such as 4 1. Every table
is played with hands known, known in unknown order, unknown, and unknown with named draws.
"""

import gc
import sys

import micropython
from rules_driver import Driver

driver = Driver()
driver.check_every = 8


def play(players, teams, first_seed, count):
    """Play whole matches on the one driver; the game is loaded."""
    for i in range(count):
        driver.seed = first_seed + 7 * i
        driver.begin(players, teams)
        driver.play_match(200)
        if driver.match.target and not driver.match.match_over:
            return False
    return True


def locked(players, teams, count):
    """Return whether every match ended, and the bytes that the heap grew under lock."""
    gc.collect()
    before = gc.mem_alloc()
    micropython.heap_lock()
    try:
        ended = play(players, teams, 101, count)
    finally:  # the 32-bit build hangs when an exception leaves with the heap locked
        micropython.heap_unlock()
    return ended, gc.mem_alloc() - before


game = sys.argv[1]
for i in range(3, len(sys.argv), 2):
    players = int(sys.argv[i])
    teams = sys.argv[i + 1] == "1"
    for mode in range(4):
        driver.actions = driver.rounds = driver.refused = 0
        driver.set_up(game, players, teams, mode, 1)
        ended, grown = locked(players, teams, int(sys.argv[2]))
        print(
            "ended" if ended else "unfinished",
            grown,
            driver.actions,
            driver.rounds,
            driver.refused,
        )
