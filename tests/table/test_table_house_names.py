"""A house game whose name the screen cannot show is no match on the board."""

import json
from array import array

import pytest

from domino.rules import games
from domino.table.prepare import load_game
from tests.store.store_parts import Board


@pytest.mark.parametrize(
    ("name", "fault"),
    [("coffee", ""), ("my game", ""), ("قهوة", "games.json قهوة"), ("a\n", "games.json a\n")],
)
def test_only_names_that_the_screen_has_letters_for(name, fault):
    board = Board()
    board.put("games.json", json.dumps({name: {"base": "block"}}).encode())
    assert load_game(name, array("h", bytes(2 * games.SIZE)), board.files()) == fault
