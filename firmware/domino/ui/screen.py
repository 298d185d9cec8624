"""The layout of the screen: 8 rows of 21 cells, composed from integers, drawn a row a step.

Rows 0 and 1 hold the scores, large; 2 and 3 those of the third and fourth side, or the total of
the ends and the target. While something is wrong, rows 2 to 4 list what and where, beside a map of
the slots, and the scores of three sides become narrow to make room, those of four small. Row 4 is
the end that is asked for, else a picture of the open ends (a rule while there are none), row 5
whose turn, and ends and target where they found no room above, 6 and 7 the message. The words go
through `words`, which knows the direction of the script. Nothing is allocated.
"""

from micropython import const

from domino.ui import font
from domino.ui.text import (
    BLANK,
    COLON,
    NONE,
    SLASH,
    UNKNOWN,
    ZERO,
    Cells,
    Message,
    put_number,
    put_tile,
)
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

# An open end: the half of a tile, 7 x 7 pixels, with a digit of 3 x 5 (0 to 6, 3 columns each).
_END_WIDTH = const(7)
_END_HEIGHT = const(7)
_VALUES = b"\x1f\x11\x1f\x12\x1f\x10\x1d\x15\x17\x15\x15\x1f\x07\x04\x1f\x17\x15\x1d\x1f\x15\x1d"

_SIGNS = b"0123456789-\x7f+"  # as the large digits are numbered (font.py)

_NO_PLACE = const(255)


