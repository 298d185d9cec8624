"""Matches left for another one: gone on with, with every record, wherever the power goes."""

from types import SimpleNamespace

import pytest

from domino.store import journal_reading, outcome, parked
from domino.store.journal import Journal
from domino.store.settings import Settings
from host_tools.journal.finding import files_in
from host_tools.journal.reading import read
from tests.store.store_parts import Board, entry, filled, loaded, started

FIRST, SECOND = 50, 20


def table():
    """A journal with a match that was parked, and another one that is on."""
    board = Board()
    journal = filled(started(board.journal(), "horse-race", {"target": 31}), FIRST)
    assert parked.park(journal)
    return board, filled(started(journal), SECOND, tidies=False)


def matches(board):
    """What a host reads of the journal: game and number of records."""
    journal = read(files_in(bytes(board.chip.content)))
    assert journal.problems == []
    return [(match.game, len(match.records)) for match in journal.matches]


def settings(board):
    """What is stored, as `building` reads it: what `bring` began is ended."""
    stored = Settings(board.files())
    stored.load()
    parked.settle(board.files(), stored)
    return stored.values


def brought(journal, head):
    """Park the match that is on, and bring the other one, part by part as the menu does."""
    if not parked.bring(journal, head, "", ()):
        return False
    journal.tidy()
    return parked.copy(journal, head)


def switch(board, journal):
    """The same with the latest one, and the next start."""
    is_brought = brought(journal, parked.heads(journal)[0])
    return is_brought and settings(board)["game"] == parked_game(journal)


def parked_game(journal):
    """The game of the match that is on now."""
    again = Journal(journal.files, journal.grouped)
    journal_reading.load(again)
    return again.game


def test_a_parked_match_becomes_the_last_one_with_all_its_records():
    board, journal = table()
    head = parked.heads(journal)[0]
    assert (head.game, head.players, head.options) == ("horse-race", 2, {"target": 31})
    assert switch(board, journal)
    found = []
    assert journal_reading.load(journal) and journal.game == "horse-race"
    journal_reading.replay(journal, lambda *record: found.append(record) or True)
    assert found == [entry(number) for number in range(FIRST)]
    filled(journal, 3, tidies=False)
    assert [head.game for head in parked.heads(journal)] == ["all-fives"]
    assert matches(board) == [("all-fives", SECOND), ("horse-race", FIRST + 3)]
    again, found = loaded(board)
    assert again.outcome == outcome.LOADED and len(found) == FIRST + 3


def test_no_record_is_lost_wherever_the_power_goes():
    board, journal = table()
    whole = bytes(board.chip.content)
    writes = []
    program, erase = board.program, board.erase
    board.program = lambda start, data: writes.append((start, data)) or program(start, data)
    board.erase = lambda sector: writes.append((sector, None)) or erase(sector)
    assert switch(board, journal)
    assert len(writes) > 10
    for number in range(len(writes)):
        cut = Board()
        cut.chip.content[:] = whole
        for place, data in writes[:number]:
            _do(cut.chip, place, data, 1.0)
        _do(cut.chip, *writes[number], 0.5)
        asked = settings(cut)["game"]
        again, found = loaded(cut)
        assert asked == again.game, number
        others = [head.game for head in parked.heads(again)]
        assert sorted([again.game, *others]) == ["all-fives", "horse-race"], number
        assert len(found) == (SECOND if again.game == "all-fives" else FIRST), number
        assert sorted(matches(cut)) == [("all-fives", SECOND), ("horse-race", FIRST)], number


def _do(chip, place, data, done):
    if data is None:
        chip.erase(place, done)
    else:
        chip.program(place, data, done)


def all_parked(count):
    """Matches game-1, game-2, …, each left for the next one; the last is on, and listed too."""
    board = Board()
    journal = board.journal()
    for number in range(1, count + 1):
        filled(started(journal, f"game-{number}"), number)
        parked.park(journal)
    return board, journal


def test_the_last_four_are_kept_and_those_that_are_gone_left_out():
    board, journal = all_parked(6)
    filled(started(journal), 1)
    names = [f"game-{count}" for count in (6, 5, 4, 3)]
    assert [head.game for head in parked.heads(journal)] == names
    board.files().remove("journal/00005.dtj")
    names = [f"game-{count}" for count in (6, 4, 3, 2)]
    assert [head.game for head in parked.heads(journal)] == names


def test_four_matches_stay_parked_where_the_fifth_goes_on_after_all():
    board, journal = all_parked(5)
    again, _ = loaded(board)  # the power went before another one began
    parked.unpark(again)
    filled(started(again), 1)
    names = [f"game-{count}" for count in (4, 3, 2, 1)]
    assert [head.game for head in parked.heads(again)] == names


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[1]",
        b'{"version": 2, "matches": [1]}',
        b'{"version": 1, "matches": {"1": 1}}',
        b"\xff{",
        b"[" * 3000,
        b'{"version": 1, "matches": [' + b"1, " * 10_000 + b"1]}",
    ],
)
def test_a_list_that_cannot_be_read_is_none_and_is_kept_aside(content):
    board, journal = table()
    board.put(parked.FILE, content)
    assert parked.heads(journal) == []
    assert board.content(parked.FILE + ".bad") == content
    assert parked.park(journal) and parked.matches(journal.files) == [[journal.match, []]]


