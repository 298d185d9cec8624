"""Between two matches the journal writes many pages of flash: part by part (journal.make_way)."""

import random

import pytest

from domino.store import journal_files, outcome
from domino.store.journal import match_name
from tests.store.store_parts import Board, entry, filled, loaded, started

# Of a millisecond each. littlefs seldom takes so many to make a file, where it tidies its folder.
MOST_PAGES = 19


class Counting(Board):
    """`parts`: pages programmed by each call of `count`."""

    def __init__(self):
        super().__init__()
        self.pages = 0
        self.parts = []

    def program(self, start, data):
        self.pages += 1
        super().program(start, data)

    def count(self, action, *args):
        before = self.pages
        result = action(*args)
        self.parts.append(self.pages - before)
        return result


def makes_way(board, journal):
    """Every part, one after the other."""
    parts = 0
    while board.count(journal.make_way):
        parts += 1
        assert parts < 5


@pytest.mark.parametrize("seed", range(3))
def test_no_part_takes_more_than_nineteen_pages(seed):
    lot, board = random.Random(seed), Counting()
    journal = started(board.journal())
    for _ in range(90):
        filled(journal, lot.randrange(1, 60))
        makes_way(board, journal)
        board.count(started, journal, lot.choice(("five-30", "goat-25s")), {"target": 30})
        assert journal.count == 0 and not journal.has_way
    assert max(board.parts) <= MOST_PAGES
    kept = journal_files.matches(journal)
    assert kept == list(range(67, 92))


def test_no_record_makes_littlefs_move_the_tail():
    """It moves a folder after a hundred erases, with eleven pages in one append."""
    board = Counting()
    journal = started(board.journal())
    appends = []
    for _ in range(70):
        for number in range(50):
            board.parts = []
            board.count(journal.record, *entry(number))
            appends += board.parts
            while journal.is_tidy_due():
                board.parts = []
                board.count(journal.tidy)
                assert max(board.parts) <= MOST_PAGES
        board.parts = []
        makes_way(board, journal)
        board.count(started, journal)
        assert max(board.parts) <= MOST_PAGES
    assert len(appends) == 3500 and max(appends) <= 3


def test_what_was_recorded_is_there_after_each_part():
    board = Board()
    journal = filled(started(board.journal()), 20, tidies=False)
    while journal.make_way():
        assert len(loaded(board)[1]) == 20
    assert len(loaded(board)[1]) == 20


def test_records_that_come_meanwhile_are_kept():
    board = Board()
    journal = filled(started(board.journal()), 5)
    while journal.make_way():
        pass
    filled(journal, 2)
    number = journal.match
    started(journal)
    size = len(board.content(match_name(number)))
    assert size == len(journal_files.header(journal)) + 7 * 13


def test_a_failing_flash_is_no_endless_way():
    board = Board()
    journal = filled(started(board.journal()), 5)
    board.failing = 5
    parts = 0
    while journal.make_way():
        parts += 1
        assert parts < 5
    assert journal.outcome == outcome.FAILED and journal.count == 5


def test_the_last_number_and_a_missing_folder_find_their_way():
    board = Board()
    journal = board.journal()
    assert not journal.make_way()
    filled(started(journal), 3)
    journal.match = 65535
    while journal.make_way():
        pass
    started(journal)
    assert journal.match == 1
    assert journal_files.matches(journal) == [1]


class Refusing:
    """Files of a flash that takes nothing while `code`, the number of an OSError, is set."""

    def __init__(self, files, code=0):
        self._files = files
        self.code = code

    def open(self, name, mode="r"):
        if self.code and mode[0] in "wa":
            raise OSError(self.code, "")
        return self._files.open(name, mode)

    def __getattr__(self, name):
        return getattr(self._files, name)


@pytest.mark.parametrize("code", [5, 28])
@pytest.mark.parametrize("is_written", [False, True])
def test_a_head_that_the_flash_refused_is_written_later(is_written, code):
    """Records without a head would be a damaged file at the next start."""
    board = Board()
    journal = filled(started(board.journal()), 5, tidies=False)  # they are still in the tail
    journal.files = Refusing(journal.files, code)
    makes_way(Counting(), journal)
    started(journal, "five-30")
    assert journal.outcome >= outcome.FULL and journal.match == 2
    filled(journal, 7, tidies=False)
    if is_written:
        journal.files.code = 0
    while journal.is_tidy_due():
        journal.tidy()
    again, found = loaded(board)
    if is_written:
        assert journal.outcome == outcome.LOADED
        assert (again.match, again.game, len(found)) == (2, "five-30", 7)
    else:
        assert journal.outcome >= outcome.FULL  # nothing was said to be recorded
        assert (again.match, len(found)) != (2, 7)
    assert again.outcome in (outcome.LOADED, outcome.MISSING)


@pytest.mark.parametrize("code", [5, 28])
@pytest.mark.parametrize("count", [1, 3, 12])
def test_a_failure_that_was_mended_says_nothing_of_a_later_match(count, code):
    """The end of a match with as many records as the one had when it failed is kept too."""
    board = Board()
    journal = filled(started(board.journal()), count, tidies=False)
    journal.close()
    journal.files = Refusing(journal.files, code)
    journal.tidy()
    journal.files.code = 0
    filled(journal, 4)
    assert journal.outcome == outcome.LOADED
    makes_way(Counting(), journal)
    filled(started(journal), count)
    left = journal.match
    makes_way(Counting(), journal)
    filled(started(journal), 2)
    size = len(board.content(match_name(left)))
    assert size == len(journal_files.header(journal)) + count * 13
