"""The layout of the screen: 8 rows of 21 cells, composed from integers, drawn a row a step.

Rows 0 and 1 hold the scores, large; 2 and 3 those of the third and fourth side, or the total of
the ends and the target. While something is wrong, rows 2 to 4 list what and where, beside a map of
the slots, and the scores of three or four sides become narrow to make room. Row 4 is the end that
is asked for (else a rule), row 5 whose turn, ends and target, 6 and 7 the
message. Nothing is allocated.
"""

from micropython import const

from domino.ui import font
from domino.ui.text import BLANK, NONE, Message, put_bytes, put_number, put_text, put_tile
from domino.words import ids

_ROWS = const(8)
_CELLS = const(21)
_CELL_WIDTH = const(6)

_SCORES = const(0)
_LOWER = const(2)  # second row of scores, or ends, or alerts
_QUESTION = const(4)
_STATUS = const(5)
_MESSAGE = const(6)

_RIGHT_HALF = const(11)  # cell where the right half begins
_ORDER = b"\x06\x07\x00\x01\x05\x04\x02\x03"  # what players wait for comes first

# The map: right of cell 15, rows 2 to 4.
_MAP_X = const(96)
_MAP_RULE_X = const(94)
_MAP_Y = const(16)
_MAP_WIDTH = const(32)
_MAP_HEIGHT = const(24)
_ALERT_CELLS = const(15)

_NO_PLACE = const(255)
_IDLE_MS = const(1000)


