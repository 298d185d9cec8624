"""Texts of a language whose letters are drawn: any width, 12 lines high, joined, in either
direction. Imported only for such a language.

It does what Cells (text.py) does for letters in cells, and is handed the same places: a cell
counts from the left in a script that runs right, from the right in one that runs left, so that a
row reads in the order of the language. Texts stand in five lines of 12 pixels, which begin at any
line of the screen and may lie in two of its pages. In play the status is the fourth and the
message the fifth; a message that is longer than a line takes both. Numbers and names in Latin
letters are signs of the cells, 6 pixels wide. Nothing is allocated after set-up.

The form of a letter has a code from 128 up (host_tools/languages/drawn.py).
"""

from micropython import const

from domino.ui import font
from domino.ui.text import BLANK, JOIN, STILL, find, order_words, put_number, turn

_CELLS = const(21)
_CELL_WIDTH = const(6)
_WIDTH = const(126)
_FIRST = const(128)
_SPACE = const(3)  # pixels
_UNKNOWN = const(63)  # the question mark
_BREAKS = bytes((BLANK, JOIN))  # where a line may end
_ALERT_WIDTH = const(90)  # left of the map

HEIGHT = const(12)
LINES = const(5)
_PITCH = const(13)  # a line begins in its share of the screen
_ROOM = const(72)  # bytes of a line: places and codes
_PLACE = const(1)  # the next byte is where to go on, in pixels from where the line begins
SIGNS = const(16)  # codes of the cells' signs from font.RIGHT on: theirs are letters here
_ARROWS = const(112)  # font.RIGHT - SIGNS

# Where lines of the screen in play begin, in pixels.
_ABOVE = const(2)  # a short notice
_ALERTS = const(16)
_LABELS = const(18)  # beside large digits
_QUESTION = const(30)
_STATUS = const(40)
_MESSAGE = const(52)


