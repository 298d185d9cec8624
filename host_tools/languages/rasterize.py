"""`python -m host_tools.languages.rasterize`: draw font_ar.txt anew, from an outline font.

Needed only to draw other letters, sizes or weights: the drawing is kept, and is what all else is
made from. The outlines are Noto Kufi Arabic (SIL Open Font License 1.1, LICENSE.font_ar.txt beside
it, which holds for the drawing too), whose plain strokes stay legible at 8 pixels. It comes by
`pip install fontpkg-noto-kufi-arabic==2.109`.
"""

from collections.abc import Iterator

from PIL import Image, ImageDraw, ImageFont

from host_tools.files.saving import save
from host_tools.languages.drawn import HEIGHT
from host_tools.languages.fonts import FOLDER

SIZE = 8  # pixels an em
WEIGHT = 400
TOP = 3  # lines of the outline font above the drawing
A_ROW = 8  # letters side by side
_MARKS = " .:/!-()،؛؟"

# Lines that the pixels blur: a hamza that looks like two dots, dots that touch their letter.
_MENDED = {
    ("\ufe8b", 3): "#...",
    ("\ufe96", 3): "...##..",
    ("\ufe96", 4): ".....#.",
}

HEAD = """\
# Arabic letters in the forms they take in a word: 12 lines each, the line to write on is the
# eighth. Drawn from Noto Kufi Arabic 2.109, copyright 2022 The Noto Project Authors, at 8 pixels
# an em, by `python -m host_tools.languages.rasterize`; SIL Open Font License 1.1, see
# LICENSE.font_ar.txt.
# A line "= FE8D FE8E" names the letters by their code points; 12 lines of columns follow.
"""


def letters() -> Iterator[str]:
    """The presentation forms of Arabic and Persian, and the marks between words."""
    yield from _MARKS
    for first, last in ((0xFB56, 0xFB59), (0xFB7A, 0xFB7D), (0xFB8A, 0xFB8B), (0xFB8E, 0xFB95)):
        yield from map(chr, range(first, last + 1))
    yield from map(chr, range(0xFBFC, 0xFC00))
    yield from map(chr, range(0xFE80, 0xFEFD))


def drawing(font: ImageFont.FreeTypeFont, letter: str) -> list[str]:
    """The lines of a letter: as wide as it moves the pen, and as its ink."""
    sheet = Image.new("1", (4 * SIZE, 3 * SIZE))
    draw = ImageDraw.Draw(sheet)
    draw.fontmode = "1"
    draw.text((SIZE, 0), letter, font=font, fill=1)
    ink = sheet.getbbox() or (SIZE, 0, SIZE, 0)
    first, last = min(SIZE, ink[0]), max(SIZE + round(font.getlength(letter)), ink[2])
    if letter in _MARKS:  # a number may stand on either side
        first, last = min(first, ink[0] - 1), max(last, ink[2] + 1)
    lines = [
        "".join("#" if sheet.getpixel((x, TOP + line)) else "." for x in range(first, last))
        for line in range(HEIGHT)
    ]
    return [_MENDED.get((letter, at), line) for at, line in enumerate(lines)]


def text() -> str:
    """The whole file. Raises ImportError where the font is not installed."""
    from fontpkg_noto_kufi_arabic import ROOT

    path = next((ROOT / "files").glob("*.ttf"))
    font = ImageFont.truetype(str(path), SIZE, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([WEIGHT])
    made = HEAD
    found = list(letters())
    for at in range(0, len(found), A_ROW):
        row = found[at : at + A_ROW]
        made += "= " + " ".join(f"{ord(letter):04X}" for letter in row) + "\n"
        drawn = [drawing(font, letter) for letter in row]
        for line in range(HEIGHT):
            made += " ".join(rows[line] for rows in drawn) + "\n"
    return made


if __name__ == "__main__":
    save(FOLDER / "font_ar.txt", text())
    print(f"font_ar.txt: {len(list(letters()))} letters")
