"""The table's own settings: language, lights, sound, clock, quiet, the screen's direction.

Each is stored when it is kept, and acts at once.
"""

from domino.menu.page import Rows
from domino.store.settings import SCHEMA
from domino.words import menu_ids as ids

# Text, setting, and what it can be: texts of the values in their order in SCHEMA, or steps of the
# range with the text that stands for its least value or for None.
_ROWS = (
    (ids.LANGUAGE, "language", (ids.ENGLISH, ids.ARABIC)),
    (ids.SOUND, "sound", (ids.NO, ids.YES)),
    (ids.BRIGHTNESS, "brightness_pct", (5, ids.AS_BUILT)),
    (ids.SCREEN, "screen_turn", (ids.SCREEN_FIXED, ids.SCREEN_TURNED, ids.SCREEN_SEAT)),
    (ids.TURN_CLOCK, "turn_clock_s", (5, ids.OFF)),
    (ids.QUIET, "quiet_min", (1, ids.OFF)),
)


class Page(Rows):
    """A row a setting."""

    TITLE = ids.MENU_SETTINGS

    def __init__(self, menu):
        super().__init__(menu)
        self._values = menu.settings.values

    def count(self):
        """Settings."""
        return len(_ROWS)

    def draw_row(self, lines, row, i):
        """Text and value."""
        text, name, way = _ROWS[i]
        lines.label(row, text)
        value, accepted = self._values[name], SCHEMA[name][1]
        if name == "language" and accepted.index(value) >= len(way):
            lines.word(row, value.encode())  # a language of the maker's
        elif isinstance(accepted, list):
            lines.value(row, way[accepted.index(value)])
        elif not value:
            lines.value(row, way[1])
        else:
            lines.number(row, value)

    def choose(self, i):
        """Change it."""
        self.change_it()

    def get(self, i):
        """The setting."""
        return self._values[_ROWS[i][1]]

    def set(self, i, value):
        """As it was."""
        self._values[_ROWS[i][1]] = value
        self._use(_ROWS[i][1])

    def change(self, i, by):
        """The next value; the lights show at once what it would be."""
        _, name, way = _ROWS[i]
        accepted = SCHEMA[name][1]
        value = self._values[name]
        if isinstance(accepted, list):
            at = (accepted.index(value) + (1 if by > 0 else -1)) % len(accepted)
            value = accepted[at]
        else:
            value = min(max((value or 0) + by * way[0], 0), accepted[1])
            if not value and SCHEMA[name][0] is None:
                value = None
        self._values[name] = value
        self._use(name)

    def kept(self, i):
        """Store it; a new language is shown from now on."""
        if not self.menu.save():
            self.menu.refuse()
        if _ROWS[i][1] == "language":
            self.menu.app.use_language(self._values["language"])
            self.menu.use_language()
        elif _ROWS[i][1] == "turn_clock_s":
            self.menu.app.use_turn_clock(self._values["turn_clock_s"])

    def _use(self, name):
        """What the table can show before it is kept."""
        app = self.menu.app
        value = self._values[name]
        if name == "sound":
            app.buzzer.is_on = value
        elif name == "brightness_pct":
            app.strip.set_brightness(value or app.strip.built_pct)
        elif name == "screen_turn":
            app.screen.turn(value == "turned")
            app.turns_to_seat = value == "seat"
        elif name == "quiet_min":
            app.quiet_ms = 60_000 * value
