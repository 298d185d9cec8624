"""Matches that were left for another one, to be gone on with: their numbers in `parked.json`.

Their records are in the journal. To go on with one it becomes the journal's last match: a copy
under the next number, whole before it gets its name. What is about to be done stands in the list
before, as `brought`: [old number, next number, the maker's settings as seen then]; `settle` ends
it, also after a power cut, and the settings follow. Imported where one is left or gone on with,
and as settings are read where there is such a file.
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
    return _read(files)[0]


def _read(files):
    """The matches, and what `brought` says, None for nothing."""
    return plain.load(files, FILE, _LONGEST, _parse) or ([], None)


def _parse(found):
    numbers, scores, brought = found["matches"], found.get("scores", []), found.get("brought")
    is_known = found["version"] == VERSION and isinstance(numbers, list)
    if not is_known or not isinstance(scores, list):
        raise ValueError
    scores = scores + [[]] * (len(numbers) - len(scores))
    listed = [[numbers[i], _whole(scores[i])] for i in range(len(numbers)) if _is_one(numbers[i])]
    is_whole = isinstance(brought, list) and [type(one) for one in brought] == [int, int, str]
    return listed[-MOST - 1 :], brought if is_whole else None


def _is_one(number):
    return type(number) is int and 0 <= number <= _LAST_MATCH


def _whole(scores):
    if not isinstance(scores, list) or len(scores) > _SIDES:
        return []
    is_good = all(type(score) is int and -_MOST_SCORE <= score <= _MOST_SCORE for score in scores)
    return scores if is_good else []


def keep(files, wanted, brought=None):
    """Store [number, scores], the latest ones; False where the flash does not take them."""
    wanted = wanted[-MOST - 1 :]  # one more than are offered: the match that is left may go on
    whole = {"version": VERSION, "matches": [match for match, _ in wanted]}
    whole["scores"] = [scores for _, scores in wanted]
    if brought:
        whole["brought"] = brought
    return plain.store(files, FILE, whole)


def park(journal, scores=()):
    """The journal's match is left for another one; `scores`: half points by side."""
    return keep(journal.files, _with(journal, scores))


def _with(journal, scores):
    return _without(_offered(journal), journal.match) + [[journal.match, list(scores)]]


def _without(listed, match):
    return [one for one in listed if one[0] != match]


def _offered(journal):
    """The matches, without the one that goes on under its new number."""
    listed, brought = _read(journal.files)
    if brought and _is_copied(journal, brought):
        return _without(listed, brought[0])
    return listed


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
    """A Journal for each parked match, the latest first, that says what it was started with;
    its `scores` are those when it was left."""
    found = []
    for number, scores in reversed(_offered(journal)):
        head = _head(journal, number) if number != journal.match else None
        if head and len(found) < MOST:
            head.scores = scores
            found.append(head)
    return found


def bring(journal, head, seen, scores=None):
    """Say that a parked match (of `heads`) is to become the journal's last, which `copy` does;
    False where that cannot be stored.

    `seen`: of the settings (store/settings.py). `scores`: half points by side of the match that is
    on, which is parked for it; None where none is.
    """
    try:
        number = journal_files.matches(journal)[-1] + 1
    except OSError:
        return False
    listed = _offered(journal) if scores is None else _with(journal, scores)
    # The one that is gone on with is never the one too many.
    listed = _without(listed, head.match)
    listed.insert(len(listed) - (scores is not None), [head.match, head.scores])
    return number <= _LAST_MATCH and keep(journal.files, listed, [head.match, number, seen])


def copy(journal, head):
    """The parked match becomes the journal's last; False where the flash does not let us. Then the
    journal is closed, and is loaded anew after `settle`."""
    files = journal.files
    listed, brought = _read(files)
    if brought is None:
        return False
    try:
        journal_reading.copy(head, FOLDER + _COPY, brought[1])
        files.rename(FOLDER + _COPY, match_name(brought[1]))
    except OSError:
        keep(files, _without(listed, journal.match))
        return False
    journal.close()
    return True


def unpark(journal):
    """The journal's match goes on: it was listed, and no other one was begun."""
    listed, brought = _read(journal.files)
    left = _without(listed, journal.match)
    if left != listed:
        keep(journal.files, left, brought)


def settle(files, settings):
    """End what `bring` began; `settings` (store/settings.py) ask for the match then.

    Where a power cut kept it from happening the match that was on is on, and no more parked.
    DAMAGED where the list was put aside, else LOADED.
    """
    found = plain.load(files, FILE, _LONGEST, _parse)
    if found is False:
        return outcome.DAMAGED
    brought = found[1] if found else None
    if brought:
        _settle(files, settings, brought)
    return outcome.LOADED


def _settle(files, settings, brought):
    journal = Journal(files)
    listed = _offered(journal)
    last = _last(journal)
    is_stored = True
    if last < brought[1]:
        listed = _without(listed, last)
    elif _is_copied(journal, brought):
        # Nobody has set anything else meanwhile: the maker's file is the one of then.
        if last == brought[1] and settings.seen == brought[2]:
            is_stored = _follow(settings, _head(journal, last))
        _remove(files, match_name(brought[0]))
    keep(files, listed, None if is_stored else brought)


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
