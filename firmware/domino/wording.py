"""The texts of the screen in its language, those that the game needs, and their letters."""

from domino.table.controller import Table
from domino.ui.text import Cells
from domino.words.loading import letters_for, texts_for


def use(app, language):
    """Give the screen its texts. Those that it has stay where they are in the heap."""
    wanted = language, type(app.table) is not Table
    if wanted == app.wording:
        return
    app.wording = None
    app.language = language
    app.screen.use_texts(Cells(b""))  # let go of the others first
    table = texts_for(language)
    if wanted[1]:
        table = texts_for(language, "games") + table
    letters = letters_for(language)
    if letters is None:
        app.screen.use_texts(Cells(table))
    else:
        from domino.ui.drawn import Drawn

        app.screen.use_texts(Drawn(table, letters))
    app.wording = wanted
