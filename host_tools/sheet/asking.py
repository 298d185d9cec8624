"""The sheet line by line: a line of pips is a round; a few words do the rest.

What is asked and answered goes to standard error, so that standard output holds the sheet alone.
"""

from __future__ import annotations

import sys
from typing import Callable

from host_tools.records.notation import quote
from host_tools.sheet.evening import BadSheet, Evening
from host_tools.sheet.text import standing

HELP = (
    "A round: the pips of all players in order, such as 12 0 5. Also: undo;"
    " correct ROUND PLAYER PIPS; end."
)


def ask(evening: Evening, keep: Callable[[], object]) -> None:
    """Takes lines from standard input until `end`, an empty line or its end.

    `keep` is called after every change; what a line has wrong is said, and asked again.
    """
    _say(HELP)
    while True:
        names = " ".join(evening.names)
        _say(f"round {len(evening.rounds) + 1} ({names}): ", end="")
        line = sys.stdin.readline() if sys.stdin is not None else ""
        words = line.replace(",", " ").split()
        if not words or words == ["end"]:
            if not line.endswith("\n"):
                _say("")
            return
        try:
            _do(evening, words)
        except BadSheet as error:
            _say(str(error))
            continue
        keep()
        _say(f"{' : '.join(map(str, evening.totals))}. {standing(evening)}")


def _do(evening: Evening, words: list[str]) -> None:
    if words == ["undo"]:
        evening.take_back()
    elif words[0] == "correct":
        if len(words) < 4:
            raise BadSheet("correct: too few words; wanted: correct ROUND PLAYER PIPS")
        evening.correct(words[1], " ".join(words[2:-1]), words[-1])
    elif words[0][0].isdigit() or words[0][0] == "-":
        evening.add(words)
    else:
        raise BadSheet(f"{quote(words[0])} is no word here; wanted: pips, undo, correct or end")


def _say(words: str, end: str = "\n") -> None:
    print(words, end=end, file=sys.stderr, flush=True)
