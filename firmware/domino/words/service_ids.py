"""Message ids for making and testing a table, in one row of numbers with ids.py (from 48 to 63).

Their texts are a table of their own, which is brought with the module that says them.
"""

from micropython import const

LAY_TILE = const(48)  # a tag is to become this tile
TILE_WRITTEN = const(49)
TAG_REFUSED = const(50)
HOST_AT_WORK = const(51)
TEST_READERS = const(52)
TEST_LIGHTS = const(53)
TEST_BUTTON = const(54)
TEST_TILE = const(55)  # how well the tile on a slot is read; another, or enough
TEST_DONE = const(56)
TEST_PASSED = const(57)
SAFE_START = const(58)  # ok, undo
TEST_LATE = const(59)  # the clock of a bus was lowered to so many kHz
TEST_STILL = const(60)  # nothing that the readers of a bus say arrives
