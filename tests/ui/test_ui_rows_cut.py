"""What stands before a value is cut at its end, with a sign, in cells as in drawn letters."""

import pytest

from domino.ui.drawn import Drawn
from domino.ui.drawn_lines import DrawnLines
from domino.ui.lines import Lines
from domino.words import ar, ar_font, ar_menu, en_menu, menu_ids
from host_tools.render.read_screen import read_screen
from tests.ui.ui_parts import Shown

LONG = b"abcdefghijklmnopqrstuvwxyz"


def rows_of(language, draw):
    """The rows below the title that `draw(lines)` makes, without blanks at either end."""
    shown = Shown()
    lines = Lines(shown.screen, en_menu.TABLE)
    if language == "ar":
        shown.screen.use_texts(Drawn(ar.TABLE, ar_font))
        lines = DrawnLines(shown.screen, ar_menu.TABLE)
    lines.clear()
    draw(lines)
    lines.show()
    shown.run(2000)
    return [row.split() for row in read_screen(shown.chip.picture())[1:] if row]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_long_name_is_cut_at_its_end(language):
    def draw(lines):
        lines.name(1, LONG)
        lines.name(2, LONG[:20])
        lines.name(3, LONG[:20])
        lines.word(3, b"45:30")
        lines.name(4, LONG[:13])
        lines.word(4, b"45:30")

    found = rows_of(language, draw)
    assert found[0] == ["abcdefghijklmnopqr.."] and found[1] == [LONG[:20].decode()]
    assert sorted(found[2]) == ["45:30", "abcdefghijk.."]
    assert sorted(found[3]) == ["45:30", "abcdefghijklm"]


@pytest.mark.parametrize("language, head", [("en", "Goat with"), ("ar", "ماعز")])
def test_a_long_text_leaves_room_for_its_value(language, head):
    def draw(lines):
        lines.label(1, menu_ids.GAME_GOAT_ONLINE)
        lines.word(1, b"100:90:80:70")

    [row, *_] = rows_of(language, draw)
    row = " ".join(row)
    assert "100:90:80:70" in row and ".." in row
    assert head[:4] in row
