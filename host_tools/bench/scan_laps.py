"""How long the scanner takes for all readers, and how long one of them goes unseen."""

from __future__ import annotations

from collections.abc import Iterator

from host_tools.bench.figures import Figure
from host_tools.bench.table import BenchError, Table, config
from host_tools.bench.visits_i2c import watch
from host_tools.tags.record import ntag213_for_tile

_LAPS = 24  # every known tag's UID is read again in at least two of them
LYING = 20  # tiles besides the hot slots
HOT = 12
_MINUTE_MS = 60_000


def measure(full: bool) -> Iterator[Figure]:
    """`sweep_ms` on the shipped board, the same with one field, `unseen_max_ms`."""
    text = "worst of 24 laps over all 52 readers, empty table and 28 tiles lying"
    yield Figure("sweep_ms", worst_sweep_ms(config()), f"{text}; two fields, shipped scanner")
    yield Figure("sweep_one_field_ms", worst_sweep_ms(config(fields=1)), f"{text}; one field")
    worst_ms = max(unseen_ms(config(fields=fields), HOT, _MINUTE_MS) for fields in (1, 2))
    text = f"a virtual minute, {HOT} hot slots, {LYING} tiles lying, with one field and with two"
    yield Figure("unseen_max_ms", worst_ms, f"{text}; the worst gap between two visits")


def worst_sweep_ms(board: dict) -> float:
    """The longest lap over an empty table and one with 28 tiles."""
    return max(max(sweeps_ms(board, tiles, _LAPS)) for tiles in (0, 28))


def sweeps_ms(board: dict, tiles: int, laps: int) -> list[float]:
    """Spans of so many laps with nothing hot and the first slots covered."""
    table = _laid(board, tiles)
    visits = watch(table.sim)
    _to_next_lap(table)
    visits.take()
    spans = []
    for _ in range(laps):
        start_ns = table.now_ns
        _to_next_lap(table)
        spans.append(round((table.now_ns - start_ns) / 1e6, 3))
        # The reader whose visit is under way belongs to the laps on both sides.
        unvisited = set(range(table.scanner.readers)) - {v.reader for v in visits.take()}
        if len(unvisited) > 2:
            raise BenchError(f"a lap left out the readers {sorted(unvisited)}")
    return spans


def unseen_ms(board: dict, hot: int, span_ms: int) -> float:
    """The longest that any reader went without a visit, at the start and at the end too."""
    table = _laid(board, LYING)
    table.heat(list(range(LYING, LYING + hot)))
    visits = watch(table.sim)
    seen_ns = [table.now_ns] * table.scanner.readers
    end_ns = table.now_ns + span_ms * 1_000_000
    worst_ns = 0
    while table.now_ns < end_ns:
        table.scan()
        for visit in visits.take():
            worst_ns = max(worst_ns, visit.end_ns - seen_ns[visit.reader])
            seen_ns[visit.reader] = visit.end_ns
    worst_ns = max(worst_ns, table.now_ns - min(seen_ns))
    return round(worst_ns / 1e6, 3)


def _laid(board: dict, tiles: int) -> Table:
    """A table that knows the tiles that lie on its first slots."""
    table = Table(board)
    table.scan_all()
    for tile in range(tiles):
        uid = b"\x04" + bytes((tile * 37 + i * 11) % 0x88 for i in range(6))
        table.fields[tile].put(ntag213_for_tile(tile, table.set_id, uid))
    found = table.scanner.found
    table.until(lambda: all(found[t] == t for t in range(tiles)), table.scan, "tiles laid")
    table.run(2000, table.scan)
    return table


def _to_next_lap(table: Table) -> None:
    lap = table.scanner.laps
    table.until(lambda: table.scanner.laps > lap, table.scan, "a lap")
