"""Statistics since the keeper's reset: all games, each that was played, and the reset."""

from domino.menu import catalogue
from domino.menu.page import Rows
from domino.store import outcome
from domino.store.statistics import MATCHES, Statistics
from domino.words import menu_ids as ids


class Page(Rows):
    """Matches by game; ok on a game shows its highest play and longest run."""

    TITLE = ids.MENU_STATISTICS

    def enter(self):
        """Read them anew: they may have been reset."""
        self.statistics = Statistics(self.menu.app.files)
        self.menu.app.stored[outcome.STATISTICS] = self.statistics.told
        self._names = sorted(self.statistics.games)

    def count(self):
        """All games, each, and the reset."""
        return len(self._names) + 2

    def draw_row(self, lines, row, i):
        """Name and number of matches."""
        if i == 0:
            lines.label(row, ids.STAT_MATCHES)
            lines.number(row, self.statistics.matches())
        elif i == self.count() - 1:
            lines.label(row, ids.STAT_RESET)
        else:
            name = self._names[i - 1]
            catalogue.put_game(lines, row, name)
            lines.number(row, self.statistics.games[name][MATCHES])

    def choose(self, i):
        """More about a game, or the reset."""
        if i == self.count() - 1:
            self.menu.go("statistics_reset")
        elif i:
            self.menu.go("statistics_game", self.statistics.games[self._names[i - 1]])
