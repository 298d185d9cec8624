"""Records a match on MicroPython's own littlefs, appends under heap lock.

Argument: a flash image. Prints erases and pages programmed, writes the flash back,
and prints what is read after that.
"""

import os
import sys

import flash_chip
import micropython

with open(sys.argv[1], "rb") as file:
    chip = flash_chip.mount(file.read())

from domino.store import journal_reading  # noqa: E402
from domino.store.journal import Journal  # noqa: E402

COUNT = 120


def append(journal, number):
    """The record of store_parts.entry."""
    micropython.heap_lock()
    try:
        journal.record(1, number & 1, number % 28, (number % 48) << 16 | (number % 28) << 8 | 3)
    finally:
        micropython.heap_unlock()


def main():
    journal = Journal(flash_chip.files, b"\x05")
    journal.start("all-fives", 2, False, {"target": 61}, 7, 0x1234)
    for number in range(COUNT):
        append(journal, number)
        if journal.is_tidy_due():
            journal.tidy()
    print(chip.erases, chip.programs, journal.outcome)
    os.chdir("/")
    with open(sys.argv[1], "wb") as file:
        file.write(chip.content)
    os.chdir("/flash")
    journal.close()
    again = Journal(flash_chip.files, b"\x05")
    found = []
    journal_reading.load(again)
    print(journal_reading.replay(again, lambda *entry: found.append(entry) or True), found[-1])
    print(again.game, again.options, again.seed, again.check)


main()
