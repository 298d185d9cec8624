"""The composition root: builds the parts from board.json and the settings, and runs them.

Nothing else knows where it runs: `machine` and `clock` (the time module) come from main.py. One
coroutine awaits only `sleep_ms`; each `step` does one bounded thing, 20 ms at most: a scanner's
step, a frame of the strip or a page of the screen. In quiet moments between two steps the journal
is tidied, which may erase flash.
"""

import gc
from array import array

from micropython import const

# Loaded with this module, while the heap is in one piece, and dropped when the parts are built.
import domino.building  # noqa: F401
from domino.board.config import Board, BoardError
from domino.lights import Lights
from domino.loaded import drop, keep_only, modules
from domino.rules import codes
from domino.store import outcome
from domino.table import events
from domino.ui import buzzer as sounds
from domino.words import ids

USB = const(1)  # the line to a host is MicroPython's own
_TICKS = const(0x3FFFFFFF)
_POLL_MS = const(5)  # buttons are read this often
_HELD_MS = const(1000)  # `menu` held so long is for the menu whatever the game takes it for
_CORRECTION_MS = const(3000)  # likewise `undo`, for the correction
_POWER_MS = const(30)  # a button that is held at power-on is down for longer
# The bits of board/watchdog.py.
_SCANNED = const(1)
_LIVES = const(3)
_CORRECT = const(4)  # errands.CORRECT
_TRY_WIRES = const(6)  # errands.TRY_WIRES
# How a menu ends (menu/door.py).
_NEW_MATCH = const(1)
_SELF_TEST = const(3)
# What errands.py does.
_RUN = const(0)
_ROUND_OVER = const(1)
_BEGIN_SAFELY = const(2)
_FREE_BUS = const(5)  # errands.FREE_BUS


def start(machine, clock, observer, files, line):
    """Return the App of the table that board.json in `files` asks for; where nothing can be made
    of that file, what stands in for it (board_fault.py). The rest is as for `build`."""
    try:
        return _built(machine, clock, observer, files, line)
    except BoardError as error:
        fault = str(error)
    gc.collect()
    from domino.board_fault import BoardFault

    table = BoardFault(machine, clock, files, fault, line)
    if observer is not None:
        observer.attach(table)
    return table


def _built(machine, clock, observer, files, line):
    try:
        return build(machine, clock, _read(files), None, observer, files, line)
    except MemoryError:
        raise BoardError("board.json: more than there is memory for")


def _read(files):
    from domino import building

    return building.read(files)


def build(machine, clock, board, settings, observer=None, files=None, line=None):
    """Return the App of a table.

    `board`: the dict of board.json; with `files` it is emptied. `settings`: by name, as in
    settings.json; None to read them from `files` (store/journal.py), without which nothing is
    stored. `observer`: has `attach(app)`, `emit(kind, place, tile, code)` and
    `record(action, seat, tile, joint)` (table/events.py); None where nobody watches. `line`: to a
    host (table/link.py), USB, or None. Raises BoardError. A match that the files do not allow is
    told on the screen, and the table waits.
    """
    made = Board(board, machine, clock)
    app = App(made, machine, clock, board, settings, observer, files, line)
    if observer is not None:
        observer.attach(app)
    return app


