"""The journal in the flash: what is recorded is there after power-up, once and in order."""

import random

import pytest

from domino.store import journal, outcome, record
from domino.table import events
from tests.store.store_parts import Board, entry, filled, loaded, peeked, started

REMAINED = events.REMAINED


@pytest.mark.parametrize("tidies", [True, False])
@pytest.mark.parametrize("count", [0, 1, 12, 13, 14, 36, 37, 200])
def test_every_record_is_there_after_power_up(count, tidies):
    board = Board()
    filled(started(board.journal(), options={"target": 61}), count, tidies)
    again, found = loaded(board)
    assert found == [entry(number) for number in range(count)]
    assert again.outcome == outcome.LOADED
    about = (again.game, again.players, again.teams, again.options, again.seed, again.check)
    assert about == ("all-fives", 2, False, {"target": 61}, 7, 0x1234)


def test_a_match_goes_on_through_many_power_cuts():
    board = Board()
    started(board.journal())
    for number in range(60):
        again, found = loaded(board)
        assert len(found) == number
        again.record(*entry(number))
    assert loaded(board)[1] == [entry(number) for number in range(60)]


def test_a_settlement_is_there_as_a_whole_or_not_at_all():
    board = Board()
    made = filled(started(board.journal()), 3)
    made.record(REMAINED, 0, 5, 1)
    assert peeked(board) == [entry(n) for n in range(3)]
    made.record(REMAINED, 1, 6, 0)
    assert peeked(board)[3:] == [(REMAINED, 0, 5, 1), (REMAINED, 1, 6, 0)]


def test_a_settlement_is_not_torn_by_tidying():
    board = Board()
    made = filled(started(board.journal()), 14, tidies=False)
    made.record(REMAINED, 0, 5, 1)
    made.tidy()
    assert len(peeked(board)) == 14
    made.record(REMAINED, 1, 6, 0)
    made.tidy()
    assert len(loaded(board)[1]) == 16


def test_the_bytes_are_as_described():
    data = bytearray(record.SIZE)
    record.pack(data, 0, 0x0102, 0x0304, events.PLAYED, 1, 0x8000001, 0x2C1B03)
    assert data[:11].hex() == "02" + "01" + "0403" + "01000008" + "031b2c"
    # CRC-16/CCITT-FALSE, whose check value is that of "123456789"
    assert record.crc16(b"123456789", 0, 9, 0xFFFF) == 0x29B1
    assert int.from_bytes(data[11:], "little") == record.crc16(data, 0, 11, 0xFFFF ^ 0x0102)
    assert record.is_good(data, 0, 0x0102) and not record.is_good(data, 0, 0x0103)
    assert (record.number(data, 0), record.tile(data, 0), record.joint(data, 0)) == (
        0x0304,
        0x8000001,
        0x2C1B03,
    )


# -- damage ------------------------------------------------------------------------------------
def changed(board, name, at, size=None):
    data = bytearray(board.content(name))
    if at is not None:
        data[at] ^= 4
    board.put(name, bytes(data[:size]))


BODY = "journal/00001.dtj"


@pytest.mark.parametrize(
    ("at", "left"),
    [(-1, 25), (-13 * 3, 23), (-13 * 26, 0), (-5, 25)],
)
def test_damage_ends_what_is_trusted_and_the_match_goes_on_from_there(at, left):
    board = Board()
    made = filled(started(board.journal()), 26, tidies=False)
    made.tidy()
    board.files().remove(journal.TAIL)
    changed(board, BODY, at)
    again, found = loaded(board)
    assert found == [entry(n) for n in range(left)]
    assert again.outcome == outcome.DAMAGED
    again.record(*entry(99))
    again.tidy()
    after, found = loaded(board)
    assert found == [*(entry(n) for n in range(left)), entry(99)]
    assert after.outcome == outcome.LOADED
    assert BODY.removeprefix("journal/") + ".bad" in board.files().listdir("journal")


def test_what_the_tail_still_holds_makes_up_for_damage():
    board = Board()
    made = filled(started(board.journal()), 26, tidies=False)
    made.tidy()
    changed(board, BODY, -13 * 3)
    again, found = loaded(board)
    assert found == [entry(n) for n in range(26)]
    assert again.outcome == outcome.DAMAGED
    assert loaded(board)[0].outcome == outcome.LOADED


def test_a_damaged_tail_costs_only_what_comes_after():
    board = Board()
    filled(started(board.journal()), 20)
    data = bytearray(board.content(journal.TAIL))
    data[8 + 13 * 3 + 5] ^= 1
    board.put(journal.TAIL, data)
    again, found = loaded(board)
    assert found == [entry(n) for n in range(13 + 3)]
    assert again.outcome == outcome.DAMAGED


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (BODY, b"garbage"),
        (BODY, b"DTJ"),
        (BODY, b"DTJ\x01\xff\xff"),
        (BODY, bytes(700)),
        (journal.TAIL, b"garbage"),
        (journal.TAIL, b""),
    ],
)
def test_no_file_stops_the_start(name, data):
    board = Board()
    filled(started(board.journal()), 20)
    board.put(name, data)
    again, found = loaded(board)
    assert len(found) in (0, 13)
    filled(started(again), 5)
    assert len(loaded(board)[1]) == 5


