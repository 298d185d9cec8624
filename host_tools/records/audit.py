"""The audit of a settled round as results carry it; the core judges (audit.py and tricks.py)."""

from __future__ import annotations

from domino.rules import games
from domino.rules.audit import check
from domino.rules.match import Match
from host_tools.records.notation import tile_name


def audit(match: Match, places: list[int]) -> list[dict]:
    """The draws and passes that the hands left contradict, in order; of tricks who ought to have
    followed.

    `places`: for each entry of the match's log the record's action that made it.
    """
    out = bytearray(3 * match.log.count)
    is_tricks = match.way == games.PLAY_TRICKS
    found = match.tricks.audit(match, out) if is_tricks else check(match, match.hands, out)
    kept = places[len(places) - match.log.count :]  # a full log forgets its oldest entries
    return [
        {"action": kept[out[at]], "seat": out[at + 1], "held": tile_name(out[at + 2])}
        for at in range(0, 3 * found, 3)
    ]
