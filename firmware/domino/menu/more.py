"""What the table has beside the game: who plays, statistics, the set check, the keeper."""

from domino.menu.page import Entries
from domino.words import menu_ids

_ENTRIES = (
    (menu_ids.MENU_PLAYERS, "players"),
    (menu_ids.MENU_STATISTICS, "statistics"),
    (menu_ids.MENU_KEEPER, "keeper"),
    (menu_ids.MENU_SET_CHECK, "set_check"),
)


class Page(Entries):
    """The set check is offered while no tile of a round is on the table."""

    TITLE = menu_ids.MENU_MORE

    def __init__(self, menu):
        super().__init__(menu)
        match = menu.app.match
        is_between = match.round_over or not match.layout.count
        self._rows = _ENTRIES if is_between else _ENTRIES[:-1]
