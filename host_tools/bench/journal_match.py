"""A match as its journal gets it: the actions of simulated players, and the scores after each."""

from __future__ import annotations

from dataclasses import dataclass

from domino.rules import codes, games
from domino.rules.match import Match
from domino.table import events
from domino.table.placement import Placement
from domino.table.resume import Resume
from host_tools.records.notation import PORTS, mask_of, tile_number
from host_tools.sim.players import Habits, Seating, play_match

BOARD = "grid48_mfrc522"
_NONE = codes.NONE
Entry = tuple[int, int, int, int]


@dataclass
class Recorded:
    """`entries`: what `record` was called with; `scores[n]`: by side, after n entries."""

    game: str
    players: int
    entries: list[Entry]
    scores: list[tuple[int, ...]]


def recorded(game: str, players: int, seed: int) -> Recorded:
    """A whole match; some tiles are taken back."""
    seating = Seating.at(BOARD)
    played = play_match(seating, game, players, seed, habits=Habits(undoes=0.05))
    given = [entry for given in played.record["rounds"] for entry in _round(given, players)]
    table = Replayed(game, players)
    entries, scores = [], [table.scores()]
    for entry in given:
        turn = table.match.turn
        if not table.resume.take(*entry):
            raise ValueError(f"the rules refuse {entry}")
        entries.append(_by(turn if entry[0] != events.UNDONE else table.match.turn, entry))
        scores.append(table.scores())
    return Recorded(game, players, entries, scores)


class Replayed:
    """A match that takes entries, as the table does after power-up."""

    def __init__(self, game: str, players: int) -> None:
        self.match = Match()
        games.load(game, self.match.rules)
        self.match.set_up(players)
        seating = Seating.at(BOARD)
        placement = Placement(self.match, len(seating.names), seating.neighbours)
        self.resume = Resume(self.match, placement)

    def scores(self) -> tuple[int, ...]:
        """By side, half points."""
        return tuple(self.match.scores[: self.match.sides])


def _by(seat: int, entry: Entry) -> Entry:
    """The entry with the seat that acted, where it does not name one."""
    return entry if entry[1] != _NONE else (entry[0], seat, *entry[2:])


def _round(given: dict, players: int) -> list[Entry]:
    entries = [(events.OPENED, given["starter"], _NONE, 0)]
    laid: list[int] = []
    for action in given["actions"]:
        entries.append(_entry(action, laid))
    for seat, hand in enumerate(given.get("remaining", ())):
        mask = mask_of([tile_number(tile) for tile in hand])
        entries.append((events.REMAINED, seat, mask, players - 1 - seat))
    return entries


def _entry(action: dict, laid: list[int]) -> Entry:
    if "play" in action:
        tile, on, port = tile_number(action["play"]), _NONE, _NONE
        if "on" in action:
            on, port = tile_number(action["on"]), PORTS.index(action["port"])
        laid.append(tile)
        return events.PLAYED, _NONE, tile, _NONE << 16 | on << 8 | port
    if "draw" in action:
        return events.DRAWN, _NONE, _NONE, _NONE
    if "pass" in action:
        return events.PASSED, _NONE, _NONE, _NONE
    return events.UNDONE, _NONE, laid.pop(), _NONE
