"""Which games a board is large enough for: its slots against the tiles that can lie at once.

A table that is too small is no fault: a tile that finds no slot can be placed remotely (the table
asks which end it joins). It is said, because players would meet that question often. A board
without slots asks it about every tile, so any game fits it.
"""

from array import array
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from domino.rules import games
from host_tools.boards import graph, lines

_TILES = 28
_CROSSING = 4  # neighbours of a slot where a spinner finds room for its line and its branches


class Need(NamedTuple):
    """The most tiles of `game` that lie at once with some number of players the board seats."""

    game: str
    players: int
    tiles: int
    has_branches: bool = False


class Room(NamedTuple):
    """What a board has: slots in all, those of its longest line, and whether a spinner finds a
    slot with neighbours on all four sides."""

    slots: int
    line: int
    has_crossing: bool

    def holds(self, need: Need) -> bool:
        """Whether no round of the game outgrows it."""
        return not self.slots or need.tiles <= (self.slots if need.has_branches else self.line)

    def fits(self, need: Need) -> bool:
        """Whether a round of the game can lie on it as it is played."""
        return self.holds(need) and (not self.slots or not need.has_branches or self.has_crossing)


def room(config: dict) -> Room:
    """That of a config whose slots are without fault."""
    links = graph.neighbours(config)
    around = (links[at : at + 4] for at in range(0, len(links), 4))
    has_crossing = any(graph.NONE not in ways for ways in around)
    return Room(len(links) // 4, lines.longest(config), has_crossing)


def needs(config: dict) -> list[Need]:
    """The largest need of each game that the board has seats for, in the order of the games."""
    seated = [int(players) for players in config["seats"]]
    largest: dict[str, Need] = {}
    for need in _of_all_games():
        if need.players in seated:
            largest[need.game] = max(largest.get(need.game, need), need, key=_tiles)
    return list(largest.values())


def _tiles(need: Need) -> int:
    return need.tiles


def too_small_for(config: dict) -> list[Need]:
    """The games that can outgrow the slots."""
    here = room(config)
    return [need for need in needs(config) if not here.holds(need)]


def without_branches(config: dict) -> list[str]:
    """The games whose tiles would fit, but not the branches of their spinners."""
    here = room(config)
    return [need.game for need in needs(config) if here.holds(need) and not here.fits(need)]


def fitting(config: dict) -> list[str]:
    """The games that can lie on the board as they are played, by id."""
    here = room(config)
    return sorted(need.game for need in needs(config) if here.fits(need))


@cache
def _of_all_games() -> list[Need]:
    return [need for game in games.GAMES for need in _of_game(game)]


def _of_game(game: str) -> Iterator[Need]:
    params = array("h", bytes(2 * games.SIZE))
    games.load(game, params)
    has_branches = params[games.SPINNER] != games.SPINNER_NONE
    for players in range(params[games.PLAYERS_MIN], params[games.PLAYERS_MAX] + 1):
        if params[games.PLAY] != games.PLAY_LAYOUT:
            # A trick is a tile of each seat; hands that are shown are read from the pads.
            yield Need(game, players, players if params[games.PLAY] == games.PLAY_TRICKS else 0)
            continue
        in_play = _TILES - params[games.RESERVE]
        if params[games.DRAW_POLICY] == games.DRAW_NONE:
            in_play = min(in_play, players * params[games.DEAL + players - 2])
        # Only one hand is empty at the end of a round; every other one keeps a tile at least.
        yield Need(game, players, in_play - (players - 1), has_branches)