def grid(columns, rows):
    """The places of a grid's slots, from the north-west by rows."""
    return bytes(n for slot in range(columns * rows) for n in (slot % columns, slot // columns))


class Screen:
    """`display`: ui.ssd1306.Display; `names`: slot names (bytes) by reader index, pads included;
    `words`: texts, as Cells or Drawn; a table of texts (words.en.TABLE) is one in cells;
    `places`: column and row of each slot on the map, two bytes a
    slot (bytes; empty: no map), `columns` x `rows` in all.
    """

    def __init__(self, display, names, words, places=b"", columns=1, rows=1):
        self._display = display
        self._names = names
        self._places = places
        self._pitch = min(_MAP_WIDTH // columns, _MAP_HEIGHT // rows)
        self._message = Message(names)
        self._cells = bytearray(b" " * (_ROWS * _CELLS))
        self._glyphs = bytearray(4)
        self._pairs = bytearray(64)  # open ends, as rules/layout.py writes them
        self._marked = bytearray(len(names))  # 1 where an alert is
        self._dirty = 0xFF
        self._starts = 0
        self._alerts = 0
        self._asks = False
        self._players = 2
        self._teams = False
        self._sides = 2
        self._target = 0
        self._above = 0  # 1: the total of the ends stands in rows 2 and 3, 2: the target too
        self._layout = None  # whose open ends row 4 shows
        self.use_texts(words)

    def use_texts(self, words):
        """Another language, or another game, from the next update on."""
        self.words = words if hasattr(words, "draw") else Cells(words)
        self._message.is_mirrored = self.words.is_mirrored

    def set_up(self, players, teams, target):
        """A match begins: `players` 2 to 4, `target` in points, 0 for none."""
        self._players = players
        self._teams = teams
        self._sides = 2 if teams else players
        self._target = target
        self._message.teams = teams

    def turn(self, is_turned):
        """Turned: upside down for whoever sits here now."""
        self._display.turn(is_turned)

    def use_names(self, names):
        """Name players: bytes by seat, b"" for who is not known. Returns the names before."""
        before = self._message.players
        self._message.players = names
        return before

    def rest(self, rests):
        """Dark while nobody plays."""
        self._display.rest(rests)

    def try_again(self):
        """The display's bus is free again."""
        self._display.try_again()

    def update(self, view):
        """Compose everything anew from the integers of a view (table/view.py names the fields)."""
        self.clear()
        self._alerts = view.alerts
        self._layout = view.layout
        self._put_scores(view)
        self._put_turn(view.turn)
        self._asks = view.message == ids.CHOOSE_PORT
        if view.alerts:
            self._put_alerts(view)
        if self._asks:
            self._put_question(view)
        self._put_status(view)
        self._message.spell(self.words.table, view.message, view)
        self.words.message(self._message, self._cells, _MESSAGE)

    def clear(self):
        """An empty picture, to be drawn."""
        cells = self._cells
        for i in range(len(cells)):
            cells[i] = BLANK
        self.words.clear()
        self._layout = None
        self._asks = False
        self._alerts = self._above = 0
        self._dirty = 0xFF

    def step(self, now_ms, is_busy=False):
        """Draw one row, and write it if it changed. `is_busy`: what is shown already can wait.
        Returns the ms until there is more to do."""
        display = self._display
        if not display.step(now_ms):
            return display.wait_ms
        if self._starts != display.starts:
            self._starts = display.starts
            self._dirty = 0xFF
            return 0
        if not self._dirty:
            return display.refresh(is_busy) if display.is_on() else 0
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
        last = font.LAST
        at = 1
        for i in range(row * _CELLS, (row + 1) * _CELLS):
            code = cells[i]
            if code != BLANK:
                if code < first or code > last:
                    code = UNKNOWN
                picture = (code - first) * _CELL_WIDTH
                for k in range(_CELL_WIDTH):
                    data[at + k] = pictures[picture + k]
            at += _CELL_WIDTH
        self.words.draw(row, data)
        self._draw_pictures(canvas.fb, row)

    def _draw_pictures(self, fb, row):
        """What is no sign: the map while there are alerts, else the open ends or a rule."""
        if self._alerts:
            if self._places and _LOWER <= row <= _QUESTION:
                self._draw_map(fb, row * 8 - _MAP_Y)
        elif row == _QUESTION and not self._asks and not self._draw_ends(fb):
            fb.hline(0, 4, 6 * _CELLS, 1)

    def _draw_ends(self, fb):
        """The open ends as halves of tiles, filled where they count. False: there are none."""
        if self._layout is None:
            return False
        pairs = self._pairs
        counted = self._layout.ends(pairs)
        x = 1
        drawn = 0  # a mask of tiles that are done
        for i in range(0, 2 * counted, 2):
            x = self._draw_end(fb, x, pairs[i], pairs[i + 1], True)
            drawn |= 1 << pairs[i]
        for i in range(0, 2 * self._layout.ports(pairs), 2):
            tile = pairs[i]
            if not drawn >> tile & 1:
                x = self._draw_end(fb, x, tile, pairs[i + 1], False)
        return x > 1

    def _draw_end(self, fb, x, tile, what, counts):
        """A half of a tile, or a whole double that counts; `what`: a value that counts, or the
        port of an end that does not. Return where the next one begins."""
        high = 0
        while (high + 1) * (high + 2) // 2 <= tile:
            high += 1
        low = tile - high * (high + 1) // 2
        is_whole = counts and low == high
        width = 2 * _END_WIDTH - 1 if is_whole else _END_WIDTH
        if x + width > _CELLS * _CELL_WIDTH:
            return x  # no room: the total says the rest
        value = low
        if low != high:
            value = what if counts else high if what else low
        if counts:
            fb.fill_rect(x, 0, width, _END_HEIGHT, 1)
        else:
            fb.rect(x, 0, width, _END_HEIGHT, 1)
        _draw_value(fb, x, value, counts)
        if is_whole:
            _draw_value(fb, x + _END_WIDTH - 1, value, counts)
        return x + width + 2

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
            if narrow and self._sides > 3:
                self._put_small(self._small(side))
                continue
            if narrow:
                at = side * (_CELLS // self._sides)
                self._cells[at] = ZERO + 1 + side
                self._put_tall(at + 2 if self._glyphs[0] != NONE else at + 1)
                continue
            at = self._quarter(side)
            self._cells[at] = ZERO + 1 + side
            if self._teams:
                self._cells[at + _CELLS] = ZERO + 3 + side  # the seat opposite
            self._put_large(at + 2)
        if self._alerts or self._sides > 3:
            return
        self._put_lower(view)

    def _put_lower(self, view):
        """Rows 2 and 3 where the scores leave room: the total of the ends, and the target."""
        self._put_ends(view, self._quarter(3 if self._sides == 3 else 2))
        self._above = 1
        if self._sides == 2:
            self._above = 2
            if self._target:
                self._put_labelled(self._quarter(3), ids.LABEL_TO, self._target)

    def _quarter(self, k):
        """The first cell of quarter k of rows 0 to 3."""
        return (k >> 1) * _LOWER * _CELLS + (k & 1) * _RIGHT_HALF

    def _split_score(self, view, side):
        self._split(view.scores[side])

    def _put_ends(self, view, at):
        self._put_labelled(at, ids.LABEL_ENDS, view.total)

    def _put_labelled(self, at, label, value):
        self.words.word(self._cells, at, label)
        self._split(2 * value)
        self._put_large(at + 2)

    def _put_turn(self, turn):
        """An arrow at the score of the seat that must act."""
        if not 0 <= turn < self._players:
            return
        if self._alerts and self._sides > 3:
            self._cells[self._small(turn) + 1] = font.RIGHT
        elif self._alerts and self._sides > 2:
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

    def _small(self, side):
        """The first cell of a side where four share rows 0 and 1."""
        return (side >> 1) * _CELLS + (side & 1) * _RIGHT_HALF

    def _put_small(self, at):
        """The seat, and its score apart from it."""
        cells = self._cells
        cells[at] = ZERO + 1 + (at // _CELLS * 2 + (at % _CELLS != 0))
        for i in range(4):
            if self._glyphs[i] != NONE:
                cells[at + 3 + i] = _SIGNS[self._glyphs[i]]

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
        rows = self.words.ALERTS - (1 if self._asks else 0)
        for i in range(min(rows, view.alerts)):
            if i == rows - 1 and view.alerts > rows:
                left = view.alerts - i
                self.words.more(self._cells, _LOWER + i, left, ids.LABEL_MORE)
            else:
                kind = view.alert_kinds[i]
                key = ids.ALERT_REFUSED if kind >= ids.REFUSED else ids.ALERT + kind
                self.words.alert(self._cells, _LOWER + i, self._names[view.alert_slots[i]], key)

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
                self.words.word(cells, at + 5, label)
        end = put_number(cells, at + 10, view.index + 1)
        if view.of < 10 or not self._alerts:  # else two numbers find no room beside the map
            cells[end] = SLASH
            put_number(cells, end + 1, view.of)
        cells[at + (_ALERT_CELLS if self._alerts else _CELLS) - 1] = font.RIGHT

    def _put_status(self, view):
        at = _STATUS * _CELLS
        if view.turn != NONE:
            self.words.field(self._cells, at, ids.LABEL_TURN, view.turn + 1)
        if view.clock_s >= 0:
            # Drawn fields take what room they need: the end of the row is free.
            place = at + 17 if self.words.is_drawn else at + 7
            self._put_clock(view.clock_s, self.words.place(place, 4))
        else:
            self._put_middle(view, at + 7)
        self._put_right(view, at + 15)

    def _put_clock(self, left_s, at):
        """The time that is left of the turn, as 1:05."""
        cells = self._cells
        at = put_number(cells, at, left_s // 60)
        cells[at] = COLON
        cells[at + 1] = ZERO + left_s % 60 // 10
        cells[at + 2] = ZERO + left_s % 10

    def _put_middle(self, view, at):
        """What the status has between turn and target: seven cells."""
        if not self._above:
            self.words.field(self._cells, at, ids.LABEL_ENDS, view.total)

    def _put_right(self, view, at):
        """What stands at the end of the status: six cells."""
        if self._target and self._above < 2:
            self.words.field(self._cells, at, ids.LABEL_TO, self._target)


def _draw_value(fb, x, value, counts):
    """A digit of 3 x 5 in a half of a tile, dark where that is filled."""
    for k in range(3):
        column = _VALUES[3 * value + k]
        for y in range(5):
            if column >> y & 1:
                fb.pixel(x + 2 + k, 1 + y, 0 if counts else 1)
