"""What comes on the pads while tags are written: each tag that is laid down is told once."""

from __future__ import annotations

from typing import NamedTuple

from host_tools.link.table import Table

_POLL_MS = 100
# Looks until something counts as lifted, or as not to be read: frames get lost.
_MISSES = 3
_UNREADABLE = "unreadable"
_NAMED = 30


class Found(NamedTuple):
    """What lies on a reader. `kind`: tag, foreign, two_tags, unreadable or dead."""

    at: str
    kind: str
    uid: str = ""
    sak: int = 0


def _found(at: str, kind: str, uid: str = "", sak: int = 0) -> Found:
    """A phone makes its UID up anew each time: it is no other one."""
    return Found(at, kind, uid if kind == "tag" else "", sak)


class Pads:
    """Looks at readers in turn. `names`: which; `loud`: with the most gain that they have."""

    def __init__(self, table: Table, names: list[str], loud: bool = False) -> None:
        self._table = table
        # A line to the table holds some forty names.
        self._how: dict = {"at": names if len(names) <= _NAMED else "all"}
        if loud:
            self._how["loud"] = True
        self._names = names
        self._told: dict[str, Found] = {}
        self._misses: dict[str, int] = {}

    async def look(self) -> Found | None:
        """One look at all of them: something that was not told before, or None."""
        reply = await self._table.ask("tags.look", **self._how)
        there = {entry[0]: _found(*entry) for entry in reply["found"]}
        for at in self._names:
            found = self._steady(at, there.get(at))
            if found is not None and found != self._told.get(at):
                self._told[at] = found
                return found
        await self._table.wire.pause(_POLL_MS)
        return None

    def _steady(self, at: str, found: Found | None) -> Found | None:
        """What is to be told of a reader; nothing and the unreadable only when they last."""
        if found is not None and found.kind != _UNREADABLE:
            self._misses[at] = 0
            return found
        self._misses[at] = self._misses.get(at, 0) + 1
        if self._misses[at] < _MISSES:
            return self._told.get(at)
        if found is None:
            self._told.pop(at, None)
        return found

    def lies(self, at: str) -> bool:
        """Whether what was told of this reader lies there still."""
        return at in self._told

    def forget(self, at: str) -> None:
        """Tell again what lies there."""
        self._told.pop(at, None)
        self._misses.pop(at, None)
