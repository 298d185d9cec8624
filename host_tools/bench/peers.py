"""The rules core against the package `dominoes`: hands a second, the same hands, one process.

Block, four players in two teams, seven tiles each, random legal plays. `dominoes` deals and plays
each hand; the core gets the same tiles and the same moves, with the ends named, so that neither
searches. A core's hand is open_known_round and a call for each play and pass, its settlement
included; every move is checked by both.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

from domino.rules import codes, games, tiles
from domino.rules.match import Match
from domino.rules.tiles import number
from host_tools.bench.figures import Figure
from host_tools.bench.table import BenchError

_PLAYERS = 4
_HANDS, _FULL = 200, 2000
_ROUNDS = 5  # the best of so many counts: the machine has other things to do
_NOTHING = bytearray()
_TARGET = 10_000  # points, the highest there is
_MISSING = "the package dominoes is not installed: pip install dominoes==6.1.0"


@dataclass(frozen=True)
class Hand:
    """`tiles`: by seat, as 28-bit masks; `moves` of `dominoes`: (domino, is_left), None for a
    pass."""

    seed: int
    tiles: list[int]
    moves: list[tuple | None]


def measure(full: bool) -> Iterator[Figure]:
    """One figure; null without the package."""
    try:
        import dominoes
    except ModuleNotFoundError:
        yield Figure("engine_vs_dominoes_ratio", None, _MISSING)
        return
    count = _FULL if full else _HANDS
    hands = [played(dominoes, seed) for seed in range(count)]
    plays = [actions(hand) for hand in hands]
    theirs = _best(lambda: [play_theirs(dominoes, hand) for hand in hands])
    match = new_match()
    ours = _best(lambda: [play_ours(match, hand, p) for hand, p in zip(hands, plays, strict=True)])
    text = f"{count} block hands, {count / ours:,.0f} a second by the core, {count / theirs:,.0f} "
    yield Figure("engine_vs_dominoes_ratio", round(theirs / ours, 2), text + "by dominoes 6.1.0")


def played(dominoes: ModuleType, seed: int) -> Hand:
    """A hand of random legal plays."""
    random.seed(seed)
    game = dominoes.Game.new()
    held = [sum(1 << number(d.first, d.second) for d in hand) for hand in game.hands]
    choice = random.Random(seed)
    while game.result is None:
        game.make_move(*choice.choice(game.valid_moves))
    return Hand(seed, held, list(game.moves))


def play_theirs(dominoes: ModuleType, hand: Hand) -> object:
    """The same hand once more; its result."""
    random.seed(hand.seed)
    game = dominoes.Game.new()
    for move in hand.moves:
        if move is not None:
            game.make_move(*move)
    return game.result


def new_match() -> Match:
    """Block for two teams, a long match in which anybody may begin a round."""
    match = Match()
    games.load("block", match.rules)
    for name, value in (("deal", 7), ("target", _TARGET)):
        games.set_option(match.rules, name, value)
    match.rules[games.NEXT_OUT] = match.rules[games.NEXT_BLOCKED] = games.BY_LOT
    match.set_up(_PLAYERS, True)
    return match


def actions(hand: Hand) -> list[tuple[int, int, int]]:
    """Of each move tile, tile joined and its port; the tile is NONE for a pass."""
    found, ends = [], [(codes.NONE, codes.NONE)] * 2
    for move in hand.moves:
        if move is None:
            found.append((codes.NONE, codes.NONE, codes.NONE))
            continue
        domino, is_left = move
        tile, at = number(domino.first, domino.second), int(not is_left)
        on, port = ends[at]
        found.append((tile, on, port))
        if on == codes.NONE:  # the first tile faces left with its first value
            ends = [(tile, _port(domino, domino.first)), (tile, _port(domino, domino.second))]
            continue
        if ends[0] == ends[1]:  # of an opening double's two sides the first to be joined is A
            ends[1 - at] = (on, codes.LINE_B)
        joined = _value(on, port)
        other = domino.second if domino.first == joined else domino.first
        ends[at] = (tile, codes.LINE_B if domino.first == domino.second else _port(domino, other))
    return found


def _port(domino: object, value: int) -> int:
    """The port of a tile that nothing was joined to, by its value."""
    if domino.first == domino.second:
        return codes.LINE_A
    return int(value == max(domino.first, domino.second))


def _value(tile: int, port: int) -> int:
    return tiles.LOW[tile] if port == 0 else tiles.HIGH[tile]


def play_ours(match: Match, hand: Hand, plays: list[tuple[int, int, int]]) -> None:
    """The hand through the core."""
    if match.match_over:
        match.set_up(_PLAYERS, True)
    code = match.open_known_round(0, hand.tiles, _NOTHING, 0, False)
    for tile, on, port in plays:
        code |= match.pass_turn() if tile == codes.NONE else match.play(tile, on, port)
    if code or not match.round_over:
        raise BenchError(f"hand {hand.seed}: the core refused a move, or saw no end")


def _best(run: Callable[[], object]) -> float:
    """Seconds of the quickest of some runs."""
    spans = []
    for _ in range(_ROUNDS):
        start = time.process_time()
        run()
        spans.append(time.process_time() - start)
    return min(spans)
