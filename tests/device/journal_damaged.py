"""Starts with damaged files of a journal, on MicroPython's own littlefs.

Arguments: a flash image, a JSON file with [name, content in hexadecimal] of each damage. Prints
a line each: outcome, records found, what lies in the folder, the outcome of the start after it.
"""

import binascii
import gc
import json
import os
import sys

import flash_chip
import vfs

with open(sys.argv[1], "rb") as file:
    IMAGE = file.read()
with open(sys.argv[2]) as file:
    DAMAGES = json.load(file)

chip = flash_chip.mount(IMAGE)

from domino.store import journal_files, journal_reading  # noqa: E402
from domino.store.journal import Journal  # noqa: E402


def loaded():
    journal = Journal(flash_chip.files, b"\x05")
    found = []
    if journal_files.has_any(journal) and journal_reading.load(journal):
        journal_reading.replay(journal, lambda *entry: found.append(entry) or True)
    return journal, found


def main():
    for name, content in DAMAGES:
        os.chdir("/")
        vfs.umount("/flash")
        chip.content[:] = IMAGE
        vfs.mount(vfs.VfsLfs2(chip, progsize=256, mtime=False), "/flash")
        os.chdir("/flash")
        with open(name, "wb") as file:
            file.write(binascii.unhexlify(content))
        journal, found = loaded()
        if not found:
            journal.start("all-fives", 2, False, {}, 7, 0x1234)
        journal.record(1, 1, 5, 3)
        there = sorted(os.listdir("journal"))
        told = journal.outcome
        journal.close()
        again, then = loaded()
        again.close()
        print(told, len(found), len(then), again.outcome, " ".join(there))
        journal = again = None
        gc.collect()


main()
