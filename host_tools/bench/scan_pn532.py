"""The same measures for PN532 readers on I2C. No limits: what costs the time is their firmware.

A search keeps 5 ms of field by itself, waits about 1 ms for each of three requests that nobody
answers, and is told in frames of which a third is not data, over a bus of 400 kbit/s. How long
the chip takes over a step is assumed (chips/pn532_timing.py): nobody of us has measured it.
"""

from __future__ import annotations

from collections.abc import Iterator

from host_tools.bench import reactions, scan_laps, scan_looks
from host_tools.bench.figures import Figure
from host_tools.bench.table import config
from host_tools.bench.visits import Visit

BOARD = "grid48_pn532"
_WHY = "chip times assumed (chips/pn532_timing.py), so an order of magnitude, no promise"
_COUNTED = "addresses, switch channels, commands, ACKs and answers; shipped scanner, 400 kHz"
_TIMED = "one field, from its channel to the field's end, the chip's own 5 ms included"
_PLACEMENTS, _FULL = 50, 1000
_MINUTE_MS = 60_000
_TEXTS = {
    "empty": "the dearest of 320 looks at an empty slot: one search, three requests unanswered",
    "empty_called": "one of 24 at the most, which calls besides for what no search finds",
    "first_read": "UID of 7 bytes read, no second tag found, selected again, tile met before",
    "first_read_with_memory": "the same of a tag never met, its NDEF record read page by page",
    "known": "the dearest of the looks at a lying tile that search for its UID (seven of eight)",
    "known_uid": "the eighth, which searches for whoever lies there",
}


def measure(full: bool) -> Iterator[Figure]:
    """`full`: 1,000 placements in place of 50."""
    yield from _looks()
    yield from _laps()
    yield from _reactions(_FULL if full else _PLACEMENTS)


def _looks() -> Iterator[Figure]:
    shipped, alone = (looks(fields) for fields in (2, 1))
    for name, text in _TEXTS.items():
        cost = max(visit.bytes_clocked for visit in shipped[name])
        yield Figure(f"bus_{name}_bytes_pn532", cost, f"{text}; {_COUNTED}")
    for name, text in _TEXTS.items():
        span_ms = max(visit.span_ms for visit in alone[name])
        yield Figure(f"look_{name}_ms_pn532", round(span_ms, 3), f"{text}; {_TIMED}; {_WHY}")


def looks(fields: int) -> dict[str, list[Visit]]:
    """The visits to one slot by what they were; a search for a known UID asks for none, and with
    a call besides a look takes twice the bytes."""
    found = scan_looks.looks(config(BOARD, fields=fields), lambda visit: visit.asked_uid)
    empty = found["empty"]
    most = 1.5 * min(visit.bytes_clocked for visit in empty)
    found["empty"] = [visit for visit in empty if visit.bytes_clocked < most]
    found["empty_called"] = [visit for visit in empty if visit.bytes_clocked >= most]
    return found


def _laps() -> Iterator[Figure]:
    text = "worst of 24 laps over all 52 readers, empty table and 28 tiles lying"
    for name, fields, how in (
        ("sweep_ms_pn532", 2, "two searches at a time, shipped scanner"),
        ("sweep_one_field_ms_pn532", 1, "one at a time"),
    ):
        worst_ms = scan_laps.worst_sweep_ms(config(BOARD, fields=fields))
        yield Figure(name, worst_ms, f"{text}; {how}; {_WHY}")
    worst_ms = scan_laps.unseen_ms(config(BOARD), scan_laps.HOT, _MINUTE_MS)
    text = (
        f"a virtual minute, {scan_laps.HOT} hot slots, {scan_laps.LYING} tiles lying, two fields"
    )
    yield Figure("unseen_max_ms_pn532", worst_ms, f"{text}; the worst gap between two visits")


def _reactions(count: int) -> Iterator[Figure]:
    for name, fields, hot in reactions.CASES:
        spans = reactions.reactions_ms(config(BOARD, fields=fields), hot, count, False)
        text = reactions.text(fields, hot, spans, False)
        yield Figure(f"{name}_pn532", reactions.p95(spans), f"{text}; {_WHY}")
