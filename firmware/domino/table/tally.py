"""The highest play and the longest run of a match: of each round, from the log when it is over.

A run is how many tiles or moves in a row one seat has placed within a round that each scored;
draws between them do not end it, as nothing was placed. Games without points in play have none.
Imported at the end of a round, and dropped.
"""

from micropython import const

from domino.rules import codes, games

# Places in the array that the app keeps: the round that was read last, the figures of the rounds
# before it, and its own; a round that is taken up again by an undo is read anew.
ROUND = const(0)
HIGHEST = const(1)
RUN = const(2)
_ROUND_HIGHEST = const(3)
_ROUND_RUN = const(4)
SIZE = const(5)


def clear(best):
    """A match begins."""
    for i in range(SIZE):
        best[i] = 0
    best[ROUND] = -1


def take(match, best):
    """A round is over: read its log into `best`, an array of SIZE."""
    if best[ROUND] != match.round_number:
        best[ROUND] = match.round_number
        best[HIGHEST] = highest(best)
        best[RUN] = run(best)
    best[_ROUND_HIGHEST] = best[_ROUND_RUN] = 0
    if match.rules[games.SCORING] == games.SCORE_NOTHING or match.way:
        return
    runs = [0, 0, 0, 0]
    log = match.log
    for place in range(log.count):
        log.read(place)
        if log.kind != codes.PLAY:
            continue
        runs[log.seat] = runs[log.seat] + 1 if log.score else 0
        best[_ROUND_HIGHEST] = max(best[_ROUND_HIGHEST], log.score)
        best[_ROUND_RUN] = max(best[_ROUND_RUN], runs[log.seat])


def highest(best):
    """The highest play of the match so far, half points."""
    return max(best[HIGHEST], best[_ROUND_HIGHEST])


def run(best):
    """Its longest run."""
    return max(best[RUN], best[_ROUND_RUN])
