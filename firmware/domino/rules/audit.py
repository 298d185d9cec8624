"""Which draws and passes of a round the tiles left in the hands contradict.

A draw or a pass says "I have nothing that fits". A tile left in the hand that fitted then, and
that its holder did not draw at or after that action, contradicts it. Only what is certain is
found: a draw whose tile was neither named nor played at once may have been any tile, so each such
draw excuses one. Rules: RULES.md, "A turn"; FORMATS.md, `audit`.

For rounds of unknown hands, and imported only when one was settled. It reads the match's log,
which undo has kept true; nothing here allocates.
"""

from micropython import const

from domino.rules.codes import CORRECT, DRAW, NONE, PASS, PLAY
from domino.rules.tiles import FITS_HIGH, FITS_LOW, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from domino.rules.log import Log
    from domino.rules.match import Match

_SIZE = const(3)  # bytes of a finding: place, seat, tile


def check(match: "Match", hands: list[int], out: bytearray) -> int:
    """Write (place in match.log, seat, tile held) for each wrong draw or pass, the first first.

    `hands` are the tiles left, a mask a seat, as `settle` accepted them. Return how many were
    found; what is beyond the room in `out` is only counted.
    """
    log = match.log
    found = 0
    for place in range(log.count):
        log.read(place)
        if log.kind != DRAW and log.kind != PASS:
            continue
        seat = log.seat
        fitted = FITS_LOW[log.score & 15] | FITS_HIGH[log.score >> 4]
        held = _held(log, place, hands[seat] & fitted)
        if held == NONE:
            continue
        at = found * _SIZE
        if at + _SIZE <= len(out):
            out[at] = place
            out[at + 1] = seat
            out[at + 2] = held
        found += 1
    return found


def _held(log: "Log", place: int, suspects: int) -> int:
    """Return the lowest of the tiles that contradicts the action at a place, NONE if none does."""
    if not suspects:
        return NONE
    log.read(place)
    seat = log.seat
    excused = 0  # draws that may have brought a suspect
    is_next = False  # what is laid next is what the last of them brought
    for i in range(place, log.count):
        log.read(i)
        if log.seat != seat or log.kind == CORRECT:
            continue
        if is_next and log.kind == PLAY:
            excused -= 1
        is_next = False
        if log.kind == DRAW:
            if log.tile == NONE:
                excused += 1
                is_next = log.score != 0
            else:
                suspects &= ~(1 << log.tile)
    if count(suspects) <= excused:
        return NONE
    tile = 0
    while not suspects >> tile & 1:
        tile += 1
    return tile
