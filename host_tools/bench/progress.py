"""One line on standard error that says what is being measured, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from host_tools.bench.figures import Figure
from host_tools.counting import counted

_ERASE = "\r\x1b[K"


def shown(name: str, number: int, of: int, figures: Iterable[Figure]) -> Iterator[Figure]:
    """The figures as they come; the line goes before each of them is given on.

    `number`: of this bench among `of`, from 1."""
    if not sys.stderr.isatty():
        yield from figures
        return
    found = 0
    each = iter(figures)
    while True:
        so_far = f", {counted(found, 'figure')} so far" if found else ""
        _say(f"measuring {name} ({number} of {of}){so_far} ...")
        try:
            figure = next(each, None)
        finally:
            _say(_ERASE)
        if figure is None:
            return
        found += 1
        yield figure


def _say(words: str) -> None:
    print(words, end="", file=sys.stderr, flush=True)
