"""What one look costs: bytes on the bus, select chain included, and virtual time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from host_tools.bench.figures import Figure
from host_tools.bench.table import Table, config
from host_tools.bench.visits import Visit, Visits
from host_tools.bench.visits_i2c import VisitsI2c, watch
from host_tools.tags.record import ntag213_for_tile

_SLOT = 20
_ELSEWHERE = 30
_UID = bytes.fromhex("04a81d12de5f80")
_TILE = 7
_LOOKS = 320  # long enough for a check of the chip and many of the UID of a known tag
_COUNTED = "select patterns, antenna on and off, all registers; shipped scanner, 4 MHz"
_TIMED = "one field, from its select pattern to antenna off, 5 ms of settling included"


def measure(full: bool) -> Iterator[Figure]:
    """Bytes on the shipped board (two fields), milliseconds with one field (nothing overlaps)."""
    shipped, alone = looks(config()), looks(config(fields=1))
    for name, text in _TEXTS.items():
        cost = max(visit.bytes_clocked for visit in shipped[name])
        yield Figure(f"bus_{name}_bytes", cost, f"{text}; {_COUNTED}")
    for name, text in _TEXTS.items():
        span_ms = max(visit.span_ms for visit in alone[name])
        yield Figure(f"look_{name}_ms", round(span_ms, 3), f"{text}; {_TIMED}")


_TEXTS = {
    "empty": "the dearest of 320 looks at an empty slot, checks of the chip included",
    "first_read": "7-byte UID read and confirmed, of a tag met before elsewhere: no memory read",
    "first_read_with_memory": "the same of a tag never met, its NDEF record read as well",
    "known": "the dearest of the looks at a lying tile that only wake it (seven of eight)",
    "known_uid": "the eighth look at a lying tile, which reads its UID again",
}


def _bytes(visit: Visit) -> float:
    return visit.bytes_clocked


def looks(board: dict, weigh: Callable[[Visit], float] = _bytes) -> dict[str, list[Visit]]:
    """The visits to one slot by what they were. `weigh`: what tells the two kinds of looks at a
    known tile apart."""
    table = Table(board)
    table.scan_all()
    visits = watch(table.sim)
    found = {"empty": _visits_to(_SLOT, table, visits, _LOOKS)}
    tag = ntag213_for_tile(_TILE, table.set_id, _UID)
    found["first_read_with_memory"] = [_lay(table, visits, tag, _ELSEWHERE)]
    table.fields[_ELSEWHERE].remove(tag)
    found["first_read"] = [_lay(table, visits, tag, _SLOT)]
    known = _visits_to(_SLOT, table, visits, _LOOKS)
    costs = [weigh(visit) for visit in known]
    middle = (min(costs) + max(costs)) / 2  # waking alone costs a third of reading the UID
    found["known"] = [visit for visit in known if weigh(visit) < middle]
    found["known_uid"] = [visit for visit in known if weigh(visit) >= middle]
    return found


def _visits_to(slot: int, table: Table, visits: Visits | VisitsI2c, count: int) -> list[Visit]:
    """The next visits to a hot slot, so that a round is short."""
    table.heat([slot])
    visits.take()
    seen: list[Visit] = []
    while len(seen) < count:
        table.scan()
        seen += [visit for visit in visits.take() if visit.reader == slot]
    return seen


def _lay(table: Table, visits: Visits | VisitsI2c, tag: object, slot: int) -> Visit:
    """The visit in which a tag that was just laid is read."""
    table.fields[slot].put(tag)
    found = table.scanner.found
    while True:
        visit = _visits_to(slot, table, visits, 1)[0]
        if found[slot] == _TILE:
            return visit
