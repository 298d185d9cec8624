"""A score sheet driven by a small generator of numbers, under heap lock on MicroPython.

Arguments: seeds. Prints a line for each: players, rounds, mask of the lowest, totals, a check sum
of every answer, and the bytes the heap grew. tests/sheet runs the same on CPython.
"""

import sys

from domino.table.sheet import MOST_PLAYERS, Sheet

STEPS = 300


def drive(sheet, seed):
    """Begin a sheet and do STEPS things to it, bad ones too; return a check sum of the answers."""
    state = seed * 7919 + 17
    total = 0
    sheet.begin(2 + seed % 7)
    for _ in range(STEPS):
        state = (state * 75 + 74) % 65537
        what = state % 16
        if what < 9:
            for player in range(sheet.players):
                state = (state * 75 + 74) % 65537
                sheet.row[player] = state % 1011 - 5 if state % 40 == 0 else state % 120
            answer = sheet.add()
        elif what < 12:
            answer = sheet.correct(state % 33 - 1, state % 9 - 1, state % 1011 - 5)
        else:
            answer = sheet.take_back()
        total = (total * 31 + answer + sheet.lowest()) % 65521
    return total


def main():
    import gc

    import micropython

    sheet = Sheet()
    for seed in sys.argv[1:]:
        seed = int(seed)
        gc.collect()
        before = gc.mem_alloc()
        micropython.heap_lock()
        total = drive(sheet, seed)
        micropython.heap_unlock()
        grown = gc.mem_alloc() - before
        totals = [sheet.totals[player] for player in range(MOST_PLAYERS)]
        print(sheet.players, sheet.rounds, sheet.lowest(), totals, total, grown, sep=";")


if __name__ == "__main__":
    main()
