"""What a look at a reader can find: the numbers that the scanner hands to the table.

Only integers pass from the board to the table. A reader index counts slots first (north-west to
south-east by rows), then pads; board.json fixes both.
"""

from micropython import const

# Findings, small integers in a bytearray, one a reader. 0 to 27 is a tile number.
EMPTY = const(64)
TWO_TAGS = const(65)  # a collision: two tags in the field
UNKNOWN = const(66)  # an NFC tag that no tile is known for
FOREIGN = const(67)  # a phone or bank card: ISO 14443-4, or a random UID (08 ...)
CHANGED = const(68)  # a tag whose record is not what the UID table says that it was
DEAD = const(69)  # the reader chip gives no sensible answer
WEAK = const(70)  # the reader answers, but loses so many frames that it cannot be trusted
UNSEEN = const(71)  # not looked at since start
