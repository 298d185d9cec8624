"""The small display, enlarged, with its bezel: every pixel a lit or dark square."""

from PIL import Image, ImageDraw

WIDTH, HEIGHT = 128, 64
PIXEL = 5
BEZEL = 18
LIT = (176, 226, 255)
DARK = (9, 13, 20)
GRID = (5, 8, 13)
FRAME = (34, 36, 42)


def screen_image(picture: bytes) -> Image.Image:
    """From 1,024 bytes, 8 rows of 128 columns, bit 0 on top (SSD1306.picture())."""
    size = (WIDTH * PIXEL + 2 * BEZEL, HEIGHT * PIXEL + 2 * BEZEL)
    image = Image.new("RGB", size, FRAME)
    draw = ImageDraw.Draw(image)
    draw.rectangle((BEZEL - 4, BEZEL - 4, size[0] - BEZEL + 3, size[1] - BEZEL + 3), GRID)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            is_lit = picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1
            left, top = BEZEL + x * PIXEL, BEZEL + y * PIXEL
            box = (left, top, left + PIXEL - 2, top + PIXEL - 2)
            draw.rectangle(box, LIT if is_lit else DARK)
    return image
