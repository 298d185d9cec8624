"""A new match: game, players, who begins, the game's options, and the start."""

from domino.menu import catalogue
from domino.menu.draft import Draft
from domino.menu.page import Rows
from domino.words import menu_ids as ids

# Rows before those of the options; the start comes last.
_GAME = 0
_PLAYERS = 1
_BEGINS = 2
_FIXED = 3


class Page(Rows):
    """Begins with what was played last, the mark on the start."""

    TITLE = ids.MENU_NEW_MATCH

    def __init__(self, menu):
        super().__init__(menu)
        self.draft = Draft(menu.settings.values, menu.app.files, menu.app.board.seated)
        self.at = self.count() - 1 if self.draft.is_good else 0

    def count(self):
        """Without a game there is only the game to choose."""
        return _FIXED + len(self.draft.names) + 1 if self.draft.is_good else 1

    def draw_row(self, lines, row, i):
        """A part of the match, and what it is now."""
        draft = self.draft
        if i == _GAME:
            catalogue.put_game(lines, row, draft.game)
        elif i == _PLAYERS:
            self._draw_players(lines, row)
        elif i == _BEGINS:
            self._draw_begins(lines, row)
        elif i == self.count() - 1:
            lines.label(row, ids.START)
        else:
            name = draft.names[i - _FIXED]
            catalogue.put_option(lines, row, name)
            catalogue.put_value(lines, row, draft.value(name))

    def _draw_players(self, lines, row):
        lines.label(row, ids.PLAYERS)
        players, teams = self.draft.ways[self.draft.way]
        if teams:
            lines.operands.amount = players
            lines.value(row, ids.IN_TEAMS)
        else:
            lines.number(row, players)

    def _draw_begins(self, lines, row):
        lines.label(row, ids.WHO_BEGINS)
        if self.draft.begins == "seat":
            lines.operands.seat = min(self.draft.seat, self.draft.players - 1)
            lines.value(row, ids.PLAYER)
        else:
            lines.value(row, ids.BY_LOT if self.draft.begins == "lot" else ids.BY_THE_RULES)

    def choose(self, i):
        """Change it, or begin."""
        if i == _GAME:
            self.menu.go("games", self.draft)
        elif i == self.count() - 1:
            self.draft.put(self.menu.settings.values)
            self.menu.start()
        else:
            self.change_it()

    def get(self, i):
        """Of players and beginning where they stand, of an option its value."""
        draft = self.draft
        if i == _PLAYERS:
            return draft.way
        if i == _BEGINS:
            return draft.begins, draft.seat
        return draft.value(draft.names[i - _FIXED])

    def set(self, i, value):
        """As it was."""
        draft = self.draft
        if i == _PLAYERS:
            draft.next_way(value - draft.way)
        elif i == _BEGINS:
            draft.begins, draft.seat = value
        else:
            draft.set(draft.names[i - _FIXED], value)

    def change(self, i, by):
        """The next one."""
        step = 1 if by > 0 else -1
        if i == _PLAYERS:
            self.draft.next_way(step)
        elif i == _BEGINS:
            self.draft.next_begin(step)
        else:
            self.draft.change(self.draft.names[i - _FIXED], by)
