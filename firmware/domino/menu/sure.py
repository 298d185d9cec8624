"""Asked before something is gone for good: yes or no, the mark on no."""

from domino.menu.page import Question


class Page(Question):
    """`what`: the page's title, the question, what yes does (a function), and the name of
    whom it is about, "" for nobody."""

    STAYS = True  # as the pages that ask

    def __init__(self, menu, what):
        super().__init__(menu)
        self.TITLE, self.ASKED, self._act, self._subject = what

    def yes(self):
        """Do it, as the page that asked would; it is left first, and may leave that one too."""
        self.menu.back()
        self._act()

    def draw(self, lines):
        """The question, and whom it is about."""
        super().draw(lines)
        if self._subject:
            lines.subject(self._subject)
