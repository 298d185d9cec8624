"""The menu as a whole: who has the screen and the presses while it is open, and its pages.

The game stands still meanwhile. Left and right move, ok takes, undo goes a page back, `menu`
closes. A page is a module of this package whose class `Page` (page.py) is made when it is opened
and let go of when it is left. Allocates; one bounded thing a step all the same.
"""

import gc

from micropython import const

from domino.lending import Lodger
from domino.loaded import drop
from domino.menu.door import CLOSED, START
from domino.store import outcome
from domino.store.settings import Settings
from domino.table import events
from domino.ui import buzzer as sounds
from domino.ui.lines import Lines
from domino.words import menu_ids

LENT = const(2)  # `pending`: at rest, but nobody looks at the readers

_NONE = const(255)
_FIRST_REPEAT_MS = const(500)  # left or right held so long goes on by itself,
_REPEAT_MS = const(120)
_FAST_MS = const(1800)  # and from here on in tens
_FAST = const(10)
# Pages that the keeper alone may open, where he has a PIN or a tag.
_GUARDED = ("correction", "settings", "statistics_reset", "keeper", "people", "name")


class Menu(Lodger):
    """`first`: the name of the page to begin with; `loaded`: names of modules that were there."""

    def __init__(self, app, first, loaded):
        super().__init__(app, app.clock)
        self.app = app
        self.loaded = loaded
        self.first = first
        self.settings = Settings(app.files)
        self.settings.load()
        self.lines = None  # what pages draw with
        self.ending = CLOSED
        self.is_over = False
        self._is_trusted = False  # the keeper has shown who he is
        self.is_abandoned = False
        self.part = 0  # of leaving.py, to be done next
        self.head = None  # of the parked match that is gone on with
        self._pages = []
        self._names = []
        self._told = 0  # the title of the page that is shown
        self._pressed_ms = self._clock.ticks_ms()
        self._repeated_ms = 0
        self._repeats = False  # the press that is on went on by itself

    def begin(self):
        """Show the first page."""
        self.use_language()
        # A press that is on since before was the one that opened it.
        self._repeats = not self.app.buttons.is_idle()
        self.go(self.first)

    @property
    def message(self):
        """The id of the page's title."""
        return self._pages[-1].TITLE if self._pages else menu_ids.MENU

    # -- for pages ---------------------------------------------------------------------------
    def go(self, name, argument=None):
        """Open the page of the module domino.menu.<name>; a guarded one asks for the keeper."""
        if name in _GUARDED and not self._is_trusted and self._has_keeper():
            name, argument = "guard", (name, argument)
        gc.collect()
        try:
            module = __import__("domino.menu." + name, None, None, ("Page",))
            page = module.Page(self) if argument is None else module.Page(self, argument)
            page.enter()
        except MemoryError:  # a board with little heap does without
            drop("menu." + name)
            self.refuse()
            return
        self._pages.append(page)
        self._names.append(name)
        self.draw()
        if name != "report" and max(self.app.stored[outcome.STATISTICS :]) >= outcome.RESTORED:
            self.go("report")  # the page has found a file that does not serve

    def _has_keeper(self):
        values = self.settings.values
        return values["keeper_pin"] or values["keeper_tag"]

    def trust(self, name, argument):
        """The keeper is here: in place of the page that asked comes the one that is wanted."""
        self._is_trusted = True
        self._pages.pop().leave()
        drop("menu." + self._names.pop())
        self.go(name, argument)

    def back(self):
        """Leave the page; the one before it is shown again, the last one closes the menu."""
        self._pages.pop().leave()
        name = self._names.pop()
        if name not in self._names:
            drop("menu." + name)
        if self._pages:
            self._pages[-1].enter()
            self.draw()
        else:
            self.is_over = True

    def close(self, ending=CLOSED):
        """Leave all pages; `ending`: what is to be done then."""
        self._leave_pages()
        self.ending = ending
        self.is_over = True

    def _leave_pages(self):
        """What is to be done then needs their room."""
        while self._pages:
            self._pages.pop().leave()
        drop("menu.draft", "menu.catalogue", *["menu." + name for name in self._names])

    def start(self):
        """Begin the match that the settings say. One that is on is left for later."""
        self.leave_for(START)

    def leave_for(self, part):
        """Let go of the pages, and do what leaving.py does from this part on."""
        self._leave_pages()
        self.part = part

    def give_up(self):
        """It cannot be done: the game goes on as it was."""
        gc.collect()
        self.refuse()
        self.close()

    def is_empty(self):
        """No page could be opened."""
        return not self._pages

    def is_going(self):
        """Whether a match is on, with an action at least, that could be gone on with."""
        app = self.app
        if app.journal is None or app.view.text or app.match.match_over or self.is_abandoned:
            return False
        return app.view.accepted > 0

    def draw(self):
        """Show the page as it is now, and tell of one that was not shown before."""
        if self._pages:
            if self._told != self.message:
                self._told = self.message
                self._tell(events.PAGE, _NONE, self._told)
            self._pages[-1].draw(self.lines)
            self.lines.show()
            self.redraw()

    def save(self):
        """Store the settings as they are now; False where the flash does not take them."""
        return self.settings.save() == 0

    def use_language(self):
        """Take the texts of the language that the screen speaks."""
        from domino.words.loading import texts_for

        kind = Lines
        if self.app.screen.words.is_drawn:
            from domino.ui.drawn_lines import DrawnLines as kind
        self.lines = kind(self.app.screen, texts_for(self.app.language, "menu"))
        drop("words.loading")

    def refuse(self):
        """The sound of what cannot be done."""
        self.app.buzzer.play(sounds.REFUSED)

    # -- for the app -------------------------------------------------------------------------
    def leave(self):
        """The game goes on where it stood, if it does."""
        super().leave()
        if self.ending == CLOSED and self._told:
            view = self.app.view
            place = view.slot
            if place == _NONE and view.seat != _NONE:
                place = events.SEAT + view.seat
            self._tell(place, view.tile, view.message)

    def _tell(self, place, tile, message):
        """What the screen says is an event."""
        self.app.table._observer.emit(events.MESSAGE, place, tile, message)

    def step(self, now_ms):
        """Take the presses, then show what is to be shown."""
        if self.is_over:
            return 0
        wait_ms = super().step(now_ms)
        try:
            self._take_presses(now_ms)
        except MemoryError:  # the page stays as it is
            if self._pages:
                gc.collect()
                self.refuse()
            else:
                self.give_up()
        if self._pages:
            self._repeat(now_ms)
            self._see_whether_alone(now_ms)
            self._tick(now_ms)
        return wait_ms

    def pending(self):
        """LENT at rest, else True."""
        if not self._pages or self.is_screen_busy or not self.app.buttons.is_idle():
            return True
        return LENT

    # -- presses -----------------------------------------------------------------------------
    def _take_presses(self, now_ms):
        if self.part:
            from domino.menu import leaving

            leaving.take_part(self)
        while self._pages:
            button = self.app.buttons.take()
            if button == _NONE:
                return
            self._pressed_ms = now_ms
            self._press(button)

    def _press(self, button):
        if self._repeats:
            self._repeats = False  # what it meant is done, and told
            return
        self.app.table.tell_press(button)
        self.app.buzzer.play(sounds.CLICK)
        page = self._pages[-1]
        if button == events.MENU:
            self.close()
            return
        if button == events.OK:
            page.ok()
        elif button == events.UNDO:
            page.undo()
        elif button == events.LEFT or button == events.RIGHT:
            page.turn(1 if button == events.RIGHT else -1)
        else:
            page.press(button)
        self.draw()

    def _repeat(self, now_ms):
        buttons = self.app.buttons
        left_ms = buttons.down_ms(events.LEFT, now_ms)
        held_ms = max(left_ms, buttons.down_ms(events.RIGHT, now_ms))
        if held_ms < _FIRST_REPEAT_MS:
            return
        self._pressed_ms = now_ms
        if self._repeats and self._clock.ticks_diff(now_ms, self._repeated_ms) < _REPEAT_MS:
            return
        if not self._repeats:
            self.app.table.tell_press(events.LEFT if left_ms else events.RIGHT)
        self._repeats = True
        self._repeated_ms = now_ms
        page = self._pages[-1]
        by = _FAST if held_ms >= _FAST_MS and page.is_changing else 1
        page.turn(-by if left_ms else by)
        self.draw()

    def _see_whether_alone(self, now_ms):
        waited_ms = self._clock.ticks_diff(now_ms, self._pressed_ms)
        page = self._pages[-1]
        if waited_ms >= page.PATIENCE_MS and not page.STAYS:
            self.close()

    def _tick(self, now_ms):
        if self._pages and self._pages[-1].step(now_ms):
            self.draw()
