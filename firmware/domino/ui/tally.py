"""The screen of games that score by fives: scores are tallied too, as players do on paper.

A stroke is five points. Fifty is a large X with a small x in each of its four spaces: two strokes
make the large one, two each of the small ones, above first, then clockwise (RULES.md, "Shown to
players"). The tally of a side stands below its score, five fifties at most; ends and target are in
the status. With three or four sides there is room for the numbers alone.
"""

from micropython import const

from domino.ui.screen import Screen

_TOP = const(18)  # lines of the screen
_SIZE = const(11)  # pixels of a fifty
_PITCH = const(12)
_FIFTIES = const(5)
_HALF_WIDTH = const(66)  # the second side's half begins here
_STROKE = const(10)  # half points
_STROKES = const(10)  # of a fifty

# The small x's: above, right, below, left; left edge and top of three pixels.
_SMALL = b"\x04\x00\x08\x04\x04\x08\x00\x04"


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
                self._draw_tally(fb, 1 + side * _HALF_WIDTH, _TOP - 8 * row, self._strokes[side])

    def _draw_tally(self, fb, x, y, strokes):
        while strokes:
            for stroke in range(min(strokes, _STROKES)):
                if stroke < 2:
                    _draw_stroke(fb, x, y, _SIZE, stroke)
                else:
                    at = stroke - 2 & ~1
                    _draw_stroke(fb, x + _SMALL[at], y + _SMALL[at + 1], 3, stroke & 1)
            strokes -= min(strokes, _STROKES)
            x += _PITCH


def _draw_stroke(fb, x, y, size, is_second):
    """Down to the right, or the other way."""
    end = x + size - 1
    if is_second:
        fb.line(end, y, x, y + size - 1, 1)
    else:
        fb.line(x, y, end, y + size - 1, 1)
