"""Names of the parameters and of their values: for options, house games and lists of games.

Imported only when somebody asks by name; the core itself works with the numbers of games.py.
"""

from array import array

from domino.rules import games
from domino.rules.codes import BAD_OPTION, OK

_FLAG = (False, True)
_NEXT = ("lot", "last_placer", "partner", "as_first")

# name: (first place, places, accepted values). Names of values stand at their number; a pair of
# integers is a range, a word behind it stands for 0; _FLAG is yes or no. Three places hold the
# figures for 2, 3 and 4 players: one figure sets them all, a list of three each.
PARAMETERS = {
    "players_min": (games.PLAYERS_MIN, 1, (2, 4)),
    "players_max": (games.PLAYERS_MAX, 1, (2, 4)),
    "teams": (games.TEAMS, 1, ("none", "allowed", "forced")),
    "deal": (games.DEAL, 3, (1, 14)),
    "target": (games.TARGET_POINTS, 3, (1, 10000)),
    "reserve": (games.RESERVE, 1, (0, 26)),
    "draw": (games.DRAW_POLICY, 1, ("until_playable", "one", "none")),
    "opening": (games.OPENING, 1, ("lot", "highest_double", "lowest_double", "one_first")),
    "opening_else": (games.OPENING_ELSE, 1, ("highest_tile", "lowest_tile")),
    "opening_tile": (games.OPENING_TILE, 1, ("any", "double")),
    "next_after_out": (games.NEXT_OUT, 1, _NEXT),
    "next_after_block": (games.NEXT_BLOCKED, 1, _NEXT),
    "redeal_doubles": (games.REDEAL_DOUBLES, 1, (1, 7, "never")),
    "redeal_same": (games.REDEAL_SAME, 1, (1, 7, "never")),
    "spinner": (games.SPINNER, 1, ("none", "first", "all")),
    "branches": (games.BRANCHES, 1, ("after_line", "at_once")),
    "spinner_count": (games.SPINNER_COUNT, 1, ("line", "two_closed", "until_closed")),
    "scoring": (games.SCORING, 1, ("none", "multiple", "headers")),
    "multiple": (games.MULTIPLE, 1, (1, 36)),
    "unit": (games.UNIT, 1, (1, 36)),
    "opening_double": (games.OPENING_DOUBLE, 1, (0, 100)),
    "double_header": (games.DOUBLE_HEADER, 1, (0, 100)),
    "triple_header": (games.TRIPLE_HEADER, 1, (0, 100)),
    "goes_on": (games.GOES_ON, 1, ("never", "double_or_score")),
    "award": (games.AWARD, 1, ("winner_takes", "fixed", "losers_write")),
    "fixed_points": (games.FIXED_POINTS, 1, (0, 100)),
    "blocked_winner": (games.BLOCKED_WINNER, 1, ("lowest", "doubles")),
    "tie": (games.TIE, 1, ("nobody", "each", "share", "fewer_tiles")),
    "round_to": (games.ROUND_TO, 1, (1, 36, "multiple")),
    "rounding": (games.ROUND_WHAT, 1, ("sum", "each")),
    "hand_unit": (games.HAND_UNIT, 1, (1, 36, "multiple")),
    "blocked_own": (games.BLOCKED_OWN, 1, ("keep", "subtract", "subtract_in_units")),
    "value_00": (games.VALUE_00, 1, (1, 100, "pips")),
    "value_66": (games.VALUE_66, 1, (1, 100, "pips")),
    "values_when": (games.VALUES_WHEN, 1, ("always", "alone", "together")),
    "fish": (games.BLOCK_WRITES, 1, ("all", "one")),
    "lowest_spared": (games.LOWEST_SPARED, 1, _FLAG),
    "declared_fish": (games.DECLARED_FISH, 1, _FLAG),
    "account": (games.ACCOUNT, 1, ("plain", "opens", "remembers", "sole")),
    "opens_at": (games.OPENS_AT, 1, (0, 1000)),
    "sheet": (games.SHEET, 1, _FLAG),
    "opening_bonus": (games.OPENING_BONUS, 1, _FLAG),
    "out_bonus": (games.OUT_BONUS, 1, _FLAG),
    "doubles_win": (games.DOUBLES_WIN, 1, _FLAG),
    "strict_66": (games.STRICT_66, 1, _FLAG),
    "hundred": (games.HUNDRED, 1, _FLAG),
    "hundred_loses": (games.HUNDRED_LOSES, 1, _FLAG),
    "rating": (games.RATING, 1, _FLAG),
    "end": (games.END, 1, ("target_wins", "target_loses", "lowest_wins")),
    "target_passed": (games.TARGET_PASSED, 1, _FLAG),
    "multi_double": (games.SEVERAL, 1, _FLAG),
    "doubles_a_move": (games.MOST_DOUBLES, 1, (2, 4)),
    "closing": (games.CLOSING, 1, _FLAG),
}

# The parameters that a record or the menu may change in any layout game; a game's own ones beside.
COMMON = ("target", "deal")
_BONUS = ("hand_unit", "spinner", "multiple")
OWN = {
    "muggins": _BONUS,
    "pyaterochka": _BONUS,
    "telephone": ("multi_double",),
    "goat-online": ("fish",),
    "double-goat": ("fish",),
    "sea-goat": ("strict_66", "hundred_loses"),
    "donkey": ("fish",),
}


def allowed(game_id: str) -> tuple:
    """Return the names of the options of a game."""
    return COMMON + OWN.get(game_id, ())


def set_parameter(params: array, name: str, value: object) -> int:
    """Set one parameter by name, all its places at once. Return OK or BAD_OPTION, nothing set."""
    known = PARAMETERS.get(name)
    if known is None:
        return BAD_OPTION
    place, places, accepted = known
    values = value if places > 1 and isinstance(value, list) else [value] * places
    if len(values) != places:
        return BAD_OPTION
    numbers = [_number(accepted, one) for one in values]
    if -1 in numbers:
        return BAD_OPTION
    for i in range(places):
        params[place + i] = numbers[i]
    return OK


def _number(accepted: tuple, value: object) -> int:
    """Return the number of a value as people write it, -1 where it is not accepted."""
    if isinstance(accepted[0], str):
        return accepted.index(value) if value in accepted else -1
    if accepted is _FLAG:
        return int(value) if isinstance(value, bool) else -1
    if len(accepted) > 2 and value == accepted[2]:
        return 0
    if type(value) is not int or not accepted[0] <= value <= accepted[1]:
        return -1
    return value


def value_of(params: array, name: str) -> object:
    """Return a parameter as people write it: a number, a name, or a list for 2, 3, 4 players."""
    place, places, accepted = PARAMETERS[name]
    if places > 1:
        return list(params[place : place + places])
    value = params[place]
    if isinstance(accepted[0], str) or accepted is _FLAG:
        return accepted[value]
    return accepted[2] if len(accepted) > 2 and not value else value
