"""A match of a journal as the match record of FORMATS.md, which replays to the same scores."""

from __future__ import annotations

from domino.table import events
from host_tools.journal.reading import Match
from host_tools.sim.recorder import Recorder


class NoRecord(Exception):
    """The records of a match contradict each other; the text says which."""


def match_record(match: Match) -> dict:
    """The match record, hands unknown; raises NoRecord."""
    recorder = Recorder(heading(match))
    for number, entry in enumerate(whole(match.records)):
        try:
            recorder.record(*entry)
        except (IndexError, KeyError, TypeError):
            raise NoRecord(
                f"{match.name}: record {number} does not follow from those before"
            ) from None
    return {"id": f"match-{match.number}", **recorder.match_record()}


def heading(match: Match) -> dict:
    """What a match was started with, by name."""
    return {name: getattr(match, name) for name in ("game", "players", "teams", "options")}


def whole(records: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """The records without hands at the end, left or shown, that are not complete."""
    end = len(records)
    while end and records[end - 1][0] in (events.REMAINED, events.SHOWN) and records[end - 1][3]:
        end -= 1
    return records[:end]
