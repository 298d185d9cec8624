"""The score strip as a cribbage board: a track a side, LEDs behind windows in groups of five.

An eye sees a dim LED brighter than its number says: colours go through a gamma curve. What is too
bright for paper is made darker as a whole, so that it keeps its hue.
"""

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

SCALE = 2
STEP = 15
GROUP_GAP = 7
TRACK = 34
LEFT = 46
TOP = 40
WOOD = (92, 58, 34)
GROOVE = (70, 43, 25)
WINDOW = (44, 27, 16)
INK = (222, 190, 150)
GAMMA = 1 / 2.4
GAIN = 1.75


def seen(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """What an eye makes of an LED's colour, 0 to 255 each."""
    parts = [GAIN * (part / 255) ** GAMMA for part in colour]
    white = max(1.0, *parts)
    return tuple(round(255 * part / white) for part in parts)


def strip_image(
    colours: list[tuple[int, int, int]], tracks: int = 4, leds: int = 61, target: int = 0
) -> Image.Image:
    """The board with `tracks` x `leds` LEDs; colours in the order of the chain, (r, g, b).

    `target`: the points at the last LED, 0 for one point an LED.
    """
    size = (LEFT + _x(leds) + 24, TOP + tracks * TRACK + 14)
    scaled = (size[0] * SCALE, size[1] * SCALE)
    board = Image.new("RGB", scaled, (30, 20, 14))
    draw = ImageDraw.Draw(board)
    draw.rounded_rectangle((0, 0, scaled[0] - 1, scaled[1] - 1), 14 * SCALE, WOOD)
    light = Image.new("RGB", scaled)
    glow = ImageDraw.Draw(light)
    for track in range(tracks):
        _draw_track(draw, track, leds)
        for led in range(leds):
            colour = tuple(colours[track * leds + led])
            x, y = LEFT + _x(led), TOP + track * TRACK + TRACK // 2
            _dot(draw, x, y, 4.4, seen(colour) if any(colour) else WINDOW)
            if any(colour):
                _dot(glow, x, y, 9, seen(colour))
    _write_scale(draw, leds, target or leds)
    light = light.filter(ImageFilter.GaussianBlur(5 * SCALE))
    return ImageChops.add(board, light).resize(size, Image.Resampling.LANCZOS)


def _x(led: int) -> int:
    return led * STEP + led // 5 * GROUP_GAP


def _draw_track(draw: ImageDraw.ImageDraw, track: int, leds: int) -> None:
    y = TOP + track * TRACK + TRACK // 2
    box = (LEFT - 10, y - 11, LEFT + _x(leds - 1) + 10, y + 11)
    draw.rounded_rectangle(tuple(v * SCALE for v in box), 11 * SCALE, GROOVE)
    _write(draw, LEFT - 26, y, str(track + 1), 18)


def _write_scale(draw: ImageDraw.ImageDraw, leds: int, target: int) -> None:
    """The score that every tenth LED stands for."""
    for led in range(10, leds + 1, 10):
        _write(draw, LEFT + _x(led - 1), TOP - 16, str(led * target // leds), 14)


def _dot(
    draw: ImageDraw.ImageDraw, x: int, y: int, radius: float, colour: tuple[int, int, int]
) -> None:
    box = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse(tuple(v * SCALE for v in box), colour)


def _write(draw: ImageDraw.ImageDraw, x: int, y: int, text: str, size: int) -> None:
    font = ImageFont.load_default(size * SCALE)
    draw.text((x * SCALE, y * SCALE), text, INK, font, anchor="mm")
