"""Sure? The statistics begin anew."""

from domino.menu.page import Question
from domino.store.statistics import Statistics
from domino.words import menu_ids as ids


class Page(Question):
    """Asked before anything is forgotten."""

    TITLE = ids.MENU_STATISTICS
    ASKED = ids.ASK_RESET

    def yes(self):
        """Forget all."""
        if Statistics(self.menu.app.files).reset():
            self.menu.refuse()
        self.menu.back()
