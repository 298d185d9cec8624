"""What is damaged in the journal's folder is kept aside, as *.bad. Imported where anything is.

While that is under way there is the file MARK: a start that finds it ends the cure, and tells of
the damage again.
"""

from micropython import const

from domino.store import journal_files
from domino.store.journal import FOLDER, TAIL_FOLDER, TAIL_NEW, match_name

MARK = "journal/cure"
NEW = "journal/new"  # the good part of a match, until it is whole
_BAD = ".bad"
_MOST_BAD = const(9)  # of one name; then the last one gives way
_FULL = (28, 36)  # ENOSPC; ENAMETOOLONG where the name of a new file finds no room


def find(journal):
    """Whether a power cut ended a cure: then it goes on. What it made may be without its name."""
    files = journal.files
    there = files.listdir(FOLDER)
    is_marked = MARK.split("/")[1] in there
    try:
        if NEW.split("/")[1] in there:
            _name_new(files, is_marked, there)
    except OSError:
        pass  # it stays, and gives way to the next one
    return is_marked


def _name_new(files, is_marked, there):
    with files.open(NEW, "rb") as file:
        data = file.read(8)
    name = match_name(data[6] | data[7] << 8) if len(data) == 8 else NEW
    if is_marked and name.split("/")[1] not in there:
        files.rename(NEW, name)
    else:
        files.remove(NEW)


def mark(journal):
    """A cure begins."""
    try:
        roomy(journal, _make_mark, journal.files)
    except OSError:
        pass  # what follows tells


def _make_mark(files):
    files.open(MARK, "wb").close()


def unmark(journal):
    """It is over."""
    try:
        journal.files.remove(MARK)
    except OSError:
        pass  # it was not there


def roomy(journal, act, *args):
    """Do what needs room; on a full flash old matches give way. OSError."""
    while True:
        try:
            return act(*args)
        except OSError as error:
            if error.args[0] not in _FULL or not journal_files.drop_oldest(journal):
                raise


def put_aside(journal, name):
    """Keep a file that cannot be used in the journal's folder, under a free name. OSError."""
    files = journal.files
    there = files.listdir(FOLDER)
    plain = name.split("/")[-1].split(_BAD)[0] + _BAD
    aside = plain
    for n in range(2, _MOST_BAD + 1):
        if aside not in there:
            break
        aside = plain + str(n)
    files.rename(name, FOLDER + "/" + aside)


def empty_tail(journal):
    """Keep aside whatever lies in the tail's folder. OSError."""
    try:
        there = journal.files.listdir(TAIL_FOLDER)
    except OSError:  # no folder
        put_aside(journal, TAIL_FOLDER)
        there = ()
    for name in there:
        if TAIL_NEW.split("/")[2] != name:  # cut off as it was made
            put_aside(journal, TAIL_FOLDER + "/" + name)
    journal.is_unread = False


def end(journal):
    """Another match has begun: keep aside the file of the one that could not be read."""
    journal.is_cured = True
    try:
        if journal.bad_match:
            roomy(journal, put_aside, journal, match_name(journal.bad_match))
            journal.bad_match = 0
        if not journal.is_unread:
            unmark(journal)
    except OSError:
        pass  # the next start finds it
