"""Numbers of the rules core: result codes, ports, kinds of round end, kinds of action.

The numbers never change their meaning: journals and links store them. Texts live elsewhere.
Error codes and their order of precedence: FORMATS.md, "Error codes".
"""

from micropython import const

# No seat, no tile, no port: fits a bytearray. As an argument: whoever must act, not named.
NONE = const(255)

OK = const(0)
UNKNOWN_GAME = const(1)
BAD_PLAYERS = const(2)
BAD_OPTION = const(3)
BAD_RECORD = const(4)
UNKNOWN_TILE = const(5)
TILE_ON_TABLE = const(6)
TILE_NOT_IN_HAND = const(7)
DUPLICATE_TILE = const(8)
BAD_DEAL = const(9)
STARTER_NEEDED = const(10)
WRONG_STARTER = const(11)
WRONG_OPENING = const(12)
NOT_YOUR_TURN = const(13)
NO_MATCH = const(14)
PORT_TAKEN = const(15)
PORT_CLOSED = const(16)
NO_SUCH_PORT = const(17)
AMBIGUOUS_PORT = const(18)
MUST_PLAY = const(19)
MUST_PLAY_DRAWN = const(20)
MUST_DRAW = const(21)
BONEYARD_EMPTY = const(22)
ROUND_OVER = const(23)
MATCH_OVER = const(24)
REMAINING_NEEDED = const(25)
REMAINING_MISMATCH = const(26)
MUST_FOLLOW = const(27)
NOTHING_TO_UNDO = const(28)
NOT_IN_THIS_GAME = const(29)

# Ports. A non-double has LOW and HIGH, a double the two lines, a spinner the branches as well.
LOW = const(0)
HIGH = const(1)
LINE_A = const(2)
LINE_B = const(3)
BRANCH_A = const(4)
BRANCH_B = const(5)

# How a round ended (FORMATS.md, `result.kind`); UNFINISHED while it goes on.
UNFINISHED = const(0)
OUT = const(1)
BLOCKED = const(2)
TARGET = const(3)
REDEAL = const(4)
SHOW = const(5)  # every hand was shown
AMENDED = const(6)  # however it ended, a score was set by hand since (amending.py)

# What the last accepted call did (Match.last_action); NOTHING right after a round's opening.
NOTHING = const(0)
PLAY = const(1)
DRAW = const(2)
PASS = const(3)
CORRECT = const(4)
UNDO = const(5)
MORE = const(6)  # in the log only: a tile of a move of several, the move's PLAY stands above it
REDEALT = const(7)  # the players said that all deal again
TIMED_OUT = const(8)  # a player's time ran out
BID = const(9)
TRUMP_NAMED = const(10)
SHOWN = const(11)

# What a round of tricks waits for (Match.stage).
PLAYING = const(0)  # a tile; so too in every game without tricks
BIDDING = const(1)
TRUMP = const(2)