def grid(columns, rows):
    """The places of a grid's slots, from the north-west by rows."""
    return bytes(n for slot in range(columns * rows) for n in (slot % columns, slot // columns))


class Screen:
    """`display`: ui.ssd1306.Display; `names`: slot names (bytes) by reader index, pads included;
    `table`: texts (words.en.TABLE); `places`: column and row of each slot on the map, two bytes a
    slot (bytes; empty: no map), `columns` x `rows` in all.
    """

    def __init__(self, display, names, table, places=b"", columns=1, rows=1):
        self._display = display
        self._names = names
        self._table = table
        self._places = places
        self._pitch = min(_MAP_WIDTH // columns, _MAP_HEIGHT // rows)
        self._message = Message(names)
        self._cells = bytearray(b" " * (_ROWS * _CELLS))
        self._glyphs = bytearray(4)
        self._marked = bytearray(len(names))  # 1 where an alert is
        self._dirty = 0xFF
        self._starts = 0
        self._alerts = 0
        self._asks = False
        self._players = 2
        self._teams = False
        self._sides = 2
        self._target = 0

    def set_up(self, players, teams, target):
        """A match begins: `players` 2 to 4, `target` in points, 0 for none."""
        self._players = players
        self._teams = teams
        self._sides = 2 if teams else players
        self._target = target
        self._message.teams = teams

    def use_texts(self, table):
        """Another language, or another game."""
        self._table = table

    def turn(self, is_turned):
        """Turned: upside down for whoever sits here now."""
        self._display.turn(is_turned)

    def use_names(self, names):
        """Name players: bytes by seat, b"" for who is not known."""
        self._message.players = names

    def update(self, view):
        """Compose everything anew from the integers of a view (table/view.py names the fields)."""
        cells = self._cells
        for i in range(len(cells)):
            cells[i] = BLANK
        self._alerts = view.alerts
        self._put_scores(view)
        self._put_turn(view.turn)
        self._asks = view.message == ids.CHOOSE_PORT
        if view.alerts:
            self._put_alerts(view)
        if self._asks:
            self._put_question(view)
        self._put_status(view)
        self._message.spell(self._table, view.message, view)
        self._message.wrap(cells, _MESSAGE * _CELLS, _CELLS, 2)
        self._dirty = 0xFF

    def step(self, now_ms):
        """Draw one row, and write it if it changed. Returns the ms until there is more to do."""
        display = self._display
        if not display.step(now_ms):
            return _IDLE_MS
        if self._starts != display.starts:
            self._starts = display.starts
            self._dirty = 0xFF
            return 0
        if not self._dirty:
            return 0 if not display.is_on() else _IDLE_MS
        row = self._next_row()
        self._dirty &= ~(1 << row)
        self._draw(row)
        display.show_page(row)
        return 0

    def _next_row(self):
        for i in range(_ROWS):
            if self._dirty >> _ORDER[i] & 1:
                return _ORDER[i]
        return 0

    # Drawing ------------------------------------------------------------------------------

    def _draw(self, row):
        """The cells of a row into the display's canvas."""
        canvas = self._display.canvas
        canvas.fb.fill(0)
        data = canvas.data
        cells = self._cells
        pictures = font.CELLS
        first = font.FIRST
        at = 1
        for i in range(row * _CELLS, (row + 1) * _CELLS):
            code = cells[i]
            if code != BLANK:
                picture = (code - first) * _CELL_WIDTH
                for k in range(_CELL_WIDTH):
                    data[at + k] = pictures[picture + k]
            at += _CELL_WIDTH
        if self._alerts and self._places and _LOWER <= row <= _QUESTION:
            self._draw_map(canvas.fb, row * 8 - _MAP_Y)
        elif row == _QUESTION and not self._asks:
            canvas.fb.hline(0, 4, 6 * _CELLS, 1)

    def _draw_map(self, fb, top):
        """The part of the map in the eight lines from `top`: a dot a slot, a block an alert."""
        pitch = self._pitch
        places = self._places
        fb.vline(_MAP_RULE_X, 0, 8, 1)
        for slot in range(len(places) // 2):
            if places[2 * slot] == _NO_PLACE:
                continue
            x = _MAP_X + places[2 * slot] * pitch
            y = places[2 * slot + 1] * pitch - top
            if self._marked[slot]:
                fb.fill_rect(x, y, pitch, pitch, 1)
            else:
                fb.pixel(x + pitch // 2, y + pitch // 2, 1)

    # Composing ----------------------------------------------------------------------------

    def _put_scores(self, view):
        """The scores, and where there is room the total of the ends and the target."""
        narrow = self._alerts and self._sides > 2
        for side in range(self._sides):
            self._split_score(view, side)
            if narrow:
                at = side * (_CELLS // self._sides)
                self._cells[at] = 49 + side
                # A blank keeps the next side apart, unless one of four sides needs all four signs.
                shift = 5 - self._sides if self._glyphs[0] != NONE else 4 - self._sides
                self._put_tall(at + shift)
                continue
            at = self._quarter(side)
            self._cells[at] = 49 + side
            if self._teams:
                self._cells[at + _CELLS] = 51 + side
            self._put_large(at + 2)
        if self._alerts or self._sides > 3:
            return
        self._put_ends(view, self._quarter(3 if self._sides == 3 else 2))
        if self._sides == 2 and self._target:
            self._put_labelled(self._quarter(3), ids.LABEL_TO, self._target)

    def _quarter(self, k):
        """The first cell of quarter k of rows 0 to 3."""
        return (k >> 1) * _LOWER * _CELLS + (k & 1) * _RIGHT_HALF

    def _split_score(self, view, side):
        self._split(view.scores[side])

    def _put_ends(self, view, at):
        self._put_labelled(at, ids.LABEL_ENDS, view.total)

    def _put_labelled(self, at, label, value):
        put_text(self._cells, at, self._table, label)
        self._split(2 * value)
        self._put_large(at + 2)

    def _put_turn(self, turn):
        """An arrow at the score of the seat that must act."""
        if turn >= self._players:
            return
        if self._alerts and self._sides > 2:
            self._cells[turn * (_CELLS // self._sides) + _CELLS] = font.UP
        elif self._teams:
            self._cells[self._quarter(turn & 1) + (turn >> 1) * _CELLS + 1] = font.RIGHT
        else:
            self._cells[self._quarter(turn) + 1] = font.RIGHT

    def _split(self, half_units):
        """The signs of a score into _glyphs, to the right; NONE where blank."""
        glyphs = self._glyphs
        for i in range(4):
            glyphs[i] = NONE
        left = min(abs(half_units) >> 1, 9999)
        at = 3
        if half_units & 1 and left < 1000:
            glyphs[at] = font.ONE_HALF
            at -= 1
        if left or at == 3:
            while True:
                glyphs[at] = left % 10
                left //= 10
                at -= 1
                if not left:
                    break
        if half_units < 0 and at >= 0:
            glyphs[at] = font.MINUS

    def _put_large(self, at):
        cells = self._cells
        for i in range(4):
            if self._glyphs[i] != NONE:
                code = font.LARGE + 4 * self._glyphs[i]
                left = at + 2 * i
                cells[left] = code
                cells[left + 1] = code + 1
                cells[left + _CELLS] = code + 2
                cells[left + _CELLS + 1] = code + 3

    def _put_tall(self, at):
        cells = self._cells
        for i in range(4):
            if self._glyphs[i] != NONE:
                code = font.TALL + 2 * self._glyphs[i]
                cells[at + i] = code
                cells[at + i + _CELLS] = code + 1

    def _put_alerts(self, view):
        """Slot and kind, one a row; the last row says how many more there are."""
        marked = self._marked
        for i in range(len(marked)):
            marked[i] = 0
        for i in range(view.alerts):
            marked[view.alert_slots[i]] = 1
        rows = 2 if self._asks else 3
        for i in range(min(rows, view.alerts)):
            at = (_LOWER + i) * _CELLS
            if i == rows - 1 and view.alerts > rows:
                at = put_number(self._cells, at, view.alerts - i)
                put_text(self._cells, at + 1, self._table, ids.LABEL_MORE)
            else:
                put_bytes(self._cells, at, self._names[view.alert_slots[i]])
                kind = view.alert_kinds[i]
                key = ids.ALERT_REFUSED if kind >= ids.REFUSED else ids.ALERT + kind
                put_text(self._cells, at + 4, self._table, key)

    def _put_question(self, view):
        """The end that left and right walk through: its tile, and its value or direction."""
        cells = self._cells
        at = _QUESTION * _CELLS
        cells[at] = font.LEFT
        if view.on != NONE:
            put_tile(cells, at + 1, view.on)
            if view.port <= 1:  # the ports of a tile that is no double: its low and its high end
                cells[at + 5] = cells[at + 1 + 2 * view.port]
            else:
                label = ids.LABEL_LINE if view.port <= 3 else ids.LABEL_SIDE
                put_text(cells, at + 5, self._table, label)
        end = put_number(cells, at + 10, view.index + 1)
        if view.of < 10 or not self._alerts:  # else two numbers find no room beside the map
            cells[end] = 47
            put_number(cells, end + 1, view.of)
        cells[at + (_ALERT_CELLS if self._alerts else _CELLS) - 1] = font.RIGHT

    def _put_status(self, view):
        cells = self._cells
        at = _STATUS * _CELLS
        if view.turn != NONE:
            end = put_text(cells, at, self._table, ids.LABEL_TURN)
            put_number(cells, end + 1, view.turn + 1)
        if view.clock_s >= 0:
            self._put_clock(view.clock_s, at + 7)
        else:
            self._put_middle(view, at + 7)
        self._put_right(view, at + 15)

    def _put_clock(self, left_s, at):
        """The time that is left of the turn, as 1:05."""
        cells = self._cells
        at = put_number(cells, at, left_s // 60)
        cells[at] = 58
        cells[at + 1] = 48 + left_s % 60 // 10
        cells[at + 2] = 48 + left_s % 10

    def _put_middle(self, view, at):
        """What the status has between turn and target: seven cells."""
        end = put_text(self._cells, at, self._table, ids.LABEL_ENDS)
        put_number(self._cells, end + 1, view.total)

    def _put_right(self, view, at):
        """What stands at the end of the status: six cells."""
        if self._target:
            end = put_text(self._cells, at, self._table, ids.LABEL_TO)
            put_number(self._cells, end + 1, self._target)
