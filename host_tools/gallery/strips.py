"""The states of the score strip, photographed on an emulated chain, drawn as SVG."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from domino.ui.accounts import AccountStrip
from domino.ui.strip import Strip
from domino.words import ids
from host_tools.chips.ws2812 import WS2812Chain
from host_tools.gallery.stage import view
from host_tools.render.strip_picture import seen

TRACKS, LEDS, TARGET = 4, 61, 61
_STEP, _ROW, _LEFT, _TOP = 11, 22, 16, 16


class State(NamedTuple):
    """`show(lit)` brings the strip there."""

    name: str
    says: str
    show: Callable
    kind: type = Strip


class Lit:
    """A strip on its chain; time moves as `run` says."""

    def __init__(self, kind: type) -> None:
        self.chain = WS2812Chain(TRACKS * LEDS)
        self.strip = kind(self._send, None, TRACKS, LEDS, 100, 5000)
        self.now_ms = 0

    def _send(self, pin: object, encoding: int, timing: tuple, data: bytes) -> None:
        self.chain.feed(bytes(data))

    def tell(self, sides: int, *scores: int, rest: bool = True, **fields: object) -> None:
        """Scores in points; `rest`: until nothing moves."""
        if self.strip._sides != sides:
            self.strip.set_up(sides, TARGET)
        half = [2 * score for score in scores] + [0] * (4 - len(scores))
        self.strip.update(view(scores=half, **fields))
        self.run(4000 if rest else 10)

    def run(self, span_ms: int) -> None:
        """Steps of 10 ms."""
        for _ in range(span_ms // 10):
            self.strip.step(self.now_ms)
            self.now_ms += 10


def states() -> Iterator[State]:
    """Every state and effect, an effect at a moment that tells it from the others."""
    yield State("two_sides", "Two sides: a bright peg is the score, a dim one that before.", _two)
    yield State("four_sides", "Four sides: a track each, so that no colour need be told.", _four)
    yield State("score", "A score runs to its new place and leaves a trail.", _score)
    yield State("alert", "Something is wrong: every eighth LED of all tracks flashes.", _alert)
    yield State("wait", "A side must answer: the first three LEDs of its track blink.", _wait)
    yield State("win", "A win: every sixth LED of the winner's track, chasing.", _win)
    dots = "Remembered points: dots up to where the score would be."
    yield State("accounts", dots, _dots, AccountStrip)
    yield State("quiet", "Nobody plays: all is dark until a press or a tile.", _quiet)


def _two(lit: Lit) -> None:
    lit.tell(2, 20, 31)
    lit.tell(2, 25, 31)


def _four(lit: Lit) -> None:
    lit.tell(4, 10, 24, 33, 4)
    lit.tell(4, 14, 30, 41, 5)


def _score(lit: Lit) -> None:
    _two(lit)
    lit.tell(2, 25, 45, rest=False)
    lit.run(400)


def _alert(lit: Lit) -> None:
    _two(lit)
    lit.tell(2, 25, 31, rest=False, alerts=((3, ids.PLACE_BACK),))
    lit.run(80)


def _wait(lit: Lit) -> None:
    _two(lit)
    lit.tell(2, 25, 31, rest=False, message=ids.CHOOSE_PORT, seat=1)
    lit.run(80)


def _win(lit: Lit) -> None:
    _two(lit)
    lit.tell(2, 25, 61, rest=False, is_match_over=True, winners=2)
    lit.run(1000)


def _dots(lit: Lit) -> None:
    lit.tell(2, 33, 0, remembered=[0, 24, 0, 0])


def _quiet(lit: Lit) -> None:
    _two(lit)
    lit.strip.rest(True)
    lit.run(200)


def svg(state: State) -> str:
    """The tracks from above, an LED a dot."""
    lit = Lit(state.kind)
    state.show(lit)
    width, height = 2 * _LEFT + (LEDS - 1) * _STEP, 2 * _TOP + (TRACKS - 1) * _ROW
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#2a1c12"/>',
    ]
    for track in range(TRACKS):
        y = _TOP + track * _ROW
        out.append(
            f'<path d="M{_LEFT} {y}h{(LEDS - 1) * _STEP}.1" stroke="#46301f" stroke-width="7" '
            f'stroke-linecap="round" stroke-dasharray="0 {_STEP}"/>'
        )
        for led in range(LEDS):
            colour = tuple(lit.chain.colours[track * LEDS + led])
            if any(colour):
                red, green, blue = seen(colour)
                x = _LEFT + led * _STEP
                fill = f"#{red:02x}{green:02x}{blue:02x}"
                out.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{fill}"/>')
    return "\n".join([*out, "</svg>", ""])
