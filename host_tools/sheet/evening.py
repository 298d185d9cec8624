"""One evening's sheet: names, rounds, totals, and the file that keeps them.

The file is JSON, `{"version": 1, "players": [names], "rounds": [[pips, …], …]}`, a list of pips a
round in the order of the players. The sums are the table's (domino/table/sheet.py).
"""

from __future__ import annotations

import json
import os

from domino.rules import codes
from domino.table.sheet import FEWEST_PLAYERS, MOST_PIPS, MOST_PLAYERS, MOST_ROUNDS, Sheet
from host_tools.counting import counted
from host_tools.files import saving
from host_tools.records.notation import perhaps, printable, quote, told
from host_tools.records.reading import Unreadable, only

VERSION = 1
PIPS_WANTED = f"wanted: a whole number from 0 to {MOST_PIPS}"
_FIELDS = ("version", "players", "rounds")
_LONGEST_NAME = 40


class BadSheet(Exception):
    """What cannot be written on a sheet, or read from its file; the text is one line."""


class Evening:
    """A sheet with the names of its players; every change is whole or refused with BadSheet."""

    def __init__(self, names: list[str]) -> None:
        _check_names(names)
        self.names = list(names)
        self._sheet = Sheet()
        self._sheet.begin(len(names))

    @property
    def rounds(self) -> list[list[int]]:
        """The pips of each round, by player."""
        pips = self._sheet.pips
        starts = range(0, self._sheet.rounds * MOST_PLAYERS, MOST_PLAYERS)
        return [list(pips[at : at + len(self.names)]) for at in starts]

    @property
    def totals(self) -> list[int]:
        """Everybody's sum."""
        return list(self._sheet.totals[: len(self.names)])

    @property
    def winners(self) -> list[int]:
        """Who has the lowest total, several where it is the same; nobody before a round."""
        lowest = self._sheet.lowest()
        return [player for player in range(len(self.names)) if lowest >> player & 1]

    def result(self) -> dict:
        """The sheet as `--json` prints it; `winners` are places in `players`, from 0."""
        return {
            "players": self.names,
            "rounds": self.rounds,
            "totals": self.totals,
            "winners": self.winners,
        }

    def add(self, row: list[object]) -> None:
        """Writes one more round."""
        place = f"round {self._sheet.rounds + 1}"
        if self._sheet.rounds >= MOST_ROUNDS:
            raise BadSheet(f"{place}: the sheet has {MOST_ROUNDS} rounds, all of them written")
        if len(row) != len(self.names):
            names = ", ".join(self.names)
            figures = counted(len(row), "figure")
            raise BadSheet(f"{place}: {figures}; wanted: {len(self.names)}, one each for {names}")
        for player, pips in enumerate(row):
            self._sheet.row[player] = self._pips(place, player, pips)
        self._sheet.add()

    def take_back(self) -> None:
        """Strikes the last round out."""
        if self._sheet.take_back() != codes.OK:
            raise BadSheet("no round to take back: none is written")

    def correct(self, number: object, player: str, pips: object) -> None:
        """Sets what a player wrote in a round: both as people count, a name serves as well."""
        last = self._sheet.rounds
        if not last:
            raise BadSheet("no round to correct: none is written")
        found = whole(number)
        if found is None or not 1 <= found <= last:
            raise BadSheet(f"correct: round {quote(number)}; wanted: one from 1 to {last}")
        seat = self._player(player)
        self._sheet.correct(found - 1, seat, self._pips(f"round {found}", seat, pips))

    def _player(self, text: str) -> int:
        if text in self.names:
            return self.names.index(text)
        number = whole(text)
        if number is None or not 1 <= number <= len(self.names):
            raise BadSheet(
                f"correct: player {quote(text)}; wanted: one of {', '.join(self.names)},"
                f" or a number from 1 to {len(self.names)}"
            )
        return number - 1

    def _pips(self, place: str, player: int, value: object) -> int:
        pips = whole(value)
        if pips is None or not 0 <= pips <= MOST_PIPS:
            raise BadSheet(f"{place}, {self.names[player]}: {quote(value)}; {PIPS_WANTED}")
        return pips


def whole(value: object) -> int | None:
    """A whole number, also one written as text in plain digits; None for all else."""
    if isinstance(value, str):
        is_plain = value.isascii() and value.isdigit() and len(value) < 10
        return int(value) if is_plain else None
    return value if type(value) is int else None


def load(path: str) -> Evening | None:
    """The sheet of a file, None where there is no file yet; raises BadSheet."""
    if not path:
        raise BadSheet("--file is ''; wanted: a file's name")
    if not os.path.exists(path):
        return None
    try:
        return _evening(only(path, "one sheet"))
    except Unreadable as error:
        raise BadSheet(str(error)) from None
    except BadSheet as error:
        raise BadSheet(f"{printable(path)}: {error}") from None


def save(path: str, evening: Evening) -> None:
    """Writes the file: whole, or not at all; raises BadSheet."""
    value = {"version": VERSION, "players": evening.names, "rounds": evening.rounds}
    try:
        saving.save(path, json.dumps(value, ensure_ascii=False) + "\n")
    except saving.NotSaved as error:
        raise BadSheet(f"{printable(path)}: cannot be written: {error}") from None


def _evening(value: dict) -> Evening:
    version = value.get("version")
    if type(version) is int and version > VERSION:
        raise BadSheet(f"a sheet of a newer version, {version}; wanted: {VERSION} at most")
    for name in value:
        if name not in _FIELDS:
            near = perhaps(name, _FIELDS)
            known = ", ".join(_FIELDS)
            raise BadSheet(f"{quote(name)} is not a known field{near}; fields are {known}")
    if version != VERSION:
        raise BadSheet(f"version {told(value, 'version')}; wanted: {VERSION}")
    names, rounds = value.get("players"), value.get("rounds")
    if not isinstance(names, list):
        raise BadSheet(f"players {told(value, 'players')}; wanted: a list of names")
    if not isinstance(rounds, list):
        raise BadSheet(f"rounds {told(value, 'rounds')}; wanted: a list of rounds")
    evening = Evening(names)
    for number, row in enumerate(rounds, 1):
        if not isinstance(row, list):
            raise BadSheet(f"round {number} is {quote(row)}; wanted: a list of pips")
        evening.add(row)
    return evening


def _check_names(names: list[object]) -> None:
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        players = counted(len(names), "player")
        raise BadSheet(f"{players}; wanted: {FEWEST_PLAYERS} to {MOST_PLAYERS} names")
    for number, name in enumerate(names, 1):
        is_name = isinstance(name, str) and name.strip() == name and name.isprintable()
        if not is_name or not 1 <= len(name) <= _LONGEST_NAME:
            raise BadSheet(
                f"player {number} is {quote(name)}; wanted: a name of 1 to {_LONGEST_NAME}"
                " letters, without blanks around it"
            )
        if name in names[: number - 1]:
            raise BadSheet(f"player {number} is {quote(name)}, as one before; wanted: two names")
