"""A page of the menu: a title and rows, one of them marked.

A page says how many rows it has, draws each, and what ok does on it; for a row with a value ok
calls `change_it`, then left and right change the value until ok keeps it or undo does not.
"""

from domino.words import menu_ids


class Rows:
    """Base of a module's `Page`. `menu`: see menu.py, whose parts pages may use."""

    TITLE = 0  # a number of words/menu_ids.py; also the `message` that tests see
    STAYS = False  # True: stays open though nobody presses anything,
    PATIENCE_MS = 180_000  # else so long: then the game goes on

    def __init__(self, menu):
        self.menu = menu
        self.at = 0  # the marked row
        self.is_changing = False  # its value is being changed
        self._before = None
        self._top = 0

    # -- what a page is ----------------------------------------------------------------------
    def count(self):
        """How many rows there are."""
        return 0

    def draw_row(self, lines, row, i):
        """Draw row `i` of the page in row `row` of the screen (ui/lines.py)."""

    def choose(self, i):
        """Ok was pressed on row `i`."""

    def get(self, i):
        """The value of a row, any object."""

    def set(self, i, value):
        """Bring back a value that `get` gave."""

    def change(self, i, by):
        """Left or right while the row's value changes: `by` is -1 or 1, held for long ten."""

    def kept(self, i):
        """A changed value is to be kept."""

    def enter(self):
        """The page is shown, for the first time or again after another one was left."""

    def leave(self):
        """The page is left."""

    def press(self, button):
        """Pass or draw was pressed."""

    def step(self, now_ms):
        """Called all the while; True when something is to be shown anew."""
        return False

    # -- what the menu calls -----------------------------------------------------------------
    def change_it(self):
        """From now on left and right change the value of the marked row."""
        self._before = self.get(self.at)
        self.is_changing = True

    def ok(self):
        """Take the row, or keep its changed value."""
        if self.is_changing:
            self.is_changing = False
            self.kept(self.at)
        elif self.count():
            self.choose(self.at)

    def undo(self):
        """Let the value be as it was, or leave the page."""
        if self.is_changing:
            self.is_changing = False
            self.set(self.at, self._before)
        else:
            self.menu.back()

    def turn(self, by):
        """Left (below 0) or right."""
        if self.is_changing:
            self.change(self.at, by)
        elif self.count():
            self.at = (self.at + by) % self.count()

    def draw(self, lines):
        """Title and the rows around the marked one."""
        lines.clear()
        lines.title(self.TITLE)
        count = self.count()
        self.at = min(self.at, max(count - 1, 0))
        if self.at < self._top:
            self._top = self.at
        elif self.at > self._top + lines.rows - 2:
            self._top = self.at - lines.rows + 2
        for row in range(1, lines.rows):
            i = self._top + row - 1
            if i < count:
                self.draw_row(lines, row, i)
                lines.operands.clear()
        if count:
            lines.cursor(1 + self.at - self._top, self.is_changing)
        lines.more(self._top > 0, self._top + lines.rows - 1 < count)


class Entries(Rows):
    """Base of a page that leads to others: `self._rows`, each with its text and a page's name."""

    def count(self):
        """Entries."""
        return len(self._rows)

    def draw_row(self, lines, row, i):
        """Its text."""
        lines.label(row, self._rows[i][0])

    def choose(self, i):
        """Open it."""
        self.menu.go(self._rows[i][1])


class Question(Rows):
    """Base of a page that asks: `ASKED` over two rows, then yes and no; undo is no.

    The mark is on no at first, unless `BEGINS` is 0: where yes destroys nothing.
    """

    ASKED = 0
    YES = menu_ids.YES
    NO = menu_ids.NO
    BEGINS = 1

    def __init__(self, menu):
        super().__init__(menu)
        self.at = self.BEGINS

    def count(self):
        """Yes and no."""
        return 2

    def yes(self):
        """What it is about."""

    def choose(self, i):
        """Yes, or back."""
        if i == 0:
            self.yes()
        else:
            self.menu.back()

    def operands(self, operands):
        """Fill in what the question names."""

    def draw(self, lines):
        """The question and two answers."""
        lines.clear()
        lines.title(self.TITLE)
        self.operands(lines.operands)
        lines.message(lines.ASKED, 2, self.ASKED)
        lines.operands.clear()
        lines.label(lines.ANSWERS, self.YES)
        lines.label(lines.ANSWERS + 1, self.NO)
        lines.cursor(lines.ANSWERS + self.at)
