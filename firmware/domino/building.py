"""Builds the parts of a table, once: that part of the composition root that app.py drops again.

What few games need is imported for them alone: the class of the table, of the screen, of the
strip, their texts. Of the texts of all languages only those of the one that is set are brought.
"""

import binascii
import gc
import json

from micropython import const

from domino import store, wording
from domino.board import checking
from domino.board.config import BoardError
from domino.board.readers import make_look
from domino.board.scanner import Scanner
from domino.nfc.identity import Identity
from domino.rules import games
from domino.rules.match import Match
from domino.store import outcome
from domino.store.journal import Journal
from domino.store.uid_table import UidTable
from domino.table import events
from domino.table.placement import Placement
from domino.ui.buttons import NAMES, Buttons, Released
from domino.ui.buzzer import Buzzer
from domino.ui.screen import Screen, grid
from domino.ui.ssd1306 import Display
from domino.ui.strip import Strip

_SET_OF_TILES = const(28)
_UIDS = const(64)
_MISSING = const(2)  # ENOENT
_MARK = "\ufeff"  # a byte order mark, which says nothing
_POWER_MS = const(30)  # a button that is held at power-on is down for longer
_OF_THE_MATCH = ("game", "players", "teams", "options")
_FOR_A_START = ("rules.options", "rules.house", "table.prepare")
_OF_SETTINGS = (
    "store.settings",
    "store.pin",
    "store.languages",
    "store.parked",
    "store.plain",
    "store.copies",
    "store.journal_reading",
    "store.journal_files",
)
# What few games need; another game may do without.
_OF_A_GAME = (
    "table.doubles",
    "table.redealing",
    "table.tricks",
    "table.show",
    "table.turn_clock",
    "ui.accounts",
    "ui.tally",
    "ui.tricks",
)
_LATER = "abcdefghijkl"  # any names, as many as may be there at a time
_SIDES = ("near", "far")  # of the first two pads, and of the others
_GROUPED = bytes((events.REMAINED, events.SHOWN))  # a record for each seat, all or none


def build(app, machine, clock, config, settings, observer, files, drop):
    """Give the app its parts: journal, match, scanner, table, buttons, strip, screen, buzzer.

    `app.board` is there; the rest is as for app.build. `drop(*names)` lets go of modules: the heap
    is never fuller than here. Return the settings by name, and the pads of the seats: what the
    match begins with.
    """
    board = app.board
    checking.seat(board, config)
    fault = b""
    _leave_room()
    app.buttons = _buttons(board, config.get("buttons", {}))
    app.is_safe = settings is None and _is_held(app.buttons, events.MENU, clock)
    if settings is None:
        settings, fault = _load_settings(app, files)
        drop(*_OF_SETTINGS)
    app.journal = Journal(files, _GROUPED) if files else None
    match = app.match = Match()
    fault, kind = _prepare(match, settings, files, fault)
    drop(*_FOR_A_START)
    app.scanner = _scanner(app, clock, settings, files)
    pads = _lay_table(app, kind, config, fault, observer)
    screen, strip = _lights(match.rules)
    app.strip = _strip(*_wire(board, machine, config.get("strip")), strip)
    panel = _panel(board, config.get("display"))
    panel.on_held = app.see_to_bus
    app.screen = _screen(board, panel, screen)
    if not board.is_on_i2c:
        drop("board.i2c_lines")
    app.buzzer = _buzzer(machine, config.get("buzzer"))
    app.watchdog = _watchdog(machine, config)
    app.far = _far(config["pads"])
    wording.use(app, settings.get("language", "en"))
    _seat_people(app, drop)
    _use(app, settings)
    return settings, pads


def _leave_room():
    """What is imported later becomes an attribute of its package, if only for a while: the table
    of those of `store`, the most by far, grows here, not in the middle of the free heap."""
    for name in _LATER:
        setattr(store, name, None)
    for name in _LATER:
        delattr(store, name)


