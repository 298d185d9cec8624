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
_LONGEST = const(1000)  # bytes of the file
_SIDES = const(4)
_MOST_SCORE = const(99_999)  # half points
_COPY = "/copy"
_LAST_MATCH = const(65535)


def matches(files):
    """[number, scores] of the parked matches, the latest last; [] where nothing can be read.

    `scores`: half points by side, [] where the file does not say.
    """
    return plain.load(files, FILE, _LONGEST, _parse) or []


def _parse(found):
    numbers, scores = found["matches"], found.get("scores", {})
    is_known = found["version"] == VERSION and isinstance(numbers, list)
    if not is_known or not isinstance(scores, dict):
        raise ValueError
    good = [one for one in numbers if type(one) is int and 0 <= one <= _LAST_MATCH]
    return [[number, _whole(scores.get(str(number)))] for number in good[-MOST:]]


def _whole(scores):
    if not isinstance(scores, list) or len(scores) > _SIDES:
        return []
    is_good = all(type(score) is int and -_MOST_SCORE <= score <= _MOST_SCORE for score in scores)
    return scores if is_good else []


def keep(files, wanted):
    """Store [number, scores], the latest ones; False where the flash does not take them."""
    wanted = wanted[-MOST:]
    whole = {"version": VERSION, "matches": [match for match, _ in wanted]}
    whole["scores"] = {str(match): scores for match, scores in wanted}
    return plain.store(files, FILE, whole)


def park(journal, scores=()):
    """The journal's match is left for another one; `scores`: half points by side."""
    return keep(journal.files, _others(journal, journal.match) + [[journal.match, list(scores)]])


def drop(journal, match):
    """A parked match is not offered any more."""
    return keep(journal.files, _others(journal, match))


def _others(journal, match):
    return [one for one in matches(journal.files) if one[0] != match]


def heads(journal):
    """A Journal for each parked match, the latest first, that says what it was started with;
    its `scores` are those when it was left."""
    found = []
    for number, scores in reversed(matches(journal.files)):
        head = Journal(journal.files, journal.grouped)
        head.match = number
        head.scores = scores
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
