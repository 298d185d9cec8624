"""Names of the parameters and of their values: for options, house games and lists of games.

Imported only when somebody asks by name; the core itself works with the numbers of games.py.
"""

from array import array

from domino.rules import games
from domino.rules.codes import BAD_OPTION, OK

# name: (first place, places, accepted values). Names of values stand at their number; a pair of
# integers is a range. Three places hold the figures for 2, 3 and 4 players and are set together.
PARAMETERS = {
    "players_min": (games.PLAYERS_MIN, 1, (2, 4)),
    "players_max": (games.PLAYERS_MAX, 1, (2, 4)),
    "teams": (games.TEAMS, 1, ("none", "allowed", "forced")),
    "deal": (games.DEAL, 3, (1, 14)),
    "target": (games.TARGET_POINTS, 3, (1, 10000)),
    "reserve": (games.RESERVE, 1, (0, 26)),
    "draw": (games.DRAW_POLICY, 1, ("until_playable", "one", "none")),
    "opening": (games.OPENING, 1, ("lot",)),
    "next_after_out": (games.NEXT_OUT, 1, ("lot", "last_placer")),
    "next_after_block": (games.NEXT_BLOCKED, 1, ("lot", "last_placer")),
    "spinner": (games.SPINNER, 1, ("none", "first", "all")),
    "branches": (games.BRANCHES, 1, ("after_line", "at_once")),
    "spinner_count": (games.SPINNER_COUNT, 1, ("line", "two_closed", "until_closed")),
    "scoring": (games.SCORING, 1, ("none", "multiple")),
    "multiple": (games.MULTIPLE, 1, (1, 36)),
    "unit": (games.UNIT, 1, (1, 36)),
    "goes_on": (games.GOES_ON, 1, ("never", "double_or_score")),
    "award": (games.AWARD, 1, ("winner_takes",)),
    "tie": (games.TIE, 1, ("nobody", "each", "share")),
    "round_to": (games.ROUND_TO, 1, (1, 36)),
    "rounding": (games.ROUND_WHAT, 1, ("sum", "each")),
    "hand_unit": (games.HAND_UNIT, 1, (1, 36)),
    "blocked_own": (games.BLOCKED_OWN, 1, ("keep", "subtract")),
    "end": (games.END, 1, ("target_wins",)),
}

# The parameters that a record or the menu may change in any layout game; a game's own ones beside.
COMMON = ("target", "deal")
OWN = {}


def allowed(game_id: str) -> tuple:
    """Return the names of the options of a game."""
    return COMMON + OWN.get(game_id, ())


def set_parameter(params: array, name: str, value: object) -> int:
    """Set one parameter by name, all its places at once. Return OK or BAD_OPTION, nothing set."""
    known = PARAMETERS.get(name)
    if known is None:
        return BAD_OPTION
    place, places, accepted = known
    if isinstance(accepted[0], str):
        if value not in accepted:
            return BAD_OPTION
        value = accepted.index(value)
    elif type(value) is not int or not accepted[0] <= value <= accepted[1]:
        return BAD_OPTION
    for i in range(place, place + places):
        params[i] = value
    return OK


def value_of(params: array, name: str) -> object:
    """Return a parameter as people write it: a number, a name, or a list for 2, 3, 4 players."""
    place, places, accepted = PARAMETERS[name]
    if places > 1:
        return list(params[place : place + places])
    value = params[place]
    return accepted[value] if isinstance(accepted[0], str) else value
