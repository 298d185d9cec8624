"""Plays a match of a game; each accepted placement stands alone between heap_lock and heap_unlock,
where callgrind begins and ends its count. Arguments: game, players, teams (0 or 1), mode, rounds
at most."""

import sys

import micropython
from rules_driver import FIELDS, Driver

from domino.rules import codes


class Marking(Driver):
    """Plays as its base does."""

    def do(self, which):
        """Do an action that was written down."""
        if self.done[which * FIELDS] != codes.PLAY or self.first_of(which) != which:
            Driver.do(self, which)
            return
        at = which * FIELDS
        tile = self.done[at + 1]
        on = self.done[at + 2]
        port = self.done[at + 3]
        play = self.match.play
        micropython.heap_lock()
        code = play(tile, on, port)
        micropython.heap_unlock()
        if code != codes.OK:
            raise ValueError(code)


game, players, teams, mode, rounds = sys.argv[1:6]
driver = Marking()
driver.set_up(game, int(players), teams == "1", int(mode), 77)
driver.play_match(int(rounds))
print(driver.plays)
