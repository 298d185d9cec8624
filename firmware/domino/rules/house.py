"""House games: a game under a name of its own with some parameters set otherwise.

Form and names: FORMATS.md, "House games". Imported only where a game is asked for that the table
of games has not. What is wrong is told by its place, as the fault itself is one that
`domino-table games --games FILE` explains.
"""

from domino.rules import games
from domino.rules.codes import OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array


def load(houses: object, game_id: str, into: "array") -> str:
    """Write a house game's parameters; `houses`: what the file holds.

    Return "", or the place that is wrong ("my-threes deal") with `into` in no certain state. No
    house game may take the name of a built-in one.
    """
    if not isinstance(houses, dict):
        return game_id
    for name in houses:
        if name in games.GAMES:
            return name
    return _fill(houses, game_id, into, len(houses))


def _fill(houses: dict, name: str, into: "array", steps: int) -> str:
    """The base first, then what the house sets; a base that stands on itself runs out of steps."""
    if name not in houses:
        return "" if games.load(name, into) == OK else name
    house = houses[name]
    if not steps or not isinstance(house, dict):
        return name
    for field in house:
        if field not in ("base", "parameters"):
            return "{} {}".format(name, field)
    base = house.get("base")
    parameters = house.get("parameters", {})
    if not isinstance(base, str) or not (base in houses or base in games.GAMES):
        return name + " base"
    if not isinstance(parameters, dict):
        return name + " parameters"
    return _fill(houses, base, into, steps - 1) or _set_all(name, parameters, into)


def _set_all(name: str, parameters: dict, into: "array") -> str:
    for parameter in parameters:
        if games.set_option(into, parameter, parameters[parameter]) != OK:
            return "{} {}".format(name, parameter)
    return ""
