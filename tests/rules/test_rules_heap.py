"""The core allocates nothing: whole matches under heap lock on the real MicroPython."""

import pytest

from domino.rules.games import GAMES
from tests import micropython
from tests.rules import core

MATCHES = 1  # each table, for each of the four ways that hands are known
RUNTIMES = {"unix": micropython.run, "32-bit": micropython.run32}


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_allocate_nothing(runtime, game):
    tables = [
        (players, int(teams)) for name, players, teams, _ in core.all_tables() if name == game
    ]
    out = RUNTIMES[runtime]("rules_heap.py", game, MATCHES, *sum(tables, ()))
    lines = out.splitlines()
    assert len(lines) == 4 * len(tables)
    for line in lines:
        ended, grown, actions, rounds, refused = line.split()
        assert (ended, int(grown)) == ("ended", 0), line
        assert int(actions) > 30 * MATCHES and int(rounds) >= MATCHES and int(refused) > 0
