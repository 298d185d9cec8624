"""Layouts that real plays lead to, with a wanted number of free slots next to open ports."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from domino.rules import games
from domino.rules.match import Match
from domino.table.placement import Placement
from host_tools import boards

_MOST_PLAYS = 12  # two players hold so few at first; later the table would ask who is out
_LEAST_MOVES = 4
_CONSIDERED = 4  # plays at random, of which the one that leaves most room is taken

Play = tuple[int, int]  # tile, slot


@dataclass(frozen=True)
class Position:
    """`plays` lead to it from an empty table; each of `moves` scores there. All are understood
    by the table without a question."""

    plays: tuple[Play, ...]
    moves: tuple[Play, ...]


def positions(board: dict, game: str, hot: int, seed: int) -> Iterator[Position]:
    """Positions with `hot` hot slots, one a round of random plays, for ever."""
    rng = random.Random(f"{game} {hot} {seed}")
    while True:
        found = _play_until(board, game, hot, rng)
        if found:
            yield found


def _play_until(board: dict, game: str, hot: int, rng: random.Random) -> Position | None:
    match = Match()
    games.load(game, match.rules)
    match.set_up(2, None)
    placement = Placement(match, len(boards.slot_names(board)), bytes(boards.neighbours(board)))
    match.open_round(0)
    plays: list[Play] = []
    legal = list(_legal(match, placement))
    while legal and len(plays) < _MOST_PLAYS:
        some = rng.sample(legal, min(_CONSIDERED, len(legal)))
        play, joint = max(some, key=lambda choice: _room_after(match, placement, *choice))
        _lay(match, placement, play, joint)
        plays.append(play)
        legal = list(_legal(match, placement))
        if placement.hot_count == hot:
            moves = tuple(play for play, joint in legal if _scores(match, play, joint))
            if len(moves) >= _LEAST_MOVES:
                return Position(tuple(plays), moves)
    return None


def _legal(match: Match, placement: Placement) -> Iterator[tuple[Play, Play]]:
    """((tile, slot), (on, port)) of every play that needs no question."""
    joints = bytearray(32)
    placement.aim()
    slots = placement.hot[: placement.hot_count] if match.layout.count else range(placement.slots)
    for tile in range(28):
        if not match.choices(tile, joints):
            continue
        for slot in slots:
            n = placement.candidates(slot, tile, joints)
            if n == 1 and not placement.is_remote:
                yield (tile, slot), (joints[0], joints[1])


def _lay(match: Match, placement: Placement, play: Play, joint: Play) -> None:
    tile, slot = play
    direction = placement.direction(*joint, slot)
    match.play(tile, *joint)
    placement.lay(tile, slot, direction)


def _room_after(match: Match, placement: Placement, play: Play, joint: Play) -> int:
    """Hot slots that a play would leave."""
    _lay(match, placement, play, joint)
    placement.aim()
    room = placement.hot_count
    placement.take_back(play[0])
    match.undo()
    return room


def _scores(match: Match, play: Play, joint: Play) -> bool:
    """Whether a play scores and the round goes on."""
    match.play(play[0], *joint)
    holds = match.last_points > 0 and not match.round_over
    match.undo()
    return holds
