"""The keeper's correction: `undo` held for three seconds opens it. Left and right choose a side,
ok, then they change its score by the least that the game's points differ, ok confirms.

What is confirmed is an action of the match: recorded as such, and `undo` in play takes it back.
"""

from domino.menu.page import Rows
from domino.rules import codes, games
from domino.table import keeping
from domino.ui.text import put_half
from domino.words import menu_ids as ids


class Page(Rows):
    """A row a side."""

    TITLE = ids.MENU_CORRECTION

    def __init__(self, menu):
        super().__init__(menu)
        self._match = menu.app.match
        self._scores = [self._match.scores[side] for side in range(self._match.sides)]
        self._least = least(self._match.rules)

    def count(self):
        """Sides."""
        return self._match.sides

    def draw_row(self, lines, row, i):
        """Its players and its score."""
        lines.operands.winners = 1 << i
        lines.label(row, ids.SIDE)
        out = bytearray(8)
        lines.word(row, out[: put_half(out, 0, self._scores[i])])

    def choose(self, i):
        """Change its score."""
        self.change_it()

    def get(self, i):
        """Its score, half points."""
        return self._scores[i]

    def set(self, i, value):
        """As it was."""
        self._scores[i] = value

    def change(self, i, by):
        """More or less of it; no score is below 0, none needs more than three digits."""
        self._scores[i] = min(max(self._scores[i] + by * self._least, 0), 1998)

    def kept(self, i):
        """Confirmed: the match goes on with it, or is over."""
        if self._scores[i] == self._match.scores[i]:
            return
        if keeping.correct(self.menu.app.table, i, self._scores[i]) == codes.OK:
            self.menu.close()
        else:
            self.menu.refuse()
            self._scores[i] = self._match.scores[i]


def least(rules):
    """The least by which scores of a game can differ, in half points."""
    settled = 2 * (rules[games.ROUND_TO] or rules[games.MULTIPLE])
    found = max(settled // (rules[games.HAND_UNIT] or rules[games.MULTIPLE]), 1)
    if rules[games.SCORING] == games.SCORE_MULTIPLE:
        played = 2 * rules[games.MULTIPLE] // rules[games.UNIT]
        while played:
            found, played = played, found % played
    return found
