"""The table from above: slots, the tiles lying on them, seat pads, and where something is wrong.

The state is a dictionary:

- `columns`, `rows`: the grid; or `places`: {slot: [column, row]} for a board of any shape;
- `linked`: the linked edges of a grid, as in board.json;
- `layout`: tiles in play order, {"tile", "slot", "on", "port"} (names of FORMATS.md);
- `loose`: tiles that lie there without being in play, {"tile", "slot"}; a pad stands for a slot;
- `things`: {slot: short text} for a phone, a card, an unknown tag;
- `pads`: {pad: side}, one of south, west, north, east; players sit there;
- `alerts`: [{"slot", "kind"}], as FORMATS.md has them;
- `turn_pad`: the pad of the player to act.

Everything may be left out but the shape of the board.
"""

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from host_tools.render.facing import facing, slot_places

SCALE = 2  # drawn larger, then reduced: smooth edges
SLOT = 100
GAP = 8
MARGIN = 96
TILE = (84, 43)

FELT = (24, 78, 62)
FELT_EDGE = (72, 46, 28)
SLOT_FILL = (33, 95, 76)
SLOT_LINE = (52, 120, 98)
IVORY = (247, 241, 224)
IVORY_EDGE = (176, 163, 133)
PIP = (28, 28, 34)
LETTER = (176, 205, 190)
ALERT = (255, 86, 64)
TURN = (255, 196, 70)

# Pips of a half, in thirds of its square from the centre.
PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
TURNS = {"west": 0, "south": 90, "east": 180, "north": 270}  # counter-clockwise, low half west
PAD_SIDES = {"p0": "south", "p1": "west", "p2": "north", "p3": "east"}


def table_image(state: dict) -> Image.Image:
    """The picture of a state as described above."""
    places = _places(state)
    columns = 1 + max(x for x, _ in places.values())
    rows = 1 + max(y for _, y in places.values())
    is_grid = places == slot_places(columns, rows)
    size = (2 * MARGIN + columns * SLOT, 2 * MARGIN + rows * SLOT)
    image = Image.new("RGB", (size[0] * SCALE, size[1] * SCALE), FELT_EDGE)
    draw = ImageDraw.Draw(image)
    _box(draw, (14, 14, size[0] - 14, size[1] - 14), 26, FELT)
    boxes = {name: _slot_box(x, y) for name, (x, y) in places.items()}
    for name, box in boxes.items():
        _box(draw, box, 12, SLOT_FILL, SLOT_LINE)
        if not is_grid:
            _write(draw, _centre(box), name, 17, LETTER)
    if is_grid:
        _letter_edges(draw, columns, rows)
    boxes |= _draw_pads(draw, state, size)
    _lay_tiles(image, state, places, boxes)
    for slot, text in state.get("things", {}).items():
        _draw_thing(draw, boxes[slot], text)
    for alert in state.get("alerts", []):
        _mark_alert(draw, boxes[alert["slot"]], alert["kind"])
    return image.resize(size, Image.Resampling.LANCZOS)


