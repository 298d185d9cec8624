"""Opens the sheet's page on each damaged file, and says what it shows; the files are in a dict.

Arguments: none. Prints a line a case: the row's file, players, totals, the row, what lies aside,
what is told of it.
"""

import io

from domino.menu.sheet import Page
from domino.store import outcome

GOOD = b'{"version": 1, "players": ["A", "B"], "rounds": [[1, 1000]]}'
ROWS = (
    b"5",
    b'["x"]',
    b'{"a": 1}',
    b"[70000]",
    b"[-5]",
    b"[1001]",
    b"[1.5]",
    b"[true]",
    b"[7, 1000]",
)
DEEP = b"[" * 3000


class Files:
    """What a page asks of the flash."""

    def __init__(self, content):
        self.content = content
        self.files = self
        self.screen = Screen()
        self.stored = bytearray(outcome.PARTS)

    def open(self, name, mode="r"):
        if name not in self.content:
            raise OSError(2)
        return io.BytesIO(self.content[name])

    def rename(self, old, new):
        self.content[new] = self.content.pop(old)


class Screen:
    """What it asks of the screen: one that shows names in Latin letters."""

    is_drawn = is_mirrored = False

    def __init__(self):
        self.words = self

    def use_names(self, names):
        """Nobody looks at them here."""


class Menu:
    """What a page asks of the menu."""

    def __init__(self, files):
        self.app = files


def shown():
    """A line a case."""
    found = []
    for sheet, row in [(GOOD, row) for row in ROWS] + [(GOOD, DEEP), (DEEP, b"[1]")]:
        files = Files({"sheet.json": sheet, "sheet_row.json": row})
        state = Page(Menu(files))._sheet
        aside = sorted(name for name in files.content if name.endswith(".bad"))
        said = [row[:9], state.players, list(state.totals)[:2], list(state.row)[:2], aside]
        found.append(str(said + [files.stored[outcome.SHEET]]))
    return found


if __name__ == "__main__":
    print("\n".join(shown()))
