"""Pages of the menu in a language whose letters are drawn (drawn.py). Imported with the menu, for
such a language only: the same calls as Lines (lines.py), from the other side where it runs left.
Five lines, each of 12 pixels with one between two.
"""

from micropython import const

from domino.ui import font
from domino.ui.drawn import LINES, SIGNS
from domino.ui.lines import CUT, Lines
from domino.ui.text import put_number

_CELLS = const(21)
_CELL_WIDTH = const(6)
_WIDTH = const(126)
_PITCH = const(13)


class DrawnLines(Lines):
    """`screen.words` is a Drawn."""

    rows = LINES
    ASKED = 1
    ANSWERS = 3

    def __init__(self, screen, table):
        super().__init__(screen, table)
        self._row = -1  # where a text was put last that may have to be cut,
        self._text = b""  # the text,
        self._put = None  # and how it is put

    def clear(self):
        """Begin a picture."""
        super().clear()
        for row in range(LINES):
            self._screen.words.line(_PITCH * row)

    def title(self, key):
        """The first row."""
        self._at_start(0, 0, self._spell(key))

    def label(self, row, key):
        """A text at the start of a row, behind the cursor."""
        self._at_start(row, 1, self._spell(key))

    def name(self, row, text):
        """Bytes that are in no table, or a name."""
        words = self._screen.words
        put = words.put if isinstance(text, str) else words.put_name
        text = self._ordered(text)
        text = self._cut(text, _WIDTH - _CELL_WIDTH)
        words.go(row, _CELL_WIDTH)
        put(row, text, 0, len(text))
        self._row, self._text, self._put = row, text, put

    def number(self, row, value):
        """A number at the end of a row."""
        self.word(row, self._scratch[: put_number(self._scratch, 0, value)])

    def word(self, row, text):
        """Bytes that are in no table, or a name, at the end of a row."""
        words = self._screen.words
        put = words.put if isinstance(text, str) else words.put_name
        text = self._ordered(text)
        length = min(len(text), _CELLS - 4)
        self._end(row, words.width(text, 0, length))
        put(row, text, 0, length)

    def value(self, row, key):
        """A text at the end of a row."""
        words, message = self._screen.words, self._spell(key)
        self._end(row, words.width(message.letters, 0, message.length))
        words.put(row, message.letters, 0, message.length)

    def subject(self, text):
        """A name that a question is about: the lines between title and answers are taken."""
        self.word(0, text)

    def more(self, is_above, is_below):
        """Signs at the end of the title: there are rows above, or below."""
        for place, code, is_there in ((2, font.UP, is_above), (1, font.DOWN, is_below)):
            if is_there:
                self._sign(0, _WIDTH - place * _CELL_WIDTH, code)

    def cursor(self, row, is_changing=False):
        """Mark the row; `is_changing`: its value moves a cell inwards, between two arrows."""
        inwards, outwards = font.LEFT, font.RIGHT
        if self._screen.words.is_mirrored:
            inwards, outwards = outwards, inwards
        if not is_changing:
            self._sign(row, 0, outwards)
            return
        begin = self._screen.words.move_last(row, -_CELL_WIDTH)
        self._sign(row, begin - _CELL_WIDTH, inwards)
        self._sign(row, _WIDTH - _CELL_WIDTH, outwards)

    def message(self, row, rows, key):
        """A longer text over several rows."""
        self._screen.words.rows(self._spell(key), row, rows)

    def _sign(self, row, x, code):
        words = self._screen.words
        words.go(row, x)
        self._scratch[0] = code - font.RIGHT + SIGNS
        words.put(row, self._scratch, 0, 1)

    def _at_start(self, row, inset, message):
        words = self._screen.words
        words.go(row, inset * _CELL_WIDTH)
        words.put(row, message.letters, 0, message.length)
        text = bytes(message.letters[: message.length])
        self._row, self._text, self._put = row, text, words.put

    def _end(self, row, width):
        """Go where something of this width ends the row; cut what stands before it to its room."""
        words = self._screen.words
        text = self._text
        cut = self._cut(text, _WIDTH - 3 * _CELL_WIDTH - width)
        if row == self._row and cut != text:
            words.empty(row)
            words.go(row, _CELL_WIDTH if row else 0)
            self._put(row, cut, 0, len(cut))
        self._row = -1
        words.go(row, _WIDTH - width)

    def _cut(self, text, room):
        """A text as far as it fits, with a sign where it is cut."""
        words, length = self._screen.words, len(text)
        if words.width(text, 0, length) <= room:
            return text
        room -= words.width(CUT, 0, len(CUT))
        while length and words.width(text, 0, length) > room:
            length -= 1
        return bytes(text[:length]) + CUT