class App(Lights):
    """All parts of one table. `view` is what the players see."""

    def __init__(self, board, machine, clock, config, settings, observer, files, line):
        self._clock = self.clock = clock
        self.files = files
        self._line = line
        self._listener = self._tester = None
        self.lodger = None  # who has the readers instead of the game (lending.py)
        self.tags = None  # personal tags (seating.py); None where nobody has one
        self.turn_clock = None  # table/turn_clock.py, where one is set
        self.watchdog = None  # board/watchdog.py, where the board has one
        self.lived = 0  # its bits: what was stepped since it was fed
        self.menu = None  # the menu while it is open, then it is the lodger (menu/menu.py)
        self.wanted = None  # the page of the menu that is to be opened
        self._ending = 0  # what the menu was closed with and is to be done next (menu/door.py)
        self._may_be_swept = False  # a match was taken up; do its tiles still lie there?
        self.tries = [0, clock.ticks_ms(), -1]  # of the keeper's PIN (guarding.py)
        self.quiet_ms = 0  # strip and screen rest when nothing happened for so long; 0: never
        self.turns_to_seat = False  # the screen turns towards the seat to act
        self._rests = False
        self._seat_pads = b""
        self.wording = None  # what texts the screen has (wording.py)
        self._observer = observer
        self.board = board
        # What came of reading what is stored: numbers of store/outcome.py, by its places, until
        # the screen has told (menu/report.py).
        self.stored = bytearray((outcome.MISSING,) * outcome.PARTS)
        from domino import building

        settings, pads = building.build(
            self, machine, clock, config, settings, observer, files, drop
        )
        self.view = self.table.view
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
        del building
        drop("building", "board.checking", "wording", "words.loading")
        self.errand = 0  # what is done between two steps, a number of errands.py
        # What of the match goes into the statistics (table/tally.py), and what is there: a value
        # of tally_now.
        self.best = array("h", bytes(10))
        self.tallied = 1
        self._is_undo_held = False  # so long that it opens the correction
        self._has_told = False  # that not everything is recorded
        # A safe start: what the match begins with, until a button says so.
        self.awaiting = (settings, pads) if self.is_safe else None
        if not self.is_safe:
            self.begin(settings, pads)
            self.tell_what_was_stored()
        self._active_ms = self._strip_ms
        self._watched = 0  # the reader whose quality was looked at last
        self._has_scanned = False  # the last step was the scanner's

    async def run(self, sleep_ms):
        """Run for ever; `sleep_ms` is asyncio's."""
        self._sleep_ms = sleep_ms
        if self._line == USB:
            from domino.table.usb import UsbLine

            self._line = UsbLine()
        if self._line is not None:
            import asyncio  # of all that runs, only a line needs a task of its own

            self._listener = asyncio.create_task(self._listen(sleep_ms))
        if self.is_safe:
            self._do(_BEGIN_SAFELY)
        elif self._is_down(events.OK):
            await sleep_ms(_POWER_MS)
            if self._is_down(events.OK):
                self._begin_test()
        if self.watchdog is not None:
            self.watchdog.start()
        while True:
            wait_ms = self.step()
            if self.table.wants_pad_play():
                self.table.load_pad_play()
                drop("table.pad_play")  # the table holds what it uses of it
            if self.scanner.wants_pair:
                self.scanner.load_pair()
                drop("board.pair_mfrc522", "board.pair_pn532")
            if self.errand:
                self._do(_RUN)
            # A page of flash takes a millisecond: what writes some is a step of its own.
            if self._ending or self._is_menu_over():
                await sleep_ms(0)
            self._see_to_menu()
            if self.journal is not None and (self._is_uncounted() or self.journal.is_tidy_due()):
                await sleep_ms(0)
            self._tidy()
            if self.watchdog is not None:
                self.watchdog.look(self)
            await sleep_ms(wait_ms)

    def step(self):
        """Do one bounded thing; return for how many ms there is nothing to do."""
        now_ms = self._clock.ticks_ms()
        if self.lodger is not None or self._ending:
            self.lived = _LIVES
            # Nothing that comes now is for the match that is left.
            return 0 if self._ending else self.lodger.step(now_ms)
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

    # -- the menu ----------------------------------------------------------------------------
    def _see_to_menu(self):
        """Between two steps, one thing: open the menu, close it, do what it was closed with."""
        if self._ending:
            self._do_ending(self._ending)
        elif self._is_menu_over() and self.menu.ending == _NEW_MATCH and self._makes_way():
            pass  # while the menu is there, so that its room stays in one piece
        elif self.wanted is not None or self._is_menu_over():
            is_open = self.menu is not None
            try:
                from domino.menu.door import use

                self._ending = use(self)
            except MemoryError:
                if is_open:
                    raise SystemExit  # the board starts anew, with its heap in one piece
                self.wanted = None  # no room: the game goes on
            drop("menu.door")
        elif self._may_be_swept:
            self._see_whether_swept()

    def _is_menu_over(self):
        return self.menu is not None and self.menu.is_over

    def _do_ending(self, ending):
        if ending == _NEW_MATCH and self._makes_way():
            return  # nobody could see a menu; the rest in the next steps
        self._ending = 0
        if ending == _SELF_TEST:
            self._begin_test()
        else:
            self._begin_another(ending == _NEW_MATCH)

    def _makes_way(self):
        """Before a new match: one thing that writes pages of flash; False when all is done."""
        journal = self.journal
        if journal is None:
            return False
        if self._is_uncounted():
            self._do(_ROUND_OVER)
            return True
        is_any = journal.make_way()
        drop("store.journal_files")
        return is_any

    def _begin_another(self, is_new):
        """Another match on the same parts: a new one, or the one that the journal has last."""
        if self.journal is not None and self._is_uncounted():
            self._do(_ROUND_OVER)  # there was no quiet moment where the menu came at once
        try:
            self._rebuild(is_new)
        except (MemoryError, BoardError):
            # The board starts once more, with its heap in one piece, or tells what is wrong.
            raise SystemExit
        self._may_be_swept = False  # whoever chose it knows
        self.table.look_again(self.scanner.found, self._clock.ticks_ms())
        while self.buttons.take() != codes.NONE:
            pass  # it was pressed in another match

    def _rebuild(self, is_new):
        from domino import building

        settings, pads = building.rebuild(self, self._observer, drop)
        del building
        drop("building", "board.checking")
        self._alerts = self._accepted = 0
        self.tallied = 1
        self._message = ids.NOTHING
        self._is_won = False
        self._version = -1
        self.begin(settings, pads, is_new)

    def _see_whether_swept(self):
        """After power-up: ask about a match whose tiles were all taken away, once all is seen."""
        if self.lodger is None and not self.table.lying.is_anything_unseen():
            self._may_be_swept = False
            if self.table.is_swept_away():
                self.wanted = "found"

    def use_language(self, language):
        """Show the game in another language."""
        from domino import wording

        is_other = language != self.language
        wording.use(self, language)
        del wording
        drop("wording", "words.loading")
        if is_other and self.screen._message.players:
            from domino import seating

            seating.show_anew(self)
            del seating
            if self.lodger is None and self.menu is None:
                drop("seating", "ui.names", "store.players", "store.copies", "store.plain")

    def use_turn_clock(self, limit_s):
        """Give the seat to act so many seconds; 0: as many as it wants."""
        self.turn_clock = None
        if limit_s:
            from domino.table import turn_clock

            self.turn_clock = turn_clock.make(self.table, self.match, limit_s)
        elif self.table.view.clock_s >= 0:
            self.table.view.clock_s = -1
            self._version = -1

    # -- a host, and whoever else borrows the readers ----------------------------------------
    async def _listen(self, sleep_ms):
        """Wait for a host to say something; what serves it is imported then."""
        link = None
        while link is None:
            data = await self._line.read()
            try:
                from domino.services import Services
                from domino.table.link import Link

                link = Link(self._line, Services(self, self._clock, sleep_ms))
            except MemoryError:
                gc.collect()  # no room: the host says it again
        await link.run(data)

    def _is_down(self, button):
        """Now, not debounced."""
        return not self.buttons.pins[button]()

    def _begin_test(self):
        """FORMATS.md: ok held at power-on is the self-test; the menu has it too."""
        import asyncio

        loaded = modules()
        gc.collect()
        try:
            from domino.selftest import SelfTest

            test = SelfTest(self, self._clock, self._sleep_ms)
        except MemoryError:  # a board of many parts and little heap plays all the same
            keep_only(loaded)
            return
        test.enter()
        self._tester = asyncio.create_task(self._test(test, loaded))

    async def _test(self, test, loaded):
        await test.run()
        self._tester = test = None
        keep_only(loaded)

    def see_to_bus(self):
        """The display has found SDA low: between two steps its bus is freed."""
        if not self.errand:
            self.errand = _FREE_BUS

    def is_line_lost(self):
        """Whether the task of the line to a host has ended; it never should."""
        return self._listener is not None and self._listener.done()

    def close(self):
        """The end, by a Ctrl-C: everything off."""
        from domino import lending

        lending.close(self)
        if self.watchdog is not None:
            self.watchdog.stop()

    def show_anew(self):
        """Something is shown otherwise from now on."""
        self._version = -1

    def take_back(self):
        """The readers are the game's again: show everything anew."""
        self.lodger = None
        self._version = -1
        self._scan_ms = self._active_ms = self._clock.ticks_ms()

    # -- the match and its journal ---------------------------------------------------------
    def begin(self, settings, pads, is_new=False):
        """Begin a match, or, unless `is_new`, go on with the one that a power cut left."""
        from domino.table import beginning

        if is_new:
            self.identity.forget()  # a guest may have rewritten a tag meanwhile
        pads = self._seat_pads = bytes(pad - self.board.slots for pad in pads)
        journal = None if self.view.text else self.journal  # without a match nothing is recorded
        is_taken_up = beginning.begin(
            journal, self.table, self.match, settings, pads, self._follow_pegs, is_new
        )
        self._may_be_swept = is_taken_up and self.board.slots > 0
        if self._observer is not None:
            how = events.TAKEN_UP if is_taken_up else codes.NONE
            self._observer.record(events.STARTED, codes.NONE, codes.NONE, how)
        drop(
            "store.statistics",
            "store.copies",
            "store.plain",
            "table.tally",
            "table.beginning",
            "table.resume",
            "rules.amending",
        )
        drop("store.parked", "store.journal_reading", "store.journal_files", "errands")
        drop("store.journal_cure")
        if journal is not None:
            journal.settle()
        self.use_language(settings.get("language", "en"))

    def tell_what_was_stored(self):
        """A page of the menu where something stored is not as it should be."""
        if self.journal is not None:
            self.stored[outcome.JOURNAL] = self.journal.outcome
            self._has_told = self.journal.outcome >= outcome.FULL
        if max(self.stored) >= outcome.RESTORED and not self.view.text:
            self.wanted = "report"

    def _follow_pegs(self, is_taken_up):
        """The strip's pegs go the way of the match once more, or back to where they begin."""
        match = self.match
        if is_taken_up:
            self.strip.update(self.view)
        if match.match_over or (is_taken_up and match.round_over):
            from domino import errands  # met again in the same moment

            errands.follow(self, is_taken_up)
        if not is_taken_up:
            self.best[0] = -1  # tally.ROUND
            for i in range(1, len(self.best)):
                self.best[i] = 0
            self.strip.set_up(match.sides, match.target // 2)

    def record(self, action, seat, tile, joint):
        if self.journal is not None:
            self.journal.record(action, seat, tile, joint)
        if self._observer is not None:
            self._observer.record(action, seat, tile, joint)

    def _do(self, what):
        """Import what is done seldom, do it, and let go of it (errands.py)."""
        from domino import errands

        if what == _RUN:
            errands.run(self, drop)
        elif what == _ROUND_OVER:
            errands.round_over(self, drop)
        else:
            errands.begin_safely(self)
        del errands
        drop("errands")

    def tally_now(self):
        """What `tallied` is once all is counted: 0 while a round is on, 1 when it is over, 2 and
        the number of actions when by it the match is: it may be over anew, after an undo."""
        match = self.match
        if not match.round_over or match.round_number < 0 or match.needs_remaining:
            return 0
        return 2 + self.view.accepted if match.match_over else 1

    def _is_uncounted(self):
        """Whether a round is over, or by it the match, and does not count yet; or the match counts
        and is not over any more."""
        now = self.tally_now()
        if not now and self.tallied < 2:
            self.tallied = 0
        return self.tallied != now

    def _tidy(self):
        """Between two steps: what may allocate, and erase flash."""
        journal = self.journal
        if journal is None:
            return
        # A button that something lies on is no reason to wait.
        if self._is_uncounted() and not (self.pending() and self.buttons.is_idle()):
            self._do(_ROUND_OVER)
            return  # on a full flash either takes ten pages
        is_failing = journal.outcome >= outcome.FULL
        if is_failing and not self._has_told:
            self.table.tell(ids.NOT_RECORDED)
        self._has_told = is_failing
        if not journal.is_tidy_due():
            return
        if journal.is_urgent() or not self.pending():
            journal.tidy()

    # -- the parts of a step ---------------------------------------------------------------
    def _take_presses(self, now_ms):
        self.buttons.step(now_ms)
        if self.buttons.down_ms(events.UNDO, now_ms) >= _CORRECTION_MS and not self._is_undo_held:
            self._is_undo_held = True
            self.errand = _CORRECT
        button = self.buttons.take()
        while button != codes.NONE:
            page = None if self._rests or self.journal is None else self._page_for(button)
            if self._rests:
                self._version = -1  # this press does nothing but wake the lights
            elif button == events.UNDO and self._is_undo_held:
                self.table.tell_press(button)  # it asked for the correction
            elif page is None:
                self.table.on_press(button, now_ms)
            else:
                self.table.tell_press(button)
                self.wanted = page
            self._active_ms = now_ms
            button = self.buttons.take()
        if not self.buttons.down_ms(events.UNDO, now_ms):
            self._is_undo_held = False

    def _page_for(self, button):
        """The page of the menu that a press opens; None where the press is for the game."""
        if button == events.MENU:
            if self.buttons.held_ms >= _HELD_MS or not self.table.takes_menu():
                return "top"
        elif button == events.OK:
            if self.view.message == ids.MATCH_OVER:
                return "rematch"
        elif button == events.LEFT and self.view.accepted and not self.table.takes_sides():
            return "actions"
        return None

    def _scan(self, now_ms):
        self.lived |= _SCANNED
        scanner = self.scanner
        self._scan_ms = (now_ms + scanner.step(now_ms)) & _TICKS
        reader = scanner.take()
        while reader != codes.NONE:
            if self.tags is None or not self.tags.is_person(self, reader):
                self.table.on_finding(reader, scanner.found[reader], now_ms)
            reader = scanner.take()
        if scanner.health.doubts and not self.errand:
            self.errand = _TRY_WIRES
        self._watch_quality(now_ms)
        self.table.step(now_ms)
        if self.turn_clock is not None and self.turn_clock.step(now_ms):
            self.buzzer.play(sounds.CLICK)

    def _watch_quality(self, now_ms):
        """Tell the table whether one reader, each in its turn, reads badly."""
        self._watched = (self._watched + 1) % self.scanner.readers
        self.table.on_weak(self._watched, self.scanner.quality(self._watched), now_ms)

    def _wait_ms(self, now_ms):
        if self._lights_are_due(now_ms):
            return 0
        left_ms = self._clock.ticks_diff(self._scan_ms, now_ms)
        return max(0, min(left_ms, _POLL_MS))

    # -- for whoever watches ---------------------------------------------------------------
    def pending(self):
        """Whether something goes on that will end without anybody doing anything; 2 where nothing
        does, but nobody looks at the readers."""
        if self.lodger is not None:
            return self.lodger.pending()
        return (
            self.wanted is not None
            or self._ending != 0
            or self.errand != 0
            or self.view.is_pending
            or self.scanner.is_pending
            or self.strip.effect_running
            or self._is_screen_busy
            or self.view.version != self._version
            or not self.buttons.is_idle()
        )
