"""Somebody else plays for a seat from now on: a note in the journal. The seat keeps its points."""

from domino.menu.page import Rows
from domino.rules import codes
from domino.table import events
from domino.words import menu_ids as ids


class Page(Rows):
    """A row a seat."""

    TITLE = ids.MENU_SEAT

    def count(self):
        """Seats of the match."""
        return self.menu.app.match.players

    def draw_row(self, lines, row, i):
        """Its number, and its side's points."""
        match = self.menu.app.match
        lines.operands.seat = i
        lines.label(row, ids.SEAT)
        lines.operands.amount = match.scores[i % match.sides]
        lines.value(row, ids.POINTS)

    def choose(self, i):
        """Note it."""
        self.menu.app.record(events.HANDED, i, codes.NONE, 0)
        self.menu.close()
