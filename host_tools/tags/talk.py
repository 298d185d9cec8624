"""What the tool says to whoever lays the tiles, and the one key that may be pressed for a tile."""

from __future__ import annotations

import contextlib
import select
import sys
from collections.abc import Iterator
from typing import Protocol

from host_tools.records.notation import tile_name

ENROL, OVERWRITE, SKIP, QUIT = "e", "o", "s", "q"
KEYS = "keys: e enrol by UID, o write over, s skip this tile, q stop here"


class Talk(Protocol):
    """Everything is for people; the simulated hands (hands.py) react to it."""

    def say(self, line: str) -> None: ...

    def asks(self, tile: int, number: int, of: int) -> None:
        """A tag is wanted that becomes `tile`, the `number`-th of `of`."""
        ...

    def done(self, tile: int, at: str, line: str) -> None:
        """The tag on `at` is `tile` now."""
        ...

    def trouble(self, at: str, code: str, line: str) -> None:
        """The tag on `at` cannot be that; `code` names why."""
        ...

    def key(self) -> str:
        """A key that was pressed, or ""."""
        ...


class Terminal:
    """Lines on standard output, keys from standard input where that is a terminal."""

    def __init__(self) -> None:
        self._has_keys = sys.stdin is not None and sys.stdin.isatty()

    def say(self, line: str) -> None:
        print(line, flush=True)

    def asks(self, tile: int, number: int, of: int) -> None:
        self.say(f"{number} of {of}: lay {tile_name(tile)} on any pad")

    def done(self, tile: int, at: str, line: str) -> None:
        self.say(f"  {at}: {line}")

    def trouble(self, at: str, code: str, line: str) -> None:
        self.say(f"  {at}: {line}")

    def key(self) -> str:
        if not self._has_keys or not select.select([sys.stdin], [], [], 0)[0]:
            return ""
        return sys.stdin.read(1)

    @contextlib.contextmanager
    def keys(self) -> Iterator[None]:
        """While it lasts a key needs no Enter."""
        if not self._has_keys:
            yield
            return
        import termios
        import tty

        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
