"""A table at the other end of the line: asks it something and has its answer (docs/link.md)."""

from __future__ import annotations

import json
from typing import Protocol

LINK = 1  # version of the protocol
_SEND_AGAIN = 2
_LIFE_MS = 3000  # so often a table that waits for somebody hears that we are still there
_CODES = {
    "not_known": "does not know {do}: its firmware is older than this program",
    "busy": "is busy with its self-test; wait until that is over",
    "borrow_first": "was left alone for ten seconds and plays on; start again",
    "not_stored": "could not store it: its flash is full or fails",
    "guarded": "is guarded by its keeper: give --pin, or lay his tag on a pad and start again",
    "wrong_pin": "has another PIN of its keeper",
    "wait": "compares no PIN for {seconds} s: too many were wrong",
    "bad_board": "would not start with it: {what}",
    "full": "knows as many UIDs as it can; remove some first",
}


class LinkError(Exception):
    """What went wrong between host and table, in one line."""


class Refused(LinkError):
    """The table said no. `code`: one of docs/link.md; `reply`: all that it said."""

    def __init__(self, do: str, reply: dict) -> None:
        self.code = reply["error"]
        self.reply = reply
        why = f"{self.code} ({reply['what']})" if "what" in reply else self.code
        words = _CODES.get(self.code, "refuses {do}: {why}").format(
            do=do, why=why, seconds=reply.get("seconds"), what=reply.get("what")
        )
        super().__init__(f"the table {words}")


class Wire(Protocol):
    """Carries lines. `now_ms` is a clock of any start."""

    def now_ms(self) -> float: ...

    def send(self, data: bytes) -> None: ...

    async def line(self, wait_ms: float) -> bytes | None:
        """The next whole line; None when none came in time."""
        ...

    async def pause(self, span_ms: float) -> None: ...


class Table:
    """`names` of readers, `slots`, `pads`: known after `greet`."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.hello: dict = {}
        self._last = 0

    @property
    def names(self) -> list[str]:
        """Slots, then pads."""
        return self.hello["names"]

    @property
    def pads(self) -> list[str]:
        """The names of the pads; of the slots where there are none."""
        return self.names[self.hello["slots"] :] or self.names

    async def greet(self, mends: bool = False) -> dict:
        """See who is there. LinkError where nobody is, or one that speaks otherwise; also where it
        can make nothing of its board.json, unless we are here to mend that."""
        self.wire.send(b"\n")  # ends whatever half a line may be there
        self.hello = await self.ask("table.hello")
        spoken = self.hello.get("link")
        if spoken != LINK:
            raise LinkError(f"the table speaks version {spoken} of the link, this program {LINK}")
        if "fault" in self.hello and not mends:
            raise LinkError(f"the table cannot start: {self.hello['fault']}; see board put")
        return self.hello

    async def ask(self, do: str, wait_ms: float = 3000, **fields: object) -> dict:
        """Send a request and return its reply. Refused, or LinkError where none comes."""
        for _ in range(_SEND_AGAIN):
            self._last += 1
            request = {"id": self._last, "do": do, **fields}
            self.wire.send(json.dumps(request, separators=(",", ":")).encode() + b"\n")
            reply = await self._reply(wait_ms)
            if reply is not None:
                if "error" in reply:
                    raise Refused(do, reply)
                return reply
        raise LinkError(
            f"the table does not answer {do}; is it the right port, and does the table run?"
        )

    async def _reply(self, wait_ms: float) -> dict | None:
        until_ms = self.wire.now_ms() + wait_ms
        while True:
            left_ms = until_ms - self.wire.now_ms()
            line = await self.wire.line(min(left_ms, _LIFE_MS))
            if line is None and left_ms > _LIFE_MS:
                self.wire.send(b"\n")
                continue
            if line is None:
                return None
            try:
                reply = json.loads(line)
            except ValueError:  # something else that the controller printed
                continue
            if isinstance(reply, dict) and reply.pop("id", None) == self._last:
                return reply
