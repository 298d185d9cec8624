"""Points against: who writes the tiles left at a round's end, and sums carried to a later round.

Fills `match.awards` (half points) with what the round gives each side; whether it goes on the
score is for accounts.py. Rules: RULES.md, "Goat family"; a game chooses by BLOCK_WRITES,
LOWEST_SPARED, OPENING_BONUS, OUT_BONUS. Nothing here allocates.
"""

from domino.rules import games, settlement
from domino.rules.codes import BLOCKED, NONE, OUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.match import Match


def write(match: "Match") -> None:
    """Fill awards, and round_winners where a block has other winners; carry a tie's sum."""
    everybody = (1 << match.sides) - 1
    takes_all = False
    if match.kind == BLOCKED:
        takes_all = match.rules[games.BLOCK_WRITES] == games.MOST_TAKES_ALL
        writers = _blocked_writers(match, everybody, takes_all)
        match.round_winners = everybody & ~writers
        if not writers:
            match.round_winners = 0
            match.carried_change = 2 * _sum(match)
            return
    writers = everybody & ~match.round_winners
    bonus = _bonus(match) if match.round_winners else 0
    for side in range(match.sides):
        if writers >> side & 1:
            pips = _sum(match) if takes_all else match.side_pips[side]
            match.awards[side] = 2 * (pips + bonus)
    _give_carried(match)


def _blocked_writers(match: "Match", everybody: int, takes_all: bool) -> int:
    """Return the sides that write after a block; 0 where several are what one should be."""
    if takes_all:
        one = writers = settlement.highest(match)
    elif match.rules[games.LOWEST_SPARED]:
        one = settlement.lowest(match, everybody)
        writers = everybody & ~one
    else:
        return everybody
    return 0 if one & (one - 1) else writers


def _sum(match: "Match") -> int:
    total = 0
    for side in range(match.sides):
        total += match.side_pips[side]
    return total


def _bonus(match: "Match") -> int:
    """Return what losers add for 0-0 or 6-6 that opened the round, or that ended it."""
    rules = match.rules
    bonus = 0
    if rules[games.OPENING_BONUS]:
        bonus += settlement.worth(rules, 1 << match.layout.order[0])
    if rules[games.OUT_BONUS] and match.kind == OUT:
        bonus += settlement.worth(rules, match.log.last_move())
    return bonus


def _give_carried(match: "Match") -> None:
    """Give the carried sum to the side that alone writes most; else it stays."""
    if not match.carried:
        return
    most = 0
    alone = NONE
    for side in range(match.sides):
        points = match.awards[side]
        if points > most:
            most = points
            alone = side
        elif points == most:
            alone = NONE
    if alone != NONE:
        match.awards[alone] += match.carried
        match.carried_change = -match.carried
