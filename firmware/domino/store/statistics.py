"""Statistics of the table since the keeper's reset: matches that were played to their end, the
highest play and the longest run, by game. In two copies (copies.py): `statistics.a`, `.b`.

`{"last": number of the match counted last, "games": {"all-fives": [matches, highest play in half
points, longest run]}, "before": ["all-fives", matches, highest, run]}`: what stood before that
match was counted, as its end can be undone. Imported at the end of a match and by the menu, and
dropped.
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
        before = values.get("before")
        self._before = before if _is_before(before) else None
        games = values.get("games")
        if isinstance(games, dict):
            for name in games:
                if _is_row(games[name]):
                    self.games[name] = games[name][:_SIZE]

    def count(self, match, game, highest, run):
        """A match is over; where it was counted already these figures take the place of those.
        Store it: 0 when that is done."""
        counted = self.last, self.games.get(game)
        if not self.uncount(match) and match == self.last:
            return 0  # before the keeper's reset
        self.last = match
        row = self.games.get(game)
        if row is None:
            if len(self.games) >= _MOST_GAMES:
                return 0
            row = [0, 0, 0]
        self._before = [game] + row
        self.games[game] = [
            min(row[MATCHES] + 1, _MOST_FIGURE),
            max(row[HIGHEST], highest),
            max(row[RUN], run),
        ]
        return 0 if counted == (match, self.games[game]) else self.save()

    def uncount(self, match):
        """The end of a match was taken back: it is counted anew when it is over again. True where
        it had been counted; not stored yet."""
        if match != self.last or self._before is None:
            return False
        game, row = self._before[0], self._before[1:]
        self.last = self._before = None
        if row[MATCHES]:
            self.games[game] = row
        else:
            self.games.pop(game, None)
        return True

    def reset(self):
        """The keeper begins anew."""
        self.games = {}
        self._before = None
        return self.save()

    def save(self):
        """0 when it is stored."""
        values = {"last": self.last, "games": self.games, "before": self._before}
        return self._copies.save(values)

    def matches(self):
        """Of all games."""
        return sum(row[MATCHES] for row in self.games.values())


def _is_before(before):
    if not isinstance(before, list) or len(before) != 1 + _SIZE:
        return False
    return isinstance(before[0], str) and _is_row(before[1:])


def _is_row(row):
    if not isinstance(row, list) or len(row) < _SIZE:
        return False
    return all(type(value) is int and 0 <= value <= _MOST_FIGURE for value in row[:_SIZE])