def read(files, name="board.json"):
    """What a board file says. Raises BoardError where it cannot be read, or is no JSON."""
    try:
        with files.open(name) as file:
            text = file.read()
        return json.loads(text[1:] if text[:1] == _MARK else text)
    except OSError as error:
        if error.args[0] == _MISSING:
            raise BoardError("board.json: is missing")
        raise BoardError("board.json: cannot be read")
    except (ValueError, RuntimeError):
        raise BoardError("board.json: is no JSON")


def rebuild(app, observer, drop):
    """Another match with the same parts, but for the table, and the lights that its game asks for.

    As the stored settings say. Returns what `build` does. Raises BoardError where board.json is
    no longer what it was at the start.
    """
    board, match = app.board, app.match
    config = read(app.files)
    checking.again(board, config)
    board.remember(config)
    settings, fault = _load_settings(app, app.files)
    app.stored[outcome.SETTINGS] = outcome.LOADED  # what came of it was told at power-up
    drop(*_OF_SETTINGS)
    # Whoever holds the old table lets go of it: the new one finds its room.
    app.table = app.view = app.scanner.focus = app.turn_clock = None
    drop(*_OF_A_GAME)
    fault, kind = _prepare(match, settings, app.files, fault)
    drop(*_FOR_A_START)
    pads = _lay_table(app, kind, config, fault, observer)
    app.view = app.table.view
    screen, strip = _lights(match.rules)
    if type(app.strip) is not strip:
        wire = app.strip._bitstream, app.strip._pin, config.get("strip")
        app.strip = None
        gc.collect()
        app.strip = _strip(*wire, strip)
    if type(app.screen) is not screen:
        app.screen = _screen(board, app.screen._display, screen, app.screen.words)
    board.forget()
    _seat_people(app, drop)
    if settings["begins"] == "lot":
        settings["starters"] = [(settings["seed"] >> 4) % match.players]
    _use(app, settings)
    return settings, pads


def _load_settings(app, files):
    """The settings by name, and what is wrong with one that a match needs, else b""."""
    from domino.store.settings import Settings

    stored = Settings(files)
    if not app.is_safe:
        app.stored[outcome.SETTINGS] = stored.load()
        if "parked.json" in files.listdir(""):
            from domino.store import parked

            app.stored[outcome.PARKED] = parked.settle(files, stored)
        if stored.has_plain_pin:
            from domino.store import pin

            pin.hide(stored, files)
    fault = stored.wrong if stored.wrong in _OF_THE_MATCH else ""
    return stored.values, fault and ("settings.json " + fault).encode()


def _prepare(match, settings, files, fault):
    """Prepare the match; return what does not allow it, b"" for nothing, and the table's class."""
    from domino.table import prepare

    fault = fault or prepare.prepare(match, settings, files)
    return fault, prepare.kind_of(match.rules)


def _lay_table(app, kind, config, fault, observer):
    """Give the app its table; return the pads of the seats. `fault`: what does not allow the
    match, b"" for nothing."""
    board, match, scanner = app.board, app.match, app.scanner
    pads = board.seats(match.players)
    placement = scanner.focus = Placement(match, board.slots, board.neighbours)
    table = app.table = kind(
        match,
        placement,
        board.pads,
        observer,
        app.record,
        scanner.recheck,
        scanner.presence.seen_after,
    )
    if match.rules[games.PLAY] == games.PLAY_TRICKS:
        table.seat_at(_trick_slots(board, config, match.players))
    table.view.text = fault if fault or pads else b"settings.json players"
    return pads


def _trick_slots(board, config, players):
    """The slot before each seat for games in tricks, as bytes; empty where none is told."""
    names = config["slots"].get("trick_slots", {}).get(str(players), ())
    for name in names:
        if name not in board.names:
            raise BoardError("board.json: slots.trick_slots: there is no slot {}".format(name))
    return bytes(board.names.index(name) for name in names)


def _scanner(app, clock, settings, files):
    board = app.board
    listed = UidTable(_UIDS)
    if files:
        app.stored[outcome.UIDS] = listed.load(files)
    set_id = settings.get("set_id")
    app.identity = Identity(
        UidTable(2 * _SET_OF_TILES), listed, binascii.unhexlify(set_id) if set_id else None
    )
    return Scanner(make_look(board, app.identity, clock), board, clock)


