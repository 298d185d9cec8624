"""How many tiles a round can lay, game by game, against the slots of a board."""

from pathlib import Path

import pytest

from domino.rules import games
from host_tools import boards
from host_tools.boards import capacity, checks, lines

GRID = boards.load("grid48_mfrc522")


SPIN = (games.SPINNER, games.SPINNER_FIRST)
NO_DRAW = (games.DRAW_POLICY, games.DRAW_NONE)


def board(slots, *players):
    """A config of which capacity reads only the slots, here one row of them, and the seats."""
    row = {"columns": slots, "rows": 1}
    return {"slots": {"grid": row}, "seats": dict.fromkeys(map(str, players), [])}


def shaped(*links):
    """A board for two whose slots hang together by links (slot, direction, slot)."""
    slots = 1 + max(max(one, other) for one, _, other in links)
    rows = [[None] * 4 for _ in range(slots)]
    for one, direction, other in links:
        rows[one]["nesw".index(direction)] = other
        rows[other]["swne".index(direction)] = one
    names = [f"s{slot}" for slot in range(slots)]
    return {"slots": {"names": names, "neighbours": rows}, "seats": {"2": [0, 1]}}


def path(length):
    return [(slot, "e", slot + 1) for slot in range(length - 1)]


CROSS = shaped(*path(9), (4, "n", 9), (9, "n", 10), (4, "s", 11), (11, "s", 12))


@pytest.fixture
def game(monkeypatch):
    """Put games of given parameters in place of the real ones."""

    def put(**rows):
        monkeypatch.setattr(games, "GAMES", rows)
        capacity._of_all_games.cache_clear()

    yield put
    monkeypatch.undo()
    capacity._of_all_games.cache_clear()


@pytest.mark.parametrize(
    "row, players, tiles",
    [
        ((), 2, 27),  # all 28 may be drawn; the loser keeps one
        ((), 4, 25),
        ((games.RESERVE, 2), 2, 25),
        ((games.DRAW_POLICY, games.DRAW_NONE), 2, 13),  # two hands of seven
        ((games.DRAW_POLICY, games.DRAW_NONE), 4, 25),
        ((games.DRAW_POLICY, games.DRAW_NONE, games.DEAL + 2, 5), 4, 17),
        ((games.DRAW_POLICY, games.DRAW_ONE), 2, 27),
        ((games.PLAY, games.PLAY_TRICKS), 4, 4),  # a trick
    ],
)
def test_the_most_tiles_of_a_round(game, row, players, tiles):
    game(some=row)
    assert [need[:3] for need in capacity.needs(board(48, players))] == [("some", players, tiles)]
    assert capacity.fitting(board(tiles, players)) == ["some"]
    assert capacity.fitting(board(tiles - 1, players)) == []
    small = capacity.too_small_for(board(tiles - 1, players))
    assert [need[:3] for need in small] == [("some", players, tiles)]


def test_hands_that_are_shown_need_no_slot(game):
    game(some=(games.PLAY, games.PLAY_SHOW))
    assert [need[:3] for need in capacity.needs(board(0, 3))] == [("some", 3, 0)]
    assert capacity.fitting(board(0, 3)) == capacity.fitting(board(1, 3)) == ["some"]


def test_only_players_that_both_board_and_game_seat_count(game):
    game(pair=(games.PLAYERS_MAX, 2), four=(games.PLAYERS_MIN, 4))
    assert [need[:2] for need in capacity.needs(board(48, 2, 3))] == [("pair", 2)]
    assert [need[:2] for need in capacity.needs(board(48, 2, 3, 4))] == [("pair", 2), ("four", 4)]
    assert capacity.needs(board(48)) == []


def test_a_small_board_names_each_game_once_with_its_longest_round(game):
    game(one=(), two=())
    small = capacity.too_small_for(board(20, 4, 2, 3))
    assert [need[:3] for need in small] == [("one", 2, 27), ("two", 2, 27)]


def test_every_game_fits_the_48_slot_grid():
    assert capacity.fitting(GRID) == sorted(games.GAMES)


@pytest.mark.parametrize(
    "config, length",
    [
        (GRID, 48),
        (board(5), 5),
        ({"slots": {"grid": {"columns": 7, "rows": 5}}}, 35),
        ({"slots": {"grid": {"columns": 6, "rows": 6, "linked": "both"}}}, 36),
        (shaped(*path(28), (27, "e", 0)), 28),  # a ring
        (CROSS, 9),
        (shaped((0, "n", 1), (0, "e", 2), (0, "s", 3)), 3),  # three arms of one
        (shaped(*path(4), (1, "s", 4), (4, "s", 5), (5, "s", 6)), 6),  # round a corner
        ({"slots": {"names": [], "neighbours": []}}, 0),
    ],
    ids=["grid48", "row", "odd", "linked", "ring", "cross", "arms", "corner", "none"],
)
def test_the_longest_line(config, length):
    assert lines.longest(config) == length


def test_a_line_needs_a_long_enough_path_and_branches_a_crossing(game):
    game(line=NO_DRAW + (games.DEAL, 5), spin=NO_DRAW + SPIN + (games.DEAL, 5))
    assert capacity.room(CROSS) == (13, 9, True)
    assert capacity.fitting(CROSS) == ["line", "spin"]
    game(line=NO_DRAW + (games.DEAL, 6), spin=NO_DRAW + SPIN + (games.DEAL, 6))
    assert capacity.fitting(CROSS) == ["spin"]  # eleven tiles of thirteen, but no line of nine
    assert capacity.too_small_for(CROSS) == [("line", 2, 11, False)]
    assert capacity.without_branches(CROSS) == []
    ring = shaped(*path(28), (27, "e", 0))
    assert capacity.fitting(ring) == ["line"]
    assert capacity.too_small_for(ring) == []
    assert capacity.without_branches(ring) == ["spin"]


def test_every_game_can_be_tapped_where_there_are_no_slots():
    config = {"slots": {"names": [], "neighbours": []}, "seats": GRID["seats"]}
    assert capacity.fitting(config) == sorted(games.GAMES)
    assert capacity.too_small_for(config) == capacity.without_branches(config) == []


def test_a_board_that_holds_a_game_only_in_part_is_warned_of():
    ring = GRID | {"slots": shaped(*path(20), (19, "e", 0))["slots"] | {"selects": [*range(20)]}}
    warned = [fault.problem for fault in checks._warnings(ring, Path("nowhere"))]
    assert "20 slots, but 2 players of draw can lay 27" in warned
    cross = GRID | {"slots": CROSS["slots"] | {"selects": [*range(13)]}}
    warned = [fault.problem for fault in checks._warnings(cross, Path("nowhere"))]
    assert "a line of 9 at most, but 4 players of block can lay 17" in warned
