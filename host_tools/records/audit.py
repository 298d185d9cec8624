"""The audit of a round played with unknown hands, once the tiles left in them are known.

A draw or a pass says "I have nothing that fits". A tile left in the hand that fitted then, and
that its holder did not draw at or after that action, contradicts it. Only what is certain is
reported: a draw whose tile was neither named nor played at once may have been any tile, so each
such draw excuses one. A tile of a trick that does not follow says "I hold none of that suit".
"""

from __future__ import annotations

from dataclasses import dataclass

from domino.rules import codes
from domino.rules.match import Match
from host_tools.records.notation import tile_name, tiles_in

# What moves tiles or the turn; a score set by hand between two of them parts nothing.
_MOVES = ("play", "draw", "pass")


@dataclass
class Step:
    """One accepted action of a round.

    `action`: its place in the record's list. `fits`: mask of the tiles that had a place before
    it. `tile`: what was placed or drawn, codes.NONE where that is not known.
    """

    action: int
    seat: int
    kind: str
    fits: int = 0
    tile: int = codes.NONE


def audit(steps: list[Step], hands: list[int]) -> list[dict]:
    """The passes and draws that the hands left (a mask for each seat) contradict, in order."""
    _name_drawn(steps)
    found = []
    for place, step in enumerate(steps):
        if step.kind not in ("draw", "pass"):
            continue
        held = _held(steps[place:], hands[step.seat])
        if held != codes.NONE:
            found.append({"action": step.action, "seat": step.seat, "held": tile_name(held)})
    return found


def revokes(steps: list[Step], match: Match) -> list[dict]:
    """The tiles of a finished round of tricks that did not follow while another could have.

    Every tile was played, so each seat held then what it played later.
    """
    plays = [step for step in steps if step.kind == "play"]
    found = []
    for place, step in enumerate(plays):
        led = plays[place - place % match.players]
        suit = match.tricks.followers(led.tile, match.trump)
        later = [other.tile for other in plays[place:] if other.seat == step.seat]
        held = [tile for tile in sorted(later) if suit >> tile & 1]
        if held and not suit >> step.tile & 1:
            found.append({"action": step.action, "seat": step.seat, "held": tile_name(held[0])})
    return found


def _name_drawn(steps: list[Step]) -> None:
    """What is placed after a draw in the same turn is the tile just drawn."""
    moves = [step for step in steps if step.kind in _MOVES]
    for before, after in zip(moves, moves[1:], strict=False):
        if before.kind == "draw" and after.kind == "play" and before.seat == after.seat:
            before.tile = after.tile


def _held(later: list[Step], hand: int) -> int:
    """A tile that contradicts the first of `later`, codes.NONE if none surely does."""
    step = later[0]
    drawn = [other.tile for other in later if other.kind == "draw" and other.seat == step.seat]
    suspects = [tile for tile in tiles_in(hand & step.fits) if tile not in drawn]
    return suspects[0] if len(suspects) > drawn.count(codes.NONE) else codes.NONE