def _buttons(board, pins):
    return Buttons([board.input(pins[b]) if b in pins else Released() for b in NAMES])


def _is_held(buttons, button, clock):
    """Whether a button is held at power-on: down, and still down a little later."""
    for _ in range(2):
        if buttons.pins[button]():
            return False
        clock.sleep_ms(_POWER_MS)
    return True


def _wire(board, machine, strip):
    """What sends bits to the strip, its pin, and what the board says of it."""
    if not strip:
        return None, None, None
    return machine.bitstream, board.output(strip["pin"], 0), strip


def _strip(bitstream, pin, strip, kind):
    if not strip:
        return kind(None, None, 1, 1, 0, 0)
    return kind(
        bitstream,
        pin,
        strip["tracks"],
        strip["leds"],
        strip.get("brightness_pct", 20),
        strip.get("current_ma", 500),
        strip.get("run") == "back_and_forth",
    )


def _panel(board, display):
    if not display:
        return Display(None)
    kind = Display
    if display["chip"] == "sh1106":
        from domino.ui.sh1106 import WideDisplay as kind
    bus = board.bus(display["bus"])
    return kind(bus, display["address"], sda=board.data_line(display["bus"]))


def _screen(board, panel, kind, words=b""):
    names = [name.encode() for name in board.names]
    places = board.places or (grid(board.columns, board.rows) if board.columns else b"")
    return kind(panel, names, words, places, board.columns or 1, board.rows or 1)


def _buzzer(machine, buzzer):
    if not buzzer:
        return Buzzer(None)
    try:
        return Buzzer(machine.PWM(machine.Pin(buzzer["pin"])))
    except ValueError as error:
        raise BoardError("board.json: buzzer: {}".format(error))


def _seat_people(app, drop):
    """Names and personal tags, where any are stored."""
    if not app.files or not {"players.a", "players.b"} & set(app.files.listdir("")):
        return
    from domino import seating

    seating.start(app)
    drop("seating", "ui.names", "store.players", "store.copies", "store.plain", "table.keeping")


def _far(pads):
    """The pads, a bit each, from which the screen is better read turned by half."""
    far = 0
    for pad in range(len(pads)):
        if pads[pad].get("side", _SIDES[pad // 2]) == "far":
            far |= 1 << pad
    return far


def _watchdog(machine, config):
    if "watchdog_ms" not in config:
        return None
    from domino.board.watchdog import Watchdog

    return Watchdog(machine, config["watchdog_ms"], config["mcu"])


# -- what the game asks for --------------------------------------------------------------
def _lights(rules):
    """The classes of screen and strip for these rules."""
    if rules[games.SHEET]:
        from domino.ui import accounts

        return accounts.AccountScreen, accounts.AccountStrip
    if rules[games.PLAY] == games.PLAY_LAYOUT:
        return _layout_screen(rules), Strip
    from domino.ui import tricks

    screen = tricks.TrickScreen if rules[games.PLAY] == games.PLAY_TRICKS else tricks.EndlessScreen
    return screen, Strip


def _layout_screen(rules):
    """With tallies where each play scores fives."""
    is_scored = rules[games.SCORING] == games.SCORE_MULTIPLE
    if not is_scored or rules[games.MULTIPLE] != 5 or rules[games.UNIT] != 1:
        return Screen
    from domino.ui import tally

    return tally.TallyScreen


def _use(app, settings):
    """What match and settings ask of lights, screen and sound."""
    match = app.match
    target = match.target // 2
    app.strip.set_up(match.sides, target)
    app.screen.set_up(match.players, match.teams, target)
    app.strip.set_brightness(settings.get("brightness_pct") or app.strip.built_pct)
    app.screen.turn(settings.get("screen_turn") == "turned")
    app.turns_to_seat = settings.get("screen_turn") == "seat"
    app.quiet_ms = 60_000 * settings.get("quiet_min", 0)
    app.buzzer.is_on = settings.get("sound", True)
    app.use_turn_clock(settings.get("turn_clock_s", 0))
