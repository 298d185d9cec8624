"""The audit a second time, from a list of actions: for every draw and pass everything after it is
read again. No part of the core."""

from dataclasses import dataclass


@dataclass
class Said:
    """An accepted action. `fits`: the tiles that had a place before it, a set; `tile`: what was
    laid, or drawn and named, None where nobody knows."""

    seat: int
    kind: str
    fits: set
    tile: int | None


def contradictions(actions: list, hands: list) -> list:
    """(place, seat, tile held) of the draws and passes that the hands left, sets, contradict."""
    found = []
    for place, said in enumerate(actions):
        if said.kind == "play":
            continue
        later = [
            drawn_tile(actions, i)
            for i in range(place, len(actions))
            if actions[i].kind == "draw" and actions[i].seat == said.seat
        ]
        suspects = sorted((hands[said.seat] & said.fits) - set(later))
        if len(suspects) > later.count(None):
            found.append((place, said.seat, suspects[0]))
    return found


def drawn_tile(actions: list, place: int) -> int | None:
    """What a draw brought: what it named, or what was laid right after it."""
    after = actions[place + 1 : place + 2]
    if actions[place].tile is None and after and after[0].kind == "play":
        return after[0].tile
    return actions[place].tile
