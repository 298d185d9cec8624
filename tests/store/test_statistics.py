"""Statistics: what a match adds, two copies, versions, damage; what a round's log says."""

import json
from array import array
from binascii import crc32

import pytest

from domino.rules import games
from domino.rules.match import Match
from domino.store import outcome, statistics
from domino.store.copies import Copies
from domino.store.statistics import Statistics
from domino.table import tally
from host_tools.records.notation import tile_number
from tests.store.store_parts import Board

NESTED = b"[" * 3000


def test_matches_are_counted_once_each_and_kept():
    board = Board()
    for match, game, highest, run in ((1, "goat", 0, 0), (2, "fives", 60, 9), (2, "fives", 40, 3)):
        assert Statistics(board.files()).count(match, game, highest, run) == 0
    assert Statistics(board.files()).count(3, "fives", 30, 5) == 0
    found = Statistics(board.files())
    assert found.games == {"goat": [1, 0, 0], "fives": [2, 40, 5]}
    assert found.matches() == 3
    assert found.reset() == 0
    again = Statistics(board.files())
    assert again.games == {} and again.count(3, "fives", 1, 1) == 0 and again.games == {}


def test_a_match_that_was_counted_with_the_same_figures_is_not_stored_again():
    board = Board()
    Statistics(board.files()).count(1, "fives", 30, 5)
    before = bytes(board.chip.content)
    assert Statistics(board.files()).count(1, "fives", 30, 5) == 0
    assert bytes(board.chip.content) == before


def test_a_match_that_is_over_twice_has_its_last_figures():
    board = Board()
    Statistics(board.files()).count(1, "fives", 30, 5)
    Statistics(board.files()).count(2, "fives", 80, 2)
    found = Statistics(board.files())  # an undo, and another end
    assert not found.uncount(1)
    assert found.uncount(2) and found.games == {"fives": [1, 30, 5]}
    assert found.count(2, "fives", 40, 7) == 0
    again = Statistics(board.files())
    assert again.games == {"fives": [2, 40, 7]}
    assert again.uncount(2) and not again.uncount(2) and again.save() == 0
    assert Statistics(board.files()).games == {"fives": [1, 30, 5]}
    again.count(2, "goat", 0, 0)
    assert again.uncount(2) and again.games == {"fives": [1, 30, 5]}
    again.count(3, "goat", 0, 0)
    again.reset()
    assert not again.uncount(3)
    assert again.count(3, "goat", 0, 0) == 0 and again.games == {}


@pytest.mark.parametrize("before", [None, 5, [], ["goat", 1, 2], ["goat", 1, 2, -3], [5, 1, 2, 3]])
def test_without_word_of_what_was_before_a_match_is_counted_once(before):
    board = Board()
    values = {"last": 4, "games": {"goat": [3, 0, 0]}, "before": before}
    Copies(board.files(), statistics.NAME, 1).save(values)
    assert Statistics(board.files()).count(4, "goat", 9, 9) == 0
    assert not Statistics(board.files()).uncount(4)
    assert Statistics(board.files()).games == {"goat": [3, 0, 0]}


def test_a_save_cut_anywhere_leaves_the_figures_before_or_after():
    from host_tools.runtimes.flash import FileSystem
    from host_tools.sim.clock import VirtualClock
    from host_tools.sim.flash_port import FlashPort, PowerCut

    board = Board()
    Statistics(board.files()).count(1, "goat", 0, 0)
    Statistics(board.files()).count(2, "goat", 0, 0)
    seen = set()
    for write in range(1, 20):
        cut = Board()
        cut.chip.content[:] = board.chip.content
        port = FlashPort(VirtualClock(), cut.chip)

        def off():
            raise PowerCut

        port.on_cut = off
        files = FileSystem(port, cut.chip.sectors)
        port.cut_in(write, 0.5)
        try:
            Statistics(files).count(3, "goat", 10, 1)
        except PowerCut:
            seen.add(Statistics(cut.files()).matches())
    assert seen and seen <= {2, 3}


