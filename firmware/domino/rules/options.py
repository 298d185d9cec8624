"""Names of the parameters and of their values: for options, house games and lists of games.

Imported only when somebody asks by name; the core itself works with the numbers of games.py.
"""

from array import array

from domino.rules.codes import BAD_OPTION, OK

# One row a parameter, in the order of their places in games.py: name, places, accepted values.
# Names of values stand at their number; a pair of integers is a range, a word behind it stands
# for 0. Three places hold the figures for 2, 3 and 4 players: one figure sets them all, a list of
# three each.
_ROWS = (
    ("players_min", 1, (2, 4)),
    ("players_max", 1, (2, 4)),
    ("teams", 1, ("none", "allowed", "forced")),
    ("deal", 3, (1, 14)),
    ("target", 3, (1, 10000)),
    ("reserve", 1, (0, 26)),
    ("draw", 1, ("until_playable", "one", "none")),
    ("opening", 1, ("lot", "highest_double", "lowest_double", "one_first")),
    ("next_after_out", 1, ("lot", "last_placer", "partner", "as_first")),
    ("next_after_block", 1, ("lot", "last_placer", "partner", "as_first")),
    ("spinner", 1, ("none", "first", "all")),
    ("branches", 1, ("after_line", "at_once")),
    ("spinner_count", 1, ("line", "two_closed", "until_closed")),
    ("scoring", 1, ("none", "multiple", "headers")),
    ("multiple", 1, (1, 36)),
    ("unit", 1, (1, 36)),
    ("goes_on", 1, ("never", "double_or_score")),
    ("award", 1, ("winner_takes", "fixed", "losers_write")),
    ("tie", 1, ("nobody", "each", "share", "fewer_tiles")),
    ("round_to", 1, (1, 36, "multiple")),
    ("rounding", 1, ("sum", "each")),
    ("hand_unit", 1, (1, 36, "multiple")),
    ("blocked_own", 1, ("keep", "subtract", "subtract_in_units")),
    ("end", 1, ("target_wins", "target_loses", "lowest_wins")),
    ("multi_double", 1, (False, True)),
    ("doubles_a_move", 1, (2, 4)),
    ("closing", 1, (False, True)),
    ("opening_else", 1, ("highest_tile", "lowest_tile")),
    ("opening_tile", 1, ("any", "double")),
    ("redeal_doubles", 1, (1, 7, "never")),
    ("redeal_same", 1, (1, 7, "never")),
    ("opening_double", 1, (0, 100)),
    ("double_header", 1, (0, 100)),
    ("triple_header", 1, (0, 100)),
    ("fixed_points", 1, (0, 100)),
    ("blocked_winner", 1, ("lowest", "doubles")),
    ("value_00", 1, (1, 100, "pips")),
    ("value_66", 1, (1, 100, "pips")),
    ("values_when", 1, ("always", "alone", "together")),
    ("fish", 1, ("all", "one")),
    ("declared_fish", 1, (False, True)),
    ("account", 1, ("plain", "opens", "remembers", "sole")),
    ("opens_at", 1, (0, 1000)),
    ("sheet", 1, (False, True)),
    ("opening_bonus", 1, (False, True)),
    ("out_bonus", 1, (False, True)),
    ("doubles_win", 1, (False, True)),
    ("strict_66", 1, (False, True)),
    ("hundred", 1, (False, True)),
    ("hundred_loses", 1, (False, True)),
    ("rating", 1, (False, True)),
    ("target_passed", 1, (False, True)),
    ("lowest_spared", 1, (False, True)),
)


def _by_name() -> dict:
    """Return what PARAMETERS holds."""
    table = {}
    place = 0
    for name, places, accepted in _ROWS:
        table[name] = (place, places, accepted)
        place += places
    return table


PARAMETERS = _by_name()  # name: (first place, places, accepted values)

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
    if accepted[0] is False:
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
    if isinstance(accepted[0], str) or accepted[0] is False:
        return accepted[value]
    return accepted[2] if len(accepted) > 2 and not value else value
