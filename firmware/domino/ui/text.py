"""Texts into cells of the screen: numbers, tiles, and a message with its operands.

Everything is written into bytearrays that the caller owns; nothing is allocated. What finds no
room there is left out: no text and no number can do more than look odd. Scores and points are in
half units.
"""

from micropython import const

from domino.ui import font

NONE = const(255)  # no seat, no tile, no slot
BLANK = const(32)
STILL = const(2)  # a blank of a drawn name, where no line is broken
JOIN = const(3)  # a blank between words that run right
PLUS = const(43)
HYPHEN = const(45)
SLASH = const(47)
ZERO = const(48)
COLON = const(58)
UNKNOWN = const(63)  # the question mark

# Control bytes in a text (host_tools/languages/texts.py).
_SEAT = const(1)
_POINTS = const(2)
_TILE = const(3)
_SLOT = const(4)
_WINNERS = const(5)
_COUNT = const(6)
_OTHER = const(7)
_INDEX = const(8)
_TEXT = const(10)
_SCORE = const(11)
_OF_AMOUNT = b"\x02\x06"  # points and count are both the view's `amount`
_CELLS = const(21)  # in a row of the screen
_MAY_BEGIN = const(14)
_MAY_END = const(15)
_LARGEST = const(999_999_999)  # that is written
_TILES = const(28)
_SEATS = const(4)


def find(table, key):
    """Where the entry of this key begins in a table of texts, -1 where it has none."""
    at = 0
    while at < len(table):
        if table[at] == key:
            return at
        at += 2 + table[at + 1]
    return -1


def put_text(out, at, table, key):
    """Copy a text without operands; returns the place after it."""
    entry = find(table, key)
    if entry < 0:
        return at
    for i in range(min(table[entry + 1], len(out) - at)):
        out[at] = table[entry + 2 + i]
        at += 1
    return at


def put_bytes(out, at, text):
    """Copy a few letters; returns the place after them."""
    for i in range(min(len(text), len(out) - at)):
        out[at] = text[i]
        at += 1
    return at


def put_sign(out, at, code):
    """One letter or sign; returns the place after it."""
    if at < len(out):
        out[at] = code
        at += 1
    return at


