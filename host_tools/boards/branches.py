"""The branches of the readers' bus: who shares one, where its driver sits, how long its wire is.

The controller lies under the middle of the slots. The slots of one select chip are a branch: its
driver sits at the end of their row, a pitch before the first. Each pad is a branch of its own,
driven from beside the controller; pads lie outside the middle of the sides, a pitch away.
"""

from collections.abc import Iterator
from typing import NamedTuple

from host_tools.boards import selects
from host_tools.boards.faults import Fault
from host_tools.boards.graph import slot_places, spans
from host_tools.boards.wiring import lines

# SCK at 4 MHz: a wire longer than a sixth of its edge (5 ns, at 5 ns/m: there and back) is a
# line. 33 ohm at its start and one path from reader to reader carry it, for us to 60 cm. I2C at
# 400 kHz: 400 pF (UM10204, table 10) are trunk and branch of 60 cm each, switches and reader.
LIMIT_MM = 600
DIRECT_MM = 200  # without a driver
_TOLD = 3  # mismatches that one line tells


class Branch(NamedTuple):
    """`readers` by name. `chip` counts through all selects; None for a pad and for single pins.
    `feed_mm`: from the controller to its driver, 0 where that is beside it; `mm`: from the driver
    to its last reader. None where the config does not give the places, or they are in no line."""

    readers: tuple[str, ...]
    bus: str
    is_pad: bool
    chip: int | None
    feed_mm: int | None
    mm: int | None
    edge: tuple[str, int] | None = None  # branches with the same edge have drivers in one row


def is_direct(config: dict) -> bool:
    """Whether the one reader hangs on the controller's own pins, with no driver."""
    return len(list(lines(config))) == 1 and selects.parts(config)[0][1]["kind"] == "gpio"


def chips(config: dict) -> list[tuple[str, int, list[str]]]:
    """(place of the select, number of the chip, its slots and pads) of every select chip that has
    a reader; a select of single pins counts as chips of eight."""
    names = {line: name for _, name, line in lines(config)}
    found, first, number = [], 0, 0
    for place, part in selects.parts(config):
        size = selects.chip_lines(part)
        for at in range(first, first + selects.count(part), size):
            end = min(at + size, first + selects.count(part))
            here = [names[line] for line in range(at, end) if line in names]
            if here:
                found.append((place, number, here))
            number += 1
        first += selects.count(part)
    return found


def branches(config: dict) -> list[Branch]:
    """Rows first, in the order of select chips, then pads. A direct reader is a branch too."""
    slots = [name for place, name, _ in lines(config) if place.startswith("slots")]
    pads = [name for place, name, _ in lines(config) if place.startswith("pads")]
    places, pitch = slot_places(config), config.get("build", {}).get("pitch_mm")
    buses = {place: part["bus"] for place, part in selects.parts(config)}
    found, bus_of = [], {}
    for place, chip, names in chips(config):
        bus_of |= dict.fromkeys(names, buses[place])
        row = [name for name in names if name in slots]
        if row:
            where = _row(row, places, pitch)
            found.append(Branch(tuple(row), buses[place], False, chip, *where))
    reach = _pad_mm(places, pitch) if slots else DIRECT_MM if is_direct(config) else None
    alone = [name for name in pads if name in bus_of]
    return [*found, *(Branch((name,), bus_of[name], True, None, 0, reach) for name in alone)]


def longest(config: dict) -> tuple[int, int] | None:
    """The longest wires, from the controller to a driver and from there to the last reader, in
    mm; None where the config does not give all the places."""
    found = branches(config)
    if not found or any(one.mm is None or one.feed_mm is None for one in found):
        return None
    return max(one.feed_mm for one in found), max(one.mm for one in found)


def _row(
    names: list[str], places: dict | None, pitch: int | None
) -> tuple[int | None, int | None, tuple[str, int] | None]:
    """feed_mm, mm and edge of a row: its driver sits at the end of the lowest select line."""
    path = [places[name] for name in names] if places else []
    if not path or pitch is None or not _is_line(path):
        return None, None, None
    axis, end = _end(path)
    least, most = (pick(place[axis] for place in path) for pick in (min, max))
    driver = (end, path[0][1]) if axis == 0 else (path[0][0], end)
    columns, rows = (max(place[axis] for place in places.values()) for axis in (0, 1))
    halves = abs(2 * driver[0] - columns) + abs(2 * driver[1] - rows)
    edge = ("column" if axis == 0 else "row", end)
    return (halves * pitch + 1) // 2, pitch * (1 + most - least), edge


