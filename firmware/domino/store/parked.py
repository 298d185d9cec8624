"""Matches that were left for another one, to be gone on with: their numbers in `parked.json`.

Their records are in the journal. To go on with one it becomes the journal's last match: a copy
under the next number, whole before it gets its name. What is about to be done stands in the list
before, as `brought`: [old number, next number, the maker's settings as seen then]; `settle` ends
it, also after a power cut, and the settings follow. Imported where one is left or gone on with,
and as settings are read where there is such a file.
"""

import json

from micropython import const

from domino.store import journal_files, journal_reading, outcome
from domino.store.journal import FOLDER, Journal, match_name

FILE = "parked.json"
VERSION = const(1)
MOST = const(4)
_NEW = ".new"
_COPY = "/copy"
_LAST_MATCH = const(65535)


def numbers(files):
    """The numbers of the parked matches, the latest last; [] where nothing can be read."""
    return _read(files)[0]


def _read(files):
    """The numbers, and what `brought` says, None for nothing."""
    try:
        with files.open(FILE) as file:
            found = json.loads(file.read())
        if found["version"] != VERSION:
            return [], None
        matches = [number for number in found["matches"] if type(number) is int]
        brought = found.get("brought")
        is_whole = brought and [type(one) for one in brought] == [int, int, str]
        return matches, brought if is_whole else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [], None


def keep(files, matches, brought=None):
    """Store the numbers, the latest ones; False where the flash does not take them."""
    value = {"version": VERSION, "matches": matches[-MOST:]}
    if brought:  # the one that is left now and the one that is gone on with are both there
        value = {"version": VERSION, "matches": matches[-MOST - 1 :], "brought": brought}
    try:
        with files.open(FILE + _NEW, "w") as file:
            file.write(json.dumps(value))
        files.rename(FILE + _NEW, FILE)
    except OSError:
        return False
    return True


def park(journal):
    """The journal's match is left for another one."""
    return keep(journal.files, _with(journal))


def _with(journal):
    return [one for one in _offered(journal) if one != journal.match] + [journal.match]


def _offered(journal):
    """The numbers, without the one whose match goes on under its new number."""
    matches, brought = _read(journal.files)
    if brought and _is_copied(journal, brought):
        return [one for one in matches if one != brought[0]]
    return matches


def _is_copied(journal, brought):
    """Whether the new number is there, and not of a match that was begun after all."""
    new = _head(journal, brought[1])
    if new is None:
        return False
    old = _head(journal, brought[0])
    return old is None or _start(old) == _start(new)


def _start(head):
    return head.game, head.players, head.teams, head.options, head.seed, head.check


def _head(journal, number):
    """A Journal that says what the match was started with, None where it cannot be read."""
    head = Journal(journal.files, journal.grouped)
    head.match = number
    return head if journal_reading.load_head(head) == outcome.LOADED else None


def heads(journal):
    """A Journal for each parked match, the latest first, that says what it was started with."""
    found = []
    for number in reversed(_offered(journal)):
        head = _head(journal, number) if number != journal.match else None
        if head:
            found.append(head)
    return found


def bring(journal, head, is_left, seen):
    """Make a parked match (of `heads`) the journal's last; False where the flash does not let us.

    `is_left`: the match that is on is parked for it. `seen`: of the settings (store/settings.py).
    Then the journal is closed, and has to be loaded after `settle`.
    """
    files = journal.files
    before = _offered(journal)
    try:
        number = journal_files.matches(journal)[-1] + 1
        matches = _with(journal) if is_left else before
        # The one that is gone on with comes last but one: it is never the one too many.
        matches = [one for one in matches if one != head.match]
        matches.insert(len(matches) - is_left, head.match)
        if number > _LAST_MATCH or not keep(files, matches, [head.match, number, seen]):
            return False
        journal.tidy()  # the end of the match that was on
        journal_reading.copy(head, FOLDER + _COPY, number)
        files.rename(FOLDER + _COPY, match_name(number))
    except OSError:
        keep(files, before)
        return False
    journal.close()
    return True


def settle(files, settings):
    """End what `bring` began; `settings` (store/settings.py) ask for the match then.

    Where a power cut kept it from happening the match that was on is on, and no more parked.
    """
    brought = _read(files)[1]
    if not brought:
        return
    journal = Journal(files)
    matches = _offered(journal)
    last = _last(journal)
    is_stored = True
    if last < brought[1]:
        matches = [one for one in matches if one != last]
    elif _is_copied(journal, brought):
        # Nobody has set anything else meanwhile: the maker's file is the one of then.
        if last == brought[1] and settings.seen == brought[2]:
            is_stored = _follow(settings, _head(journal, last))
        _remove(files, match_name(brought[0]))
    keep(files, matches, None if is_stored else brought)


def _last(journal):
    try:
        return journal_files.matches(journal)[-1]
    except (OSError, IndexError):
        return 0


def _follow(settings, head):
    """The settings ask for this match; False where the flash does not take them."""
    values = settings.values
    values["game"], values["players"], values["teams"] = head.game, head.players, head.teams
    values["options"], values["seed"] = head.options, head.seed
    values["begins"], values["starters"] = "rules", []
    return settings.save() == outcome.LOADED


def _remove(files, name):
    try:
        files.remove(name)
    except OSError:
        pass  # it was gone, or stays beside its copy and is not offered
