"""End the match without a result: it counts nowhere. Another one begins, as it was set."""

from domino.menu import leaving
from domino.menu.page import Question
from domino.words import menu_ids as ids


class Page(Question):
    """Asks first."""

    TITLE = ids.MENU_ABANDON
    ASKED = ids.ASK_ABANDON

    def yes(self):
        """End it."""
        leaving.abandon(self.menu)
        self.menu.start()