def test_no_random_damage_stops_the_start_or_adds_a_record():
    chance = random.Random(5)
    board = Board()
    filled(started(board.journal()), 40)
    names = (BODY, journal.TAIL)
    whole = {name: board.content(name) for name in names}
    for _ in range(60):
        for name in names:
            data = bytearray(whole[name])
            for _ in range(chance.randrange(3)):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            board.put(name, bytes(data[: chance.randrange(len(data) + 1)]))
        for name in board.files().listdir("journal"):
            if name not in ("00001.dtj", "tail"):
                board.files().remove(f"journal/{name}")
        _, found = loaded(board)
        assert found == [entry(n) for n in range(len(found))]


def test_a_newer_version_is_kept_aside():
    board = Board()
    filled(started(board.journal()), 20)
    data = bytearray(board.content(BODY))
    size = data[4] | data[5] << 8
    data[3] = journal.VERSION + 1
    crc = record.crc16(data, 0, size - 2, 0xFFFF)
    data[size - 2 : size] = crc.to_bytes(2, "little")
    board.put(BODY, data)
    again, found = loaded(board)
    assert (found, again.outcome) == ([], outcome.NEWER)
    filled(started(again), 2)
    assert board.content(BODY + ".bad") == data
    assert len(loaded(board)[1]) == 2


def test_what_the_rules_refuse_ends_the_match_as_it_is_kept():
    board = Board()
    filled(started(board.journal()), 30)
    found = []
    again, _ = loaded(board, lambda *e: len(found) < 17 and not found.append(e))
    assert len(found) == 17 and again.outcome == outcome.DAMAGED
    assert len(loaded(board)[1]) == 17


# -- full and failing flash ----------------------------------------------------------------------
def test_a_failing_flash_is_told_and_the_game_goes_on():
    board = Board()
    made = filled(started(board.journal()), 5)
    board.failing = 5
    filled(made, 100)
    assert made.outcome == outcome.FAILED
    filled(started(made), 3)
    board.failing = None
    again, found = loaded(board)
    assert found == [entry(n) for n in range(5)]
    assert again.outcome == outcome.LOADED


def test_a_flash_that_goes_on_failing_is_not_tried_at_every_step():
    board = Board()
    made = filled(started(board.journal()), 5)
    board.failing = 5
    made.record(*entry(5))
    made.tidy()
    assert not made.is_tidy_due()
    made.record(*entry(6))
    assert made.is_tidy_due()


def fill(board):
    """Leave no sector free."""
    files = board.files()
    with pytest.raises(OSError), files.open("other", "wb") as file:
        while True:
            file.write(bytes(4096))
            file.flush()


def test_a_full_flash_drops_old_matches_first():
    board = Board(sectors=40)
    made = board.journal()
    for _ in range(6):
        filled(started(made), 60)
    fill(board)
    made, _ = loaded(board)
    filled(started(made), 90)
    assert made.outcome == outcome.LOADED
    again, found = loaded(board)
    assert (again.match, found) == (7, [entry(n) for n in range(90)])
    assert "00001.dtj" not in board.files().listdir("journal")


def test_a_match_that_has_no_room_is_told_and_goes_on():
    board = Board(sectors=24)
    made = filled(started(board.journal()), 20)
    fill(board)
    made, found = loaded(board)
    assert len(found) == 20
    filled(made, 200)
    assert made.outcome == outcome.FULL
    board.files().remove("other")
    again, found = loaded(board)
    assert found[:20] == [entry(n) for n in range(20)]
    filled(started(again), 3)  # the next match is recorded again
    assert again.outcome == outcome.LOADED
    assert len(loaded(board)[1]) == 3


# -- matches -----------------------------------------------------------------------------------
def test_a_match_without_a_record_gives_its_place_to_the_next():
    board = Board()
    for _ in range(3):
        started(board.journal())
    assert sorted(board.files().listdir("journal")) == ["00001.dtj", "tail"]


def test_only_the_last_matches_are_kept():
    board = Board(sectors=128)
    made = board.journal()
    for _ in range(30):
        filled(started(made), 3)
    kept = [name for name in board.files().listdir("journal") if name != "tail"]
    assert sorted(kept) == [f"{n:05d}.dtj" for n in range(6, 31)]


def test_after_the_last_number_the_first_comes_again():
    board = Board()
    made = board.journal()
    filled(started(made), 3)
    made.match = 65535
    filled(started(made), 4)
    again, found = loaded(board)
    assert (again.match, len(found)) == (1, 4)


def test_long_texts_fit_the_header():
    options = {"o": "x" * 180}
    board = Board()
    filled(started(board.journal(), "g" * 24, options), 1)
    again, found = loaded(board)
    assert (again.game, again.options, len(found)) == ("g" * 24, options, 1)
