"""The table of games: a game is one row of parameters, and nothing else knows its name.

A row lists only what differs from the defaults (RULES.md, "Defaults"), as parameter, value,
parameter, value; one that begins with the name of a game goes on from that game's row. Code
implements the values of a parameter, each where a reader would look for it: counting in layout.py,
what a seat may do in turn.py, who gets what in settlement.py.
Names for people, and setting by name, are in options.py, imported only when asked for.
"""

from array import array

from micropython import const

from domino.rules.codes import OK, UNKNOWN_GAME

# Places in the array of parameters; their meaning never moves, new ones go to the end.
PLAYERS_MIN = const(0)
PLAYERS_MAX = const(1)
TEAMS = const(2)  # for four players, see TEAMS_*
DEAL = const(3)  # tiles a hand: three places, for 2, 3 and 4 players
TARGET_POINTS = const(6)  # points that end the match, 0 = none: three places likewise
RESERVE = const(9)  # boneyard tiles that are never drawn
DRAW_POLICY = const(10)
OPENING = const(11)  # who opens the first round
NEXT_OUT = const(12)  # who opens after somebody went out
NEXT_BLOCKED = const(13)  # who opens after a block
SPINNER = const(14)
BRANCHES = const(15)
SPINNER_COUNT = const(16)
SCORING = const(17)  # what scores in play
MULTIPLE = const(18)  # totals that are a multiple of this score
UNIT = const(19)  # raw points that make one point, in play
GOES_ON = const(20)  # what lets a player's turn go on
AWARD = const(21)  # who writes what at the settlement
TIE = const(22)  # several lowest sides after a block
ROUND_TO = const(23)  # pips are rounded to the nearest multiple of this
ROUND_WHAT = const(24)
HAND_UNIT = const(25)  # pips that make one point, at the settlement
BLOCKED_OWN = const(26)  # what a block's winner does with his own pips
END = const(27)  # what reaching the target means
SEVERAL = const(28)  # 1: several doubles, each on an end of its own, may be placed in one move
MOST_DOUBLES = const(29)  # and how many
CLOSING = const(30)  # 1: who places a double may close it
OPENING_ELSE = const(31)  # which tile is looked for where nobody has a double
OPENING_TILE = const(32)  # with what a round is opened where nothing is looked for
REDEAL_DOUBLES = const(33)  # so many doubles in a hand: deal again; 0 = never
REDEAL_SAME = const(34)  # so many tiles with one value likewise
OPENING_DOUBLE = const(35)  # SCORE_HEADERS: points of a double that opens,
DOUBLE_HEADER = const(36)  # of two equal ends,
TRIPLE_HEADER = const(37)  # and of two equal ends that are three halves
FIXED_POINTS = const(38)  # AWARD FIXED: what the round's winner gets
BLOCKED_WINNER = const(39)  # who wins a blocked round
VALUE_00 = const(40)  # what 0-0 counts in a hand, 0 = its pips
VALUE_66 = const(41)  # what 6-6 counts
VALUES_WHEN = const(42)  # in which hands they count so
BLOCK_WRITES = const(43)  # AWARD LOSERS_WRITE: who writes what after a block
DECLARED_FISH = const(44)  # 1: equal ends whose six other tiles lie block at once
ACCOUNT = const(45)  # whether a score must be opened
OPENS_AT = const(46)  # by so many points in one round
SHEET = const(47)  # 1: remembered and carried points are shown beside the scores
OPENING_BONUS = const(48)  # 1: losers add VALUE_00 or VALUE_66 for such an opening,
OUT_BONUS = const(49)  # 1: and for such a last tile
DOUBLES_WIN = const(50)  # 1: going out on 0-0, 6-6 or both at once wins the match,
STRICT_66 = const(51)  # 1: on 6-6 only if some loser holds more than OPENS_AT
HUNDRED = const(52)  # 1: the side with the score may open any round with 6-6, for the match
HUNDRED_LOSES = const(53)  # 1: and losing that round with OPENS_AT or more loses the match
RATING = const(54)  # 1: a finished match is rated, and time may run out
TARGET_PASSED = const(55)  # 1: the target is passed, not reached
LOWEST_SPARED = const(56)  # 1: after a block the lowest writes nothing; a tie carries the sum

PLAY = const(57)  # what is done with the tiles
MIN_BID = const(58)  # PLAY_TRICKS: the lowest bid, 0 = any,
TRICK_POINTS = const(59)  # and what a trick counts; tiles with a MULTIPLE of pips count them

