"""The composition root: builds the parts from board.json and the settings, and runs them.

Nothing else knows where it runs: `machine` and `clock` (the time module) come from main.py. One
coroutine awaits only `sleep_ms`; each `step` does one bounded thing, 20 ms at most: a scanner's
step, a frame of the strip or a page of the screen. In quiet moments between two steps the journal
is tidied, which may erase flash.
"""

import binascii
import sys

from micropython import const

from domino.board.config import Board
from domino.board.scanner import Scanner
from domino.nfc.identity import Identity
from domino.nfc.mfrc522 import Mfrc522
from domino.nfc.type_a import TypeA
from domino.rules import codes, games
from domino.rules.match import Match
from domino.store import outcome
from domino.store.journal import Journal
from domino.store.uid_table import UidTable
from domino.table import events
from domino.table.controller import Table, kind_of
from domino.table.placement import Placement
from domino.ui import buzzer as sounds
from domino.ui.buttons import Buttons
from domino.ui.buzzer import Buzzer
from domino.ui.screen import Screen, grid
from domino.ui.ssd1306 import Display
from domino.ui.strip import Strip
from domino.words import en, ids

# In the order of events.PASS to events.RIGHT.
BUTTONS = ("pass", "draw", "undo", "ok", "menu", "left", "right")
USB = const(1)  # the line to a host is MicroPython's own
_TICKS = const(0x3FFFFFFF)
_POLL_MS = const(5)  # buttons are read this often
_POWER_MS = const(30)  # a button that is held at power-on is down for longer
_SET_OF_TILES = const(28)
_UIDS = const(64)
_OF_THE_MATCH = ("game", "players", "teams", "options")
_GROUPED = bytes((events.REMAINED,))  # one settlement, a record for each seat


def build(machine, clock, board, settings, observer=None, files=None, line=None):
    """Return the App of a table.

    `board`: the dict of board.json; with `files` it is emptied. `settings`: by name, as in
    settings.json; None to read them from `files` (store/journal.py), without which nothing is
    stored. `observer`: has `attach(app)`, `emit(kind, place, tile, code)` and
    `record(action, seat, tile, joint)` (table/events.py); None where nobody watches. `line`: to a
    host (table/link.py), USB, or None. Raises BoardError. A match that the files do not allow is
    told on the screen, and the table waits.
    """
    app = App(Board(board, machine), machine, clock, board, settings, observer, files, line)
    if observer is not None:
        observer.attach(app)
    return app


class Released:
    """The pin of a button that the board has not."""

    def __call__(self):
        return 1


