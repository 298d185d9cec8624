"""What came of reading or writing something stored: one number for each part of the store.

The numbers never change their meaning; whoever shows them has the words. The more it matters the
higher the number, so that the highest of several is the one to tell.
"""

from micropython import const

LOADED = const(0)  # all is well
MISSING = const(1)  # nothing was stored yet
RESTORED = const(2)  # one copy was damaged or cut, the other was taken
DAMAGED = const(3)  # unreadable: kept aside as *.bad, defaults or the good part are used
CONVERTED = const(4)  # from an older version
NEWER = const(5)  # from a newer version: kept aside, of it what is known is used
BAD_VALUE = const(6)  # a setting is not accepted; its default is used
FULL = const(7)  # the flash is full: the game goes on, not everything is recorded
FAILED = const(8)  # the flash cannot be written

# What is stored: the places of App.stored.
SETTINGS = const(0)
JOURNAL = const(1)
UIDS = const(2)
STATISTICS = const(3)
SHEET = const(4)
PLAYERS = const(5)
PARKED = const(6)
PARTS = const(7)