SIZE = const(64)  # places in an array of parameters, with room for more

TEAMS_NONE = const(0)
TEAMS_ALLOWED = const(1)
TEAMS_FORCED = const(2)

DRAW_UNTIL_PLAYABLE = const(0)
DRAW_ONE = const(1)
DRAW_NONE = const(2)

BY_LOT = const(0)  # OPENING, NEXT_OUT, NEXT_BLOCKED
HIGHEST_DOUBLE = const(1)  # OPENING: who holds 6-6 opens with it, else 5-5 ... 0-0
LOWEST_DOUBLE = const(2)  # 0-0, else 1-1 ...
ONE_FIRST = const(3)  # 1-1, else 2-2 ... 6-6, then 0-0
LAST_PLACER = const(1)  # NEXT_OUT, NEXT_BLOCKED: whoever placed the last tile
PARTNER = const(2)  # his partner, in teams
AS_FIRST = const(3)  # as in the first round

HIGHEST_TILE = const(0)  # OPENING_ELSE: by pips
LOWEST_TILE = const(1)

ANY_TILE = const(0)
ANY_DOUBLE = const(1)  # any double, if the hand has one beside 0-0 and 6-6

SPINNER_NONE = const(0)
SPINNER_FIRST = const(1)
SPINNER_ALL = const(2)

AFTER_LINE = const(0)
AT_ONCE = const(1)

COUNT_LINE = const(0)  # a spinner counts like any double, by its line
# With branches at once: twice its value while fewer than two sides are taken; or its value for
# each free side, two at most.
TWO_CLOSED = const(1)
UNTIL_CLOSED = const(2)

SCORE_NOTHING = const(0)  # no points in play, no ends counted
SCORE_MULTIPLE = const(1)
SCORE_HEADERS = const(2)  # both ends show the same value

GOES_ON_NEVER = const(0)
GOES_ON_DOUBLE_OR_SCORE = const(1)  # a double or a scoring tile, unless just drawn

WINNER_TAKES = const(0)  # the round's winner takes the pips of all other sides
FIXED = const(1)  # he gets a fixed number of points
LOSERS_WRITE = const(2)  # points against: who does not win writes what he holds

EACH_HIS_OWN = const(0)  # BLOCK_WRITES: nobody wins, unless LOWEST_SPARED
MOST_TAKES_ALL = const(1)  # who holds most writes everybody's sum; a tie carries it

ALWAYS = const(0)  # VALUES_WHEN: in any hand
ALONE = const(1)  # as the only tile left
TOGETHER = const(2)  # as the only tiles left, one of them or both

PLAIN = const(0)
OPENS = const(1)  # ACCOUNT: what comes before is lost
REMEMBERS = const(2)  # it is remembered until then, or until a round gives nothing
SOLE = const(3)  # only one side may hold a score

BY_LOWEST = const(0)
BY_DOUBLES = const(1)  # who has no double, else the lowest one

TIE_NOBODY = const(0)
TIE_EACH = const(1)  # every tied side takes from everybody else
TIE_SHARE = const(2)  # the tied share the pips of the others equally, halves kept
TIE_FEWER_TILES = const(3)  # the tied side with fewer tiles wins; still tied: nobody

ROUND_SUM = const(0)
ROUND_EACH = const(1)

AS_MULTIPLE = const(0)  # ROUND_TO, HAND_UNIT: the same figure as MULTIPLE

KEEP_OWN = const(0)
SUBTRACT_OWN = const(1)
SUBTRACT_IN_UNITS = const(2)  # only where HAND_UNIT is more than 1

TARGET_WINS = const(0)
TARGET_LOSES = const(1)  # who has most then loses, equals together
LOWEST_WINS = const(2)  # when somebody reaches it
HIGHEST_WINS = const(3)  # of those who reach it at once the highest, equals together
NEVER = const(4)  # there is no target: the players stop

PLAY_LAYOUT = const(0)  # they are joined end to end
PLAY_TRICKS = const(1)
PLAY_SHOW = const(2)  # hands are shown and compared

_EACH = const(64)  # beside a place: the figure is that of 2, 3 and 4 players alike

