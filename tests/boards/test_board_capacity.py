"""How many tiles a round can lay, game by game, against the slots of a board."""

import pytest

from domino.rules import games
from host_tools import boards
from host_tools.boards import capacity

GRID = boards.load("grid48_mfrc522")


def board(slots, *players):
    """A config of which capacity reads only the number of slots and the seats."""
    return {"slots": {"selects": [0] * slots}, "seats": dict.fromkeys(map(str, players), [])}


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
    assert capacity.needs(board(48, players)) == [("some", players, tiles)]
    assert capacity.fitting(board(tiles, players)) == ["some"]
    assert capacity.fitting(board(tiles - 1, players)) == []
    assert capacity.too_small_for(board(tiles - 1, players)) == [("some", players, tiles)]


def test_hands_that_are_shown_need_no_slot(game):
    game(some=(games.PLAY, games.PLAY_SHOW))
    assert capacity.needs(board(0, 3)) == [("some", 3, 0)]
    assert capacity.fitting(board(0, 3)) == ["some"]


def test_only_players_that_both_board_and_game_seat_count(game):
    game(pair=(games.PLAYERS_MAX, 2), four=(games.PLAYERS_MIN, 4))
    assert [need[:2] for need in capacity.needs(board(48, 2, 3))] == [("pair", 2)]
    assert [need[:2] for need in capacity.needs(board(48, 2, 3, 4))] == [("pair", 2), ("four", 4)]
    assert capacity.needs(board(48)) == []


def test_a_small_board_names_each_game_once_with_its_longest_round(game):
    game(one=(), two=())
    assert capacity.too_small_for(board(20, 4, 2, 3)) == [("one", 2, 27), ("two", 2, 27)]


def test_every_game_fits_the_48_slot_grid():
    assert capacity.fitting(GRID) == sorted(games.GAMES)
