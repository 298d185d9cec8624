"""The first page: what the menu has. A new entry is a line in ENTRIES and a module."""

from domino.loaded import drop
from domino.menu.page import Entries
from domino.words import menu_ids

# Text of the row, module of this package that it opens, and when it is offered: the name of a
# method of Page, "" for always.
ENTRIES = (
    (menu_ids.MENU_NEW_MATCH, "new_match", ""),
    (menu_ids.MENU_SET_CHECK, "set_check", "is_first"),
    (menu_ids.MENU_PARKED, "parked", "has_parked"),
    (menu_ids.MENU_ABANDON, "abandon", "is_going"),
    (menu_ids.MENU_SEAT, "seat", "is_going"),
    (menu_ids.MENU_ACTIONS, "actions", "is_going"),
    (menu_ids.MENU_MORE, "more", ""),
    (menu_ids.MENU_SHEET, "sheet", ""),
    (menu_ids.MENU_SELF_TEST, "self_test", ""),
    (menu_ids.MENU_SETTINGS, "settings", ""),
)


class Page(Entries):
    """What is offered now."""

    TITLE = menu_ids.MENU

    def enter(self):
        """See anew what is offered."""
        self._rows = [entry for entry in ENTRIES if not entry[2] or getattr(self, entry[2])()]

    def is_first(self):
        """Before the first match of all; later it stands among the keeper's pages."""
        app = self.menu.app
        is_first = app.journal is None or app.journal.match <= 1
        return is_first and app.match.round_number <= 0 and not app.match.layout.count

    def is_going(self):
        """A match is on."""
        return self.menu.is_going()

    def has_parked(self):
        """Some match was left for another one."""
        journal = self.menu.app.journal
        if journal is None:
            return False
        try:
            self.menu.app.files.open("parked.json").close()
        except OSError:
            return False
        from domino.store import parked

        has_any = bool(parked.heads(journal))
        del parked
        drop("store.parked", "store.plain", "store.journal_reading", "store.journal_files")
        return has_any
