"""The games that a menu offers, and how their names, options and values are told.

Built-in games in the order in which they are offered; house games of games.json behind them under
their own names. Options are those that `domino-table games` lists (rules/options.py).
"""

import json

from domino.rules import games, options
from domino.words import menu_ids as ids

# Texts: ids.GAME, OPTION, VALUE + the place.
_GAMES = [
    "all-fives",
    "horse-race",
    "fives",
    "muggins",
    "pyaterochka",
    "telephone",
    "draw",
    "block",
    "traditional",
    "goat",
    "goat-yard",
    "goat-online",
    "double-goat",
    "goat-25",
    "goat-teams",
    "goat-300",
    "sea-goat",
    "donkey",
    "bergen",
    "forty-two",
    "poker",
]
_OPTIONS = (
    "target",
    "deal",
    "hand_unit",
    "spinner",
    "multiple",
    "multi_double",
    "fish",
    "strict_66",
    "hundred_loses",
    "min_bid",
)
_VALUES = ("none", "first", "all", "one", "multiple", "any")


def houses(files):
    """The house games: what games.json holds; {} where it cannot be read."""
    try:
        with files.open("games.json") as file:
            found = json.loads(file.read())
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def names(files):
    """All games in order whose names the screen can show."""
    found = [name for name in houses(files) if name not in games.GAMES and _is_shown(name)]
    return _GAMES + sorted(found)


def hidden(files):
    """How many house games have names that the screen cannot show."""
    return sum(1 for name in houses(files) if not _is_shown(name))


def _is_shown(name):
    return all(32 <= ord(letter) < 127 for letter in name)


def put_game(lines, row, game):
    """The name of a game."""
    if game in _GAMES:
        lines.label(row, ids.GAME + _GAMES.index(game))
    else:
        lines.name(row, ascii_of(game))


def put_option(lines, row, name):
    """The name of an option."""
    if name in _OPTIONS:
        lines.label(row, ids.OPTION + _OPTIONS.index(name))
    else:
        lines.name(row, ascii_of(name))


def put_value(lines, row, value):
    """The value of an option."""
    if isinstance(value, bool):
        lines.value(row, ids.YES if value else ids.NO)
    elif isinstance(value, int):
        lines.number(row, value)
    elif value in _VALUES:
        lines.value(row, ids.VALUE + _VALUES.index(value))
    else:
        lines.word(row, ascii_of(value))


def ascii_of(text):
    """What the screen's font can show of a text, as bytes."""
    return bytes(ord(c) if 32 <= ord(c) < 127 else 63 for c in text[:24])


def option_names(game, files):
    """The names of a game's options; a house game has those of its base."""
    there = houses(files) if game not in games.GAMES else {}
    for _ in range(len(there)):
        if game in there:
            game = there[game]["base"]
    return options.allowed(game)
