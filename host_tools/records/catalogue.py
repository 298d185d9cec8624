"""The games there are: those of the rules core, and house games read from files.

A house game is a game under another name with some parameters set otherwise: FORMATS.md, "House
games". Names of parameters and their values are those that `domino-table games --json` prints.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from domino.rules import codes, games, options
from host_tools.records import options_text
from host_tools.records.notation import perhaps, printable, quote, told
from host_tools.records.reading import Entry, entries
from host_tools.records.reads import read_by

_FIELDS = ("base", "parameters")
_TILES = 28
_SHOWN = 20  # where hands are shown


class BadGames(Exception):
    """A file of house games that cannot be used; the text is one line for the user."""


@dataclass(frozen=True)
class House:
    """A house game as written; `place` is where, for errors."""

    place: str
    base: str
    parameters: dict[str, object]


class Catalogue:
    """Game ids and what they mean; the built-in ones come first."""

    def __init__(self, paths: list[str] | None = None, more: Iterable[Entry] = ()) -> None:
        """Reads files of house games, and objects that were read already; raises BadGames."""
        self._houses: dict[str, House] = {}
        for path in paths or ():
            for entry in entries(path):
                self._add_all(entry)
        for entry in more:
            self._add_all(entry)
        scratch = array("h", bytes(2 * games.SIZE))
        for name, house in self._houses.items():
            self._look_for_loop(name)
            self._fill(name, scratch)
            _check_read(house, scratch)
            _check_players(house, scratch)

    def names(self) -> list[str]:
        """Every game id."""
        return [*games.GAMES, *self._houses]

    def houses(self) -> list[tuple[str, House]]:
        """The house games, as they are written."""
        return list(self._houses.items())

    def as_file(self) -> dict[str, dict]:
        """The house games as one object, as `games.json` on a board holds them."""
        return {
            name: {"base": house.base, "parameters": house.parameters}
            for name, house in self._houses.items()
        }

    def base_of(self, game: str) -> str | None:
        """The game that a house game stands on, None for a built-in one."""
        return self._houses[game].base if game in self._houses else None

    def load(self, game: str, into: array) -> int:
        """Write a game's parameters; OK, or UNKNOWN_GAME with nothing written."""
        if game not in self._houses:
            return games.load(game, into)
        self._fill(game, into)
        return codes.OK

    def allowed(self, game: str) -> tuple[str, ...]:
        """The names of a game's options: a house game has those of its base."""
        while game in self._houses:
            game = self._houses[game].base
        return options.allowed(game)

    def _add_all(self, entry: Entry) -> None:
        """The house games of one JSON object."""
        if entry.value is None:
            raise BadGames(f"{entry.place}: {entry.error}")
        if entry.twice:
            names = ", ".join(map(quote, dict.fromkeys(entry.twice)))
            raise BadGames(f"{entry.place}: {names} stands twice in one object; wanted: once")
        for name, value in entry.value.items():
            place = f"{entry.place}: {printable(name)}"
            if not name:
                raise BadGames(f"{entry.place}: a name is empty; wanted: a letter or more")
            if any(not 32 <= ord(letter) < 127 for letter in name):
                wanted = "letters, digits and signs of ASCII"
                raise BadGames(f"{place}: the screen cannot show this name; wanted: {wanted}")
            if name in games.GAMES or name in self._houses:
                raise BadGames(f"{place}: there is such a game; wanted: another name")
            self._houses[name] = _house(place, value)

    def _look_for_loop(self, name: str) -> None:
        seen = []
        while name in self._houses:
            if name in seen:
                place, known = self._houses[name].place, self._bases_for(name)
                raise BadGames(f"{place}.base: stands on itself; wanted: one of {known}")
            seen.append(name)
            name = self._houses[name].base

    def _bases_for(self, name: str) -> str:
        """The games that this house game may stand on."""
        return printable(", ".join(game for game in self.names() if self._holds(game, name)))

    def _holds(self, game: str, house: str) -> bool:
        """Whether a game stands on a built-in one, and nowhere on this house game."""
        seen = [house]
        while game in self._houses and game not in seen:
            seen.append(game)
            game = self._houses[game].base
        return game in games.GAMES

    def _fill(self, name: str, into: array) -> None:
        """Base first, then what the house sets; raises BadGames."""
        house = self._houses[name]
        if house.base in self._houses:
            self._fill(house.base, into)
        elif games.load(house.base, into) != codes.OK:
            raise BadGames(
                f"{house.place}.base: no game {quote(house.base)}"
                f"{perhaps(house.base, games.GAMES)}; games are {self._bases_for(name)}"
            )
        for parameter, value in house.parameters.items():
            _set(house, parameter, value, into)


def _house(place: str, value: object) -> House:
    if not isinstance(value, dict):
        raise BadGames(f'{place}: is {quote(value)}; wanted: {{"base": …, "parameters": {{…}}}}')
    for name in value:
        if name not in _FIELDS:
            near, known = perhaps(name, _FIELDS), ", ".join(_FIELDS)
            raise BadGames(
                f"{place}: {quote(name)} is not a known field{near}; fields are {known}"
            )
    base = value.get("base")
    if not isinstance(base, str):
        raise BadGames(f"{place}.base: {told(value, 'base')}; wanted: the id of a game")
    parameters = value.get("parameters", {})
    if not isinstance(parameters, dict):
        raise BadGames(f'{place}.parameters: is {quote(parameters)}; wanted: {{"target": 100, …}}')
    return House(place, base, parameters)


def _set(house: House, name: str, value: object, into: array) -> None:
    place = f"{house.place}.parameters"
    if name not in options.parameters():
        known = ", ".join(options.parameters())
        near = perhaps(name, options.parameters())
        raise BadGames(f"{place}: no parameter {quote(name)}{near}; parameters are {known}")
    if games.set_option(into, name, value) != codes.OK:
        text = options_text.shown(value)
        raise BadGames(f"{place}.{name}: is {text}; {options_text.wanted(name)}")


def _check_read(house: House, params: array) -> None:
    """Whether the game reads each parameter that the house sets."""
    known = read_by(params)
    for name in house.parameters:
        if name not in known:
            play = options.value_of(params, "play")
            raise BadGames(
                f"{house.place}.parameters.{name}: is not read where play is {play} and end is"
                f" {options.value_of(params, 'end')}; read are {', '.join(known)}"
            )


def _check_players(house: House, params: array) -> None:
    """Whether somebody can play it, and the set suffices for each number of players."""
    least, most = params[games.PLAYERS_MIN], params[games.PLAYERS_MAX]
    if least > most:
        raise BadGames(
            f"{house.place}.parameters.players_min: is {least}; wanted: players_max, {most},"
            " at most"
        )
    tiles = _SHOWN if params[games.PLAY] == games.PLAY_SHOW else _TILES
    for players in range(least, most + 1):
        deal, reserve = params[games.DEAL + players - 2], params[games.RESERVE]
        if deal * players + reserve > tiles:
            top = (tiles - reserve) // players
            raise BadGames(
                f"{house.place}.parameters.deal: is {deal} for {players} players; wanted: {top}"
                f" at most, as the set has {tiles} tiles"
            )


BUILT_IN = Catalogue()
