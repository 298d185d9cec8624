"""A flash with littlefs for tests: files, failing devices, a journal that is taken up again."""

from domino.store import journal_files, journal_reading
from domino.store.journal import Journal
from domino.table import events
from host_tools.chips.flash import Flash
from host_tools.runtimes.flash import FileSystem, image

SECTORS = 64
GROUPED = bytes((events.REMAINED,))


class Board:
    """A flash; `files` mounts it anew, as power-up does."""

    def __init__(self, files=(), sectors=SECTORS):
        self.chip = Flash(sectors, image(dict(files), sectors))
        self.failing = None  # OSError number that every write answers with

    def read(self, start, count):
        return self.chip.read(start, count)

    def program(self, start, data):
        if self.failing:
            raise OSError(self.failing, "")
        self.chip.program(start, data)

    def erase(self, sector):
        if self.failing:
            raise OSError(self.failing, "")
        self.chip.erase(sector)

    def files(self):
        return FileSystem(self, self.chip.sectors)

    def content(self, name):
        with self.files().open(name, "rb") as file:
            return file.read()

    def put(self, name, data):
        with self.files().open(name, "wb") as file:
            file.write(data)

    def journal(self):
        return Journal(self.files(), GROUPED)


def started(journal, game="all-fives", options=None):
    journal.start(game, 2, False, options or {}, 7, 0x1234)
    return journal


def entry(number):
    """A record like a play, another for each number."""
    return events.PLAYED, number & 1, number % 28, (number % 48) << 16 | (number % 28) << 8 | 3


def filled(journal, count, tidies=True):
    for number in range(count):
        journal.record(*entry(number))
        while tidies and journal.is_tidy_due():
            journal.tidy()
    return journal


def peeked(board):
    """What is there, read from a copy: power-up writes."""
    copy = Board(sectors=board.chip.sectors)
    copy.chip.content[:] = board.chip.content
    return loaded(copy)[1]


def loaded(board, take=None):
    """The journal after power-up, and what it holds."""
    journal = board.journal()
    found = []
    if journal_files.has_any(journal) and journal_reading.load(journal):
        journal_reading.replay(journal, take or (lambda *e: found.append(e) or True))
    return journal, found
