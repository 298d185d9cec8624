"""The Mexican Train score sheet: pips a round, player by player; the lowest total wins.

Ok takes a player's pips, left and right change them (held: in tens), ok goes to the next player;
the row behind the players writes the round. Everything is kept in `sheet.json`, in the form of
`domino-table sheet` (FORMATS.md), and the round that is being written in `sheet_row.json`.
"""

import json

from micropython import const

from domino.menu.page import Rows
from domino.rules.codes import OK
from domino.store import outcome, plain
from domino.table.sheet import FEWEST_PLAYERS, MOST_PIPS, MOST_PLAYERS, Sheet
from domino.words import menu_ids as ids

_FILE = "sheet.json"
_ROW_FILE = "sheet_row.json"
_VERSION = const(1)
_PLAYERS = const(4)  # what a new sheet begins with
_SHOWN = const(8)  # letters of a name
_LONGEST = const(4000)  # bytes of a file,
_LONGEST_NAMES = const(2000)  # of them the names; 30 rounds have room beside


class Page(Rows):
    """A row a player; write the round, take the last one back, a new sheet."""

    TITLE = ids.MENU_SHEET
    STAYS = True

    def __init__(self, menu):
        super().__init__(menu)
        self._files = menu.app.files
        self._sheet = Sheet()
        self._names = []
        self._wanted = _PLAYERS  # players of a new sheet
        self._load()
        self._of_seats = self._show_names()  # shown while no sheet is
        self.at = 0

    # -- the file ----------------------------------------------------------------------------
    def _load(self):
        """What was written; a sheet or a row that is damaged or newer is put aside, alone."""
        sheet = plain.load(self._files, _FILE, _LONGEST, self._take_sheet)
        if not sheet:
            self._begin(_PLAYERS)
        row = plain.load(self._files, _ROW_FILE, _LONGEST, self._take_row)
        if sheet is False or row is False:
            self.menu.app.stored[outcome.SHEET] = outcome.DAMAGED

    def _take_sheet(self, found):
        names, rounds = found["players"], found["rounds"]
        if found["version"] != _VERSION or not _are_names(names) or not isinstance(rounds, list):
            raise ValueError
        self._begin(len(names))
        self._names = names
        for pips in rounds:
            self._take_row(pips)
            if len(pips) != len(names) or self._sheet.add() != OK:
                raise ValueError
        return True

    def _take_row(self, pips):
        if not isinstance(pips, list) or not all(_is_pips(value) for value in pips):
            raise ValueError
        for player in range(min(len(pips), self._sheet.players)):
            self._sheet.row[player] = pips[player]

    def _write(self, name, value):
        if not plain.store(self._files, name, value):
            self.menu.refuse()

    def _begin(self, players):
        self._sheet.begin(players)
        self._names = [str(player + 1) for player in range(players)]

    def _show_names(self):
        """Call the players as the sheet does, as far as a row has room; numbers stay numbers.
        Returns what they were called before."""
        from domino.ui.names import ordered

        words = self.menu.app.screen.words
        names = [name if name != str(i + 1) else "" for i, name in enumerate(self._names)]
        names = [name[:_SHOWN] for name in names]
        return self.menu.app.screen.use_names([ordered(name, words)[:_SHOWN] for name in names])

    def leave(self):
        """The players at the table have their own names again."""
        self.menu.app.screen.use_names(self._of_seats)

    def _save(self):
        sheet = self._sheet
        rounds = [self._row_of(sheet.pips, i * MOST_PLAYERS) for i in range(sheet.rounds)]
        whole = {"version": _VERSION, "players": self._names, "rounds": rounds}
        self._write(_FILE, whole)
        self._save_row()

    def _save_row(self):
        self._write(_ROW_FILE, self._row_of(self._sheet.row, 0))

    def _row_of(self, pips, at):
        return [pips[at + player] for player in range(self._sheet.players)]

    # -- the page ----------------------------------------------------------------------------
    def count(self):
        """Players, and three rows behind them."""
        return self._sheet.players + 3

    def draw_row(self, lines, row, i):
        """A player: total, and the pips of this round."""
        sheet = self._sheet
        behind = i - sheet.players
        if behind < 0:
            lines.operands.seat = i
            self._draw_total(lines, row, i)
            lines.number(row, sheet.row[i])
            return
        lines.operands.index = lines.operands.of = sheet.rounds + 1
        lines.label(row, (ids.WRITE_ROUND, ids.TAKE_BACK_ROUND, ids.NEW_SHEET)[behind])
        if behind == 2 and self.is_changing and i == self.at:
            lines.number(row, self._wanted)

    def _draw_total(self, lines, row, i):
        """A player's total; the lowest one is marked, unless all are the same."""
        lowest = self._sheet.lowest()
        is_lowest = lowest >> i & 1 and lowest != (1 << self._sheet.players) - 1
        lines.operands.amount = self._sheet.totals[i] * (
            2 if is_lowest else 1
        )  # points are halves
        lines.label(row, ids.SHEET_LOWEST if is_lowest else ids.SHEET_PLAYER)

    def choose(self, i):
        """Change pips or the number of players; write the round, or take one back."""
        behind = i - self._sheet.players
        if behind < 0 or behind == 2:
            self._wanted = self._sheet.players
            self.change_it()
            return
        if behind == 0 and not any(self._row_of(self._sheet.row, 0)):
            self.menu.refuse()  # nothing was entered
            return
        if (self._sheet.add() if behind == 0 else self._sheet.take_back()) != OK:
            self.menu.refuse()
            return
        self.at = 0
        self._save()

    def get(self, i):
        """Pips, or players of a new sheet."""
        return self._sheet.row[i] if i < self._sheet.players else self._wanted

    def set(self, i, value):
        """As it was."""
        if i < self._sheet.players:
            self._sheet.row[i] = value

    def change(self, i, by):
        """More or fewer."""
        if i < self._sheet.players:
            self._sheet.row[i] = min(max(self._sheet.row[i] + by, 0), MOST_PIPS)
        else:
            step = 1 if by > 0 else -1
            self._wanted = min(max(self._wanted + step, FEWEST_PLAYERS), MOST_PLAYERS)

    def kept(self, i):
        """Go on to the next player; or begin the new sheet, asked first where one is written."""
        if i < self._sheet.players:
            self.at = i + 1
            self._save_row()
        elif self._sheet.rounds or any(self._row_of(self._sheet.row, 0)):
            self.menu.go("sure", (self.TITLE, ids.ASK_NEW_SHEET, self._begin_anew, ""))
        else:
            self._begin_anew()

    def _begin_anew(self):
        self._begin(self._wanted)
        self._show_names()
        self.at = 0
        self._save()


def _are_names(names):
    if not isinstance(names, list) or not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        return False
    if not all(isinstance(name, str) for name in names):
        return False
    return len(json.dumps(names).encode()) <= _LONGEST_NAMES


def _is_pips(value):
    return type(value) is int and 0 <= value <= MOST_PIPS