def _end(path: list[tuple[int, int]]) -> tuple[int, int]:
    """Of slots in a line, which way it runs (0: west to east) and where on it the driver sits."""
    axis = 0 if len({y for _, y in path}) == 1 else 1
    least, most = (pick(place[axis] for place in path) for pick in (min, max))
    return axis, most + 1 if path[0][axis] == most > least else least - 1


def _pad_mm(places: dict | None, pitch: int | None) -> int | None:
    if not places or pitch is None:
        return None
    longer = max(1 + max(place[axis] for place in places.values()) for axis in (0, 1))
    return (longer * pitch + 1) // 2 + pitch


def warnings(config: dict) -> Iterator[Fault]:
    """Wires that are too long, and rows that are not those of the select chips."""
    slots = [name for place, name, _ in lines(config) if place.startswith("slots")]
    for branch in branches(config):
        told = spans(list(branch.readers), len(branch.readers))
        limit = DIRECT_MM if is_direct(config) else LIMIT_MM
        for mm, what in (
            (branch.mm, f"{told}: {branch.mm} mm from the driver to the last reader"),
            (branch.feed_mm, f"{told}: {branch.feed_mm} mm from the controller to the driver"),
        ):
            if mm is not None and mm > limit:
                wanted = f"at most {limit}: a smaller pitch, or fewer slots a row"
                yield Fault("build.pitch_mm", what, wanted)
    yield from _unlike(config, slots)


def _unlike(config: dict, slots: list[str]) -> Iterator[Fault]:
    """Rows and select chips that do not match, so that driver and MISO gate of a chip would serve
    readers which do not lie in one row."""
    if all(part["kind"] == "gpio" for _, part in selects.parts(config)):
        return
    told: dict[str, list[str]] = {place: [] for place, _, _ in chips(config)}
    places = slot_places(config) or {}
    if "grid" in config["slots"]:
        for place, problem in _split_rows(config, places):
            told[place].append(problem)
    for place, chip, names in chips(config):
        row = [name for name in names if name in slots]
        pads = [name for name in names if name not in slots]
        if row and pads:
            told[place].append(f"chip {chip} has {pads[0]} beside slots")
        if places and not _is_line([places[name] for name in row]):
            told[place].append(f"chip {chip} has {_of_rows(row, places)}")
    for place, found in told.items():
        if found:
            more = f" and {len(found) - _TOLD} more" if len(found) > _TOLD else ""
            problem = f"rows do not match the chips: {', '.join(found[:_TOLD])}{more}"
            wanted = "a chip for each row of up to eight slots, and one for the pads"
            yield Fault(place, problem, f"{wanted}; else no driver sits at the end of its row")


def _split_rows(config: dict, places: dict) -> Iterator[tuple[str, str]]:
    """(place, problem) of each row of a grid that is on several chips, unless the slots of each of
    them are a line whose driver sits at the edge of the grid."""
    rows: dict[int, dict[int, str]] = {}
    ending = set()
    for place, chip, names in chips(config):
        path = [places[name] for name in names if name in places]
        if len(path) == len(names) and _is_line(path) and _is_at_edge(path, places):
            ending.add(chip)
        for name in names:
            if name in places:
                rows.setdefault(places[name][1], {}).setdefault(chip, place)
    for row, on in sorted(rows.items()):
        if len(on) > 1 and not on.keys() <= ending:
            numbers = " and ".join(map(str, sorted(on)))
            yield on[min(on)], f"row {row + 1} is on chips {numbers}"


def _is_at_edge(path: list[tuple[int, int]], places: dict) -> bool:
    axis, end = _end(path)
    return not 0 <= end <= max(place[axis] for place in places.values())


def _is_line(path: list[tuple[int, int]]) -> bool:
    return any(len({place[axis] for place in path}) <= 1 for axis in (0, 1))


def _of_rows(names: list[str], places: dict) -> str:
    rows = sorted({places[name][1] + 1 for name in names})
    if len(rows) > 2:
        return f"slots of {len(rows)} rows"
    return f"slots of rows {' and '.join(map(str, rows))}"