class Drawn:
    """`table`: texts; `letters`: the module words/<language>_font.py."""

    is_drawn = True
    ALERTS = 2  # lines beside the map

    def __init__(self, table, letters):
        self.table = table
        self.letters = letters
        self.is_mirrored = letters.IS_RTL
        self._starts = letters.STARTS
        self._columns = letters.COLUMNS
        self._end = _FIRST + len(letters.STARTS) // 2 - 1  # codes from here on are no letters
        self._lines = bytearray(LINES * _ROOM)
        self._used = bytearray(LINES)
        self._tops = bytearray(LINES)

    # -- composing, as Cells does -------------------------------------------------------------
    def clear(self):
        """Nothing is written."""
        for line in range(LINES):
            self._used[line] = 0

    def word(self, cells, at, key):
        """A label whose left edge is at a cell, whatever the direction; the cell after it."""
        x = at % _CELLS * _CELL_WIDTH
        entry = find(self.table, key)
        if entry < 0:
            return at
        width = self.width(self.table, entry + 2, entry + 2 + self.table[entry + 1])
        line = self.line(_QUESTION if at >= 4 * _CELLS else _LABELS)
        self.go(line, _WIDTH - x - width if self.is_mirrored else x)
        self._put_entry(line, entry)
        return at + (width + _CELL_WIDTH - 1) // _CELL_WIDTH

    def field(self, cells, at, key, value):
        """A label and its number, in reading order, after what stands in the status."""
        line = self.line(_STATUS)
        for _ in range(3 if self._used[line] else 0):
            self._put(line, BLANK)
        self._put_entry(line, find(self.table, key))
        self._put(line, BLANK)
        self._put_number(line, value)

    def alert(self, cells, row, name, key):
        """The name of a slot and what is wrong there, left of the map."""
        line = self._alert_line(row)
        self.put_name(line, name, 0, len(name))
        self._put(line, BLANK)
        self._put_entry(line, find(self.table, key))

    def more(self, cells, row, count, key):
        """How many alerts find no room."""
        line = self._alert_line(row)
        self._put_number(line, count)
        self._put(line, BLANK)
        self._put_entry(line, find(self.table, key))

    def place(self, at, width):
        """The first of `width` cells that stand at a place in reading order."""
        return at - 2 * (at % _CELLS) + _CELLS - width if self.is_mirrored else at

    def message(self, message, cells, row):
        """A spelled message: in play the last thing of the screen, in row 0 a notice."""
        self._lift(cells, 4, _QUESTION)
        self._lift(cells, 5, _STATUS)
        if self._fit(message.letters, 0, message.length) == message.length:
            self.rows(message, self.line(_MESSAGE if row else _ABOVE), 1)
            return
        first = self.line(_STATUS)
        self.empty(first)
        self.line(_MESSAGE)
        self.rows(message, first, 2)

    # -- for pages of the menu (drawn_lines.py) too -------------------------------------------
    def line(self, top):
        """The line that begins at this line of the screen; no two of one share are needed."""
        line = top // _PITCH
        self._tops[line] = top
        return line

    def rows(self, message, line, lines):
        """A spelled message in up to so many lines, broken at spaces."""
        letters, length = message.letters, message.length
        begin = 0
        while lines and begin < length:
            end = self._fit(letters, begin, length)
            self.go(line, 0)
            self._order(letters, begin, end)
            self.put(line, letters, begin, end)
            begin = end + 1 if end < length and letters[end] in _BREAKS else end
            line += 1
            lines -= 1

    def empty(self, line):
        """Nothing is written in this line."""
        self._used[line] = 0

    def go(self, line, x):
        """Go on here: pixels from where the line begins."""
        if self._used[line] + 2 <= _ROOM:
            self._put(line, _PLACE)
            self._put(line, min(max(x, 0), _WIDTH))

    def put(self, line, letters, begin, end):
        """Letters in drawing order."""
        for i in range(begin, end):
            self._put(line, letters[i])

    def put_name(self, line, letters, begin, end):
        """Signs that run right: a name or a number."""
        used = self._used[line]
        self.put(line, letters, begin, end)
        self._turn(line, used)

    def width(self, letters, begin, end):
        """In pixels."""
        width = 0
        for i in range(begin, end):
            width += self._width_of(letters[i])
        return width

    def move_last(self, line, x):
        """Move what was put last by `x` pixels; return where it begins then."""
        at = line * _ROOM
        end = at + self._used[line]
        found = at
        while at < end:
            if self._lines[at] == _PLACE:
                at += 1
                found = at
            at += 1
        self._lines[found] = max(self._lines[found] + x, 0)
        return self._lines[found]

    # -- drawing ------------------------------------------------------------------------------
    def draw(self, row, data):
        """The lines in a page of the screen, over its cells; `data`: 128 columns after a byte."""
        for line in range(LINES):
            down = self._tops[line] - 8 * row  # from the first line of the page
            if self._used[line] and -HEIGHT < down < 8:
                self._draw_line(line * _ROOM, line * _ROOM + self._used[line], data, down)

    def _draw_line(self, at, end, data, down):
        x = 0
        while at < end:
            code = self._lines[at]
            if code == _PLACE:
                at += 1
                x = self._lines[at]
            else:
                width = self._width_of(code)
                left = 1 + (_WIDTH - x - width if self.is_mirrored else x)
                if left >= 1 and left + width <= _WIDTH + 3:
                    self._draw(code, width, data, left, down)
                    x += width
            at += 1

    def _draw(self, code, width, data, at, down):
        """A letter whose first line is `down` lines below the page's, or above it."""
        if code >= _FIRST:
            columns = self._columns
            k = 2 * self._start(code)
            for i in range(k, k + 2 * width, 2):
                data[at] |= _cut(columns[i] | columns[i + 1] << 8, down)
                at += 1
        elif width == _CELL_WIDTH:
            pictures = font.CELLS
            k = (code + (_ARROWS if code < BLANK else 0) - font.FIRST) * _CELL_WIDTH
            for i in range(k, k + _CELL_WIDTH):
                data[at] |= _cut(pictures[i] << 1, down)
                at += 1

    # -- inside -------------------------------------------------------------------------------
    def _alert_line(self, row):
        line = self.line(_ALERTS + HEIGHT * (row - 2))
        self.go(line, _WIDTH - _ALERT_WIDTH if self.is_mirrored else 0)
        return line

    def _lift(self, cells, row, top):
        """Put what stands in the cells of a row into a line."""
        line = -1
        at = row * _CELLS
        while at < (row + 1) * _CELLS:
            end = at
            while end < (row + 1) * _CELLS and cells[end] != BLANK:
                if cells[end] >= _FIRST:
                    cells[end] -= _ARROWS
                end += 1
            if end > at:
                line = self.line(top)
                x = _CELL_WIDTH * (at - row * _CELLS)
                width = _CELL_WIDTH * (end - at)
                self.go(line, _WIDTH - x - width if self.is_mirrored else x)
                self.put_name(line, cells, at, end)
                for i in range(at, end):
                    cells[i] = BLANK
            at = end + 1

    def _start(self, code):
        k = 2 * (code - _FIRST)
        return self._starts[k] | self._starts[k + 1] << 8

    def _width_of(self, code):
        if _FIRST <= code < self._end:
            return self._start(code + 1) - self._start(code)
        return _SPACE if code == BLANK or code == STILL or code == JOIN else _CELL_WIDTH

    def _fit(self, letters, begin, end):
        """Where a line that begins here ends: at a space, or where there is no room."""
        width = 0
        last = begin  # the last space
        for i in range(begin, end):
            width += self._width_of(letters[i])
            if width > _WIDTH:
                return last if last > begin else i
            if letters[i] in _BREAKS:
                last = i
        return end

    def _order(self, letters, begin, end):
        """Words that run right, each as a run with its neighbours on this line."""
        for i in range(begin, end):
            if letters[i] == BLANK:
                order_words(letters, begin, i)
                begin = i + 1
        order_words(letters, begin, end)

    def _put_entry(self, line, entry):
        if entry >= 0:
            for i in range(entry + 2, entry + 2 + self.table[entry + 1]):
                self._put(line, self.table[i])

    def _put_number(self, line, value):
        used = self._used[line]
        if used <= _ROOM - 6:
            self._used[line] = put_number(self._lines, line * _ROOM + used, value) - line * _ROOM
            self._turn(line, used)

    def _turn(self, line, begin):
        """Numbers and names run right; drawn going left their last sign comes first."""
        if self.is_mirrored:
            turn(self._lines, line * _ROOM + begin, line * _ROOM + self._used[line])

    def _put(self, line, code):
        used = self._used[line]
        if used < _ROOM:
            self._lines[line * _ROOM + used] = code if code < self._end else _UNKNOWN
            self._used[line] = used + 1


def _cut(column, down):
    """The eight lines of a 12-line column that a page shows."""
    return column << down & 0xFF if down > 0 else column >> -down & 0xFF
