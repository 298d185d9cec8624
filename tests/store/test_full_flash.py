"""A flash without a free block: littlefs says so, again and again, and goes on."""

import errno
from contextlib import suppress

import pytest

from domino.store import outcome
from domino.store.copies import Copies
from tests.store.store_parts import Board, filled, started

SECTORS = 6
# The second is for a new file whose name finds no room.
FULL = (errno.ENOSPC, errno.ENAMETOOLONG)


def full(files, size):
    """Make files of `size` bytes until there is no room; how many there are."""
    for number in range(400):
        try:
            with files.open(f"{size}_{number}", "wb") as file:
                file.write(b"x" * size)
        except OSError as error:
            assert error.args[0] in FULL
            return number
    raise AssertionError("there is room for ever")


# A file of 400 bytes lies in its folder's log: the log that finds no block to split into is what
# leaves half a page in the cache. One of 5,000 has blocks of its own.
@pytest.mark.parametrize("sizes", [(5000, 400, 60), (400, 60, 5000), (900,)])
def test_a_folder_that_finds_no_block_ends_nothing(sizes):
    board = Board(sectors=SECTORS)
    files = board.files()
    for size in sizes:
        assert full(files, size) >= 0
    for name in files.listdir():
        with suppress(OSError), files.open("more", "wb") as file:
            file.write(b"y" * 5000)
        with suppress(OSError):
            files.mkdir("folder")
        with suppress(OSError):
            files.rename(name, "moved")
        with suppress(OSError):
            files.remove(name)
    with files.open("last", "wb") as file:
        file.write(b"z" * 20)
    assert board.content("last") == b"z" * 20


def test_an_open_file_stays_where_it_is_when_another_meets_the_full_flash():
    board = Board(sectors=SECTORS)
    files = board.files()
    with files.open("kept", "wb") as file:
        file.write(b"0123456789")
    for mode in ("rb", "r+b", "ab", "wb", "w+b"):
        file = files.open("kept", mode)
        if "w" in mode:
            file.write(b"0123456789")
            file.flush()
        file.seek(4)
        made = full(files, 400)
        if mode != "wb" and mode != "ab":
            assert file.read(3) == b"456"
        file.close()
        for number in range(made + 1):
            if f"400_{number}" in files.listdir():
                files.remove(f"400_{number}")
        assert board.content("kept") == b"0123456789"


def test_what_was_flushed_before_is_there_and_what_is_written_after_too():
    board = Board(sectors=SECTORS)
    files = board.files()
    file = files.open("kept", "wb")
    file.write(b"flushed")
    file.flush()
    file.write(b", lost")
    full(files, 400)
    files.remove("400_0")
    files.remove("400_1")
    file.seek(7)
    file.write(b", after")
    file.close()
    assert board.content("kept") == b"flushed, after"


def test_settings_say_full_where_the_name_of_a_new_file_finds_no_room():
    board = Board(sectors=SECTORS)
    files = board.files()
    for size in (5000, 400, 40, 0):
        full(files, size)
    with pytest.raises(OSError) as raised:
        files.open("settings.a", "wb")
    assert raised.value.args[0] == errno.ENAMETOOLONG
    assert Copies(files, "settings", 1).save({"a": 1}) == outcome.FULL


@pytest.mark.parametrize("number", FULL)
def test_the_journal_makes_room_whichever_way_the_flash_says_that_it_is_full(number):
    board = Board()
    journal = board.journal()
    for _ in range(2):
        filled(started(journal), 3)
    board.failing = number
    filled(journal, 1)
    assert journal.outcome == outcome.FULL
    board.failing = None
    journal.files = board.files()
    filled(journal, 1)
    assert journal.outcome == outcome.LOADED
    assert board.files().listdir("journal") == ["00002.dtj", "tail"]
