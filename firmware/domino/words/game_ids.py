"""Message ids that only some games have, in one row of numbers with ids.py (from 32 to 63).

Their texts are a table of their own, which is brought with the module that says them.
"""

from micropython import const

ANOTHER_DOUBLE = const(32)  # several doubles in one move: one more, or ok
DOUBLE_OR_CLOSE = const(33)  # the same where a double may be closed
MAY_CLOSE = const(34)  # no more doubles, but one may be closed
CLOSE_DOUBLE = const(35)  # this double? ok
DOUBLE_CLOSED = const(36)
DEAL_AGAIN = const(37)  # a redeal? ok
DEALT_AGAIN = const(38)
BID = const(39)  # so many points? ok, or pass
TRUMP = const(40)  # this value? ok
TRICK_TURN = const(41)  # the seat lays on its slot
TRICK_WON = const(42)
WRONG_SLOT = const(43)  # that of no seat
SHOW_HANDS = const(44)  # all hands are tapped: ok
SHOWN = const(45)  # the best hand has nothing but pips; + the kind of rules/poker_hands.py
SHOWN_PAIR = const(46)
SHOWN_FLUSH = const(47)
SHOWN_THREE_DOUBLES = const(48)
SHOWN_STRAIGHT_FOUR = const(49)
SHOWN_FULL_HOUSE = const(50)
SHOWN_STRAIGHT_FIVE = const(51)
SHOWN_FOUR_DOUBLES = const(52)
SHOWN_STRAIGHT_SIX = const(53)
SHOWN_FIVE_DOUBLES = const(54)
TRICK_TAP = const(55)  # the seat has no slot, or a dead one

# Short words of the screen's layout, and kinds of alert, as in ids.py.
LABEL_BID = const(140)
LABEL_TRUMP = const(141)
ALERT_WRONG_SLOT = const(203)  # ALERT + WRONG_SLOT
