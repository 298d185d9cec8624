"""Pages of the menu in a language whose letters are drawn (drawn.py). Imported with the menu, for
such a language only: the same calls as Lines (lines.py), from the other side where it runs left.
"""

from micropython import const

from domino.ui import font
from domino.ui.lines import Lines
from domino.ui.text import put_number

_CELLS = const(21)
_CELL_WIDTH = const(6)
_WIDTH = const(126)


class DrawnLines(Lines):
    """`screen.words` is a Drawn."""

    def title(self, key):
        """The first row."""
        self._at_start(0, 0, self._spell(key))

    def label(self, row, key):
        """A text at the start of a row, behind the cursor."""
        self._at_start(row, 1, self._spell(key))

    def name(self, row, text):
        """Bytes that are in no table."""
        words = self._screen.words
        words.go(row, _CELL_WIDTH)
        words.put_name(row, text, 0, len(text))

    def number(self, row, value):
        """A number at the end of a row."""
        self.word(row, self._scratch[: put_number(self._scratch, 0, value)])

    def word(self, row, text):
        """Bytes that are in no table, at the end of a row."""
        words = self._screen.words
        words.go(row, _WIDTH - words.width(text, 0, len(text)))
        words.put_name(row, text, 0, len(text))

    def value(self, row, key):
        """A text at the end of a row."""
        words, message = self._screen.words, self._spell(key)
        words.go(row, _WIDTH - words.width(message.letters, 0, message.length))
        words.put(row, message.letters, 0, message.length)

    def cursor(self, row, is_changing=False):
        """Mark the row; `is_changing`: its value moves a cell inwards, between two arrows."""
        inwards, outwards = font.LEFT, font.RIGHT
        if self._screen.words.is_mirrored:
            inwards, outwards = outwards, inwards
        if not is_changing:
            self._arrow(row, 0, outwards)
            return
        begin = self._screen.words.move_last(row, -_CELL_WIDTH)
        self._arrow(row, begin // _CELL_WIDTH - 1, inwards)
        self._arrow(row, _CELLS - 1, outwards)

    def message(self, row, rows, key):
        """A longer text over several rows."""
        self._screen.words.rows(self._spell(key), row, rows)

    def _arrow(self, row, at, code):
        self._screen._cells[self._screen.words.place(row * _CELLS + at, 1)] = code

    def _at_start(self, row, inset, message):
        words = self._screen.words
        words.go(row, inset * _CELL_WIDTH)
        words.put(row, message.letters, 0, message.length)