def put_number(out, at, value):
    """A whole number in decimal; returns the place after it."""
    if value < 0:
        at = put_sign(out, at, HYPHEN)
        value = -value
    value = min(value, _LARGEST)
    unit = 1
    while unit * 10 <= value:
        unit *= 10
    while unit:
        at = put_sign(out, at, ZERO + value // unit % 10)
        unit //= 10
    return at


def put_half(out, at, half_units):
    """Points, with the half as one sign; returns the place after it."""
    if half_units < 0:
        at = put_sign(out, at, HYPHEN)
        half_units = -half_units
    if half_units != 1:
        at = put_number(out, at, half_units >> 1)
    if half_units & 1:
        at = put_sign(out, at, font.HALF)
    return at


def put_tile(out, at, tile):
    """low-high, three cells; returns the place after it."""
    if not 0 <= tile < _TILES:
        return put_bytes(out, at, b"?-?")
    high = 0
    while (high + 1) * (high + 2) // 2 <= tile:
        high += 1
    at = put_sign(out, at, ZERO + tile - high * (high + 1) // 2)
    at = put_sign(out, at, HYPHEN)
    return put_sign(out, at, ZERO + high)


def turn(letters, begin, end):
    """Turn a few letters round, in place."""
    end -= 1
    while begin < end:
        letter = letters[begin]
        letters[begin] = letters[end]
        letters[end] = letter
        begin += 1
        end -= 1


def _turn_words(letters, begin, end):
    """Turn each word round. Those of one line take their order when it is drawn (drawn.py)."""
    for i in range(begin, end):
        if letters[i] == BLANK:
            turn(letters, begin, i)
            letters[i] = JOIN
            begin = i + 1
    turn(letters, begin, end)


def order_words(letters, begin, end):
    """Bring the joined words of a line, each turned round already, into their order."""
    turn(letters, begin, end)
    for i in range(begin, end):
        if letters[i] == JOIN:
            turn(letters, begin, i)
            begin = i + 1
    turn(letters, begin, end)


class Cells:
    """Texts of a language with a cell for each letter: writes them into the screen's cells.

    `at` counts cells from the upper left corner, rows of 21. Drawn (drawn.py) does the same for
    letters that fit no cell.
    """

    is_drawn = False
    is_mirrored = False
    ALERTS = 3  # lines beside the map

    def __init__(self, table):
        self.table = table

    def clear(self):
        """Nothing is written."""

    def word(self, cells, at, key):
        """A label; returns the cell after it."""
        return put_text(cells, at, self.table, key)

    def field(self, cells, at, key, value):
        """A label and its number."""
        put_number(cells, put_text(cells, at, self.table, key) + 1, value)

    def alert(self, cells, row, name, key):
        """The name of a slot and what is wrong there, left of the map."""
        put_bytes(cells, row * _CELLS, name)
        put_text(cells, row * _CELLS + 4, self.table, key)

    def more(self, cells, row, count, key):
        """How many alerts find no room."""
        put_text(cells, put_number(cells, row * _CELLS, count) + 1, self.table, key)

    def place(self, at, width):
        """The first of `width` cells that stand at a place in reading order."""
        return at

    def message(self, message, cells, row):
        """A spelled message in two rows."""
        message.wrap(cells, row * _CELLS, _CELLS, 2)

    def draw(self, row, data):
        """Cells need nothing more."""


class Message:
    """A message with the operands that a view holds (`update` in screen.py), in `letters`.

    NONE stands for a missing seat, tile or slot, 0 for a missing amount, count or winners. A
    missing operand removes the optional part it stands in; elsewhere it shows as "?".
    """

    def __init__(self, names):
        self._names = names  # the slot names by reader index, bytes
        self._view = None
        self.teams = False
        # For each seat a name as it is drawn (ui/names.py), b"" for none; None for numbers only.
        self.players = None
        self.is_mirrored = False  # drawn going left: what runs right is turned round
        self.letters = bytearray(96)
        self.length = 0

    def spell(self, table, key, view):
        """Copy the text of `key` with operands filled in; no text: length 0."""
        self._view = view
        self.length = 0
        entry = find(table, key)
        if entry < 0:
            return
        out = self.letters
        at = 0
        part = 0
        complete = True
        for i in range(entry + 2, entry + 2 + table[entry + 1]):
            letter = table[i]
            if letter == _MAY_BEGIN:
                part = at
                complete = True
            elif letter == _MAY_END:
                if not complete:
                    at = part
            elif letter >= BLANK:
                at = put_sign(out, at, letter)
            elif self._has(letter):
                begin = at
                at = self._put(letter, at)
                if self.is_mirrored and not self._is_name(letter):
                    _turn_words(out, begin, at)
            else:
                complete = False
                at = put_sign(out, at, UNKNOWN)
        self.length = at

    def _has(self, operand):
        view = self._view
        if operand == _SEAT:
            return 0 <= view.seat < _SEATS
        if operand == _TILE:
            return view.tile != NONE
        if operand == _SLOT:
            return 0 <= view.slot < len(self._names)
        if operand == _OTHER:
            return 0 <= view.other < len(self._names)
        if operand == _WINNERS:
            return view.winners != 0
        if operand in _OF_AMOUNT:
            return view.amount != 0
        if operand == _TEXT:
            return len(view.text) > 0
        if operand == _SCORE:
            return True
        return view.of != 0

    def _is_name(self, operand):
        return operand == _SEAT and len(self._name()) > 0

    def _name(self):
        """Of the seat that is told, b"" where nobody is known."""
        seat = self._view.seat
        return self.players[seat] if self.players and seat < len(self.players) else b""

    def _put(self, operand, at):
        view = self._view
        out = self.letters
        if operand == _SEAT:
            name = self._name()
            return put_bytes(out, at, name) if name else put_number(out, at, view.seat + 1)
        if operand == _POINTS or operand == _SCORE:
            return put_half(out, at, view.amount)
        if operand == _TILE:
            return put_tile(out, at, view.tile)
        if operand == _SLOT:
            return put_bytes(out, at, self._names[view.slot])
        if operand == _OTHER:
            return put_bytes(out, at, self._names[view.other])
        if operand == _WINNERS:
            return self._put_winners(at)
        if operand == _TEXT:
            return put_bytes(out, at, view.text)
        if operand == _COUNT:
            return put_number(out, at, view.amount)
        return put_number(out, at, view.index if operand == _INDEX else view.of)

    def _put_winners(self, at):
        """The players of the winning sides: 1+3 is a team, or two joint winners."""
        first = True
        for seat in range(4):
            side = seat & 1 if self.teams else seat
            if self._view.winners >> side & 1:
                if not first:
                    at = put_sign(self.letters, at, PLUS)
                first = False
                at = put_sign(self.letters, at, ZERO + 1 + seat)
        return at

    def wrap(self, out, at, width, rows):
        """Break the letters at spaces into rows of `width` cells from `at`, filled with blanks."""
        letters = self.letters
        begin = 0
        for row in range(rows):
            end = self._line_end(begin, width)
            for i in range(width):
                filled = begin + i < end
                out[at + row * width + i] = letters[begin + i] if filled else BLANK
            begin = end
            if begin < self.length and letters[begin] == BLANK:
                begin += 1

    def _line_end(self, begin, width):
        end = begin + width
        if end >= self.length:
            return self.length
        while end > begin and self.letters[end] != BLANK:
            end -= 1
        return end if end > begin else begin + width
