"""Sheets of all messages: each as the screen shows it in its two rows, its id beside it."""

from collections.abc import Callable

from PIL import Image

from domino.words import ids
from host_tools.gallery.stage import game_screen, notice_screen, shown
from host_tools.languages import fonts, texts

_CELLS = fonts.small_cells()
GROUPS = ("messages", "games", "errors", "service")
BAND = 16
LABEL = 27 * fonts.CELL_WIDTH
WIDTH = 128

# What stands for operands: the widest, as far as it is seen in play.
_OPERANDS = {"seat": 3, "tile": 24, "slot": 12, "other": 50, "amount": 25, "winners": 5}
_OPERANDS |= {"index": 2, "of": 7, "text": b"settings.json players"}
# Where these would make no sense: only a double is closed, a bid begins at 30, tricks and doubles
# score whole points, and a button has a name.
_OWN = {
    "close_double": {"tile": 9},
    "double_closed": {"tile": 9},
    "another_double": {"amount": 24},
    "double_or_close": {"amount": 24},
    "may_close": {"amount": 24},
    "bid": {"amount": 31},
    "trick_won": {"amount": 22},
    "test_button": {"text": b"ok"},
}
_FIRST_ROW = 6


def keys(group: str) -> dict[str, int]:
    """{name: key} of the messages of a group, in the order of keys."""
    found = {
        name: key
        for (part, name), key in texts.wanted().items()
        if part == group and (key < ids.LABEL_TURN) and name != "nothing"
    }
    return dict(sorted(found.items(), key=lambda item: item[1]))


def sheet(language: str, group: str) -> Image.Image:
    """All messages of a group, one below the other."""
    found = keys(group)
    image = Image.new("1", (LABEL + WIDTH + 4, (BAND + 4) * len(found)))
    for number, (name, key) in enumerate(found.items()):
        top = number * (BAND + 4) + 2
        image.paste(label(name), (2, top + 4))
        picture = shown(language, "plain", _message(name, key, group == "service"))
        row = 0 if group == "service" else _FIRST_ROW
        band = picture[row * WIDTH : (row + 2) * WIDTH]
        image.paste(pixels(band), (LABEL, top))
    return image


def _message(name: str, key: int, is_service: bool) -> Callable:
    operands = _OPERANDS | _OWN.get(name, {})
    if is_service:
        return notice_screen(key, (), operands)
    return game_screen(4, False, 0, {"message": key, **operands})


def pixels(picture: bytes, width: int = WIDTH) -> Image.Image:
    """Rows of columns, bit 0 on top, as an image."""
    lines = [
        bytes(255 * (column >> y & 1) for column in picture[at : at + width])
        for at in range(0, len(picture), width)
        for y in range(8)
    ]
    return Image.frombytes("L", (width, len(lines)), b"".join(lines)).convert("1")


def label(name: str) -> Image.Image:
    """A few signs of the small font."""
    data = b"".join(_CELLS[ord(sign) - 32] for sign in name)
    return pixels(data, len(data))