# fmt: off
# What every row starts from, in the order of the parameters; the rest is 0.
_DEFAULTS = (
    2, 4, TEAMS_NONE, 7, 7, 7, 100, 100, 100,
    0, DRAW_UNTIL_PLAYABLE, BY_LOT, LAST_PLACER, LAST_PLACER,
    SPINNER_NONE, AFTER_LINE, COUNT_LINE,
    SCORE_NOTHING, 1, 1, GOES_ON_NEVER,
    WINNER_TAKES, TIE_NOBODY, 1, ROUND_SUM, 1, KEEP_OWN, TARGET_WINS,
    0, 4, 0,
    HIGHEST_TILE, ANY_TILE, 0, 0,
    2, 2, 3, 2,
)

GAMES = {
    "horse-race": (
        TEAMS, TEAMS_ALLOWED,
        DEAL, 7, DEAL + 1, 6, DEAL + 2, 5,
        TARGET_POINTS + _EACH, 61,
        NEXT_BLOCKED, BY_LOT,
        SPINNER, SPINNER_ALL,
        SCORING, SCORE_MULTIPLE, MULTIPLE, 5, UNIT, 5,
        GOES_ON, GOES_ON_DOUBLE_OR_SCORE,
        TIE, TIE_EACH, ROUND_TO, 5, HAND_UNIT, 5,
    ),
    "all-fives": (
        TEAMS, TEAMS_FORCED,
        DEAL, 9, DEAL + 1, 7, DEAL + 2, 5,
        TARGET_POINTS, 250, TARGET_POINTS + 1, 200, TARGET_POINTS + 2, 200,
        NEXT_BLOCKED, BY_LOT,
        SPINNER, SPINNER_FIRST,
        SCORING, SCORE_MULTIPLE, MULTIPLE, 5,
        TIE, TIE_SHARE, ROUND_TO, 5,
    ),
    "fives": (
        TEAMS, TEAMS_FORCED,
        DEAL + 1, 5, DEAL + 2, 5,
        TARGET_POINTS + _EACH, 150,
        SCORING, SCORE_MULTIPLE, MULTIPLE, 5,
        TIE, TIE_FEWER_TILES, ROUND_TO, 5, ROUND_WHAT, ROUND_EACH,
    ),
    "muggins": (
        TEAMS, TEAMS_ALLOWED,
        DEAL + 1, 5, DEAL + 2, 5,
        TARGET_POINTS + _EACH, 250,
        SPINNER, SPINNER_FIRST, BRANCHES, AT_ONCE, SPINNER_COUNT, TWO_CLOSED,
        SCORING, SCORE_MULTIPLE, MULTIPLE, 5,
        ROUND_TO, AS_MULTIPLE, HAND_UNIT, AS_MULTIPLE, BLOCKED_OWN, SUBTRACT_IN_UNITS,
    ),
    "pyaterochka": ("muggins", SPINNER_COUNT, UNTIL_CLOSED),
    "telephone": (
        TARGET_POINTS + _EACH, 50,
        SPINNER, SPINNER_FIRST, BRANCHES, AT_ONCE, SPINNER_COUNT, TWO_CLOSED,
        SCORING, SCORE_MULTIPLE, MULTIPLE, 5, UNIT, 5,
        ROUND_TO, 5, HAND_UNIT, 5,
    ),
    "draw": (
        TEAMS, TEAMS_FORCED,
        DEAL + 1, 5, DEAL + 2, 5,
        TIE, TIE_FEWER_TILES,
    ),
    "block": ("draw", DRAW_POLICY, DRAW_NONE),
    "traditional": (
        DEAL + 1, 5, DEAL + 2, 5,
        OPENING, HIGHEST_DOUBLE, NEXT_OUT, AS_FIRST, NEXT_BLOCKED, AS_FIRST,
        BLOCKED_OWN, SUBTRACT_OWN,
    ),
    "goat": (
        TEAMS, TEAMS_ALLOWED,
        TARGET_POINTS + _EACH, 101,
        OPENING, ONE_FIRST,
        AWARD, LOSERS_WRITE, END, TARGET_LOSES, SHEET, 1,
    ),
    "goat-yard": (
        "goat",
        TEAMS, TEAMS_NONE,
        DEAL + 1, 5, DEAL + 2, 5,
        TARGET_POINTS + _EACH, 100,
        OPENING, LOWEST_DOUBLE,
        VALUE_00, 10, END, LOWEST_WINS,
    ),
    "goat-online": (
        "goat",
        TEAMS, TEAMS_NONE,
        REDEAL_DOUBLES, 5, REDEAL_SAME, 6,
        VALUE_00, 10, VALUES_WHEN, ALONE, DECLARED_FISH, 1,
        ACCOUNT, REMEMBERS, OPENS_AT, 13, RATING, 1,
    ),
    "double-goat": ("goat-online", PLAYERS_MIN, 4, TEAMS, TEAMS_FORCED),
    "goat-25": (
        "goat",
        TEAMS, TEAMS_NONE,
        DEAL + 1, 5, DEAL + 2, 5,
        TARGET_POINTS + _EACH, 125,
        RESERVE, 1,
        OPENING, HIGHEST_DOUBLE,
        LOWEST_SPARED, 1, ACCOUNT, OPENS, OPENS_AT, 25,
    ),
    "goat-teams": (
        "goat",
        PLAYERS_MIN, 4, TEAMS, TEAMS_FORCED,
        TARGET_POINTS + _EACH, 100,
        TARGET_PASSED, 1,
        REDEAL_DOUBLES, 5, OPENING_TILE, ANY_DOUBLE, NEXT_OUT, PARTNER,
        VALUE_00, 25, VALUE_66, 50, VALUES_WHEN, ALONE,
        BLOCK_WRITES, MOST_TAKES_ALL, OPENING_BONUS, 1, OUT_BONUS, 1,
    ),
    "goat-300": (
        "goat",
        TEAMS, TEAMS_NONE,
        DEAL + 1, 5, DEAL + 2, 5,
        TARGET_POINTS + _EACH, 300,
        OPENING, LOWEST_DOUBLE, OPENING_ELSE, LOWEST_TILE,
        VALUE_00, 25, VALUE_66, 50, AWARD, WINNER_TAKES, END, TARGET_WINS,
    ),
    "sea-goat": (
        "goat",
        TARGET_POINTS + _EACH, 125,
        SEVERAL, 1, MOST_DOUBLES, 2,
        VALUE_00, 25, VALUE_66, 50, VALUES_WHEN, TOGETHER, AWARD, WINNER_TAKES,
        ACCOUNT, SOLE, OPENS_AT, 25, DOUBLES_WIN, 1, HUNDRED, 1, END, TARGET_WINS,
    ),
    "donkey": (
        "goat-online",
        REDEAL_DOUBLES, 0, REDEAL_SAME, 0, DECLARED_FISH, 0, RATING, 0,
        SPINNER, SPINNER_FIRST, BRANCHES, AT_ONCE,
        SEVERAL, 1, CLOSING, 1,
    ),
    "bergen": (
        DEAL, 6, DEAL + 1, 6, DEAL + 2, 5,
        TARGET_POINTS, 15, TARGET_POINTS + 1, 10, TARGET_POINTS + 2, 10,
        RESERVE, 2, DRAW_POLICY, DRAW_ONE,
        OPENING, LOWEST_DOUBLE, OPENING_ELSE, LOWEST_TILE,
        NEXT_OUT, AS_FIRST, NEXT_BLOCKED, AS_FIRST,
        SCORING, SCORE_HEADERS, AWARD, FIXED, BLOCKED_WINNER, BY_DOUBLES,
    ),
    "forty-two": (
        PLAYERS_MIN, 4, TEAMS, TEAMS_FORCED,
        TARGET_POINTS + _EACH, 250,
        MULTIPLE, 5, END, HIGHEST_WINS,
        PLAY, PLAY_TRICKS, MIN_BID, 30, TRICK_POINTS, 1,
    ),
    "poker": (DEAL + _EACH, 5, END, NEVER, PLAY, PLAY_SHOW),
}
# fmt: on


def load(game_id: str, into: array) -> int:
    """Write the parameters of a game into an `array('h')` of SIZE places.

    Return OK, or UNKNOWN_GAME with the array left as it was.
    """
    row = GAMES.get(game_id)
    if row is None:
        return UNKNOWN_GAME
    first = len(row) & 1  # a name in front makes the number odd
    if first:
        load(row[0], into)
    else:
        for place in range(SIZE):
            into[place] = _DEFAULTS[place] if place < len(_DEFAULTS) else 0
    for i in range(first, len(row), 2):
        place = row[i] % _EACH
        into[place] = row[i + 1]
        if row[i] >= _EACH:
            into[place + 1] = into[place + 2] = row[i + 1]
    return OK


def set_option(params: array, name: str, value: object) -> int:
    """Set one parameter by its name (see options.py). Return OK or BAD_OPTION, nothing set."""
    from domino.rules import options  # only a table with options or house games pays for the names

    return options.set_parameter(params, name, value)
