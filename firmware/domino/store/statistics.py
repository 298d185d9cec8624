"""Statistics of the table since the keeper's reset: matches that were played to their end, the
highest play and the longest run, by game. In two copies (copies.py): `statistics.a`, `.b`.

`{"last": number of the match counted last, "games": {"all-fives": [matches, highest play in half
points, longest run]}}`. Imported at the end of a match and by the menu, and dropped.
"""

from micropython import const

from domino.store.copies import Copies

NAME = "statistics"
VERSION = const(1)
MATCHES = const(0)
HIGHEST = const(1)
RUN = const(2)
_MOST_GAMES = const(40)
_SIZE = const(3)
_MOST_FIGURE = const(999_999)  # what the screen has room for


class Statistics:
    """`games`: name -> [matches, highest, run]."""

    def __init__(self, files):
        self._copies = Copies(files, NAME, VERSION)
        values = self._copies.load()
        self.outcome = self._copies.outcome
        self.told = self._copies.told()
        self.last = values.get("last")
        self.games = {}
        games = values.get("games")
        if isinstance(games, dict):
            for name in games:
                if _is_row(games[name]):
                    self.games[name] = games[name][:_SIZE]

    def count(self, match, game, highest, run):
        """A match is over; nothing where it was counted already. Store it: 0 when that is done."""
        if match == self.last:
            return 0
        self.last = match
        row = self.games.get(game)
        if row is None:
            if len(self.games) >= _MOST_GAMES:
                return 0
            row = self.games[game] = [0, 0, 0]
        row[MATCHES] = min(row[MATCHES] + 1, _MOST_FIGURE)
        row[HIGHEST] = max(row[HIGHEST], highest)
        row[RUN] = max(row[RUN], run)
        return self.save()

    def reset(self):
        """The keeper begins anew."""
        self.games = {}
        return self.save()

    def save(self):
        """0 when it is stored."""
        return self._copies.save({"last": self.last, "games": self.games})

    def matches(self):
        """Of all games."""
        return sum(row[MATCHES] for row in self.games.values())


def _is_row(row):
    if not isinstance(row, list) or len(row) < _SIZE:
        return False
    return all(type(value) is int and 0 <= value <= _MOST_FIGURE for value in row[:_SIZE])
