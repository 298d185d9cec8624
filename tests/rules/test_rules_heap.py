"""The core allocates nothing: whole matches under heap lock on the real MicroPython."""

import pytest

from tests import micropython

TABLES = [
    ("horse-race", 2, 0),
    ("horse-race", 3, 0),
    ("horse-race", 4, 0),
    ("horse-race", 4, 1),
    ("all-fives", 2, 0),
    ("all-fives", 3, 0),
    ("all-fives", 4, 1),
]
RUNTIMES = {"unix": micropython.run, "32-bit": micropython.run32}


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("game, players, teams", TABLES)
def test_whole_matches_allocate_nothing(runtime, game, players, teams):
    for mode in range(4):  # known, known in unknown order, unknown, unknown with named draws
        out = RUNTIMES[runtime]("rules_heap.py", game, players, teams, mode, 3)
        ended, grown, actions, rounds, refused = out.split()
        assert (ended, int(grown)) == ("ended", 0)
        assert int(actions) > 50 and int(rounds) >= 3 and int(refused) > 5
