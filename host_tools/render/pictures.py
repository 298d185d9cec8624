"""PNGs of table, strip and screen as a person would see them, and one of all three together."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from host_tools.render.screen_picture import screen_image
from host_tools.render.strip_picture import strip_image
from host_tools.render.table_picture import table_image

GROUND = (18, 20, 24)
INK = (226, 228, 232)
SPACE = 24


def table_png(state: dict) -> bytes:
    """The table from above; table_picture.py describes the state."""
    return _png(table_image(state))


def strip_png(
    colours: list[tuple[int, int, int]], tracks: int = 4, leds: int = 61, target: int = 0
) -> bytes:
    """The score strip; colours (r, g, b) in the order of the chain."""
    return _png(strip_image(colours, tracks, leds, target))


def screen_png(picture: bytes) -> bytes:
    """The display; `picture` as SSD1306.picture() gives it."""
    return _png(screen_image(picture))


def combined_png(
    state: dict,
    colours: list[tuple[int, int, int]],
    picture: bytes,
    title: str = "",
    lines: tuple[str, ...] = (),
    tracks: int = 4,
    leds: int = 61,
    target: int = 0,
) -> bytes:
    """Table, screen and strip in one picture, with a title and a few lines of text."""
    table, screen = table_image(state), screen_image(picture)
    strip = strip_image(colours, tracks, leds, target)
    right = SPACE * 2 + table.width
    width = max(right + screen.width, strip.width + SPACE) + SPACE
    image = Image.new("RGB", (width, table.height + strip.height + 3 * SPACE), GROUND)
    image.paste(table, (SPACE, SPACE))
    image.paste(screen, (right, SPACE))
    image.paste(strip, ((width - strip.width) // 2, table.height + 2 * SPACE))
    draw = ImageDraw.Draw(image)
    y = SPACE * 2 + screen.height
    for text, size in [(title, 34), *((line, 22) for line in lines)]:
        draw.text((right, y), text, INK, ImageFont.load_default(size))
        y += size * 3 // 2
    return _png(image)


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()
