"""Rows of the menu: a text and its value stand in one line of the screen, in English cells.

The other languages are drawn: tests/ui/test_ui_drawn_languages.py measures their texts.
"""

import pytest

from domino.menu import catalogue, settings
from domino.rules import options
from domino.store.players import LONGEST
from domino.store.settings import SCHEMA
from domino.words import menu_ids as ids
from host_tools.languages import texts

CURSOR, APART, LINE = 1, 2, 21
TEXTS = {key: texts.load("en")[group][name] for (group, name), key in texts.wanted().items()
         if group == "menu"}  # fmt: skip


def values_of_setting(name, way):
    accepted = SCHEMA[name][1]
    if isinstance(accepted, list):
        return [TEXTS[key] for key in way]
    return [TEXTS[way[1]], str(accepted[1])]


def values_of_option(name):
    for value in options.parameter(name)[2]:
        if isinstance(value, bool):
            yield TEXTS[ids.YES if value else ids.NO]
        elif isinstance(value, int):
            yield str(value)
        else:
            yield TEXTS[ids.VALUE + catalogue._VALUES.index(value)]


ROWS = [(TEXTS[key], value) for key, name, way in settings._ROWS
        for value in values_of_setting(name, way)]  # fmt: skip
ROWS += [(TEXTS[ids.OPTION + i], value) for i, name in enumerate(catalogue._OPTIONS)
         for value in values_of_option(name)]  # fmt: skip
ROWS += [(TEXTS[ids.WHO_BEGINS], TEXTS[key]) for key in (ids.BY_THE_RULES, ids.BY_LOT)]
ROWS += [(TEXTS[ids.WHO_BEGINS], TEXTS[ids.PLAYER].format(seat=4))]
ROWS += [(TEXTS[ids.PLAYERS], TEXTS[ids.IN_TEAMS].format(count=4))]
ROWS += [("Player 8: 999 low", "9"), (TEXTS[ids.NEW_SHEET], "8"), ("Player 4: 6-6", "d3")]
ROWS += [("Player 4", TEXTS[ids.NOBODY]), ("Player 4", "W" * LONGEST)]


@pytest.mark.parametrize("text, value", ROWS)
def test_a_text_and_its_value_fit_a_row(text, value):
    assert CURSOR + len(text) + APART + len(value) <= LINE
