"""Which tiles the hands can hold, by trying every way to deal them: for small numbers of tiles.

A way is a set of tiles for each hand, the rest is the boneyard. A seat's hand is possible if some
choice of what the opening and each draw brought agrees with all it said. No part of the product's.
"""

from dataclasses import dataclass
from itertools import combinations, permutations


@dataclass(frozen=True)
class Event:
    """`kind`: lay, draw or pass. `tile`: what was laid, or drawn and named, else None. `fits`:
    what had a place on the table before it, a frozenset."""

    seat: int
    kind: str
    tile: int | None
    fits: frozenset


def agrees(events: list, held: frozenset) -> bool:
    """Whether a seat can hold exactly these tiles after its own events."""
    laid = [event.tile for event in events if event.kind == "lay"]
    draws = [event for event in events if event.kind == "draw"]
    owned = sorted({*laid, *held})
    for drawn in permutations(owned, len(draws)):
        named = all(event.tile in (None, tile) for event, tile in zip(draws, drawn, strict=True))
        if named and _is_true(events, set(owned) - set(drawn), list(drawn)):
            return True
    return False


def _is_true(events: list, hand: set, drawn: list) -> bool:
    """Whether everything said is true of a hand that began so and drew these."""
    for event in events:
        if event.kind == "lay":
            if event.tile not in hand:
                return False
            hand.remove(event.tile)
        elif hand & event.fits:
            return False
        elif event.kind == "draw":
            hand.add(drawn.pop(0))
    return True


def possible(events: list, counts: list, unseen: set) -> tuple[list, list]:
    """(tiles that each seat can hold, tiles that it surely holds), from every way to deal."""
    own = [[event for event in events if event.seat == seat] for seat in range(len(counts))]
    known = {}
    can = [set() for _ in counts]
    sure = [set(unseen) for _ in counts]
    for hands in _deals(frozenset(unseen), counts):
        for seat, hand in enumerate(hands):
            if (seat, hand) not in known:
                known[seat, hand] = agrees(own[seat], hand)
        if all(known[seat, hand] for seat, hand in enumerate(hands)):
            for seat, hand in enumerate(hands):
                can[seat] |= hand
                sure[seat] &= hand
    return can, sure


def _deals(unseen: frozenset, counts: list):
    """Every way to give each seat its number of tiles."""
    if not counts:
        yield ()
        return
    for hand in combinations(sorted(unseen), counts[0]):
        for rest in _deals(unseen - set(hand), counts[1:]):
            yield (frozenset(hand), *rest)
