"""The safe start: `menu` was held at power-on (FORMATS.md). Imported only then.

The settings are the defaults, nothing in the flash is changed, and the match that the journal
holds waits: `ok` goes on as after any start, `undo` begins a new match beside it.
"""

from domino.errands import ANEW, CONFIRM
from domino.lending import Lodger
from domino.rules import codes
from domino.table import events
from domino.ui import notice
from domino.words import service_ids
from domino.words.loading import texts_for


class SafeStart(Lodger):
    """Has the table until a button says how to go on."""

    def begin(self):
        """Show what is asked."""
        self.enter()
        shown = notice.Notice(self._app.scanner.readers)
        texts = texts_for(self._app.language, "service")
        notice.show(self._app.screen, texts, service_ids.SAFE_START, shown)
        self.redraw()

    def step(self, now_ms):
        """As any lodger; a press ends it between this step and the next."""
        wait_ms = super().step(now_ms)
        buttons = self._app.buttons
        button = buttons.take()
        while button != codes.NONE:
            if button == events.OK or button == events.UNDO:
                self._app.errand = ANEW if button == events.UNDO else CONFIRM
            button = buttons.take()
        return wait_ms
