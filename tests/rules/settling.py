"""Settles a round from the tiles left, for tests of who gets what: no play in between."""

from domino.rules import codes, settlement
from domino.rules.tiles import PIPS, count
from domino.rules.tiles import pips as pips_of
from tests.rules import core

OUT, BLOCKED = codes.OUT, codes.BLOCKED


def out(*left, seat: int = 0, opened: str = "1-1", last: str = "") -> dict:
    """A round in which `seat` went out; `left` is what each seat holds, pips or tiles."""
    return {"kind": OUT, "left": list(left), "seat": seat, "opened": opened, "last": last}


def blocked(*left, opened: str = "1-1", seat: int = 0) -> dict:
    """A blocked round that `seat` opened."""
    return {"kind": BLOCKED, "left": list(left), "seat": seat, "opened": opened}


def hand_of(pips: int, used: int) -> int:
    """Return some tiles not used yet that add up to so many pips."""
    for number in range(27, -1, -1):
        if not used >> number & 1 and PIPS[number] <= pips and PIPS[number]:
            if PIPS[number] == pips:
                return 1 << number
            rest = hand_of(pips - PIPS[number], used | 1 << number)
            if rest:
                return rest | 1 << number
    return 0


def settle(match, kind: int, left: list, opened: str = "0-0", last: str = "", seat: int = 0):
    """Settle a round that `seat` opened, and in which it played the last tile or tiles, `last`.

    `left`: for each seat its pips, or its tiles as one string with blanks.
    """
    match.open_round(seat)
    core.do(match, opened)
    tiles = [core.tile(name) for name in last.split()]
    for tile in tiles:
        match.log.push(codes.PLAY if tile == tiles[-1] else codes.MORE, seat, tile, 0)
    used = core.tiles(opened) | core.tiles(last)
    named = [core.tiles(hand) if isinstance(hand, str) else 0 for hand in left]
    for hand in named:
        used |= hand
    for place, hand in enumerate(left):
        held = named[place] if isinstance(hand, str) else hand_of(hand, used)
        assert isinstance(hand, str) or pips_of(held) == hand, "no tiles left for these pips"
        match.hands[place] = held
        match.pips[place] = pips_of(held)
        match.counts[place] = count(held)
        used |= held
    match.kind = kind
    match.round_over = True
    match.turn = codes.NONE
    settlement.settle(match)
    return match


def awards(match) -> list:
    """Return what each side got, in points."""
    return [award / 2 for award in match.awards[: match.sides]]
