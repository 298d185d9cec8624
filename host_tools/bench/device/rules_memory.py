"""Prints what the rules core takes: bytes its modules take when imported, bytes a match keeps."""

import gc


def used():
    gc.collect()
    return gc.mem_alloc()


start = used()
from domino.rules import games  # noqa: E402
from domino.rules.match import Match  # noqa: E402

imported = used()
match = Match()
kept = used()
games.load("horse-race", match.rules)
match.set_up(4, True)
match.open_round(0)
match.play(27)
print(imported - start, kept - imported, used() - kept)
