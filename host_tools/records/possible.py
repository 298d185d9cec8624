"""Which tiles each hand can hold, and which it surely holds, for who saw only the table.

Every tile not on the table is in some place: of a hand, or of the boneyard. Each place of a hand
rules some out (statements.py). A hand can hold a tile if all tiles can be given to all places with
this one there; that is decided exactly, from one such giving and the exchanges that lead from it
to others. Not looked at: what an opening tile or a deal that was kept says of the hands, since a
table that does not know the hands does not enforce it.
"""

from __future__ import annotations

from dataclasses import dataclass

from domino.rules.match import Match
from domino.rules.tiles import ALL
from host_tools.records.notation import tiles_in
from host_tools.records.statements import Statements, statements

_BONEYARD = -1


@dataclass(frozen=True)
class Possible:
    """One hand: tiles as masks. `certain` is a part of `possible`.

    `limits`: (most, mask), of these possible tiles the hand holds so many at most, by what the
    seat itself said. `contradicts`: that cannot all be true, so the false part is not believed.
    """

    seat: int
    count: int
    possible: int
    certain: int
    limits: list[tuple[int, int]]
    contradicts: bool


def possible_hands(match: Match) -> list[Possible]:
    """Every hand of the current round, by seat; reads the match, known hands as if unseen."""
    said = [statements(match, seat) for seat in range(match.players)]
    named = 0
    for one in said:
        named |= one.named
    unseen = ALL & ~match.layout.on_table & ~named
    places = [(seat, mask & unseen) for seat, one in enumerate(said) for mask in one.allowed()] + [
        (_BONEYARD, unseen)
    ] * match.boneyard_count
    given = _give(tiles_in(unseen), [mask for _, mask in places])
    contradicts = [one.contradicts for one in said]
    if given is None:  # each may be true alone, together they are not
        contradicts = [contradicts[seat] or bool(one.denied) for seat, one in enumerate(said)]
        places = [(owner, unseen) for owner, _ in places]
        given = tiles_in(unseen)
    holders = _holders(places, given)
    return [
        _of_seat(seat, match.counts[seat], holders, one, contradicts[seat])
        for seat, one in enumerate(said)
    ]


def _of_seat(
    seat: int, count: int, holders: dict[int, set[int]], said: Statements, contradicts: bool
) -> Possible:
    possible = certain = said.named
    for tile, owners in holders.items():
        if seat in owners:
            possible |= 1 << tile
            certain |= (len(owners) == 1) << tile
    limits = [] if contradicts else _telling(said.limits(), possible & ~said.named)
    return Possible(seat, count, possible, certain, limits, contradicts)


def _telling(limits: list[tuple[int, int]], possible: int) -> list[tuple[int, int]]:
    """Of the limits, fewest first, those that say more than the one before and than the count."""
    told, before = [], 0
    for most, mask in limits:
        mask &= possible
        if mask & ~before and mask.bit_count() > most:
            told.append((most, mask))
            before = mask
    return told


def _give(tiles: list[int], masks: list[int]) -> list[int] | None:
    """A tile for each place that its mask allows, every tile once; None where that cannot be."""
    given: list[int | None] = [None] * len(masks)

    def put(tile: int, tried: set[int]) -> bool:
        """Gives the tile a place, moving others where that must be."""
        for place, mask in enumerate(masks):
            if mask >> tile & 1 and place not in tried:
                tried.add(place)
                if given[place] is None or put(given[place], tried):
                    given[place] = tile
                    return True
        return False

    return given if all(put(tile, set()) for tile in tiles) else None


def _holders(places: list[tuple[int, int]], given: list[int]) -> dict[int, set[int]]:
    """For each tile the owners that can hold it, from one way to give them all.

    A tile can move to a place if a row of moves leads from there back to its own.
    """
    moves = [{to for to, (_, mask) in enumerate(places) if mask >> tile & 1} for tile in given]
    reached = [_reached(moves, place) for place in range(len(places))]
    return {
        tile: {places[to][0] for to in moves[place] if place in reached[to]}
        for place, tile in enumerate(given)
    }


def _reached(moves: list[set[int]], start: int) -> set[int]:
    """The places that a row of moves leads to, the start itself included."""
    found, waiting = {start}, [start]
    while waiting:
        new = moves[waiting.pop()] - found
        found |= new
        waiting += new
    return found
