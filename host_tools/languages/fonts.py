"""Turns the drawn fonts (font_small.txt, font_large.txt) into the bytes of domino/ui/font.py.

A screen is 8 rows of 21 cells; a cell is 6 columns of 8 pixels, one byte a column, bit 0 on top.
One table holds every cell picture, found by its code:

- 32 to 126: ASCII; 127 and up: `EXTRA`, in the order of the drawing;
- `LARGE` + 4 * k + quarter: the digits of 12 x 16 (k = 0 to 9, then "-", the half and "+"),
  quarter 0 and 1 the upper left and right cell, 2 and 3 the lower ones;
- `TALL` + 2 * k + half: the same signs one cell wide and two high, upper half first, made by
  doubling the lines of the small font.
"""

from pathlib import Path

from host_tools.files.reading import text as file_text

FOLDER = Path(__file__).parent
CELL_WIDTH = 6
EXTRA = "½▶◀▲▼•✓∝"  # the last is a fish
DIGITS = "0123456789-½+"


def drawings(path: Path, height: int) -> dict[str, list[str]]:
    """{character: its lines of "#" and "."} of a font file.

    Raises ValueError with file and line where a line is missing or of the wrong length.
    """
    found: dict[str, list[str]] = {}
    lines = file_text(path).splitlines()
    width = None
    for at, line in enumerate(lines):
        if not line.startswith("= "):
            continue
        names = [" " if name == "SPACE" else name for name in line[2:].split()]
        rows = [row.split() for row in lines[at + 1 : at + 1 + height]]
        for number, row in enumerate(rows, at + 2):
            width = width or len(row[0])
            if len(row) != len(names) or {len(part) for part in row} != {width}:
                raise ValueError(f"{path.name}:{number}: {len(names)} glyphs of {width} expected")
        for k, name in enumerate(names):
            found[name] = [row[k] for row in rows]
    return found


def columns(rows: list[str]) -> bytes:
    """8 lines of a drawing as bytes, one a column, bit 0 on top."""
    return bytes(
        sum(1 << y for y, row in enumerate(rows) if row[x] == "#") for x in range(len(rows[0]))
    )


def small_cells() -> list[bytes]:
    """The pictures of codes 32 and up, 6 bytes each."""
    drawn = drawings(FOLDER / "font_small.txt", 8)
    wanted = [chr(code) for code in range(32, 127)] + list(EXTRA)
    missing = [name for name in wanted if name not in drawn]
    if missing or len(drawn) != len(wanted):
        raise ValueError(f"font_small.txt: missing {missing}, {len(drawn)} drawn")
    return [columns(drawn[name]) + b"\0" for name in wanted]


def large_cells() -> list[bytes]:
    """Four cells a digit: upper left, upper right, lower left, lower right."""
    drawn = drawings(FOLDER / "font_large.txt", 16)
    cells = []
    for name in DIGITS:
        upper, lower = columns(drawn[name][:8]), columns(drawn[name][8:])
        for half in (upper, lower):
            cells += [half[:CELL_WIDTH], half[CELL_WIDTH:]]
    return cells


def tall_cells() -> list[bytes]:
    """Two cells a digit: the small one with every line doubled."""
    drawn = drawings(FOLDER / "font_small.txt", 8)
    cells = []
    for name in DIGITS:
        doubled = [row for row in drawn[name] for _ in (0, 1)]
        cells += [columns(doubled[:8]) + b"\0", columns(doubled[8:]) + b"\0"]
    return cells


def rows_of(data: bytes, width: int) -> list[str]:
    """Source lines of a bytes literal, `width` bytes each, in the form of the formatter."""
    lines = []
    for at in range(0, len(data), width):
        escaped = "".join(f"\\x{byte:02x}" for byte in data[at : at + width])
        lines.append(f'    b"{escaped}"')
    return lines


def module() -> str:
    """The text of firmware/domino/ui/font.py."""
    small, large, tall = small_cells(), large_cells(), tall_cells()
    first_large = 32 + len(small)
    first_tall = first_large + len(large)
    head = [
        '"""Cell pictures of the screen: 6 bytes a code, one a column, bit 0 on top.',
        "",
        "Made by `python -m host_tools.languages` from the drawings beside it; do not edit here.",
        "host_tools/languages/fonts.py tells what the codes are.",
        '"""',
        "",
        "from micropython import const",
        "",
        "FIRST = const(32)",
        f"HALF = const({32 + 95})",
        f"RIGHT = const({32 + 96})",
        f"LEFT = const({32 + 97})",
        f"UP = const({32 + 98})",
        f"DOWN = const({32 + 99})",
        f"DOT = const({32 + 100})",
        f"TICK = const({32 + 101})",
        f"FISH = const({32 + 102})",
        f"LARGE = const({first_large})",
        f"TALL = const({first_tall})",
        f"LAST = const({first_tall + len(tall) - 1})",
        "MINUS = const(10)  # the signs after the ten digits, in LARGE and TALL",
        "ONE_HALF = const(11)",
        "PLUS = const(12)",
        "",
        "CELLS = (",
    ]
    return "\n".join([*head, *rows_of(b"".join(small + large + tall), 12), ")", ""])
