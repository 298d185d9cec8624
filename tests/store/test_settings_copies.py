"""Settings: two copies, the maker's own file, and what is not accepted."""

import json
from binascii import crc32

import pytest

from domino.store import outcome, pin, settings
from domino.store.settings import SCHEMA, Settings, is_accepted
from tests import micropython
from tests.store.store_parts import Board

DROPPED = settings.DROPPED
COPIES = ("settings.a", "settings.b")


def read(board):
    made = Settings(board.files())
    made.load()
    return made


def saved(board, **values):
    made = read(board)
    for name, value in values.items():
        assert made.set(name, value)
    assert made.save() == outcome.LOADED
    return made


def names(board):
    return sorted(board.files().listdir())


def test_without_files_the_defaults_hold():
    made = read(Board())
    assert made.outcome == outcome.MISSING
    assert made.values == {name: SCHEMA[name][0] for name in SCHEMA}


def test_every_default_is_accepted():
    assert [name for name in SCHEMA if not is_accepted(name, SCHEMA[name][0])] == []


def test_what_is_saved_is_read_and_the_copies_take_turns():
    board = Board()
    for number in range(2, 5):
        saved(board, players=number, language="ar")
        assert read(board).values["players"] == number
    assert names(board) == list(COPIES)
    ages = [int(board.content(name).split(b" ")[2]) for name in COPIES]
    assert ages == [3, 2]


@pytest.mark.parametrize("damage", [b"", b"garbage", b"domino-settings 1 9 00000000\n{}", None])
@pytest.mark.parametrize("copy", COPIES)
def test_a_damaged_copy_is_kept_aside_and_the_other_serves(copy, damage):
    board = Board()
    saved(board, players=3)
    saved(board, players=4)
    data = board.content(copy)
    if damage is None:
        damage = data[:-3] + b"!" + data[-2:]
    board.put(copy, damage)
    made = read(board)
    assert made.outcome == outcome.RESTORED
    assert made.values["players"] == (3 if copy == "settings.b" else 4)
    assert board.content(copy + ".bad") == damage
    assert copy not in names(board)
    made.set("players", 2)
    made.save()
    assert read(board).values["players"] == 2


def test_two_damaged_copies_leave_the_defaults_and_are_kept():
    board = Board()
    saved(board, players=3)
    saved(board, players=4)
    for name in COPIES:
        board.put(name, b"?")
    made = read(board)
    assert (made.outcome, made.values["players"]) == (outcome.DAMAGED, 2)
    made.save()
    assert names(board) == ["settings.a", "settings.a.bad", "settings.b.bad"]


def test_the_makers_file_holds_until_the_table_saves_its_own():
    board = Board({DROPPED: {"game": "horse-race", "players": 3}})
    made = read(board)
    assert made.outcome == outcome.LOADED
    assert (made.values["game"], made.values["players"]) == ("horse-race", 3)
    saved(board, players=4)
    assert read(board).values["players"] == 4
    # changed, it goes before the copies again, for what it names
    board.put(DROPPED, b'{"game": "bergen"}')
    made = read(board)
    assert (made.values["game"], made.values["players"]) == ("bergen", 4)


@pytest.mark.parametrize("text", [b"{", b"[]", b"7", b"\xff\xfe", b"", b"[" * 1900])
def test_an_unreadable_file_of_the_maker_is_kept_aside(text):
    board = Board({DROPPED: text})
    made = read(board)
    assert made.outcome == outcome.DAMAGED
    assert names(board) == [DROPPED + ".bad"]
    assert board.content(DROPPED + ".bad") == text


