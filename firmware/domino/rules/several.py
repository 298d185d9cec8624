"""Moves of more than one tile: several doubles at once, and doubles that are closed as they lie.

A move is done as a whole or not at all. Its tiles score together, once, when all of them lie.
Rules: RULES.md, `telephone`, `sea-goat`, `donkey`; a game chooses by the parameters SEVERAL,
MOST_DOUBLES, CLOSING. Nothing here allocates.
"""

from micropython import const

from domino.rules import games, turn
from domino.rules.codes import (
    MORE,
    MUST_PLAY_DRAWN,
    NONE,
    NOT_IN_THIS_GAME,
    OK,
    TILE_NOT_IN_HAND,
)
from domino.rules.tiles import DOUBLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from domino.rules.match import Match

_TILE = const(0)  # a move's bytes, three for each tile
_ON = const(1)
_PORT = const(2)
_SIZE = const(3)


def play(match: "Match", moves: bytearray, n: int, closed: int, seat: int) -> int:
    """Do a move (see Match.play_several). Return OK or the first error that applies."""
    match.refused_move = 0
    code = turn.may_act(match, NONE)
    if code == OK:
        code = _is_in_this_game(match.rules, moves, n, closed)
    if code == OK:
        code = turn.may_act(match, seat)
    if code != OK:
        return code
    for i in range(n):
        code = _lay(match, moves, i)
        if code != OK:
            match.refused_move = i
            for _ in range(i):
                match.layout.take_back()
            return code
    _commit(match, moves, n, closed)
    return OK


def _is_in_this_game(rules: "array", moves: bytearray, n: int, closed: int) -> int:
    """Whether the game has moves of so many doubles, and closes them."""
    most = rules[games.MOST_DOUBLES] if rules[games.SEVERAL] else 1
    if n > most or (closed and not rules[games.CLOSING]) or closed & ~DOUBLES:
        return NOT_IN_THIS_GAME
    if n > 1:
        for i in range(n):
            tile = moves[i * _SIZE]
            if tile < 28 and not DOUBLES >> tile & 1:
                return NOT_IN_THIS_GAME
    return OK


def _lay(match: "Match", moves: bytearray, i: int) -> int:
    """Lay the tile at place i of the move, without points yet, and write down where it went."""
    at = i * _SIZE
    tile = moves[at]
    code = turn.may_lay(match, tile, NONE)
    if code == OK and i:
        code = _may_follow(match, i)
    if code != OK:
        return code
    layout = match.layout
    on = moves[at + _ON]
    port = moves[at + _PORT]
    if on == NONE or port == NONE:
        code = layout.find(tile, on, port)
    else:
        code = layout.can_join(tile, on, port)
    if code == OK:
        moves[at + _ON] = layout.found_on
        moves[at + _PORT] = layout.found_port
        layout.place(tile, layout.found_on, layout.found_port)
    return code


def _may_follow(match: "Match", laid: int) -> int:
    """Whether another tile may follow those laid in this move."""
    if match.counts[match.turn] <= laid:
        return TILE_NOT_IN_HAND
    return MUST_PLAY_DRAWN if match.drawn != NONE else OK


def _commit(match: "Match", moves: bytearray, n: int, closed: int) -> None:
    """Close what is to be closed, record the tiles and score the last one for all of them."""
    seat = match.turn
    for tile in range(28):
        if closed >> tile & 1:
            match.layout.close(tile)
    for i in range(n - 1):
        tile = moves[i * _SIZE]
        match.log.push(MORE, seat, tile, 0)
        match.hold(seat, tile, -1)
    tile = moves[(n - 1) * _SIZE]
    match.score(tile)
    match.after_play(seat, tile)
