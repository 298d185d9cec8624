"""Matches that were left for another one, to be gone on with: their numbers in `parked.json`.

Their records are in the journal. To go on with one it becomes the journal's last match: a copy
under the next number, whole before it gets its name. Imported by the menu only.
"""

from micropython import const

from domino.store import journal_files, journal_reading, outcome, plain
from domino.store.journal import FOLDER, Journal, match_name

FILE = "parked.json"
VERSION = const(1)
MOST = const(4)
_LONGEST = const(500)  # bytes of the file
_COPY = "/copy"
_LAST_MATCH = const(65535)


def numbers(files):
    """The numbers of the parked matches, the latest last; [] where nothing can be read."""
    return plain.load(files, FILE, _LONGEST, _parse) or []


def _parse(found):
    matches = found["matches"]
    if found["version"] != VERSION or not isinstance(matches, list):
        raise ValueError
    return [one for one in matches if type(one) is int and 0 <= one <= _LAST_MATCH][-MOST:]


def keep(files, matches):
    """Store the numbers, the latest ones; False where the flash does not take them."""
    return plain.store(files, FILE, {"version": VERSION, "matches": matches[-MOST:]})


def park(journal):
    """The journal's match is left for another one."""
    matches = [number for number in numbers(journal.files) if number != journal.match]
    return keep(journal.files, matches + [journal.match])


def drop(journal, match):
    """A parked match is not offered any more."""
    return keep(journal.files, [one for one in numbers(journal.files) if one != match])


def heads(journal):
    """A Journal for each parked match, the latest first, that says what it was started with."""
    found = []
    for number in reversed(numbers(journal.files)):
        head = Journal(journal.files, journal.grouped)
        head.match = number
        if number != journal.match and journal_reading.load_head(head) == outcome.LOADED:
            found.append(head)
    return found


def bring(journal, head):
    """Make a parked match (of `heads`) the journal's last; False where the flash does not let us.

    The journal is closed then, and has to be loaded.
    """
    files = journal.files
    try:
        journal.tidy()  # the end of the match that was on
        number = journal_files.matches(journal)[-1] + 1
        if number > _LAST_MATCH:
            return False
        journal_reading.copy(head, FOLDER + _COPY, number)
        files.rename(FOLDER + _COPY, match_name(number))
        files.remove(match_name(head.match))
    except OSError:
        return False
    drop(journal, head.match)
    journal.close()
    return True
