"""The screen of games that score by fives: scores are tallied too, as players do on paper.

A stroke is five points. Fifty is a large X with a small x in each of its four spaces: two strokes
make the large one, two each of the small ones, above first, then clockwise (RULES.md, "Shown to
players"). The large X is higher than wide, so that no small one touches it. The tally of a side
stands below its score, five fifties at most; ends and target are in the status. With three or four
sides there is room for the numbers alone.
"""

from micropython import const

from domino.ui.screen import Screen

_TOP = const(16)  # lines of the screen
_PITCH = const(13)
_FIFTIES = const(5)
_HALF_WIDTH = const(65)  # the second side's half begins here
_STROKE = const(10)  # half points
_STROKES = const(10)  # of a fifty

# Where a stroke down to the right is, line by line.
_LARGE = b"\x00\x01\x01\x02\x03\x04\x04\x05\x06\x06\x07\x08\x09\x09\x0a"
_SMALL = b"\x00\x01\x02"
# The small x's: above, right, below, left; left edge and top.
_PLACES = b"\x04\x00\x08\x06\x04\x0c\x00\x06"


class TallyScreen(Screen):
    """Two sides: rows 2 and 3 hold their tallies."""

    def __init__(self, *parts):
        super().__init__(*parts)
        self._strokes = bytearray(2)
        self._tallies = False

    def _put_lower(self, view):
        if self._sides != 2:
            super()._put_lower(view)
            return
        self._tallies = True
        for side in range(2):
            strokes = max(view.scores[side], 0) // _STROKE
            self._strokes[side] = min(strokes, _FIFTIES * _STROKES)

    def clear(self):
        """An empty picture."""
        super().clear()
        self._tallies = False

    def _draw_pictures(self, fb, row):
        super()._draw_pictures(fb, row)
        if self._tallies and 2 <= row <= 3:
            for side in range(2):
                self._draw_tally(fb, side * _HALF_WIDTH, _TOP - 8 * row, self._strokes[side])

    def _draw_tally(self, fb, x, y, strokes):
        while strokes:
            for stroke in range(min(strokes, _STROKES)):
                if stroke < 2:
                    _draw_stroke(fb, x, y, _LARGE, stroke)
                else:
                    at = stroke - 2 & ~1
                    _draw_stroke(fb, x + _PLACES[at], y + _PLACES[at + 1], _SMALL, stroke & 1)
            strokes -= min(strokes, _STROKES)
            x += _PITCH


def _draw_stroke(fb, x, y, columns, is_second):
    """Down to the right, or the other way."""
    last = len(columns) - 1
    for line in range(last + 1):
        fb.pixel(x + columns[last - line if is_second else line], y + line, 1)
