"""What a game accepts, in words and as data: players, teams, options."""

from __future__ import annotations

from array import array

from domino.rules import games, options
from domino.rules.match import Match
from host_tools.records.notation import quote


def players(params: array) -> list[int]:
    """The numbers of players a game takes."""
    return list(range(params[games.PLAYERS_MIN], params[games.PLAYERS_MAX] + 1))


def accepted_players(params: array) -> str:
    """The numbers of players in words, with what four may do about teams."""
    numbers = [str(number) for number in players(params)]
    in_teams = params[games.PLAYERS_MAX] == 4 and params[games.TEAMS] != games.TEAMS_NONE
    if not in_teams:
        return f"{_either(numbers)} players, each for himself"
    alone = numbers if params[games.TEAMS] == games.TEAMS_ALLOWED else numbers[:-1]
    if not alone:
        return "4 players in two teams"
    return f"{_either(alone)} players, each for himself, or 4 in two teams"


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if words[1:] else words[0]


def written(params: array) -> dict[str, object]:
    """Every parameter as a house game writes it: one figure where all numbers of players have it,
    else a list of three."""
    found = {name: options.value_of(params, name) for name in options.parameters()}
    for name, value in found.items():
        if isinstance(value, list) and len(set(value)) == 1:
            found[name] = value[0]
    return found


def values(name: str) -> dict:
    """What a parameter accepts: `min` and `max` of whole numbers, `values`, or all three."""
    accepts = options.parameters()[name][2]
    if not _is_range(accepts):
        return {"values": list(accepts)}
    limits = {"min": accepts[0], "max": accepts[1]}
    return limits | {"values": list(accepts[2:])} if accepts[2:] else limits


def _is_range(accepts: tuple) -> bool:
    return type(accepts[0]) is int


def most_dealt(params: array, players_: int) -> int:
    """The most tiles that so many players can be dealt, as the set and the reserve leave them."""
    return min(values("deal")["max"], (28 - params[games.RESERVE]) // players_)


def accepted(match: Match, name: str) -> str:
    """The same in words, for an error; of a deal, what the players at the table can be dealt."""
    if name == "deal":
        return wanted(name, most_dealt(match.rules, match.players))
    return wanted(name)


def wanted(name: str, most: int = 20000) -> str:
    """What a parameter accepts, in words; no number above `most`."""
    accepts = values(name)
    if "min" not in accepts:
        return f"wanted: one of {', '.join(map(word, accepts['values']))}"
    top = min(accepts["max"], most)
    also = "".join(f", or {word(value)}" for value in accepts.get("values", ()))
    if options.parameters()[name][1] > 1:
        also += ", or a list of three for 2, 3 and 4 players"
    return f"wanted: a whole number from {accepts['min']} to {top}{also}"


def shown(value: object) -> str:
    """A value that was refused; of a list for 2, 3 and 4 players what it holds, as one may do."""
    if isinstance(value, list) and 0 < len(value) <= 3:
        return f"[{', '.join(map(quote, value))}]"
    return quote(value)


def word(value: object) -> str:
    """A value as a record writes it, without quotes: true and false as JSON has them."""
    return str(value).lower() if isinstance(value, bool) else str(value)
