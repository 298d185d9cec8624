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
