"""Whole matches of every game under heap lock. Prints matches, actions, bytes that the heap grew.

A core that allocates ends in MemoryError; its match is then played again without the lock, to
tell how much it was.
"""

import gc

import micropython
from rules_driver import KNOWN, UNKNOWN_NAMED, Driver

from domino.rules import games

_ROUNDS = 200
driver = Driver()


def grown(players, teams, locked):
    """Play one match of the game that is loaded; return the bytes that the heap grew."""
    driver.begin(players, teams)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    if locked:
        micropython.heap_lock()
    try:
        driver.play_match(_ROUNDS)
    finally:  # the 32-bit build hangs when an exception leaves with the heap locked
        if locked:
            micropython.heap_unlock()
        gc.enable()
    return gc.mem_alloc() - before


def measure(players, teams):
    """Bytes of one match."""
    try:
        return grown(players, teams, True)
    except MemoryError:
        return max(1, grown(players, teams, False))


def tables(params):
    """(players, teams) of each table of a game."""
    for players in range(params[games.PLAYERS_MIN], params[games.PLAYERS_MAX] + 1):
        if players < 4 or params[games.TEAMS] != games.TEAMS_FORCED:
            yield players, False
        if players == 4 and params[games.TEAMS] != games.TEAMS_NONE:
            yield players, True


def main():
    matches = worst = 0
    for game in games.GAMES:
        games.load(game, driver.match.rules)
        for players, teams in tuple(tables(driver.match.rules)):
            for mode in range(KNOWN, UNKNOWN_NAMED + 1):
                driver.set_up(game, players, teams, mode, 101 + 7 * matches)
                worst = max(worst, measure(players, teams))
                matches += 1
    print(len(games.GAMES), matches, driver.actions, worst)


main()
