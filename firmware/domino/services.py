"""What a host may ask of the table over the link (docs/link.md); imported when one speaks.

The parts are imported when they are asked for. A host that has borrowed the table has the readers,
the screen and the presses, until it gives them back or says nothing for ten seconds.
"""

import gc
from binascii import unhexlify

from micropython import const

from domino.lending import Lodger
from domino.trust import Trust
from domino.ui import notice
from domino.ui.notice import Notice
from domino.words import service_ids
from domino.words.loading import texts_for

LINK = 1  # version of what docs/link.md describes
_PATIENCE_MS = const(10_000)
_OF_LODGERS = ("tags", "test")  # services that need the readers
_SECRETS = ("keeper_pin", "keeper_tag")


class Services(Lodger):
    """Given to the Link, which calls `find` and `heard`. Is itself the service `table`."""

    COMMANDS = ("hello", "borrow", "give_back", "say", "setting", "trust")

    def __init__(self, app, clock, sleep_ms):
        super().__init__(app, clock)
        self._sleep_ms = sleep_ms
        self._made = {"table": self}
        self._texts = texts_for(app.language, "service")
        self._heard_ms = clock.ticks_ms()
        self._is_busy = False
        self._trust = Trust(app, sleep_ms)

    # -- for the link ----------------------------------------------------------------------
    def heard(self, is_busy):
        """A line came and is worked on, or was answered."""
        now_ms = self._clock.ticks_ms()
        if self._is_silent(now_ms):
            self._trust.forget()
        self._is_busy = is_busy
        self._heard_ms = now_ms

    def _is_silent(self, now_ms):
        """The host has said nothing for long, and nothing is done for it but to wait."""
        silent_ms = self._clock.ticks_diff(now_ms, self._heard_ms)
        return (self.is_waiting or not self._is_busy) and silent_ms >= _PATIENCE_MS

    def fault(self, kind, command):
        """Why this service cannot be had now, or None."""
        if kind in _OF_LODGERS and self._app.lodger is not self:
            return "borrow_first"
        return "guarded" if self._trust.refuses(kind, command) else None

    def find(self, kind):
        """The service of this name, or None."""
        if kind not in self._made:
            gc.collect()  # what is imported now finds the heap in one piece
            made = self._make(kind)
            if made is None:
                return None
            self._made[kind] = made
        return self._made[kind]

    def _make(self, kind):
        app = self._app
        if kind == "tags":
            from domino.board.desk import Desk

            return Desk(app.board, self._clock, self._sleep_ms, self._trust.hides)
        if kind == "uids":
            from domino.store.uid_service import UidService

            return UidService(app.identity.listed, app.files, self._trust.hides)
        if kind == "players" and app.files:
            from domino.players_service import PlayersService

            return PlayersService(app)
        if kind == "board" and app.files:
            from domino.board_service import BoardService

            return BoardService(app.files, self._sleep_ms)
        if kind == "test":
            from domino.selftest import SelfTest

            return SelfTest(app, self._clock, self._sleep_ms, self._trust.hides)
        return None

    def step(self, now_ms):
        """Called all the while that the readers are lent."""
        if self._is_silent(now_ms):
            self._trust.forget()
            self.leave()
        return super().step(now_ms)

    # -- commands --------------------------------------------------------------------------
    async def hello(self, asked):
        """Who speaks."""
        board = self._app.board
        return {
            "link": LINK,
            "table": board.name,
            "slots": board.slots,
            "pads": board.pads,
            "names": board.names,
        }

    async def borrow(self, asked):
        """Stop the game and have the readers."""
        if not self.enter():
            return {"error": "busy"}
        await self.say({"message": service_ids.HOST_AT_WORK})
        return {}

    async def give_back(self, asked):
        """The game goes on."""
        self.leave()
        return {}

    async def trust(self, asked):
        """`pin`: the keeper's; without it his tag may lie on a pad of the borrowed table."""
        return await self._trust.ask(asked.get("pin"), self._look)

    async def _look(self):
        if self._app.lodger is not self:
            return ()
        from domino.board.desk import Desk

        # One that hides nothing: the keeper's tag is what is looked for.
        return (await Desk(self._app.board, self._clock, self._sleep_ms).look({}))["found"]

    async def say(self, asked):
        """`message`, a number of words/service_ids.py, with `tile`, `slot`, `index`, `of`."""
        app = self._app
        if app.lodger is not self:
            return {"error": "borrow_first"}
        shown = Notice(app.scanner.readers)
        shown.tile = asked.get("tile", shown.tile)
        if "slot" in asked:
            shown.slot = app.board.names.index(asked["slot"])
        shown.index = asked.get("index", 0)
        shown.of = asked.get("of", 0)
        notice.show(app.screen, self._texts, asked["message"], shown)
        self.redraw()
        if shown.of:
            notice.bar(app.strip, shown.index, shown.of)
        return {}

    async def setting(self, asked):
        """`name`, and perhaps a new `value` for it, which is stored; `value` as it is then, of the
        keeper's PIN and tag only whether there is one. A host that is not trusted may let go of
        those while somebody presses `ok` at the borrowed table, `within_ms`."""
        from domino.store.settings import Settings

        stored = Settings(self._app.files)
        stored.load()
        name = asked["name"]
        is_secret = name in _SECRETS
        if "value" in asked:
            is_forgotten = is_secret and asked["value"] == ""
            if not (self._trust.is_given() or (is_forgotten and await self._is_agreed(asked))):
                return {"error": "guarded"}
            if not stored.set(name, asked["value"]):
                return {"error": "bad_value"}
            if stored.save():
                return {"error": "not_stored"}
            self._use(name, asked["value"])
        value = stored.values[name]
        return {"value": value != "" if is_secret else value}

    async def _is_agreed(self, asked):
        """Whether somebody who has forgotten the PIN stands at the table."""
        if self._app.lodger is not self:
            return False
        within_ms = asked.get("within_ms", _PATIENCE_MS)
        pressed = await self.find("test").press({"wanted": ("ok",), "within_ms": within_ms})
        return pressed.get("button") == "ok"

    def _use(self, name, value):
        """What the table can take over without a new start."""
        if name == "set_id":
            self._app.identity.set_id = unhexlify(value) if value else None
        elif name == "keeper_pin":
            from domino import guarding

            guarding.forgive(self._app)  # wrong ones were tries of another PIN
        elif name == "language":
            self._app.use_language(value)
            self._texts = texts_for(value, "service")
