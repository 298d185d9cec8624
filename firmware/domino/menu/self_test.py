"""The self-test, as by ok held at power-on: readers, buttons, lights (selftest.py)."""

from domino.menu.door import SELF_TEST
from domino.menu.page import Question
from domino.words import menu_ids as ids


class Page(Question):
    """Asks first: it takes a minute."""

    TITLE = ids.MENU_SELF_TEST
    ASKED = ids.ASK_SELF_TEST
    YES = ids.START
    BEGINS = 0

    def yes(self):
        """Begin it; the game goes on afterwards."""
        self.menu.close(SELF_TEST)
