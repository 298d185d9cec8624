"""What a game accepts, in words and as data: players, teams, options."""

from __future__ import annotations

from array import array

from domino.rules import games, options
from domino.rules.match import Match


def players(params: array) -> list[int]:
    """The numbers of players a game takes."""
    return list(range(params[games.PLAYERS_MIN], params[games.PLAYERS_MAX] + 1))


def accepted_players(params: array) -> str:
    """The numbers of players in words, with what four may do about teams."""
    words = [str(number) for number in players(params)]
    if params[games.PLAYERS_MAX] == 4 and params[games.TEAMS] != games.TEAMS_NONE:
        forced = params[games.TEAMS] == games.TEAMS_FORCED
        words[-1] = "4 in two teams" if forced else "4, each for himself or in two teams"
    return f"{', '.join(words[:-1])} or {words[-1]}" if words[1:] else words[0]


def values(name: str) -> dict:
    """What a parameter accepts: `{"min", "max"}` of whole numbers or `{"values"}`."""
    accepts = options.PARAMETERS[name][2]
    if isinstance(accepts[0], str):
        return {"values": list(accepts)}
    return {"min": accepts[0], "max": accepts[1]}


def accepted(match: Match, name: str) -> str:
    """The same in words, for an error."""
    accepts = values(name)
    if "values" in accepts:
        return f"wanted: one of {', '.join(accepts['values'])}"
    top = accepts["max"]
    if name == "deal":
        top = min(top, (28 - match.rules[games.RESERVE]) // match.players)
    return f"wanted: a whole number from {accepts['min']} to {top}"
