"""Table, strip and screen as plain text for a terminal or a pipe: no colours, no cursor moves."""

from host_tools.render.facing import facing, slot_places
from host_tools.render.read_screen import CELLS, read_screen

CELL = 5


def table_lines(state: dict) -> list[str]:
    """The grid, three lines a row of slots; the state as in table_picture.py.

    A tile lies as `5:3` from west to east, or as one number over the other; `!` marks a slot with
    an alert, `?` what is no tile.
    """
    places = state.get("places") or slot_places(state["columns"], state["rows"])
    columns = 1 + max(x for x, _ in places.values())
    rows = 1 + max(y for _, y in places.values())
    places = {name: tuple(place) for name, place in places.items()}
    is_grid = places == slot_places(columns, rows)
    blocks = {place: [" " * CELL, "  .  ", " " * CELL] for place in places.values()}
    sides = facing(state.get("layout", []), places, state.get("linked"))
    for lying in [*state.get("layout", []), *state.get("loose", [])]:
        if lying["slot"] in places:
            side = sides.get(lying["tile"])
            blocks[places[lying["slot"]]] = tile_block(lying["tile"], side)
    for slot in state.get("things", {}):
        if slot in places:
            blocks[places[slot]][1] = "  ?  "
    for alert in state.get("alerts", []):
        if alert["slot"] in places:
            block = blocks[places[alert["slot"]]]
            blocks[places[alert["slot"]]] = [f"!{line[1:4]}!" for line in block]
    lines = []
    if is_grid:
        letters = "".join(chr(ord("a") + c).center(CELL) for c in range(columns))
        lines.append(f"   {letters}".rstrip())
    for row in range(rows):
        for k in range(3):
            head = f"{row + 1:>2} " if is_grid and k == 1 else "   "
            parts = [blocks.get((c, row), [" " * CELL] * 3)[k] for c in range(columns)]
            lines.append((head + "".join(parts)).rstrip())
    return lines


def tile_block(tile: str, low_faces: str | None) -> list[str]:
    """Three lines of a tile; an unknown direction is drawn from west to east."""
    low, high = tile.split("-")
    if low_faces in ("north", "south"):
        first, last = (low, high) if low_faces == "north" else (high, low)
        return [f"  {first}  ", "  -  ", f"  {last}  "]
    first, last = (high, low) if low_faces == "east" else (low, high)
    return [" " * CELL, f" {first}:{last} ", " " * CELL]


def strip_lines(colours: list[tuple[int, int, int]], tracks: int = 4, leds: int = 61) -> list[str]:
    """A line a track: `O` the brightest LEDs of the track (the front peg), `o` dimmer ones."""
    lines = []
    for track in range(tracks):
        levels = [sum(c) for c in colours[track * leds : (track + 1) * leds]]
        brightest = max(levels)
        signs = ["." if not v else "O" if 2 * v > brightest else "o" for v in levels]
        groups = ["".join(signs[at : at + 5]) for at in range(0, leds, 5)]
        lines.append(f"{track + 1} {' '.join(groups)}")
    return lines


def screen_lines(picture: bytes) -> list[str]:
    """The text of the screen in a box; `picture` as SSD1306.picture() gives it. Many open ends,
    which are small on the screen, stand close here, in a box as wide as they need."""
    lines = [line if len(line) <= CELLS else _close(line) for line in read_screen(picture)]
    width = max(CELLS, *map(len, lines))
    edge = "+" + "-" * width + "+"
    return [edge, *(f"|{line:<{width}}|" for line in lines), edge]


def _close(line: str) -> str:
    return line.replace("] ", "]").replace(") ", ")")


def side_by_side(left: list[str], right: list[str], gap: int = 3) -> list[str]:
    """Two blocks of lines beside each other."""
    width = max(map(len, left), default=0)
    count = max(len(left), len(right))
    pairs = zip(
        left + [""] * (count - len(left)), right + [""] * (count - len(right)), strict=True
    )
    return [f"{a:<{width}}{' ' * gap}{b}".rstrip() for a, b in pairs]
