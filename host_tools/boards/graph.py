"""The slot graph of a board: names, neighbours, and what is wrong with hand-written links.

Slots count from 0; a reader's number is its slot, or the number of slots + its pad.
"""

from host_tools.boards.faults import Fault, entries, shown

NONE = 255  # no neighbour
NORTH, EAST, SOUTH, WEST = range(4)
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # column and row, by direction
_LEAST_CLOSED = 3  # slots of a line whose ends are joined
_BEFORE_P = 15  # columns a to o
DIRECTIONS = ("north", "east", "south", "west")


def slot_names(config: dict) -> list[str]:
    """Names in the order of slot numbers: a1, b1 ... on a grid, else as the config lists them."""
    slots = config["slots"]
    if "grid" not in slots:
        return list(slots["names"])
    columns, rows = slots["grid"]["columns"], slots["grid"]["rows"]
    return [f"{chr(ord('a') + x)}{y + 1}" for y in range(rows) for x in range(columns)]


def slot_places(config: dict) -> dict[str, tuple[int, int]] | None:
    """{slot name: (column, row)} of the map, `a1` in the north-west; None where there is none."""
    slots, names = config["slots"], slot_names(config)
    if "grid" in slots:
        columns = slots["grid"]["columns"]
        return {name: (slot % columns, slot // columns) for slot, name in enumerate(names)}
    if not slots.get("places"):
        return None
    return {name: tuple(at) for name, at in zip(names, slots["places"], strict=True)}


def spans(names: list[str], slots: int) -> str:
    """The names of readers in a few words: `a1 to h6, p0 to p3`; the first `slots` are slots."""
    groups = [group for group in (names[:slots], names[slots:]) if group]
    return ", ".join(" to ".join(dict.fromkeys((group[0], group[-1]))) for group in groups)


def pad_names(config: dict) -> list[str]:
    """p0, p1 ..."""
    return [f"p{number}" for number in range(len(config["pads"]))]


def neighbours(config: dict) -> bytearray:
    """[slot * 4 + d] is the neighbour at d = 0 north, 1 east, 2 south, 3 west; 255 is none."""
    slots = config["slots"]
    if "grid" in slots:
        return _grid(**{name: slots["grid"].get(name) for name in ("columns", "rows", "linked")})
    return bytearray(NONE if to is None else to for row in slots["neighbours"] for to in row)


def _grid(columns: int, rows: int, linked: str | None) -> bytearray:
    """Each slot's four neighbours by its column and row; past a linked edge comes the other."""
    links = bytearray()
    for slot in range(columns * rows):
        x, y = slot % columns, slot // columns
        for dx, dy in _STEPS:
            east, south = x + dx, y + dy
            if linked in ("rows", "both"):
                east %= columns
            if linked in ("columns", "both"):
                south %= rows
            is_there = 0 <= east < columns and 0 <= south < rows
            links.append(south * columns + east if is_there else NONE)
    return links


def faults(config: dict) -> list[Fault]:
    """Wrong lists of slots; of links too where the board gives them itself."""
    slots = config["slots"]
    found = _form(slots)
    if found:
        return found
    found = _counts(config) + _linked(slots.get("grid", {}))
    if "names" in slots and not found:
        found = _repeated_names(slots["names"]) + _links(slots["names"], slots["neighbours"])
        found = found or _islands(slots["names"], neighbours(config))
        found = found or _places(slots)
    return found


def _form(slots: dict) -> list[Fault]:
    accepted = "grid, or names with neighbours"
    listed = [field for field in ("names", "neighbours", "places") if field in slots]
    if "grid" in slots and listed:
        return [Fault(f"slots.{listed[0]}", "stands beside grid", accepted)]
    if "grid" not in slots and listed[:2] != ["names", "neighbours"]:
        missing = "neighbours" if "names" in listed else "names" if listed else "grid"
        return [Fault(f"slots.{missing}", "is missing", accepted)]
    return []


def _counts(config: dict) -> list[Fault]:
    slots = config["slots"]
    grid = slots.get("grid")
    count = grid["columns"] * grid["rows"] if grid else len(slots["names"])
    found = [
        Fault(
            f"slots.{field}",
            f"has {entries(len(slots[field]))}",
            f"{count}, one for each slot",
        )
        for field in ("selects", "neighbours", "places")
        if field in slots and len(slots[field]) != count
    ]
    if count + len(config["pads"]) > NONE - 1:
        readers = count + len(config["pads"])
        found.append(Fault("slots", f"{readers} readers with the pads", f"at most {NONE - 1}"))
    return found


def warnings(config: dict) -> list[Fault]:
    """The sixteenth column of a grid is p, and so are the pads."""
    if config["slots"].get("grid", {}).get("columns", 0) <= _BEFORE_P:
        return []
    twice = set(slot_names(config)) & set(pad_names(config))
    if not twice:
        return []
    problem = f"{min(twice)} is a slot and a pad"
    return [Fault("slots.grid.columns", problem, f"at most {_BEFORE_P} beside pads, or names")]


def _linked(grid: dict) -> list[Fault]:
    """A line that is closed needs three slots, or the same slot lies on both sides of another."""
    linked, short = grid.get("linked"), []
    if linked in ("rows", "both") and grid["columns"] < _LEAST_CLOSED:
        short.append(("columns", "closed rows"))
    if linked in ("columns", "both") and grid["rows"] < _LEAST_CLOSED:
        short.append(("rows", "closed columns"))
    return [
        Fault(f"slots.grid.{field}", f"{grid[field]} are too few for {what}", "3 or more")
        for field, what in short
    ]


def _repeated_names(names: list[str]) -> list[Fault]:
    return [
        Fault(f"slots.names[{slot}]", f"{shown(name)} is slot {names.index(name)} too", "its own")
        for slot, name in enumerate(names)
        if names.index(name) != slot
    ]


def _links(names: list[str], rows: list[list[int | None]]) -> list[Fault]:
    found = []
    for slot, row in enumerate(rows):
        for direction, to in enumerate(row):
            wrong = None if to is None else _wrong_link(names, rows, slot, direction)
            if wrong:
                where = f"slots.neighbours[{slot}][{direction}]"
                found.append(Fault(where, wrong[0], wrong[1]))
    return found


def _wrong_link(
    names: list[str], rows: list[list[int | None]], slot: int, direction: int
) -> tuple[str, str] | None:
    """What is wrong with one link, and what is accepted."""
    to = rows[slot][direction]
    way, back = DIRECTIONS[direction], (direction + 2) % 4
    if to >= len(rows):
        return f"there is no slot {to}", f"a slot from 0 to {len(rows) - 1}, or null"
    if to == slot:
        return f"{names[slot]} is its own neighbour", "another slot, or null"
    if to in rows[slot][:direction]:
        return f"{names[to]} is a neighbour of {names[slot]} twice", "each neighbour once"
    if rows[to][back] != slot:
        problem = f"{way} of {names[slot]} is {names[to]}, but not the other way round"
        return problem, f"{slot} ({names[slot]}) as {DIRECTIONS[back]} of {names[to]}"
    return None


def _islands(names: list[str], links: bytearray) -> list[Fault]:
    """Slots that no chain of tiles can reach from the largest connected part."""
    parts: list[list[int]] = []
    seen: set[int] = set()
    for slot in range(len(names)):
        if slot not in seen:
            part = _reached(slot, links)
            seen.update(part)
            parts.append(part)
    main = max(parts, key=len, default=[])
    return [
        Fault(
            f"slots.neighbours[{part[0]}]",
            f"{_listed([names[slot] for slot in part])} cannot be reached from {names[main[0]]}",
            "links that join all slots",
        )
        for part in parts
        if part is not main
    ]


def _places(slots: dict) -> list[Fault]:
    """Slots on the same place of the map; links to the side where the map shows another slot."""
    names, places = slots["names"], slots.get("places", [])
    found = []
    for slot, place in enumerate(places):
        where = f"slots.places[{slot}]"
        if place in places[:slot]:
            problem = f"{names[slot]} lies where {names[places.index(place)]} lies"
            found.append(Fault(where, problem, "a place of its own"))
    for slot, place in enumerate(places if not found else []):
        for direction, to in enumerate(slots["neighbours"][slot]):
            wrong = None if to is None else _mirrored(place, places[to], direction)
            if wrong:
                way = DIRECTIONS[direction]
                problem = f"{names[to]} is {way} of {names[slot]}, but lies {wrong} of it"
                where = f"slots.neighbours[{slot}][{direction}]"
                found.append(Fault(where, problem, f"{names[to]} as its {wrong}, or other places"))
    return found


def _mirrored(place: list[int], other: list[int], direction: int) -> str | None:
    """The side on which a slot next to another lies, if that is not `direction`. Slots that are
    not side by side on the map may be joined in any direction."""
    step = (other[0] - place[0], other[1] - place[1])
    side = _STEPS.index(step) if step in _STEPS else direction
    return None if side == direction else DIRECTIONS[side]


def _reached(start: int, links: bytearray) -> list[int]:
    found, waiting = {start}, [start]
    while waiting:
        slot = waiting.pop()
        for to in links[4 * slot : 4 * slot + 4]:
            if to != NONE and to not in found:
                found.add(to)
                waiting.append(to)
    return sorted(found)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
