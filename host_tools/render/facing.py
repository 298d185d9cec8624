"""Which way the tiles lie, as far as the joints tell: for pictures only.

A tile's tag says which tile it is, not which way it lies. What is joined tells: the joined end
faces the neighbour, a double lies across its line. A tile without such a neighbour is unknown.
"""

SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def slot_places(columns: int, rows: int) -> dict[str, tuple[int, int]]:
    """{slot name: (column, row)} of a grid, `a1` in the north-west corner."""
    return {
        f"{chr(ord('a') + column)}{row + 1}": (column, row)
        for row in range(rows)
        for column in range(columns)
    }


def direction(
    start: tuple[int, int], end: tuple[int, int], wrap: tuple[int, int] = (0, 0)
) -> str | None:
    """The side of `start` that `end` touches; None where they are not neighbours.

    `wrap`: columns and rows where the edges are linked, 0 where they are not.
    """
    for side, move in SIDES.items():
        x, y = start[0] + move[0], start[1] + move[1]
        if (x % wrap[0] if wrap[0] else x, y % wrap[1] if wrap[1] else y) == end:
            return side
    return None


def _wrap(places: dict[str, tuple[int, int]], linked: str | None) -> tuple[int, int]:
    columns, rows = (1 + max(place[axis] for place in places.values()) for axis in (0, 1))
    return (
        columns if linked in ("rows", "both") else 0,
        rows if linked in ("columns", "both") else 0,
    )


def facing(
    layout: list[dict[str, str | None]],
    places: dict[str, tuple[int, int]],
    linked: str | None = None,
) -> dict[str, str | None]:
    """{tile: the side that its low half faces}, None where that is not known.

    `layout` in play order: {"tile", "slot", "on", "port"}; a tile laid before its neighbour knew
    nothing gets its direction from the first one joined to it. `linked`: as in board.json.
    """
    slots = {lying["tile"]: lying["slot"] for lying in layout}
    wrap = _wrap(places, linked)
    low_faces: dict[str, str | None] = dict.fromkeys(slots)
    for lying in layout:
        tile, on, port = lying["tile"], lying.get("on"), lying.get("port")
        if on not in slots:
            continue
        side = direction(places[slots[on]], places[lying["slot"]], wrap)
        if side is None:
            continue
        if low_faces[on] is None:
            low_faces[on] = _of_joined_end(on, port, side)
        value = _open_value(on, port)
        port_here = "line_a" if _is_double(tile) else _end_with(tile, value)
        low_faces[tile] = _of_joined_end(tile, port_here, OPPOSITE[side])
    return low_faces


def _is_double(tile: str) -> bool:
    low, high = tile.split("-")
    return low == high


def _open_value(tile: str, port: str | None) -> str:
    low, high = tile.split("-")
    return high if port == "high" else low


def _end_with(tile: str, value: str) -> str:
    return "low" if tile.split("-")[0] == value else "high"


def _of_joined_end(tile: str, port: str | None, side: str) -> str:
    """Where the low half faces when the end `port` faces `side`; a double lies across its line."""
    if _is_double(tile):
        across = port in (None, "line_a", "line_b")
        if side in ("east", "west"):
            return "north" if across else "west"
        return "west" if across else "north"
    return OPPOSITE[side] if port == "high" else side
