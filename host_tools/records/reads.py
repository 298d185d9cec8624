"""Which parameters a game reads: one without a layout has no use for most of them."""

from __future__ import annotations

from array import array

from domino.rules import games, options

_ALWAYS = ("players_min", "players_max", "teams", "deal", "end", "play")
_TARGET = ("target", "target_passed")
_TRICKS = ("multiple", "redeal_doubles", "redeal_same", "min_bid", "trick_points")


def read_by(params: array) -> list[str]:
    """The names of the parameters that a game with these reads, in the order of options.py."""
    way = params[games.PLAY]
    names = set(options.parameters())
    if way == games.PLAY_LAYOUT:
        names -= {"min_bid", "trick_points"}
    elif way == games.PLAY_TRICKS:
        names = {*_ALWAYS, *_TARGET, *_TRICKS}
    else:
        names = {*_ALWAYS, *_TARGET}
    if params[games.END] == games.NEVER:
        names -= {*_TARGET}
    return [name for name in options.parameters() if name in names]