WRONG = [
    ("players", 5), ("players", "2"), ("players", True), ("game", 7), ("game", "g" * 23),
    ("teams", 1), ("options", []), ("options", {"a": "x" * 200}), ("set_id", "12"),
    ("set_id", "12345678g"), ("language", "fr"), ("brightness_pct", 0), ("brightness_pct", 50.5),
    ("sound", "on"), ("turn_clock_s", -1), ("screen_turn", 90), ("seed", 1 << 30),
    ("starters", "0"), ("starters", ["x"]), ("starters", [300]), ("starters", [-1]),
    ("starters", [1.5]), ("starters", [[0]]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_value_that_is_not_accepted_is_named_and_the_others_hold(name, value):
    other = "quiet_min"
    made = read(Board({DROPPED: {name: value, other: 77}}))
    assert (made.outcome, made.wrong) == (outcome.BAD_VALUE, name)
    assert made.values[name] == SCHEMA[name][0]
    assert made.values[other] == 77
    assert not made.set(name, value)


RIGHT = [
    ("teams", True), ("teams", None), ("options", {"target": 61}), ("set_id", "5EED0001"),
    ("brightness_pct", 100), ("sound", False), ("screen_turn", "seat"), ("starters", [0, None, 1]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), RIGHT)
def test_values_that_are_accepted(name, value):
    made = read(Board({DROPPED: {name: value}}))
    # Digits in base 16 are kept as small letters, as they are compared.
    kept = value.lower() if name == "set_id" else value
    assert (made.outcome, made.values[name]) == (outcome.LOADED, kept)


@pytest.mark.parametrize("values", ["[1]", "3", "null", '{"options": ' + "[" * 1900])
def test_a_copy_whose_values_are_no_object_is_kept_aside(values):
    body = f'{{"seen": "", "values": {values}}}'.encode()
    made = read(Board({"settings.a": b"domino-settings 1 9 %08x\n" % crc32(body) + body}))
    assert made.outcome == outcome.DAMAGED and made.values["players"] == 2


def test_null_stands_for_the_default():
    made = read(Board({DROPPED: {"players": None, "game": None}}))
    assert (made.outcome, made.values["players"]) == (outcome.LOADED, 2)


def test_fields_of_a_later_version_are_kept():
    board = Board({DROPPED: {"house_pin": "1234"}})
    saved(board, players=3)
    board.files().remove(DROPPED)
    saved(board, players=4)
    assert read(board).values["house_pin"] == "1234"


def version(data, number):
    first, _, body = data.partition(b"\n")
    words = first.split(b" ")
    words[1] = str(number).encode()
    return b" ".join(words) + b"\n" + body


@pytest.mark.parametrize(
    ("number", "told", "there"),
    [(0, outcome.CONVERTED, ["settings.a"]), (2, outcome.NEWER, ["settings.a.bad"])],
)
def test_another_version_is_used_and_told(number, told, there):
    board = Board()
    saved(board, players=3)
    board.put("settings.a", version(board.content("settings.a"), number))
    made = read(board)
    assert (made.outcome, made.values["players"]) == (told, 3)
    assert names(board) == there


def test_a_newer_version_of_another_shape_is_no_damage():
    board = Board()
    body = b'{"chosen": [3, 4]}'
    head = f"domino-settings 2 7 {crc32(body):08x}\n".encode()
    board.put("settings.b", head + body)
    made = read(board)
    assert (made.outcome, made.values["players"]) == (outcome.NEWER, 2)
    assert names(board) == ["settings.b.bad"]


def test_a_full_flash_is_told_and_the_settings_stay():
    board = Board(sectors=8)
    saved(board, players=3)
    files = board.files()
    with pytest.raises(OSError), files.open("other", "wb") as file:
        while True:
            file.write(bytes(4096))
            file.flush()
    made = read(board)
    for number in range(200):
        made.set("options", {"x": "y" * (number % 150)})
        if made.save() != outcome.LOADED:
            break
    assert read(board).values["players"] == 3
    assert made.outcome in (outcome.LOADED, outcome.FULL)


def test_a_save_cut_anywhere_leaves_the_settings_before_or_after():
    board = Board()
    saved(board, players=3)
    saved(board, players=3)
    made = read(board)
    whole = bytes(board.chip.content)
    writes = []
    program, erase = board.program, board.erase
    board.program = lambda start, data: (writes.append((start, data)), program(start, data))
    board.erase = lambda sector: (writes.append((sector, None)), erase(sector))
    made.set("players", 4)
    made.save()
    assert writes
    for number in range(len(writes)):
        for done in (0.0, 0.5):
            cut = Board()
            cut.chip.content[:] = whole
            for place, data in writes[:number]:
                _do(cut.chip, place, data, 1.0)
            _do(cut.chip, *writes[number], done)
            again = read(cut)
            assert again.outcome == outcome.LOADED
            assert again.values["players"] in (3, 4)


def _do(chip, place, data, done):
    if data is None:
        chip.erase(place, done)
    else:
        chip.program(place, data, done)


def test_micropython_reads_and_saves_the_same(tmp_path):
    board = Board({DROPPED: {"game": "horse-race", "players": 3, "brightness_pct": 0}})
    image = tmp_path / "flash.bin"
    image.write_bytes(board.chip.content)
    code = """
import os
import flash_chip
with open(sys.argv[1], "rb") as file:
    chip = flash_chip.mount(file.read())
from domino.store.settings import Settings
made = Settings(flash_chip.files)
print(made.load(), made.wrong, made.values["players"])
made.set("players", 4)
print(made.save(), chip.erases)
again = Settings(flash_chip.files)
print(again.load(), again.values["game"], again.values["players"])
"""
    out = micropython.run(code, image, heap="1024k").splitlines()
    assert out[0] == f"{outcome.BAD_VALUE} brightness_pct 3"
    assert out[1].startswith("0 ")
    assert out[2] == "0 horse-race 4"
    assert json.loads(board.content(DROPPED))["players"] == 3


def test_a_pin_of_an_older_version_is_read_and_written_over_by_its_hash():
    board = Board()
    files = board.files()
    for age, name in enumerate(COPIES, 1):
        body = json.dumps({"seen": "", "values": {"keeper_pin": "0042", "quiet_min": 7}}).encode()
        with files.open(name, "wb") as file:
            file.write(b"domino-settings 1 %d %08x\n" % (age, crc32(body)) + body)
    made = read(board)
    assert made.outcome == outcome.LOADED and made.has_plain_pin
    assert pin.fits("0042", made.values["keeper_pin"])
    pin.hide(made, board.files())
    for name in COPIES:
        with board.files().open(name) as file:
            assert '"0042"' not in file.read()
    again = read(board)
    assert not again.has_plain_pin and again.values["quiet_min"] == 7
    assert pin.fits("0042", again.values["keeper_pin"])
    assert not pin.fits("0043", again.values["keeper_pin"])


@pytest.mark.parametrize("value", ["12345", "004", "00a2", 42, ["0042"], "sha256:0042", "x" * 88])
def test_what_is_no_pin_is_not_taken(value):
    board = Board()
    with board.files().open(DROPPED, "w") as file:
        file.write(json.dumps({"keeper_pin": value}))
    made = read(board)
    assert made.wrong == "keeper_pin" and made.values["keeper_pin"] == ""
