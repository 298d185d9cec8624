"""Hands that are shown and compared: from the texts of a record to the core, and their kinds."""

from __future__ import annotations

from collections.abc import Sequence

from domino.rules import codes, games
from domino.rules.match import Match
from host_tools.counting import counted
from host_tools.records.notation import RANKS, mask_of, tile_name
from host_tools.records.shapes import Refused, tile_numbers


def show(match: Match, hands: Sequence[Sequence[str]]) -> int:
    """Shows the hands, opening a round where none is open; the core's code. Raises Refused.

    Refused says what is wrong with the hands; a code what is wrong with showing them now.
    """
    if match.match_over or match.way != games.PLAY_SHOW:
        return match.show([0, 0, 0, 0])
    numbers = [
        tile_numbers(list(hand), f"the hand of player {seat + 1}")
        for seat, hand in enumerate(hands)
    ]
    _refuse_twice(sum(numbers, []))
    masks = [mask_of(hand) for hand in numbers]
    code = codes.BAD_DEAL
    if len(masks) == match.players:
        code = match.show(masks + [0] * (4 - len(masks)))
    if code == codes.BAD_DEAL:
        raise Refused(code, _bad_deal(match, numbers))
    return code


def ranks(match: Match) -> list[str]:
    """The kind of each hand that was shown, by seat."""
    return [RANKS[match.poker.rank(hand) >> 6] for hand in match.hands[: match.players]]


def _refuse_twice(numbers: list[int]) -> None:
    for place, number in enumerate(numbers):
        if number in numbers[:place]:
            twice = f"{tile_name(number)} is shown twice; the set has it once"
            raise Refused(codes.DUPLICATE_TILE, twice)


def _bad_deal(match: Match, hands: list[list[int]]) -> str:
    tiles = counted(match.deal, "tile")
    wanted = f"wanted: {match.players} hands of {tiles}, without 1-1 and the blanks"
    if len(hands) != match.players:
        are = "is" if len(hands) == 1 else "are"
        return f"{counted(len(hands), 'hand')} {are} shown; {wanted}"
    for seat, hand in enumerate(hands):
        if len(hand) != match.deal:
            return f"player {seat + 1} shows {counted(len(hand), 'tile')}; {wanted}"
    outside = [tile_name(number) for number in sum(hands, []) if not match.poker.SET >> number & 1]
    return f"{outside[0]} is not in the set of this game; {wanted}"
