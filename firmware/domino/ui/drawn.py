"""Texts of a language whose letters are drawn: any width, 12 lines high, joined, in either
direction. Imported only for such a language.

It does what Cells (text.py) does for letters in cells, and is handed the same places: a cell
counts from the left in a script that runs right, from the right in one that runs left, so that a
row reads in the order of the language. A message that fits one line takes both its rows, 16 lines
of pixels; a longer one is broken into two rows of 8. For a row of 8 a letter has a second drawing,
squeezed so that its dots are left. Numbers and names are signs of the cells, 6 pixels wide.
Nothing is allocated after set-up.

The form of a letter has a code from 128 up (host_tools/languages/drawn.py).
"""

from micropython import const

from domino.ui import font
from domino.ui.text import BLANK, UNKNOWN, find, put_number, turn

_ROWS = const(8)
_CELLS = const(21)
_CELL_WIDTH = const(6)
_WIDTH = const(126)
_FIRST = const(128)
_SPACE = const(3)  # pixels
_ROOM = const(60)  # bytes of a row: places and codes
_PLACE = const(1)  # the next byte is where to go on, in pixels from where the row begins
_ALERT_WIDTH = const(90)  # left of the map
_NONE = const(255)


class Drawn:
    """`table`: texts; `letters`: the module words/<language>_font.py."""

    is_drawn = True

    def __init__(self, table, letters):
        self.table = table
        self.is_mirrored = letters.IS_RTL
        self._starts = letters.STARTS
        self._columns = letters.COLUMNS
        self._small = letters.SMALL
        self._last = _FIRST + len(letters.STARTS) // 2 - 2  # the last letter's code
        self._rows = bytearray(_ROWS * _ROOM)
        self._used = bytearray(_ROWS)
        self._number = bytearray(10)
        self._tall = _NONE  # the upper row of a message that fits one line

    # -- composing, as Cells does -------------------------------------------------------------
    def clear(self):
        """Nothing is written."""
        for row in range(_ROWS):
            self._used[row] = 0
        self._tall = _NONE

    def word(self, cells, at, key):
        """A label whose left edge is at a cell, whatever the direction; the cell after it."""
        x = at % _CELLS * _CELL_WIDTH
        entry = find(self.table, key)
        if entry < 0:
            return at
        width = self.width(self.table, entry + 2, entry + 2 + self.table[entry + 1])
        self.go(at // _CELLS, _WIDTH - x - width if self.is_mirrored else x)
        self._put_entry(at // _CELLS, entry)
        return at + (width + _CELL_WIDTH - 1) // _CELL_WIDTH

    def field(self, cells, at, key, value):
        """A label and its number, in reading order, after what stands in the row."""
        row = at // _CELLS
        for _ in range(3 if self._used[row] else 0):
            self._put(row, BLANK)
        self._put_entry(row, find(self.table, key))
        self._put(row, BLANK)
        self._put_number(row, value)

    def alert(self, cells, row, name, key):
        """The name of a slot and what is wrong there, left of the map."""
        self.go(row, _WIDTH - _ALERT_WIDTH if self.is_mirrored else 0)
        self.put_name(row, name, 0, len(name))
        self._put(row, BLANK)
        self._put_entry(row, find(self.table, key))

    def more(self, cells, row, count, key):
        """How many alerts find no room."""
        self.go(row, _WIDTH - _ALERT_WIDTH if self.is_mirrored else 0)
        self._put_number(row, count)
        self._put(row, BLANK)
        self._put_entry(row, find(self.table, key))

    def place(self, at, width):
        """The first of `width` cells that stand at a place in reading order."""
        return at - 2 * (at % _CELLS) + _CELLS - width if self.is_mirrored else at

    def message(self, message, cells, row):
        """A spelled message in two rows."""
        if self._fit(message.letters, 0, message.length) == message.length:
            self._tall = row
        self.rows(message, row, 2)

    # -- for pages of the menu (drawn_lines.py) too -------------------------------------------
    def rows(self, message, row, rows):
        """A spelled message in up to so many rows, broken at spaces."""
        letters, length = message.letters, message.length
        begin = 0
        while rows and begin < length:
            end = self._fit(letters, begin, length)
            self.go(row, 0)
            self.put(row, letters, begin, end)
            begin = end + 1 if end < length and letters[end] == BLANK else end
            row += 1
            rows -= 1

    def empty(self, row):
        """Nothing is written in this row."""
        self._used[row] = 0

    def go(self, row, x):
        """Go on here: pixels from where the row begins."""
        if self._used[row] + 2 <= _ROOM:
            self._put(row, _PLACE)
            self._put(row, min(max(x, 0), _WIDTH))

    def put(self, row, letters, begin, end):
        """Letters in drawing order."""
        for i in range(begin, end):
            self._put(row, self._known(letters[i]))

    def put_name(self, row, letters, begin, end):
        """Signs that run right: a name or a number."""
        used = self._used[row]
        self.put(row, letters, begin, end)
        self._turn(row, used)

    def width(self, letters, begin, end):
        """In pixels."""
        width = 0
        for i in range(begin, end):
            width += self._width_of(self._known(letters[i]))
        return width

    def move_last(self, row, x):
        """Move what was put last by `x` pixels; return where it begins then."""
        at = row * _ROOM
        end = at + self._used[row]
        found = at
        while at < end:
            if self._rows[at] == _PLACE:
                at += 1
                found = at
            at += 1
        self._rows[found] = max(self._rows[found] + x, 0)
        return self._rows[found]

    # -- drawing ------------------------------------------------------------------------------
    def draw(self, row, data):
        """A row over what its cells show; `data`: 128 columns after the first byte."""
        part = 0
        if self._tall <= row <= self._tall + 1:
            part = 1 + row - self._tall
            row = self._tall
        at = row * _ROOM
        end = at + self._used[row]
        x = 0
        while at < end:
            if self._rows[at] == _PLACE:
                x = self._rows[at + 1]
                at += 1
            else:
                x = self._draw(self._rows[at], x, data, part)
            at += 1

    def _draw(self, code, x, data, part):
        """A letter; `part` 0: in a row of 8, 1 and 2: the upper and lower row of 16 lines. Return
        where the next one is drawn, from where the row begins."""
        width = self._width_of(code)
        at = 1 + (_WIDTH - x - width if self.is_mirrored else x)
        if at < 1 or at + width > _WIDTH + 3:
            return x
        if code >= _FIRST:
            self._draw_letter(self._start(code), width, data, at, part)
        elif code != BLANK:
            pictures = font.CELLS
            k = (code - font.FIRST) * _CELL_WIDTH
            for i in range(_CELL_WIDTH):
                data[at + i] |= _cut(pictures[k + i] << 1, part) if part else pictures[k + i]
        return x + width

    def _draw_letter(self, k, width, data, at, part):
        """The `width` columns of a letter from the one numbered `k` on."""
        columns = self._columns
        for i in range(k, k + width):
            if part:
                data[at] |= _cut(columns[2 * i] | columns[2 * i + 1] << 8, part)
            else:
                data[at] |= self._small[i]
            at += 1

    # -- inside -------------------------------------------------------------------------------
    def _known(self, code):
        """The code of a letter that there is."""
        return code if BLANK <= code <= self._last else UNKNOWN

    def _start(self, code):
        k = 2 * (code - _FIRST)
        return self._starts[k] | self._starts[k + 1] << 8

    def _width_of(self, code):
        if code >= _FIRST:
            return self._start(code + 1) - self._start(code)
        return _SPACE if code == BLANK else _CELL_WIDTH

    def _fit(self, letters, begin, end):
        """Where a line that begins here ends: at a space, or where there is no room."""
        width = 0
        last = begin  # the last space
        for i in range(begin, end):
            width += self._width_of(self._known(letters[i]))
            if width > _WIDTH:
                return last if last > begin else i
            if letters[i] == BLANK:
                last = i
        return end

    def _put_entry(self, row, entry):
        if entry >= 0:
            self.put(row, self.table, entry + 2, entry + 2 + self.table[entry + 1])

    def _put_number(self, row, value):
        used = self._used[row]
        length = put_number(self._number, 0, value)
        if used + length <= _ROOM:
            self.put(row, self._number, 0, length)
            self._turn(row, used)

    def _turn(self, row, begin):
        """Numbers and names run right; drawn going left their last sign comes first."""
        if self.is_mirrored:
            turn(self._rows, row * _ROOM + begin, row * _ROOM + self._used[row])

    def _put(self, row, code):
        used = self._used[row]
        if used < _ROOM:
            self._rows[row * _ROOM + used] = code
            self._used[row] = used + 1


def _cut(column, part):
    """The eight lines of a 12-line column that a row of two shows; a letter of the 16 lines has
    two lines of air above and below."""
    return column << 2 & 0xFF if part == 1 else column >> 6
