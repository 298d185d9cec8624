"""The statistics of one game."""

from domino.menu.page import Rows
from domino.store.statistics import HIGHEST, MATCHES, RUN
from domino.ui.text import put_half
from domino.words import menu_ids as ids

_ROWS = (
    (ids.STAT_MATCHES, MATCHES),
    (ids.STAT_HIGHEST, HIGHEST),
    (ids.STAT_RUN, RUN),
)


class Page(Rows):
    """`figures`: a row of store/statistics.py."""

    TITLE = ids.MENU_STATISTICS

    def __init__(self, menu, figures):
        super().__init__(menu)
        self._figures = figures

    def count(self):
        """Figures."""
        return len(_ROWS)

    def draw_row(self, lines, row, i):
        """Text and figure; a play counts in points."""
        text, place = _ROWS[i]
        lines.label(row, text)
        if place != HIGHEST:
            lines.number(row, self._figures[place])
            return
        out = bytearray(8)
        lines.word(row, out[: put_half(out, 0, self._figures[place])])
