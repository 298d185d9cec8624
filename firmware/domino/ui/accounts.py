"""Screen and strip of games that keep accounts: points remembered until a score is open, and a sum
that is carried to a later round.

Such games count no ends, so the carried sum stands in their place, behind a fish: a blocked round
brought it. Remembered points stand where the score is not open yet, as "+9"; on the strip they are
a dotted line from the start, where a score is pegs. Rules: RULES.md, "Shown to players"; a game
chooses by SHEET.
"""

from micropython import const

from domino.ui import font
from domino.ui.screen import Screen
from domino.ui.strip import Strip
from domino.ui.text import PLUS, put_half

NONE = const(255)


class AccountScreen(Screen):
    """A view has `remembered` (half points by side) and `carried` (half points) too."""

    def _split_score(self, view, side):
        remembered = 0 if view.scores[side] else view.remembered[side]
        self._split(view.scores[side] + remembered)
        if remembered:
            self._put_plus()

    def _put_plus(self):
        """A plus in front of the first sign."""
        glyphs = self._glyphs
        at = 0
        while at < 3 and glyphs[at + 1] == NONE:
            at += 1
        glyphs[at] = font.PLUS

    def _put_ends(self, view, at):
        if view.carried:
            self._cells[at] = font.FISH
            self._split(view.carried)
            self._put_plus()
            self._put_large(at + 2)

    def _put_middle(self, view, at):
        if view.carried and not self._above:
            cells = self._cells
            # Drawn fields take what room they need: the end of the row is free.
            at = self.words.place(at + 7 if self.words.is_drawn else at, 7)
            cells[at] = font.FISH
            cells[at + 1] = PLUS
            put_half(cells, at + 2, view.carried)


class AccountStrip(Strip):
    """Remembered points: every second LED up to theirs, dim."""

    def __init__(self, *parts):
        super().__init__(*parts)
        self._dotted = bytearray(4)  # the last LED of each side's dots; a track has 255 at most

    def update(self, view):
        """As every strip; dots need no effect."""
        super().update(view)
        for side in range(self._sides):
            led = min(self._led(view.remembered[side]), 255)
            if self._dotted[side] != led:
                self._dotted[side] = led
                self._drawn = -1

    def _draw(self, effect, elapsed_ms):
        super()._draw(effect, elapsed_ms)
        if self._rests:
            return
        for side in range(self._sides):
            for led in range(self._dotted[side], 0, -2):
                self._light(side, led, self._back, 3 * side)
