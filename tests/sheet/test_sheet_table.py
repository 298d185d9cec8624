"""The sheet as the table keeps it: rounds in and out, totals, the lowest; nothing allocates."""

from array import array

import pytest

from domino.rules import codes
from domino.table import sheet as sheets
from domino.table.sheet import MOST_PIPS, MOST_PLAYERS, MOST_ROUNDS, Sheet
from tests import micropython
from tests.device import sheet_heap

SEEDS = range(12)
RUNTIMES = {"unix": micropython.run, "32-bit": micropython.run32}


def write(sheet, *rounds):
    for row in rounds:
        for player, pips in enumerate(row):
            sheet.row[player] = pips
        assert sheet.add() == codes.OK


@pytest.fixture
def sheet():
    made = Sheet()
    assert made.begin(3) == codes.OK
    return made


def totals(sheet):
    return list(sheet.totals[: sheet.players])


def test_rounds_add_up_and_the_lowest_leads(sheet):
    assert (totals(sheet), sheet.lowest()) == ([0, 0, 0], 0)
    write(sheet, (12, 0, 5), (7, 3, 9))
    assert (sheet.rounds, totals(sheet), sheet.lowest()) == (2, [19, 3, 14], 0b010)
    write(sheet, (0, 11, 0))
    assert (totals(sheet), sheet.lowest()) == ([19, 14, 14], 0b110)


def test_a_round_is_taken_back_and_can_be_mended(sheet):
    write(sheet, (12, 0, 5), (7, 3, 9))
    assert sheet.take_back() == codes.OK
    assert (sheet.rounds, totals(sheet)) == (1, [12, 0, 5])
    assert list(sheet.row[:3]) == [7, 3, 9]
    sheet.row[1] = 4
    assert sheet.add() == codes.OK
    assert totals(sheet) == [19, 4, 14]
    assert [sheet.take_back() for _ in range(3)] == [codes.OK, codes.OK, codes.NOTHING_TO_UNDO]
    assert (totals(sheet), sheet.lowest()) == ([0, 0, 0], 0)


def test_a_figure_is_corrected(sheet):
    write(sheet, (12, 0, 5), (7, 3, 9))
    assert sheet.correct(0, 2, 50) == codes.OK
    assert (totals(sheet), sheet.lowest()) == ([19, 3, 59], 0b010)


@pytest.mark.parametrize("call", [(2, 0, 1), (-1, 0, 1), (0, 3, 1), (0, -1, 1)])
@pytest.mark.parametrize("pips", [0, -1, MOST_PIPS + 1])
def test_a_wrong_correction_changes_nothing(sheet, call, pips):
    write(sheet, (12, 0, 5), (7, 3, 9))
    assert sheet.correct(*call[:2], pips) == codes.BAD_RECORD
    assert sheet.correct(0, 0, pips) == (codes.BAD_RECORD if pips else codes.OK)
    assert totals(sheet) == [19 if pips else 7, 3, 14]


@pytest.mark.parametrize("wrong", [-1, MOST_PIPS + 1])
def test_a_wrong_round_writes_nothing(sheet, wrong):
    sheet.row[0], sheet.row[2] = 5, wrong
    assert sheet.add() == codes.BAD_RECORD
    assert (sheet.rounds, totals(sheet)) == (0, [0, 0, 0])


@pytest.mark.parametrize("players", [-1, 0, 1, MOST_PLAYERS + 1])
def test_a_number_of_players_that_no_sheet_takes(sheet, players):
    assert sheet.begin(players) == codes.BAD_PLAYERS
    assert sheet.players == 3
    assert Sheet().add() == codes.BAD_RECORD, "a sheet that was not begun"


def test_the_largest_sheet_fits(sheet):
    """Eight players who hold the most in every round: no figure overflows."""
    sheet.begin(MOST_PLAYERS)
    write(sheet, *[[MOST_PIPS] * MOST_PLAYERS] * MOST_ROUNDS)
    assert totals(sheet) == [MOST_PIPS * MOST_ROUNDS] * MOST_PLAYERS
    assert sheet.add() == codes.BAD_RECORD
    assert sheet.lowest() == (1 << MOST_PLAYERS) - 1


def test_a_new_sheet_is_empty(sheet):
    write(sheet, (12, 0, 5))
    sheet.row[1] = 9
    assert sheet.begin(4) == codes.OK
    assert (sheet.rounds, totals(sheet), sheet.row) == (0, [0] * 4, array("h", [0] * 8))


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_micropython_agrees_and_allocates_nothing(runtime):
    lines = RUNTIMES[runtime]("sheet_heap.py", *SEEDS).splitlines()
    assert len(lines) == len(SEEDS)
    here = Sheet()
    for seed, line in zip(SEEDS, lines, strict=True):
        answers = sheet_heap.drive(here, seed)
        expected = (here.players, here.rounds, here.lowest(), list(here.totals), answers, 0)
        assert line == ";".join(map(str, expected))


def test_the_random_drive_meets_every_answer():
    seen = set()

    class Watched(Sheet):
        def add(self):
            return self.note(super().add())

        def correct(self, *given):
            return self.note(super().correct(*given))

        def take_back(self):
            return self.note(super().take_back())

        def note(self, answer):
            seen.add((answer, self.rounds == sheets.MOST_ROUNDS))
            return answer

    for seed in SEEDS:
        sheet_heap.drive(Watched(), seed)
    assert {answer for answer, _ in seen} == {codes.OK, codes.BAD_RECORD, codes.NOTHING_TO_UNDO}
    assert (codes.BAD_RECORD, True) in seen