def test_of_a_long_file_only_the_beginning_is_read():
    board, journal = table()
    board.put(parked.FILE, b" " * 100_000)
    files, most = board.files(), []

    class Short:
        def __init__(self, *how):
            self.file = files.open(*how)

        def __enter__(self):
            return self

        def __exit__(self, *why):
            self.file.close()

        def read(self, size=-1):
            most.append(size)
            return self.file.read(size)

        def seek(self, *where):
            return self.file.seek(*where)

    assert parked.matches(SimpleNamespace(open=Short, rename=files.rename)) == []
    assert len(most) == 1 and 0 < most[0] <= 2000


def test_numbers_that_no_match_has_are_left_out():
    board, _ = table()
    board.put(
        parked.FILE, b'{"version": 1, "matches": [1, -1, 99999, 1e3, true, 1%s, 2]}' % (b"0" * 30)
    )
    assert parked.matches(board.files()) == [[1, []], [2, []]]


def test_scores_that_no_side_has_are_left_out():
    board, _ = table()
    scores = b"[[20, -3], [1%s], 5, [true]]" % (b"0" * 30)
    board.put(parked.FILE, b'{"version": 1, "matches": [1, 2, 3, 4], "scores": %s}' % scores)
    assert parked.matches(board.files()) == [[1, [20, -3]], [2, []], [3, []], [4, []]]


def test_a_full_flash_keeps_the_match_that_is_on():
    board, journal = table()
    head = parked.heads(journal)[0]
    board.failing = 28
    assert not brought(journal, head)
    board.failing = None
    assert set(matches(board)) >= {("horse-race", FIRST)}
    assert settings(board)["game"] == "all-fives"
    again, _ = loaded(board)
    assert [head.game for head in parked.heads(again)] == ["horse-race"]


def test_a_flash_that_is_full_before_the_copy_leaves_all_as_it_was():
    board, journal = table()
    head = parked.heads(journal)[0]
    assert parked.bring(journal, head, "", ())
    journal.tidy()
    board.failing = 28
    assert not parked.copy(journal, head)
    board.failing = None
    assert set(matches(board)) == {("horse-race", FIRST), ("all-fives", SECOND)}
    assert settings(board)["game"] == "all-fives"
    again, _ = loaded(board)
    assert [one.game for one in parked.heads(again)] == ["horse-race"]


def test_a_match_that_goes_on_is_parked_no_more():
    """The power went when it was listed, and no other one was begun."""
    board, journal = table()
    assert parked.park(journal)
    again, found = loaded(board)
    assert len(found) == SECOND
    parked.unpark(again)
    assert parked.matches(board.files()) == [[1, []]]
    before = bytes(board.chip.content)
    parked.unpark(again)
    assert bytes(board.chip.content) == before  # nothing to write
    assert [one.game for one in parked.heads(started(again))] == ["horse-race"]


def test_settings_that_the_flash_does_not_take_follow_all_the_same(monkeypatch):
    board, journal = table()
    monkeypatch.setattr(Settings, "save", lambda self: outcome.FULL)
    assert switch(board, journal)
    assert settings(board)["game"] == "horse-race"  # at every power-on
    monkeypatch.undo()
    assert settings(board)["game"] == "horse-race"
    again, found = loaded(board)
    assert len(found) == FIRST and [head.game for head in parked.heads(again)] == ["all-fives"]
    assert b"brought" not in board.content(parked.FILE)


def test_a_list_that_the_flash_does_not_take_offers_nothing_twice(monkeypatch):
    board, journal = table()
    keep = parked.keep
    assert brought(journal, parked.heads(journal)[0])
    monkeypatch.setattr(parked, "keep", lambda *about: False)
    assert settings(board)["game"] == "horse-race"
    monkeypatch.setattr(parked, "keep", keep)
    again, _ = loaded(board)
    assert [head.game for head in parked.heads(again)] == ["all-fives"]
    started(filled(again, 1), "block")  # the copy is left in its turn, and a third one begins
    assert [head.game for head in parked.heads(again)] == ["all-fives"]


def test_what_the_maker_sets_meanwhile_is_what_the_table_does():
    board, journal = table()
    assert brought(journal, parked.heads(journal)[0])
    board.put("settings.json", b'{"game": "block"}')
    assert settings(board)["game"] == "block"


def test_a_match_that_was_begun_after_all_is_no_copy():
    """The flash took neither the copy nor the list without it."""
    board, journal = table()
    head = parked.heads(journal)[0]
    assert parked.keep(journal.files, [[1, []], [2, []]], [head.match, journal.match + 1, ""])
    started(filled(journal, 1), "block")
    assert settings(board)["game"] == "all-fives"
    assert [head.game for head in parked.heads(journal)] == ["all-fives", "horse-race"]


@pytest.mark.parametrize("which", [0, 3])
def test_of_five_matches_the_one_gone_on_with_is_never_the_one_too_many(which):
    board = Board()
    journal = board.journal()
    for count in range(1, 5):
        filled(started(journal, f"game-{count}"), count)
        parked.park(journal)
    filled(started(journal, "game-5"), 5, tidies=False)
    wanted = parked.heads(journal)[which]
    assert brought(journal, wanted)
    assert settings(board)["game"] == wanted.game
    again, _ = loaded(board)
    games = [head.game for head in parked.heads(again)]
    assert sorted([*games, again.game]) == [f"game-{count}" for count in range(1, 6)]
    assert games[0] == "game-5"