@pytest.mark.parametrize(
    ("copies", "told"),
    [
        ({"a": b""}, outcome.MISSING),
        ({"a": b"x"}, outcome.DAMAGED),
        ({"a": b"", "b": b""}, outcome.DAMAGED),
        ({}, outcome.MISSING),
    ],
)
def test_a_first_save_that_was_cut_is_not_told(copies, told):
    board = Board()
    for name, content in copies.items():
        board.put("statistics." + name, content)
    assert Statistics(board.files()).told == told


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"garbage", outcome.DAMAGED),
        (b"domino-statistics 1 7 00000000\n{}", outcome.DAMAGED),
        (b"", outcome.DAMAGED),
        (b"domino-statistics 1 7 %08x\n" % crc32(NESTED) + NESTED, outcome.DAMAGED),
    ],
)
def test_damage_is_kept_aside_and_never_stops_it(data, told):
    board = Board()
    board.put("statistics.a", data)
    found = Statistics(board.files())
    assert (found.outcome, found.games) == (told, {})
    assert board.content("statistics.a.bad") == data
    assert found.count(1, "goat", 0, 0) == 0
    assert Statistics(board.files()).games == {"goat": [1, 0, 0]}


@pytest.mark.parametrize(
    ("version", "told", "kept"),
    [(0, outcome.CONVERTED, False), (2, outcome.NEWER, True), (1, outcome.LOADED, False)],
)
def test_other_versions_are_used_as_far_as_they_are_known(version, told, kept):
    board = Board()
    values = {"last": 4, "games": {"goat": [3, 0, 0, "new"], "odd": "x"}, "more": 1}
    Copies(board.files(), statistics.NAME, version).save(values)
    found = Statistics(board.files())
    assert (found.outcome, found.last, found.games) == (told, 4, {"goat": [3, 0, 0]})
    assert ("statistics.a.bad" in board.files().listdir()) == kept


@pytest.mark.parametrize(
    "body",
    [
        {"games": [1]},
        {"games": {"a": [1, -1, 2]}},
        {"games": {"a": [10**20, 0, 0], "b": [0, True, 10**6]}},
        {"last": []},
        {},
    ],
)
def test_odd_values_count_for_nothing(body):
    board = Board()
    Copies(board.files(), statistics.NAME, 1).save(body)
    assert Statistics(board.files()).games == {}
    assert json.dumps(body)


def played(*actions):
    """A match of All Fives whose first round begins so; text: a tile, or undo, draw, pass."""
    match = Match()
    games.load("all-fives", match.rules)
    match.set_up(2)
    match.open_round(0)
    for action in actions:
        if action in ("undo", "draw"):
            assert getattr(match, action)() == 0
        else:
            tile, _, on = action.partition(" ")
            on = tile_number(on) if on else 255
            assert match.play(tile_number(tile), on, 255) == 0, action
    return match


@pytest.mark.parametrize(
    ("actions", "highest", "run"),
    [
        ((), 0, 0),
        (("5-5",), 20, 1),
        (("5-5", "0-5"), 20, 1),
        (("5-5", "0-5", "undo"), 20, 1),
        (("5-5", "undo", "1-2"), 0, 0),
        (("1-4", "1-1", "4-4"), 20, 2),
        (("5-5", "4-5", "draw", "4-4"), 20, 1),
    ],
)
def test_the_log_of_a_round_says_what_was_highest(actions, highest, run):
    best = array("h", [0] * tally.SIZE)
    tally.clear(best)
    match = played(*actions)
    for _ in range(2):  # read again it is the same
        tally.take(match, best)
        assert (tally.highest(best), tally.run(best)) == (highest, run)


def test_rounds_add_up_and_a_round_taken_up_again_is_read_anew():
    best = array("h", [0] * tally.SIZE)
    tally.clear(best)
    match = played("5-5", "0-5")
    tally.take(match, best)
    match.undo()
    match.undo()
    tally.take(match, best)
    assert (tally.highest(best), tally.run(best)) == (0, 0)
    match.play(tile_number("5-5"), 255, 255)
    tally.take(match, best)
    match.log.clear()
    match.round_number += 1
    tally.take(match, best)
    assert (tally.highest(best), tally.run(best)) == (20, 1)
