"""What a seat said of its hand in a round, as everybody at the table heard it.

A hand is a number of places: those of the opening, and one for each draw. A draw or a pass says
that no tile in hand had a place on the table just then, so the places that were there already hold
none of the tiles that fitted; what is drawn at or after that action may be any of them. A tile
that does not follow says the same of the suit that was led.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from domino.rules import codes, games
from domino.rules.match import Match
from domino.rules.tiles import FITS_HIGH, FITS_LOW

_OPENING = -1  # when a place of the opening hand came; later ones: the draw's place in the log


@dataclass
class Statements:
    """One seat's, up to now.

    `came`: when each place came that still holds an unknown tile, ascending. `denied`: (place in
    the log, mask of what fitted) of each draw and pass. `named`: tiles in hand that a draw named,
    a mask. `contradicts`: something said was shown to be false; what was denied until then is not
    kept.
    """

    came: list[int] = field(default_factory=list)
    denied: list[tuple[int, int]] = field(default_factory=list)
    named: int = 0
    contradicts: bool = False

    def deny(self, at: int, fits: int) -> None:
        """A draw or a pass."""
        self.denied.append((at, fits))
        if self.named & fits:
            self._forget()

    def draw(self, at: int, tile: int) -> None:
        """What a draw brought; codes.NONE where nobody else saw it."""
        if tile == codes.NONE:
            self.came.append(at)
        else:
            self.named |= 1 << tile

    def lay(self, tile: int) -> None:
        """A tile left the hand: from the earliest place that can have held it.

        Later places are worth more, since they have less to deny.
        """
        if self.named >> tile & 1:
            self.named &= ~(1 << tile)
            return
        since = max((at for at, fits in self.denied if fits >> tile & 1), default=_OPENING)
        if self.came[-1] < since:
            self._forget()
            since = _OPENING
        self.came.remove(next(at for at in self.came if at >= since))

    def lose(self, on_table: int) -> None:
        """Somebody else laid a tile that a draw had named: that was said wrongly too."""
        lost = self.named & on_table
        if lost:
            self.named &= ~lost
            self.came += [_OPENING] * lost.bit_count()
            self._forget()

    def allowed(self) -> list[int]:
        """For each place that holds an unknown tile the mask of what it may hold."""
        return [~self._ruled_out(came) for came in self.came]

    def limits(self) -> list[tuple[int, int]]:
        """(most, mask): of these tiles the hand holds so many at most, fewest first.

        The places that came after these tiles were denied are as many.
        """
        came = self.came
        later = [place for place in range(1, len(came)) if came[place] > came[place - 1]]
        return [(len(came) - place, self._ruled_out(came[place - 1])) for place in later[::-1]]

    def _ruled_out(self, came: int) -> int:
        tiles = 0
        for at, fits in self.denied:
            if at > came:
                tiles |= fits
        return tiles

    def _forget(self) -> None:
        self.contradicts = True
        self.denied.clear()
        self.came = [_OPENING] * len(self.came)


def statements(match: Match, seat: int) -> Statements:
    """What a seat said in the current round; known hands are taken as if nobody saw them."""
    log = match.log
    entries = [_entry(match, place) for place in range(log.count)]
    own = [(place, *entry[1:]) for place, entry in enumerate(entries) if entry[0] == seat]
    drawn = sum(kind == codes.DRAW for _, kind, _, _ in own)
    laid = sum(kind in (codes.PLAY, codes.MORE) for _, kind, _, _ in own)
    said = Statements([_OPENING] * (match.counts[seat] + laid - drawn))
    for place, kind, tile, values in own:
        if kind in (codes.PLAY, codes.MORE):
            if match.way == games.PLAY_TRICKS and values:
                said.deny(place, match.tricks.suit_tiles(values - 1, match.trump))
            said.lay(tile)
        elif kind in (codes.DRAW, codes.PASS):
            said.deny(place, FITS_LOW[values & 15] | FITS_HIGH[values >> 4])
            if kind == codes.DRAW:
                said.draw(place, codes.NONE if match.known else tile)
    said.lose(match.layout.on_table)
    return said


def _entry(match: Match, place: int) -> tuple[int, int, int, int]:
    """Seat, kind, tile and open values of an entry of the log."""
    log = match.log
    log.read(place)
    return log.seat, log.kind, log.tile, log.score
