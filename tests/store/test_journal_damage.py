"""A damaged journal: told once, set aside, cured at that start; no record that can be read is
lost. journal_damage.py has the damages, and tries all of them when it is run by itself."""

import json

import pytest

from domino.store import journal, outcome, record
from tests import micropython
from tests.store import journal_damage
from tests.store.journal_damage import (
    BODY,
    check,
    check_cuts,
    damages,
    kept_aside,
    one_match,
    prepared,
    sample,
)
from tests.store.store_parts import Board, entry, filled, loaded, peeked, started

TAIL = journal.TAIL


def ids_of(case):
    state, name, words, _ = case
    return f"{state.__name__}, {name}: {words}"


@pytest.mark.parametrize("case", sample(250, 22), ids=ids_of)
def test_damage_is_told_once_and_cured(case):
    state, name, _, bad = case
    check(state, name, bad)


@pytest.mark.parametrize("case", sample(6, 1), ids=ids_of)
def test_a_power_cut_in_the_cure_changes_nothing(case):
    state, name, _, bad = case
    check_cuts(state, name, bad)


def test_every_bit_of_the_head_of_a_tail():
    data = prepared(one_match)[0].content(TAIL)
    for at in range(journal.HEAD):
        for bit in range(8):
            found = check(one_match, TAIL, flipped(data, at, bit))
            assert len(found) == 20


def flipped(data, at, bit):
    return data[:at] + bytes((data[at] ^ 1 << bit,)) + data[at + 1 :]


@pytest.mark.parametrize(
    ("said", "bad"),
    [
        ("one bit of byte 0", lambda data: b"\x45" + data[1:]),
        ("the version", lambda data: data[:3] + b"\x07" + data[4:]),
        ("zeros", lambda data: bytes(len(data))),
        ("byte 5", lambda data: data[:5] + b"\x01" + data[6:]),
        ("erased", lambda data: b"\xff" * len(data)),
        ("nothing", lambda data: b""),
    ],
)
def test_a_tail_with_a_damaged_head_is_kept_aside_and_made_again(said, bad):
    board, whole = prepared(one_match)
    wrong = bad(board.content(TAIL))
    check(one_match, TAIL, wrong)
    board.put(TAIL, wrong)
    again, found = loaded(board)
    assert wrong in kept_aside(board)
    assert board.files().listdir("journal/tail") == ["records"]
    # Of a tail that is no more the records are gone; else they say themselves whose they are.
    assert found == whole[: 13 if said in ("zeros", "erased", "nothing") else 20]
    assert again.file is not None


# -- what lies there already ---------------------------------------------------------------------
ALREADY = [
    ((f"{TAIL}.bad", b"left by an earlier firmware"),),
    ((f"{TAIL}.bad", b"one"), ("journal/records.bad", b"two"), ("journal/records.bad2", b"three")),
    ((BODY + ".bad", b"an older one"),),
    tuple((f"journal/records.bad{n or ''}", b"old") for n in (0, *range(2, 10))),
]


@pytest.mark.parametrize("extra", ALREADY)
@pytest.mark.parametrize("name", [TAIL, BODY])
def test_files_that_were_kept_aside_before_stay(name, extra):
    board, _ = prepared(one_match)
    data = board.content(name)
    bad = data[:40] + bytes((data[40] ^ 1,)) + data[41:]
    check(one_match, name, bad, extra)
    board.put(name, bad)
    for path, content in extra:
        board.put(path, content)
    loaded(board)
    there = kept_aside(board)
    most = 8 if len(extra) == 9 and name == TAIL else len(extra)  # then the last one gives way
    assert sum(content in there for _, content in extra) >= min(most, len(extra))
    assert bad in there


def test_what_an_earlier_firmware_left_in_the_tails_folder_stops_nothing():
    """It put the damaged tail there, could not remove the folder then, and recorded no more."""
    board = Board()
    filled(started(board.journal()), 20)
    files = board.files()
    files.rename(TAIL, TAIL + ".bad")
    again, found = loaded(board)
    assert again.outcome == outcome.DAMAGED and len(found) == 13
    assert board.files().listdir("journal/tail") == ["records"]
    filled(again, 3)
    after, found = loaded(board)
    assert after.outcome == outcome.LOADED and len(found) == 16


@pytest.mark.parametrize("name", [TAIL, "journal/tail"])
def test_a_folder_in_place_of_a_file_and_a_file_in_place_of_the_folder(name):
    board = Board()
    filled(started(board.journal()), 20)
    files = board.files()
    files.remove(TAIL)
    if name == TAIL:
        files.mkdir(TAIL)
        board.put(TAIL + "/inner", b"x")
    else:
        files.rmdir("journal/tail")
        board.put("journal/tail", b"x")
    again, found = loaded(board)
    assert again.outcome == outcome.DAMAGED and found == [entry(n) for n in range(13)]
    again.record(*entry(13))
    assert len(peeked(board)) == 14
    assert loaded(board)[0].outcome == outcome.LOADED


# -- versions ------------------------------------------------------------------------------------
def old_tail(board, match=1):
    """The tail as version 1 wrote it: eight bytes before its records, and no check."""
    data = board.content(TAIL)
    head = journal.TAIL_MAGIC + bytes((1, match & 255, match >> 8, 0, 0))
    board.put(TAIL, head + data[journal.HEAD :])


