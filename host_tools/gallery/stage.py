"""The firmware's own screen on an emulated display, told what to show by a view of our own."""

from collections.abc import Callable
from types import SimpleNamespace

from domino.rules import games
from domino.rules.layout import Layout
from domino.rules.match import Match
from domino.table.view import View
from domino.ui import notice
from domino.ui.accounts import AccountScreen
from domino.ui.drawn import Drawn
from domino.ui.drawn_lines import DrawnLines
from domino.ui.lines import Lines
from domino.ui.screen import Screen, grid
from domino.ui.ssd1306 import Display
from domino.ui.tally import TallyScreen
from domino.ui.text import Cells
from domino.ui.tricks import TrickScreen
from domino.words.loading import letters_for, texts_for
from host_tools.chips.ssd1306 import SSD1306
from host_tools.records.notation import tile_number

NONE = 255
COLUMNS, ROWS = 8, 6
READERS = COLUMNS * ROWS + 4
NAMES = [f"{'abcdefgh'[i % 8]}{i // 8 + 1}".encode() for i in range(COLUMNS * ROWS)]
NAMES += [b"p0", b"p1", b"p2", b"p3"]
KINDS = {"plain": Screen, "tally": TallyScreen, "account": AccountScreen, "trick": TrickScreen}


class _Bus:
    """machine.I2C with the display alone."""

    def __init__(self, chip: SSD1306) -> None:
        self.chip = chip

    def writeto(self, address: int, data: bytes) -> None:
        self.chip.write(bytes(data))

    def readfrom_into(self, address: int, into: bytearray) -> None:
        into[:] = self.chip.read(len(into))


def view(**fields: object) -> View:
    """The table's view before a match, with these fields; `alerts`: (reader, kind) pairs."""
    made = View(Match(), READERS)
    alerts = fields.pop("alerts", ())
    made.alerts = len(alerts)
    for at, (slot, kind) in enumerate(alerts):
        made.alert_slots[at], made.alert_kinds[at] = slot, kind
    fields = {"layout": None, "bid": 0, "trump": NONE, "taken": [0, 0]} | fields
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def laid(game: str, *plays: str) -> Layout:
    """A layout; a play is a tile, or `tile on tile` where several would take it."""
    match = Match()
    games.load(game, match.rules)
    match.set_up(2, False)
    match.open_round(0)
    for play in plays:
        tile, _, on = play.partition(" on ")
        code = match.play(tile_number(tile), tile_number(on) if on else NONE, NONE, NONE)
        if code:
            raise ValueError(f"{play}: refused by code {code}")
    return match.layout


def words(language: str) -> Cells | Drawn:
    """Texts of all games in a language."""
    table = texts_for(language, "games") + texts_for(language)
    letters = letters_for(language)
    return Drawn(table, letters) if letters else Cells(table)


def shown(language: str, kind: str, compose: Callable) -> bytes:
    """The 1,024 bytes of a picture; `compose(screen, language)` says what it is."""
    chip = SSD1306()
    screen = KINDS[kind](Display(_Bus(chip)), NAMES, b"", grid(COLUMNS, ROWS), COLUMNS, ROWS)
    screen.use_texts(words(language))
    compose(screen, language)
    for now_ms in range(0, 400, 10):
        screen.step(now_ms)
    return chip.picture()


def game_screen(players: int, teams: bool, target: int, fields: dict) -> Callable:
    """Compose what a game shows."""

    def compose(screen: Screen, language: str) -> None:
        screen.set_up(players, teams, target)
        screen.update(view(**fields))

    return compose


def menu_page(page: type, app: object, *argument: object) -> Callable:
    """Compose a page of the menu that is opened by what happened, not by a row.

    `argument`: of the page, if it takes one.
    """

    def compose(screen: Screen, language: str) -> None:
        lines = DrawnLines if screen.words.is_drawn else Lines
        page(SimpleNamespace(app=app), *argument).draw(lines(screen, texts_for(language, "menu")))

    return compose


def notice_screen(key: int, alerts: tuple, fields: dict) -> Callable:
    """Compose what is shown while a table is made or tested."""

    def compose(screen: Screen, language: str) -> None:
        told = notice.Notice(READERS)
        for name, value in fields.items():
            setattr(told, name, value)
        for slot, kind in alerts:
            told.mark(slot, kind)
        notice.show(screen, texts_for(language, "service"), key, told)

    return compose