def tile_image(tile: str) -> Image.Image:
    """One tile, its low half to the west, at drawing scale, with a transparent ground."""
    width, height = (TILE[0] * SCALE, TILE[1] * SCALE)
    image = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), 7 * SCALE, IVORY, IVORY_EDGE, SCALE)
    middle = width // 2
    draw.line((middle, 6 * SCALE, middle, height - 6 * SCALE), IVORY_EDGE, SCALE)
    for k, pips in enumerate(tile.split("-")):
        centre = (width * (1 + 2 * k) // 4, height // 2)
        for x, y in PIPS[int(pips)]:
            _dot(draw, centre[0] + x * 11 * SCALE, centre[1] + y * 11 * SCALE, 4.3 * SCALE)
    return image


def _places(state: dict) -> dict[str, tuple[int, int]]:
    if "places" in state:
        return {name: (place[0], place[1]) for name, place in state["places"].items()}
    return slot_places(state["columns"], state["rows"])


def _slot_box(x: int, y: int) -> tuple[int, int, int, int]:
    left, top = MARGIN + x * SLOT, MARGIN + y * SLOT
    half = GAP // 2
    return (left + half, top + half, left + SLOT - half, top + SLOT - half)


def _lay_tiles(
    image: Image.Image,
    state: dict,
    places: dict[str, tuple[int, int]],
    boxes: dict[str, tuple[int, int, int, int]],
) -> None:
    layout = state.get("layout", [])
    sides = facing(layout, places, state.get("linked"))
    for lying in layout:
        _lay(image, boxes[lying["slot"]], lying["tile"], TURNS[sides[lying["tile"]] or "west"])
    for lying in state.get("loose", []):
        # Not in play: it lies a little askew, as a hand would leave it.
        _lay(image, boxes[lying["slot"]], lying["tile"], 14)


def _lay(image: Image.Image, box: tuple[int, int, int, int], tile: str, turn: int) -> None:
    """Paste a tile with its shadow on the middle of a box."""
    picture = tile_image(tile).rotate(turn, Image.Resampling.BICUBIC, expand=True)
    x, y = _centre(box)
    at = (x * SCALE - picture.width // 2, y * SCALE - picture.height // 2)
    soft = 5 * SCALE
    shadow = Image.new("L", (picture.width + 4 * soft, picture.height + 4 * soft))
    shadow.paste(picture.getchannel("A").point(lambda a: a * 150 // 255), (2 * soft, 2 * soft))
    shadow = shadow.filter(ImageFilter.GaussianBlur(soft * 0.6))
    where = (at[0] - 2 * soft + 2 * SCALE, at[1] - 2 * soft + 3 * SCALE)
    image.paste((8, 24, 18), where, shadow)
    image.paste(picture, at, picture)


def _letter_edges(draw: ImageDraw.ImageDraw, columns: int, rows: int) -> None:
    """Letters and numbers of the slots, along the north and the west edge."""
    for column in range(columns):
        x = MARGIN + column * SLOT + SLOT // 2
        _write(draw, (x, MARGIN - 14), chr(ord("a") + column), 20, LETTER)
    for row in range(rows):
        _write(draw, (MARGIN - 14, MARGIN + row * SLOT + SLOT // 2), str(row + 1), 20, LETTER)


def _draw_pads(
    draw: ImageDraw.ImageDraw, state: dict, size: tuple[int, int]
) -> dict[str, tuple[int, int, int, int]]:
    """The seat pads along the edges; returns {pad: box}."""
    width, height = size
    middle = {
        "south": (width // 2, height - 50),
        "north": (width // 2, 46),
        "west": (46, height // 2),
        "east": (width - 50, height // 2),
    }
    boxes = {}
    for pad, side in state.get("pads", PAD_SIDES).items():
        x, y = middle[side]
        w, h = (50, 26) if side in ("north", "south") else (26, 50)
        boxes[pad] = (x - w, y - h, x + w, y + h)
        line = TURN if pad == state.get("turn_pad") else SLOT_LINE
        _box(draw, boxes[pad], 12, SLOT_FILL, line, 4 if line == TURN else 2)
        _write(draw, (x, y), pad, 17, LETTER)
    return boxes


def _draw_thing(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], text: str) -> None:
    x, y = _centre(box)
    _box(draw, (x - 28, y - 40, x + 28, y + 40), 8, (40, 44, 54), (120, 126, 140))
    _write(draw, (x, y), text, 13, (220, 224, 232))


def _mark_alert(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], kind: str) -> None:
    """A red frame, and what is wrong on a label across its lower edge."""
    frame = tuple(value * SCALE for value in box)
    draw.rounded_rectangle(frame, 12 * SCALE, None, ALERT, 5 * SCALE)
    text = kind.replace("_", " ")
    x, y = (box[0] + box[2]) // 2, box[3] - 2
    half = max(4 * len(text) + 7, 20)
    _box(draw, (x - half, y - 11, x + half, y + 11), 9, ALERT)
    _write(draw, (x, y), text, 14, (255, 255, 255))


def _box(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    radius: int,
    fill: tuple[int, int, int],
    line: tuple[int, int, int] | None = None,
    width: int = 2,
) -> None:
    scaled = tuple(value * SCALE for value in box)
    draw.rounded_rectangle(scaled, radius * SCALE, fill, line, width * SCALE if line else 0)


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), PIP)


def _write(
    draw: ImageDraw.ImageDraw,
    centre: tuple[int, int],
    text: str,
    size: int,
    colour: tuple[int, int, int],
) -> None:
    font = ImageFont.load_default(size * SCALE)
    draw.text((centre[0] * SCALE, centre[1] * SCALE), text, colour, font, anchor="mm")


def _centre(box: tuple[int, int, int, int]) -> tuple[int, int]:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
