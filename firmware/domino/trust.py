"""Whether a host may change what the keeper guards (docs/keeping.md), or see personal tags.

Where he has a PIN or a tag a host shows one of them first, by `table.trust` (docs/link.md); it is
trusted until it says nothing for ten seconds. Imported with the services of the link.
"""

from micropython import const

_WRONG_MS = const(1000)  # the answer to a wrong PIN takes so long

# Of these services the commands that ask for the keeper.
_GUARDED = {
    "tags": ("write",),
    "uids": ("put", "remove", "clear", "save"),
    "players": ("list", "put", "remove"),
    "board": ("put", "save"),
}


class Trust:
    """`app`: the running App, whose files are None where nothing is stored. `has_readers`: for
    the keeper's tag; where there are none, it guards nothing."""

    def __init__(self, app, sleep_ms, has_readers=True):
        self._app = app
        self._has_readers = has_readers
        self._files = app.files
        self._sleep_ms = sleep_ms
        self._is_given = False

    def forget(self):
        """The host was silent: it may be another one."""
        self._is_given = False

    def refuses(self, kind, command):
        """Whether a command of a service is not for this host."""
        return command in _GUARDED.get(kind, ()) and not self.is_given()

    def is_given(self):
        """The host is trusted, or nothing is guarded."""
        if not self._is_given:
            pin, tag = self._keepers()
            self._is_given = not pin and not tag
        return self._is_given

    def hides(self, uid):
        """Whether a UID in hexadecimal is the keeper's or a player's, and not for this host."""
        if self.is_given():
            return False
        from domino.store.players import Players

        people = Players(self._files).people
        return uid == self._keepers()[1] or any(person[1] == uid for person in people)

    async def ask(self, pin, look):
        """Trust the host for the PIN, or where `pin` is None for the keeper's tag among those that
        the coroutine `look` finds, [name, kind, UID, …] each. Return what to reply: of the tag
        `at` and `uid`; of wrong PINs the `seconds` until another one is compared."""
        from domino import guarding

        app = self._app
        wanted, tag = self._keepers()
        if not wanted and not tag:
            return {}
        if pin is None:
            for found in await look():
                if tag and found[2:3] == [tag]:
                    guarding.forgive(app)
                    self._is_given = True
                    return {"at": found[0], "uid": tag}
            return {"error": "guarded"}
        left_s = guarding.wait_s(app)
        if left_s:
            return {"error": "wait", "seconds": left_s}
        if not wanted or not guarding.is_right(app, pin, wanted):
            await self._sleep_ms(_WRONG_MS)
            left_s = guarding.wait_s(app)
            return {"error": "wrong_pin", "seconds": left_s} if left_s else {"error": "wrong_pin"}
        self._is_given = True
        return {}

    def _keepers(self):
        """PIN and tag, "" for none."""
        if self._files is None:
            return "", ""
        from domino.store.settings import Settings

        stored = Settings(self._files)
        stored.load()
        return stored.values["keeper_pin"], self._has_readers and stored.values["keeper_tag"]
