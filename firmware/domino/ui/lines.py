"""Pages of the menu on the screen: eight rows (drawn_lines.py: five), a title on top, texts by
their ids.

All that a page draws goes through here, by row and by side ("at the start", "at the end"), never
by cell: a language that runs the other way has the same calls. Imported with the menu only.
"""

from micropython import const

from domino.ui import font
from domino.ui.notice import Notice
from domino.ui.text import BLANK, put_bytes, put_number

_CELLS = const(21)
_INSET = const(1)  # the cursor's cell
CUT = b".."  # more stood there


class Lines:
    """`screen`: ui/screen.py; `table`: texts of the menu. `operands` are what texts name."""

    rows = 8
    ASKED = 2  # the first row of a question,
    ANSWERS = 5  # and of its answers

    def __init__(self, screen, table):
        self._screen = screen
        self.table = table
        self.operands = Notice(0)
        self._scratch = bytearray(_CELLS + 12)

    def clear(self):
        """Begin a picture."""
        self._screen.clear()
        self._screen._asks = True  # no rule between the rows
        self.operands.clear()

    def show(self):
        """The picture is complete; it is drawn in the next steps."""
        self._screen._dirty = 0xFF

    def title(self, key):
        """The first row."""
        self._text(0, 0, key)

    def label(self, row, key):
        """A text at the start of a row, behind the cursor."""
        self._text(row, _INSET, key)

    def name(self, row, text):
        """The same with bytes that are in no table, or a name (str): a house game, a player."""
        text = self._ordered(text)
        if len(text) > _CELLS - _INSET:
            text = text[: _CELLS - _INSET - 2] + CUT
        put_bytes(self._screen._cells, row * _CELLS + _INSET, text)

    def value(self, row, key):
        """A text at the end of a row."""
        message = self._spell(key)
        self._at_end(row, message.letters, message.length)

    def number(self, row, value):
        """A number at the end of a row."""
        self._at_end(row, self._scratch, put_number(self._scratch, 0, value))

    def word(self, row, text):
        """The same with bytes that are in no table, or a name."""
        text = self._ordered(text)
        self._at_end(row, text, min(len(text), _CELLS - 4))

    def subject(self, text):
        """A name that a question is about."""
        self.name(4, text)

    def more(self, is_above, is_below):
        """Signs at the end of the title: there are rows above, or below."""
        if is_above:
            self._screen._cells[_CELLS - 2] = font.UP
        if is_below:
            self._screen._cells[_CELLS - 1] = font.DOWN

    def cursor(self, row, is_changing=False):
        """Mark the row; `is_changing`: its value is what left and right change."""
        cells = self._screen._cells
        at = row * _CELLS
        if not is_changing:
            cells[at] = font.RIGHT
            return
        # The value moves a cell inwards, between two arrows.
        begin = at + _CELLS - 1
        while begin > at + 2 and not (cells[begin - 1] == BLANK and cells[begin - 2] == BLANK):
            begin -= 1
        for i in range(begin - 1, at + _CELLS - 1):
            cells[i] = cells[i + 1]
        cells[begin - 2] = font.LEFT
        cells[at + _CELLS - 1] = font.RIGHT

    def message(self, row, rows, key):
        """A longer text over several rows."""
        self._spell(key).wrap(self._screen._cells, row * _CELLS, _CELLS, rows)

    def _ordered(self, text):
        """Names are str: as the screen has them."""
        if isinstance(text, str):
            from domino.ui.names import ordered

            text = ordered(text, self._screen.words)
        return text

    def _spell(self, key):
        message = self._screen._message
        message.spell(self.table, key, self.operands)
        return message

    def _text(self, row, at, key):
        message = self._spell(key)
        cells = self._screen._cells
        for i in range(min(message.length, _CELLS - at)):
            cells[row * _CELLS + at + i] = message.letters[i]

    def _at_end(self, row, letters, length):
        """Two blanks keep it apart from what stands before it, which is cut where it has to be."""
        cells = self._screen._cells
        length = min(length, _CELLS - 2)
        at = (row + 1) * _CELLS - length
        is_cut = False
        for i in range(at - 2, (row + 1) * _CELLS):
            if cells[i] != BLANK:
                is_cut = True
        if is_cut and length < _CELLS - 6:
            put_bytes(cells, at - 4, CUT)
        cells[at - 1] = cells[at - 2] = BLANK
        for i in range(length):
            cells[at + i] = letters[i]