class App:
    """All parts of one table. `view` is what the players see."""

    def __init__(self, board, machine, clock, config, settings, observer, files, line):
        self._clock = clock
        self.files = files
        self._line = line
        self._listener = self._tester = None
        self.lodger = None  # who has the readers instead of the game (lending.py)
        self._observer = observer
        self.board = board
        # What came of reading settings, journal and UIDs: numbers of store/outcome.py.
        self.stored = bytearray((outcome.MISSING, outcome.MISSING, outcome.MISSING))
        fault = b""
        if settings is None:
            settings, fault = self._load_settings(files)
        self.journal = Journal(files, _GROUPED) if files else None
        self.match = Match()
        fault = fault or _prepare(self.match, settings, files)
        self.scanner = self._scanner(clock, settings, files)
        placement = Placement(self.match, board.slots, board.neighbours)
        self.table = kind_of(self.match.rules)(
            self.match,
            placement,
            board.pads,
            observer,
            self._record,
            self.scanner.recheck,
            self.scanner.presence.seen_after,
        )
        self.scanner.focus = placement
        self.view = self.table.view
        pads = board.seats(self.match.players)
        self.view.text = fault if fault or pads else b"settings.json players"
        self.buttons = _buttons(board, config.get("buttons", {}))
        screen, strip = _lights(self.match.rules)
        self.strip = _strip(board, machine, config.get("strip"), strip)
        self.screen = _screen(board, config.get("display"), _texts(self.table), screen)
        self.buzzer = _buzzer(machine, config.get("buzzer"))
        target = self.match.target // 2
        self.strip.set_up(self.match.sides, target)
        self.screen.set_up(self.match.players, self.match.teams, target)
        self._version = -1  # of the view, as last shown
        self._alerts = 0
        self._accepted = 0
        self._message = ids.NOTHING
        self._is_won = False
        # When the next step of each is due. The clock does not begin at 0 after a soft reset.
        self._scan_ms = self._strip_ms = self._screen_ms = self._buzzer_ms = clock.ticks_ms()
        self._is_screen_busy = True
        board.forget()
        if files:
            config.clear()  # whoever called still holds it, and what comes now needs the room
        self._begin(settings, pads)
        self._watched = 0  # the reader whose quality was looked at last
        self._has_scanned = False  # the last step was the scanner's

    async def run(self, sleep_ms):
        """Run for ever; `sleep_ms` is asyncio's."""
        if self._line == USB:
            from domino.table.usb import UsbLine

            self._line = UsbLine()
        if self._line is not None:
            import asyncio  # of all that runs, only a line needs a task of its own

            self._listener = asyncio.create_task(self._listen(sleep_ms))
        if self._is_down(events.OK):
            await sleep_ms(_POWER_MS)
            if self._is_down(events.OK):
                self._begin_test(sleep_ms)
        while True:
            wait_ms = self.step()
            if self.table.wants_pad_play():
                self.table.load_pad_play()
            self._tidy()
            await sleep_ms(wait_ms)

    def step(self):
        """Do one bounded thing; return for how many ms there is nothing to do."""
        now_ms = self._clock.ticks_ms()
        if self.lodger is not None:
            return self.lodger.step(now_ms)
        self._take_presses(now_ms)
        if self._is_due(self._scan_ms, now_ms) and not (
            self._has_scanned and self._lights_are_due(now_ms)
        ):
            self._scan(now_ms)
            self._has_scanned = True
        else:
            self._light(now_ms)
            self._has_scanned = False
        self._notice()
        return self._wait_ms(now_ms)

    def _load_settings(self, files):
        """The settings by name, and what is wrong with one that a match needs, else b""."""
        from domino.store.settings import Settings

        stored = Settings(files)
        self.stored[0] = stored.load()
        _drop("store.settings")
        fault = stored.wrong if stored.wrong in _OF_THE_MATCH else ""
        return stored.values, fault and ("settings.json " + fault).encode()

    # -- a host, and whoever else borrows the readers ----------------------------------------
    async def _listen(self, sleep_ms):
        """Wait for a host to say something; what serves it is imported then."""
        data = await self._line.read()
        from domino.services import Services
        from domino.table.link import Link

        await Link(self._line, Services(self, self._clock, sleep_ms)).run(data)

    def _is_down(self, button):
        """Now, not debounced."""
        return not self.buttons.pins[button]()

    def _begin_test(self, sleep_ms):
        """FORMATS.md: ok held at power-on is the self-test."""
        import asyncio

        from domino.selftest import SelfTest

        test = SelfTest(self, self._clock, sleep_ms)
        test.enter()
        self._tester = asyncio.create_task(test.run())

    def close(self):
        """The end, by a Ctrl-C: everything off."""
        from domino import lending

        lending.close(self)

    def take_back(self):
        """The readers are the game's again: show everything anew."""
        self.lodger = None
        self._version = -1
        self._scan_ms = self._clock.ticks_ms()

    # -- the match and its journal ---------------------------------------------------------
    def _begin(self, settings, pads):
        """Begin a match, or go on with the one that a power cut left."""
        from domino.table import beginning

        pads = bytes(pad - self.board.slots for pad in pads)
        journal = None if self.view.text else self.journal  # without a match nothing is recorded
        is_taken_up = beginning.begin(
            journal, self.table, self.match, settings, pads, self._follow_pegs
        )
        if self._observer is not None and not is_taken_up:
            self._observer.record(events.STARTED, codes.NONE, codes.NONE, codes.NONE)
        _drop("table.beginning", "table.resume", "store.journal_reading", "store.journal_files")

    def _follow_pegs(self, is_taken_up):
        """The strip's pegs go the way of the match once more, or back to where they begin."""
        if is_taken_up:
            self.strip.update(self.view)
        else:
            self.strip.set_up(self.match.sides, self.match.target // 2)

    def _record(self, action, seat, tile, joint):
        if self.journal is not None:
            self.journal.record(action, seat, tile, joint)
        if self._observer is not None:
            self._observer.record(action, seat, tile, joint)

    def _tidy(self):
        """Between two steps: what may allocate, and erase flash."""
        journal = self.journal
        if journal is None or not journal.is_tidy_due():
            return
        if journal.is_urgent() or not self.pending():
            journal.tidy()

    # -- the parts of a step ---------------------------------------------------------------
    def _take_presses(self, now_ms):
        self.buttons.step(now_ms)
        button = self.buttons.take()
        while button != codes.NONE:
            self.table.on_press(button, self.buttons.held_ms, now_ms)
            button = self.buttons.take()

    def _scan(self, now_ms):
        scanner = self.scanner
        self._scan_ms = (now_ms + scanner.step(now_ms)) & _TICKS
        reader = scanner.take()
        while reader != codes.NONE:
            self.table.on_finding(reader, scanner.found[reader], now_ms)
            reader = scanner.take()
        self._watch_quality(now_ms)
        self.table.step(now_ms)

    def _watch_quality(self, now_ms):
        """Tell the table whether one reader, each in its turn, reads badly."""
        self._watched = (self._watched + 1) % self.scanner.readers
        is_weak = 1 if self.scanner.presence.is_weak(self._watched) else 0
        self.table.on_weak(self._watched, is_weak, now_ms)

    def _light(self, now_ms):
        """A frame of the strip, else a page of the screen, else a note of the buzzer."""
        if self._is_due(self._strip_ms, now_ms):
            self._strip_ms = (now_ms + self.strip.step(now_ms)) & _TICKS
        elif self._is_due(self._screen_ms, now_ms):
            wait_ms = self.screen.step(now_ms)
            self._is_screen_busy = wait_ms == 0
            self._screen_ms = (now_ms + wait_ms) & _TICKS
        elif self._is_due(self._buzzer_ms, now_ms):
            self._buzzer_ms = (now_ms + self.buzzer.step(now_ms)) & _TICKS

    def _notice(self):
        """Hand a changed view to everything that shows it."""
        view = self.view
        if view.version == self._version:
            return
        self._version = view.version
        self.scanner.is_pad_asked = self.table.is_pad_asked()
        self.strip.update(view)
        self.screen.update(view)
        self._is_screen_busy = True
        self._sound(view)
        now_ms = self._clock.ticks_ms()
        self._strip_ms = self._screen_ms = self._buzzer_ms = now_ms

    def _sound(self, view):
        if view.is_match_over and not self._is_won:
            self.buzzer.play(sounds.WIN)
        elif view.alerts > self._alerts:
            self.buzzer.play(sounds.ALERT)
        elif view.message == ids.SCORED and view.accepted != self._accepted:
            self.buzzer.play(sounds.SCORE)
        elif view.accepted != self._accepted:
            self.buzzer.play(sounds.CLICK)
        elif view.message > ids.REFUSED and view.message != self._message:
            self.buzzer.play(sounds.REFUSED)
        self._is_won = view.is_match_over
        self._alerts = view.alerts
        self._accepted = view.accepted
        self._message = view.message

    def _is_due(self, due_ms, now_ms):
        return self._clock.ticks_diff(due_ms, now_ms) <= 0

    def _lights_are_due(self, now_ms):
        return (
            self._is_due(self._strip_ms, now_ms)
            or self._is_due(self._screen_ms, now_ms)
            or self._is_due(self._buzzer_ms, now_ms)
        )

    def _wait_ms(self, now_ms):
        if self._lights_are_due(now_ms):
            return 0
        left_ms = self._clock.ticks_diff(self._scan_ms, now_ms)
        return max(0, min(left_ms, _POLL_MS))

    def _scanner(self, clock, settings, files):
        board = self.board
        chip = Mfrc522(board.select, clock)
        listed = UidTable(_UIDS)
        if files:
            self.stored[2] = listed.load(files)
        set_id = settings.get("set_id")
        self.identity = Identity(
            UidTable(2 * _SET_OF_TILES), listed, binascii.unhexlify(set_id) if set_id else None
        )
        return Scanner(chip, TypeA(chip, clock), board.select, self.identity, board, clock)

    # -- for whoever watches ---------------------------------------------------------------
    def pending(self):
        """Whether something goes on that will end without anybody doing anything."""
        return (
            self.view.is_pending
            or self.scanner.is_pending
            or self.strip.effect_running
            or self._is_screen_busy
            or self.view.version != self._version
            or not self.buttons.is_idle()
            or self.lodger is not None
        )


# -- building ------------------------------------------------------------------------------
def _prepare(match, settings, files):
    """Prepare the match; return b"", or what is wrong where."""
    from domino.table import prepare

    fault = prepare.prepare(match, settings, files)
    _drop("rules.options", "rules.house", "table.prepare")
    return fault


def _drop(*names):
    """Drop modules that only the start needs: they would keep the heap."""
    for name in names:
        if sys.modules.pop("domino." + name, None):
            package, name = name.split(".")
            delattr(sys.modules["domino." + package], name)


def _buttons(board, pins):
    return Buttons([board.input(pins[b]) if b in pins else Released() for b in BUTTONS])


def _lights(rules):
    """The classes of screen and strip for these rules."""
    if rules[games.SHEET]:
        from domino.ui import accounts

        return accounts.AccountScreen, accounts.AccountStrip
    return Screen, Strip


def _strip(board, machine, strip, kind):
    if not strip:
        return kind(None, None, 1, 1, 0, 0)
    return kind(
        machine.bitstream,
        board.output(strip["pin"], 0),
        strip["tracks"],
        strip["leds"],
        strip.get("brightness_pct", 20),
        strip.get("current_ma", 500),
    )


def _texts(table):
    """The texts that the screen needs."""
    if type(table) is Table:
        return en.TABLE
    from domino.words import en_games

    return en_games.TABLE + en.TABLE


def _screen(board, display, table, kind):
    panel = Display(board.bus(display["bus"]), display["address"]) if display else Display(None)
    names = [name.encode() for name in board.names]
    places = board.places or (grid(board.columns, board.rows) if board.columns else b"")
    return kind(panel, names, table, places, board.columns or 1, board.rows or 1)


def _buzzer(machine, buzzer):
    if not buzzer:
        return Buzzer(None)
    return Buzzer(machine.PWM(machine.Pin(buzzer["pin"])))
