"""Reads the pictures of the screen back into signs: open ends, and tallies of fives.

Open ends: `[5]` a half that counts, `[5|5]` a double that counts both halves, `(5)` an end that
does not count. Tallies: `#` a fifty, then `x` for each ten and `/` for a five over.
"""

from functools import lru_cache

_DIGITS = {
    0: ("###", "#.#", "#.#", "#.#", "###"),
    1: (".#.", "##.", ".#.", ".#.", "###"),
    2: ("###", "..#", "###", "#..", "###"),
    3: ("###", "..#", "###", "..#", "###"),
    4: ("#.#", "#.#", "###", "..#", "..#"),
    5: ("###", "#..", "###", "..#", "###"),
    6: ("###", "#..", "###", "#.#", "###"),
}
_SIDE = 7  # pixels of a half
_GAP = 2  # between two ends
_WIDTH, _HEIGHT, _PITCH, _FIFTIES, _HALF = 11, 15, 13, 5, 65  # of a tally, which begins in row 2
_SMALL = 3
_PLACES = ((4, 0), (8, 6), (4, 12), (0, 6))


def _half(value: int, is_filled: bool) -> list[int]:
    """The seven columns of a half of a tile."""
    edge = (1 << _SIDE) - 1
    digit = [sum(2 << y for y in range(5) if _DIGITS[value][y][x] == "#") for x in range(3)]
    inside = [0, *digit, 0]
    if is_filled:
        return [edge, *(edge ^ column for column in inside), edge]
    return [edge, *(1 | 1 << _SIDE - 1 | column for column in inside), edge]


@lru_cache
def _ends() -> dict[tuple[int, ...], str]:
    found = {}
    for value in range(7):
        filled = _half(value, True)
        found[tuple(filled)] = f"[{value}]"
        found[tuple([*filled, *filled[1:]])] = f"[{value}|{value}]"
        found[tuple(_half(value, False))] = f"({value})"
    return found


def read_ends(line: bytes) -> str | None:
    """The open ends in a row of columns; None where it holds something else."""
    known = _ends()
    out = []
    x = 1
    while any(line[x:]):
        for width in (2 * _SIDE - 1, _SIDE):
            sign = known.get(tuple(line[x : x + width]))
            if sign and not any(line[x + width : x + width + _GAP]):
                out.append(sign)
                x += width + _GAP
                break
        else:
            return None
    return " ".join(out) if out and not line[0] else None


def _lines(x: int, y: int, width: int, height: int, strokes: int) -> set[tuple[int, int]]:
    """The points of none, one or two strokes of an X: one in each line, as near to the diagonal as
    it comes."""
    steps = [round(line * (width - 1) / (height - 1)) for line in range(height)]
    falling = {(x + step, y + line) for line, step in enumerate(steps)}
    rising = {(x + step, y + line) for line, step in enumerate(reversed(steps))}
    return (set(), falling, falling | rising)[strokes]


@lru_cache
def _fifty(strokes: int) -> frozenset[tuple[int, int]]:
    """The points of so many strokes of a fifty, 0 to 10."""
    found = _lines(0, 0, _WIDTH, _HEIGHT, min(strokes, 2))
    for k, place in enumerate(_PLACES):
        found |= _lines(*place, _SMALL, _SMALL, min(max(strokes - 2 - 2 * k, 0), 2))
    return frozenset(found)


def read_tallies(upper: bytes, lower: bytes) -> tuple[int, int] | None:
    """The strokes of both sides, five points each; None where the rows hold no tallies."""
    lit = {
        (x, y) for x in range(len(upper)) for y in range(16) if (upper[x] | lower[x] << 8) >> y & 1
    }
    found = tuple(_tally(lit, side * _HALF) for side in range(2))
    drawn = {point for side in range(2) for point in _points(side * _HALF, found[side])}
    return found if lit and drawn == lit else None


def _points(left: int, strokes: int) -> set[tuple[int, int]]:
    found = set()
    for k in range(_FIFTIES):
        part = min(max(strokes - 10 * k, 0), 10)
        found |= {(left + k * _PITCH + x, y) for x, y in _fifty(part)}
    return found


def _tally(lit: set[tuple[int, int]], left: int) -> int:
    """The most strokes that are all there."""
    strokes = 0
    while strokes < 10 * _FIFTIES and _points(left, strokes + 1) <= lit:
        strokes += 1
    return strokes


def tally_text(strokes: int) -> str:
    """`##xx/`: two fifties, two tens and a five."""
    fifties, rest = divmod(strokes, 10)
    return "#" * fifties + "x" * (rest // 2) + "/" * (rest % 2)
