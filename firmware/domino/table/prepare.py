"""The match that settings.json asks for: its game, from games.json where it is not built in, its
options, players and teams.

Needed at a match's start only; whoever imports it drops it again, with the names of the rules'
parameters (app.py), which together would keep 8 KB of the heap.
"""

import json

from micropython import const

from domino.rules import codes, games

_HOUSE_GAMES = "games.json"
_LINE = const(21)  # cells of the screen's last line


def prepare(match, settings, files):
    """Load the game and prepare the match. `files`: see store/journal.py; None for no games.json.

    Return b"", or which file does not allow the match and where, as the screen can show it: in
    ASCII, what stands behind the file within a line. The match is then not to be played.
    """
    fault = _set_up(match, settings, files)
    room = fault.find(" ") + 1 + _LINE
    return bytes(ord(c) if 32 <= ord(c) < 127 else 63 for c in fault[:room])


def _set_up(match, settings, files):
    """Return "", or what is wrong where."""
    fault = load_game(settings.get("game"), match.rules, files)
    if fault:
        return fault
    options = settings.get("options", {})
    for name in options:
        if games.set_option(match.rules, name, options[name]) != codes.OK:
            return "settings.json " + name
    code = match.set_up(settings.get("players", 2), settings.get("teams"))
    if code == codes.OK:
        return ""
    return "settings.json " + ("players" if code == codes.BAD_PLAYERS else "deal")


def load_game(game, rules, files):
    """Load any game's parameters. Return "", or what is wrong where."""
    return "" if games.load(game, rules) == codes.OK else _load_house(game, rules, files)


def _load_house(game, rules, files):
    """Load a game that is not built in. Return "", or what is wrong where."""
    from domino.rules import house

    try:
        with files.open(_HOUSE_GAMES) as file:
            houses = json.loads(file.read())
    except (OSError, AttributeError):  # AttributeError: without files
        return "settings.json {}".format(game)  # no such game, nor a file that might have it
    except (ValueError, MemoryError):
        return _HOUSE_GAMES
    if isinstance(houses, dict) and game not in houses:
        return "settings.json {}".format(game)
    if any(not 32 <= ord(c) < 127 for c in game):
        return "{} {}".format(_HOUSE_GAMES, game)  # the screen has no such letters
    fault = house.load(houses, game, rules)
    return fault and _HOUSE_GAMES + " " + fault


def kind_of(rules):
    """The class of the table for these rules; what few games need is imported for them alone."""
    if rules[games.PLAY] == games.PLAY_TRICKS:
        from domino.table.tricks import Tricks

        return Tricks
    if rules[games.PLAY] == games.PLAY_SHOW:
        from domino.table.show import Show

        return Show
    if rules[games.SEVERAL] or rules[games.CLOSING]:
        from domino.table.doubles import Doubles

        return Doubles
    if rules[games.REDEAL_DOUBLES] or rules[games.REDEAL_SAME]:
        from domino.table.redealing import Redealing

        return Redealing
    from domino.table.controller import Table

    return Table
