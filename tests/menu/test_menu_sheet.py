"""The page of the Mexican Train sheet and its two files: a new board, damage, newer versions."""

import json
from types import SimpleNamespace

import pytest

from domino.menu.sheet import Page
from domino.store import outcome
from tests.device import sheet_files
from tests.micropython import run
from tests.store.store_parts import Board

NAMES = ["A", "B", "C"]
GOOD = {"version": 1, "players": NAMES, "rounds": [[1, 2, 3], [4, 5, 1000]]}


def opened(board):
    """The page, and its numbers: players, rounds, totals, the round that is being written."""
    app = SimpleNamespace(
        files=board.files(), stored=bytearray(outcome.PARTS), screen=sheet_files.Screen()
    )
    menu = SimpleNamespace(app=app, refuse=lambda: None)
    page = Page(menu)
    sheet = page._sheet
    players = sheet.players
    return page, (players, sheet.rounds, list(sheet.totals[:players]), list(sheet.row[:players]))


def written(page, pips):
    """Each player's pips, then the round, as ok does it."""
    for player, value in enumerate(pips):
        page.set(player, value)
        page.kept(player)
    page.choose(len(pips))


def with_files(sheet, row=None):
    board = Board()
    board.put("sheet.json", sheet if isinstance(sheet, bytes) else json.dumps(sheet).encode())
    if row is not None:
        board.put("sheet_row.json", row)
    return board


def test_the_first_sheet_of_a_board_is_kept():
    board = Board()
    page, found = opened(board)
    assert found == (4, 0, [0] * 4, [0] * 4)
    page.set(0, 7)
    page.kept(0)
    assert opened(board)[1] == (4, 0, [0] * 4, [7, 0, 0, 0])
    written(opened(board)[0], [3, 2, 0, 1000])
    assert json.loads(board.content("sheet.json"))["players"] == ["1", "2", "3", "4"]
    assert opened(board)[1] == (4, 1, [3, 2, 0, 1000], [0] * 4)


@pytest.mark.parametrize(
    "row",
    [b"5", b'["x"]', b'{"a": 1}', b"[70000]", b"[1001]", b"[-5]", b"[1.5]", b"[true]", b"[" * 3000]
    + [b"", b"\xff", b" " * 30_000, b"null", b"[1" + b"0" * 30 + b"]"],
)
def test_of_a_damaged_row_the_row_alone_is_lost(row):
    board = with_files(GOOD, row)
    page, found = opened(board)
    assert found == (3, 2, [5, 7, 1003], [0, 0, 0])
    assert board.content("sheet_row.json.bad") == row
    written(page, [1, 1, 1])
    value = json.loads(board.content("sheet.json"))
    assert value == {**GOOD, "rounds": [*GOOD["rounds"], [1, 1, 1]]}


def test_a_good_row_is_taken_as_far_as_there_are_players():
    assert opened(with_files(GOOD, b"[9, 0, 1000, 4]"))[1] == (3, 2, [5, 7, 1003], [9, 0, 1000])


@pytest.mark.parametrize(
    "sheet",
    [b"", b"\xff\xfe", b"[" * 3000, b"5", b"{}", json.dumps(GOOD).encode()[:-1]]
    + [
        {**GOOD, **wrong}
        for wrong in (
            {"version": 2},
            {"players": "ABC"},
            {"players": ["A"] * 9},
            {"players": ["A", 5, "C"]},
            {"players": ["A" * 3000, "B", "C"]},
            {"rounds": 5},
            {"rounds": [[1, 2]]},
            {"rounds": [[70000, 1, 2]]},
            {"rounds": [[1001, 1, 2]]},
            {"rounds": [[1.5, 1, 2]]},
            {"rounds": [[1, 2, 3]] * 31},
        )
    ],
)
def test_a_sheet_that_cannot_be_read_is_kept_aside_and_a_new_one_begins(sheet):
    board = with_files(sheet)
    was = board.content("sheet.json")
    page, found = opened(board)
    assert found == (4, 0, [0] * 4, [0] * 4)
    written(page, [1, 2, 3, 4])
    assert board.content("sheet.json.bad") == was
    assert opened(board)[1] == (4, 1, [1, 2, 3, 4], [0] * 4)


def test_the_longest_sheet_is_read_again():
    names = ["N" * 240] * 8
    rounds = [[1000] * 8] * 30
    board = with_files({"version": 1, "players": names, "rounds": rounds})
    assert opened(board)[1][:2] == (8, 30)


def test_the_real_micropython_says_the_same_of_damage():
    told = sheet_files.shown()
    assert told[0] == str([b"5", 2, [1, 1000], [0, 0], ["sheet_row.json.bad"], outcome.DAMAGED])
    assert told[8] == str([b"[7, 1000]", 2, [1, 1000], [7, 1000], [], outcome.LOADED])
    assert run("sheet_files.py").splitlines() == told
