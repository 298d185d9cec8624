"""Numbers of what the table tells and hears: kinds of event, places, buttons, recorded actions.

They never change their meaning: observers, journals and scenarios store them. Names are the ones
of FORMATS.md ("Board scenario") in lower case.
"""

from micropython import const

# Kinds of `observer.emit(kind, place, tile, code)`. `tile` is NONE where no tile is meant, `code`
# a number of words/ids.py (TILE_DOWN: 0 for a tile, else what lies there; PRESS: the button).
TILE_DOWN = const(0)
TILE_UP = const(1)
TAP = const(2)
PRESS = const(3)
ACCEPTED = const(4)
REFUSED = const(5)
ALERT = const(6)
CLEAR = const(7)  # the alert `code` at `place` is over
MESSAGE = const(8)

# A place is a reader index (slots, then pads), or SEAT + a seat, or NONE.
SEAT = const(240)
PAGE = const(250)  # of a MESSAGE: no place; `code` is a page of the menu (words/menu_ids.py)

# Buttons, in the order of FORMATS.md.
PASS = const(0)
DRAW = const(1)
UNDO = const(2)
OK = const(3)
MENU = const(4)
LEFT = const(5)
RIGHT = const(6)

# What the scanner found, the numbers of board/looks.py (0 to 27 is a tile): only integers pass
# from the board to the table, and neither imports the other.
EMPTY = const(64)
TWO_TAGS = const(65)
UNKNOWN = const(66)
FOREIGN = const(67)
CHANGED = const(68)
DEAD = const(69)
WEAK = const(70)
UNSEEN = const(71)

# First argument of `record(action, seat, tile, joint)`.
OPENED = const(0)  # seat opens the round; joint = state of the lot
PLAYED = const(1)  # joint = slot << 16 | on << 8 | port, each NONE where there is none
DRAWN = const(2)  # joint = FORGOTTEN where it was made some time before
PASSED = const(3)
# Takes back the last action; tile NONE where that was no play; joint = BETWEEN for a correction
# between two rounds, or after the match.
UNDONE = const(4)
REMAINED = const(5)  # tile = mask of the tiles left in seat's hand; joint = hands still to come
# seat = side, tile = its score in half units; joint = seat << 8 | BETWEEN between two rounds, the
# seat is who opens the next one as far as the rules say, and 1 << 10 where the match was over.
CORRECTED = const(6)
ADDED = const(7)  # a double laid in the same move as the tile before; joint as of PLAYED
CLOSED = const(8)  # a double of the last move is closed
REDEALT = const(9)  # before the first tile: all deal again
BID = const(10)  # tile = points, 0 for a pass
TRUMP = const(11)  # tile = the value
SHOWN = const(12)  # tile = mask of the hand that seat shows; joint = hands still to come
HANDED = const(13)  # a note: somebody else plays for seat from now on
ABANDONED = const(14)  # the match ends without a result; nothing follows
ENDED = const(15)  # of a move of doubles: no other one belongs to it
TIMED_OUT = const(17)  # the match ends against seat
# A match begins, the journal has it as the head of a file; joint = TAKEN_UP where it is the
# journal's last one that goes on. For whoever watches: no record of a match.
STARTED = const(16)

FORGOTTEN = const(1)
TAKEN_UP = const(1)
BETWEEN = const(1)
