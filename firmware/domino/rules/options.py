"""Names of the parameters and of their values: for options, house games and lists of games.

Imported only when somebody asks by name; the core itself works with the numbers of games.py.
"""

from array import array

from domino.rules.codes import BAD_OPTION, OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# One line a parameter, in the order of their places in games.py: name, accepted values. Names of
# values stand at their number; two numbers are a range, a word behind them stands for 0; nothing
# is false or true. A * marks three places, the figures for 2, 3 and 4 players: one figure sets
# them all, a list of three each. As tuples it would take a board 600 bytes more.
_TABLE = """\
players_min=2,4
players_max=2,4
teams=none,allowed,forced
deal*=1,14
target*=1,10000
reserve=0,26
draw=until_playable,one,none
opening=lot,highest_double,lowest_double,one_first
next_after_out=lot,last_placer,partner,as_first
next_after_block=lot,last_placer,partner,as_first
spinner=none,first,all
branches=after_line,at_once
spinner_count=line,two_closed,until_closed
scoring=none,multiple,headers
multiple=1,36
unit=1,36
goes_on=never,double_or_score
award=winner_takes,fixed,losers_write
tie=nobody,each,share,fewer_tiles
round_to=1,36,multiple
rounding=sum,each
hand_unit=1,36,multiple
blocked_own=keep,subtract,subtract_in_units
end=target_wins,target_loses,lowest_wins,highest_wins,never
multi_double
doubles_a_move=2,4
closing
opening_else=highest_tile,lowest_tile
opening_tile=any,double
redeal_doubles=1,7,never
redeal_same=1,7,never
opening_double=0,100
double_header=0,100
triple_header=0,100
fixed_points=0,100
blocked_winner=lowest,doubles
value_00=1,100,pips
value_66=1,100,pips
values_when=always,alone,together
fish=all,one
declared_fish
account=plain,opens,remembers,sole
opens_at=0,1000
sheet
opening_bonus
out_bonus
doubles_win
strict_66
hundred
hundred_loses
rating
target_passed
lowest_spared
play=layout,tricks,show
min_bid=1,42,any
trick_points=0,100"""


def parameters() -> dict:
    """Return all by name, as `parameter` gives them; as a dict they take a board 5 KB."""
    return {name: (place, places, _accepted(said)) for name, place, places, said in _lines()}


def parameter(wanted: str) -> object:
    """Return first place, how many places, and accepted values; None where there is none."""
    for name, place, places, said in _lines():
        if name == wanted:
            return place, places, _accepted(said)
    return None


def _lines() -> "Iterator[tuple]":
    """Give name, first place, how many places, and the accepted values as they stand."""
    place = 0
    for line in _TABLE.split("\n"):
        name, _, said = line.partition("=")
        places = 3 if name[-1] == "*" else 1
        yield name.rstrip("*"), place, places, said
        place += places


def _accepted(said: str) -> tuple:
    words = said.split(",") if said else []
    for i in range(len(words)):
        if words[i].isdigit():
            words[i] = int(words[i])
    return tuple(words) or (False, True)


# The parameters that a record or the menu may change in any layout game; a game's own ones beside.
# A game without a layout has only its own ones.
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
_WITHOUT_LAYOUT = {"forty-two": ("target", "min_bid"), "poker": ()}


def allowed(game_id: str) -> tuple:
    """Return the names of the options of a game."""
    if game_id in _WITHOUT_LAYOUT:
        return _WITHOUT_LAYOUT[game_id]
    return COMMON + OWN.get(game_id, ())


def set_parameter(params: array, name: str, value: object) -> int:
    """Set one parameter by name, all its places at once. Return OK or BAD_OPTION, nothing set."""
    known = parameter(name)
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
    place, places, accepted = parameter(name)
    if places > 1:
        return list(params[place : place + places])
    value = params[place]
    if isinstance(accepted[0], str) or accepted[0] is False:
        return accepted[value]
    return accepted[2] if len(accepted) > 2 and not value else value
