"""Message ids: what the line on the screen says, and what an event carries as its code.

A number never changes its meaning. A refusal shows REFUSED + the error code of the rules core
(1 to 63). The names are these constants in lower case (FORMATS.md, `message`).
"""

from micropython import const

NOTHING = const(0)
LAY_FIRST = const(1)
YOUR_TURN = const(2)
PLAY_AGAIN = const(3)
SCORED = const(4)
DREW = const(5)
PASSED = const(6)
TWO_TILES = const(7)
UNKNOWN_TAG = const(8)
FOREIGN_TAG = const(9)
COUNTERFEIT = const(10)
PLACE_BACK = const(11)
TILE_MOVED = const(12)
CHOOSE_PORT = const(13)
SLOT_DEAD = const(14)
SLOT_WEAK = const(15)
NOT_YOUR_PAD = const(16)
OUT_OR_DRAW = const(17)
TAP_REMAINING = const(18)
ROUND_OVER = const(19)
CLEAR_TABLE = const(20)
MATCH_OVER = const(21)
UNDONE = const(22)
LIFT_TILE = const(23)
CHECK_FILE = const(24)
PASSED_WITH = const(25)
DREW_WITH = const(26)
TAG_CHANGED = const(27)  # its record says otherwise than when the tag was enrolled
BUS_CONTENTION = const(28)  # a reader that works but spoils the answers of the others
BUS_HELD = const(29)  # a reader that cannot be heard, as the bus is driven by somebody else
ONE_BIT = const(30)  # a reader that cannot be used, as a bit of what it says never changes
READS_LATE = const(31)  # reads arrive late on a bus: its clock was lowered to so many kHz

REFUSED = const(64)

# Not messages: short words of the screen's layout.
LABEL_TURN = const(128)
LABEL_ENDS = const(129)
LABEL_TO = const(130)
LABEL_LINE = const(131)
LABEL_SIDE = const(132)
LABEL_MORE = const(133)

# Messages again: of what is stored, and of the keeper.
NOT_RECORDED = const(227)  # the flash is full or fails; the game goes on
CORRECTED = const(229)  # a score, by the keeper
SAT_DOWN = const(230)  # somebody, by his tag
TIME_UP = const(228)  # of the turn clock
LAY_ON_SLOT = const(240)  # a tile was tapped on a pad that belongs on a slot

# Kinds of alert in the screen's list: ALERT + the message id; any refusal is ALERT_REFUSED.
ALERT = const(160)
ALERT_REFUSED = const(223)