@pytest.mark.parametrize("state", journal_damage.STATES)
def test_a_tail_of_version_1_is_read(state):
    board, whole = prepared(state)
    old_tail(board, int(max(n for n in board.files().listdir("journal") if "dtj" in n)[:5]))
    again, found = loaded(board)
    assert (again.outcome, found) == (outcome.LOADED, whole)
    assert board.content(TAIL)[3] == journal.TAIL_VERSION  # made again at every start


def test_a_damaged_tail_of_version_1_is_kept_aside_and_its_records_are_read():
    for at in range(8):
        for bit in range(8):
            board, whole = prepared(one_match)
            old_tail(board)
            data = bytearray(board.content(TAIL))
            data[at] ^= 1 << bit
            board.put(TAIL, bytes(data))
            again, found = loaded(board)
            assert (again.outcome, found) == (outcome.DAMAGED, whole), (at, bit)
            assert bytes(data) in kept_aside(board)


def test_the_bytes_of_a_tail_are_as_described():
    board = Board()
    made = filled(started(board.journal()), 14)
    made.record(*entry(14))
    data = board.content(TAIL)
    end = journal.HEAD + 2 * record.SIZE
    assert data[:8] == b"DTT" + bytes((2, 1, 0, 13, 0))
    check = record.crc16(data[:8] + data[10:end], 0, end - 2, 0xFFFF)
    assert data[8:10] == check.to_bytes(2, "little") and data[end] == 0


# -- a full flash --------------------------------------------------------------------------------
def full_board(matches):
    """No sector is free; so many matches lie there, the last with 20 records."""
    board = Board(sectors=40)
    made = board.journal()
    for _ in range(matches - 1):
        filled(started(made), 60)
    filled(started(made), 20)
    files = board.files()
    with pytest.raises(OSError), files.open("other", "wb") as file:
        while True:
            file.write(bytes(4096))
            file.flush()
    return board


@pytest.mark.parametrize("kind", ["bit", "zeros"])
@pytest.mark.parametrize("what", ["tail", "match", "head of the match"])
@pytest.mark.parametrize("matches", [6, 1])
def test_on_a_full_flash_old_matches_give_way_to_the_cure(matches, what, kind):
    board = full_board(matches)
    name = TAIL if what == "tail" else journal.match_name(matches)
    data = board.content(name)
    at = {"tail": 12, "match": len(data) - 20, "head of the match": 9}[what]
    new = bytes((data[at] ^ 1,)) if kind == "bit" else bytes(len(data) - at)
    bad = data[:at] + new + data[at + len(new) :]
    board.files().remove("other")
    board.put(name, bad)
    with pytest.raises(OSError), board.files().open("other", "wb") as file:
        while True:
            file.write(bytes(4096))
            file.flush()
    again, found = loaded(board)
    assert again.outcome in (outcome.DAMAGED, outcome.FULL)
    assert found == [entry(n) for n in range(len(found))]
    if again.outcome == outcome.DAMAGED:
        if not found:
            started(again)
        assert bad in kept_aside(board)
        again.record(*entry(len(found)))
        assert again.outcome == outcome.DAMAGED and len(peeked(board)) == len(found) + 1
        assert loaded(board)[0].outcome == outcome.LOADED
    else:
        # Nothing of what cannot be read is gone, and once there is room it is told and cured.
        assert bad in [*kept_aside(board), *_contents(board, name)]
        board.files().remove("other")
        assert loaded(board)[0].outcome == outcome.DAMAGED
        if what == "tail":
            assert bad in kept_aside(board)


def _contents(board, name):
    try:
        return [board.content(name)]
    except OSError:
        return []


def test_a_flash_that_fails_keeps_what_is_there():
    board, _ = prepared(one_match)
    bad = b"?" + board.content(TAIL)[1:]
    board.put(TAIL, bad)
    board.failing = 5
    again, _ = loaded(board)
    assert again.outcome == outcome.FAILED
    board.failing = None
    assert board.content(TAIL) == bad
    again, found = loaded(board)
    assert (again.outcome, len(found)) == (outcome.DAMAGED, 20)


# -- MicroPython ---------------------------------------------------------------------------------
def test_micropython_does_the_same(tmp_path):
    board, _ = prepared(one_match)
    image, listed = tmp_path / "flash.bin", tmp_path / "damages.json"
    image.write_bytes(board.chip.content)
    cases = [
        (name, bad)
        for name in (TAIL, BODY)
        for words, bad in list(damages(board.content(name)))[:: 29 if name == TAIL else 61]
    ]
    listed.write_text(json.dumps([(name, bad.hex()) for name, bad in cases]))
    lines = micropython.run("journal_damaged.py", image, listed, heap="2048k").splitlines()
    assert len(lines) == len(cases) > 100
    for (name, bad), line in zip(cases, lines, strict=True):
        copy = Board()
        copy.chip.content[:] = board.chip.content
        copy.put(name, bad)
        again, found = loaded(copy)
        if not found:
            started(again)
        again.record(1, 1, 5, 3)
        there = sorted(copy.files().listdir("journal"))
        after, then = loaded(copy)
        said = (again.outcome, len(found), len(then), after.outcome, " ".join(there))
        assert line == "{} {} {} {} {}".format(*said), (name, bad.hex())
