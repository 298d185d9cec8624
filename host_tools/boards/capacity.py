"""Which games a board is large enough for: its slots against the tiles that can lie at once.

A table with fewer slots is no fault: a tile that finds no slot can be placed remotely (the table
asks which end it joins). It is said, because players would meet that question often.
"""

from array import array
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from domino.rules import games

_TILES = 28


class Need(NamedTuple):
    """The most tiles of `game` that lie at once with some number of players the board seats."""

    game: str
    players: int
    tiles: int


def needs(config: dict) -> list[Need]:
    """One row for each game and number of players that the board has seats for."""
    seated = [int(players) for players in config["seats"]]
    return [need for need in _of_all_games() if need.players in seated]


def too_small_for(config: dict) -> list[Need]:
    """For each game that can outgrow the slots its largest need."""
    slots = len(config["slots"]["selects"])
    largest: dict[str, Need] = {}
    for need in needs(config):
        if (
            need.tiles > slots
            and need.tiles > largest.get(need.game, need._replace(tiles=0)).tiles
        ):
            largest[need.game] = need
    return list(largest.values())


def fitting(config: dict) -> list[str]:
    """The games that no round of can outgrow the slots, by id."""
    outgrown = {need.game for need in too_small_for(config)}
    return sorted({need.game for need in needs(config)} - outgrown)


@cache
def _of_all_games() -> list[Need]:
    return [need for game in games.GAMES for need in _of_game(game)]


def _of_game(game: str) -> Iterator[Need]:
    params = array("h", bytes(2 * games.SIZE))
    games.load(game, params)
    for players in range(params[games.PLAYERS_MIN], params[games.PLAYERS_MAX] + 1):
        if params[games.PLAY] != games.PLAY_LAYOUT:
            # A trick is a tile of each seat; hands that are shown are read from the pads.
            yield Need(game, players, players if params[games.PLAY] == games.PLAY_TRICKS else 0)
            continue
        in_play = _TILES - params[games.RESERVE]
        if params[games.DRAW_POLICY] == games.DRAW_NONE:
            in_play = min(in_play, players * params[games.DEAL + players - 2])
        # Only one hand is empty at the end of a round; every other one keeps a tile at least.
        yield Need(game, players, in_play - (players - 1))
