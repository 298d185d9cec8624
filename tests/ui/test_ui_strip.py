"""The strip: pegs as FORMATS.md says (`strip_lit`), effects that end, current, frame rate."""

import pytest

from domino.ui.strip import Strip
from domino.words import ids
from host_tools.chips.ws2812 import WS2812Chain
from tests.ui.ui_parts import view


class Lit:
    """A strip of `tracks` x `leds` on an emulated chain, stepped every 10 ms."""

    def __init__(self, tracks=4, leds=61, brightness_pct=20, current_ma=500):
        self.leds = leds
        self.chain = WS2812Chain(tracks * leds)
        self.strip = Strip(self.send, "pin", tracks, leds, brightness_pct, current_ma)
        self.now_ms = 0
        self.sent_ms = []

    def send(self, pin, encoding, timing, data):
        assert (pin, encoding, timing) == ("pin", 0, (400, 850, 800, 450))
        self.chain.feed(bytes(data))
        self.sent_ms.append(self.now_ms)

    def run(self, span_ms):
        for _ in range(span_ms // 10):
            self.strip.step(self.now_ms)
            self.now_ms += 10

    def rest(self):
        """Run until no effect runs."""
        self.run(10)
        while self.strip.effect_running:
            assert self.now_ms < 60_000, "the effect does not end"
            self.run(10)

    def score(self, *scores, **fields):
        self.strip.update(view(scores=list(scores) + [0] * (4 - len(scores)), **fields))

    def pegs(self, side):
        """[(LED from 1, brightness)] of what is lit on a track."""
        track = self.chain.colours[side * self.leds : (side + 1) * self.leds]
        return [(led, sum(colour)) for led, colour in enumerate(track, 1) if any(colour)]


def led_of(half_units, leds, target):
    """FORMATS.md: LED ceil(s x n / target), at most n; without a target one LED a point."""
    if half_units <= 0:
        return 0
    score = half_units / 2
    exact = score * leds / target if target else score
    return min(leds, int(exact) + (exact > int(exact)))


@pytest.mark.parametrize("leds", [8, 61, 120])
@pytest.mark.parametrize("target", [0, 61, 100, 250])
@pytest.mark.parametrize(
    "history", [(0,), (1,), (2, 3), (0, 25, 122), (20, 40, 41), (500, 1200), (122, 121)]
)
def test_pegs_at_rest(leds, target, history):
    lit = Lit(leds=leds)
    lit.strip.set_up(2, target)
    for half_units in history:
        lit.score(0, half_units)
        lit.rest()
    changes = [0, *history]
    before = [s for s in changes if s != changes[-1]]
    front, back = (
        led_of(history[-1], leds, target),
        led_of(before[-1] if before else 0, leds, target),
    )
    assert [led for led, _ in lit.pegs(1)] == sorted({front, back} - {0})
    assert lit.pegs(0) == []
    assert lit.chain.lit() == len({front, back} - {0})


@pytest.mark.parametrize(
    ("history", "pegs"),
    [
        ((10, 0), []),
        ((10, 20, 10), [5]),
        ((10, 20, 30, 20), [5, 10]),
        ((10, 20, 30, 20, 10), [5]),
        ((10, 20, 30, 20, 10, 0), []),
        ((10, 20, 10, 30), [5, 15]),
        ((10, 20, 14), [7, 10]),  # a correction, not a change taken back
    ],
)
def test_a_change_taken_back_brings_the_back_peg_back(history, pegs):
    lit = Lit()
    lit.strip.set_up(2, 61)
    for half_units in history:
        lit.score(half_units)
        lit.rest()
    assert [led for led, _ in lit.pegs(0)] == pegs


def test_front_is_bright_and_back_is_dim():
    for side in range(4):
        lit = Lit()
        lit.strip.set_up(4, 61)
        for half_units in (20, 60):
            lit.score(*[0] * side, half_units)
            lit.rest()
        (back, dim), (front, bright) = lit.pegs(side)
        assert (back, front) == (10, 30)
        assert bright >= 4 * dim > 0


def test_sides_have_colours_of_their_own():
    lit = Lit(brightness_pct=100, current_ma=5000)
    lit.strip.set_up(4, 61)
    lit.score(20, 20, 20, 20)
    lit.rest()
    assert len({colour for colour in lit.chain.colours if any(colour)}) == 4


@pytest.mark.parametrize(
    ("brightness_pct", "current_ma"), [(0, 500), (1, 500), (20, 0), (100, 100)]
)
def test_no_peg_goes_out_for_want_of_light(brightness_pct, current_ma):
    lit = Lit(brightness_pct=brightness_pct, current_ma=current_ma)
    lit.strip.set_up(4, 61)
    for scores in ((20, 30, 40, 50), (21, 44, 60, 70)):
        lit.score(*scores)
        lit.rest()
    assert lit.chain.lit() == 8


@pytest.mark.parametrize("current_ma", [350, 500, 2000])
def test_full_white_is_refused(current_ma):
    lit = Lit(current_ma=current_ma)
    lit.strip.fill(255, 255, 255)
    assert 0.85 * current_ma < lit.chain.current_ma() <= current_ma
    lit.run(200)
    assert lit.chain.lit() == 0, "the next frame is at rest again"


def test_a_bright_win_stays_in_the_budget():
    lit = Lit(brightness_pct=100, current_ma=500)
    lit.strip.set_up(4, 61)
    lit.score(100, 100, 100, 100, is_match_over=True, winners=15)
    drawn = []
    for _ in range(400):
        lit.run(10)
        drawn.append(lit.chain.current_ma())
    assert 300 < max(drawn) <= 500


def test_a_score_runs_to_its_place():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(20)
    lit.rest()
    lit.score(60)
    assert lit.strip.effect_running, "before its first frame already"
    begun_ms = lit.now_ms
    fronts = []
    while lit.strip.effect_running:
        lit.run(10)
        fronts.append(max(lit.pegs(0), key=lambda peg: peg[1])[0])
    assert fronts == sorted(fronts)
    assert set(range(12, 30, 4)) <= set(range(min(fronts), max(fronts) + 1))
    assert fronts[-1] == 30
    assert lit.now_ms - begun_ms < 1000


def test_the_first_frame_comes_at_once():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.run(500)
    frames = lit.chain.frames
    lit.score(20)
    lit.run(10)
    assert lit.chain.frames == frames + 1
    assert lit.pegs(0)


@pytest.mark.parametrize(("before", "after"), [(0, 2), (20, 22), (20, 60), (22, 20), (60, 0)])
def test_the_first_frame_shows_the_change(before, after):
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(before)
    lit.run(2000)
    at_rest = lit.chain.colours
    lit.score(after)
    lit.run(10)
    assert lit.chain.colours != at_rest


def test_frames_are_few_and_without_a_change_one_a_second():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(20)
    lit.run(5000)
    gaps = [b - a for a, b in zip(lit.sent_ms, lit.sent_ms[1:], strict=False)]
    assert min(gaps) >= 66
    count = len(lit.sent_ms)
    lit.score(20)
    lit.run(5000)
    assert 4 <= len(lit.sent_ms) - count <= 5


def test_an_alert_flashes_while_it_lasts():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(20)
    lit.rest()
    lit.strip.update(view(((12, ids.PLACE_BACK),), scores=[20, 0, 0, 0]))
    spells, was = [], False
    begun_ms = lit.now_ms
    for _ in range(1000):
        lit.run(10)
        if lit.strip.effect_running != was:
            was = not was
            spells.append((was, lit.now_ms - begun_ms))
            if not was:
                assert [led for led, _ in lit.pegs(0)] == [10], "at rest between the flashes"
    starts = [at for on, at in spells if on]
    assert len(starts) == 3
    assert starts[0] <= 80
    assert all(3900 <= b - a <= 4200 for a, b in zip(starts, starts[1:], strict=False))
    lit.score(20)
    lit.rest()
    frames, at_rest = lit.chain.frames, lit.chain.colours
    for _ in range(60):
        lit.run(100)
        assert lit.chain.colours == at_rest
    assert lit.chain.frames - frames <= 6


def test_a_win_ends_and_a_new_match_clears():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(122, 40, is_match_over=True, winners=1)
    lit.run(1000)
    assert len(lit.pegs(0)) > 8
    assert len(lit.pegs(1)) == 1
    lit.rest()
    assert lit.now_ms < 4000
    assert [led for led, _ in lit.pegs(0)] == [61]
    lit.strip.set_up(2, 61)
    lit.run(200)
    assert lit.chain.lit() == 0


def test_a_strip_that_fails_does_not_stop_the_game():
    def broken(*_):
        raise OSError(12)

    strip = Strip(broken, None, 4, 61, 20, 500)
    strip.set_up(2, 61)
    strip.update(view(scores=[20, 0, 0, 0]))
    for now_ms in range(0, 2000, 10):
        strip.step(now_ms)
    assert strip.failures > 0
    assert strip.frames == 0
    assert not strip.effect_running
    strip = Strip(None, None, 4, 61, 20, 500)
    strip.set_up(2, 61)
    strip.update(view(scores=[10, 0, 0, 0], alerts=[(3, ids.TWO_TILES)]))
    assert strip.step(0) > 0
    assert not strip.effect_running  # nobody waits for what is not there


def test_the_clock_may_wrap():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(20)
    for now_ms in range(0x3FFFFFFF - 300, 0x3FFFFFFF + 2000, 10):
        lit.strip.step(now_ms & 0x3FFFFFFF)
    assert not lit.strip.effect_running
    assert [led for led, _ in lit.pegs(0)] == [10]


@pytest.mark.parametrize(("sides", "seat", "track"), [(2, 3, 1), (2, 0, 0), (4, 2, 2)])
def test_a_wait_blinks_the_first_leds_of_the_side_that_must_answer(sides, seat, track):
    """By place: another pattern than an alert's, which flashes on every track."""
    lit = Lit()
    lit.strip.set_up(sides, 61)
    lit.run(100)
    lit.score(message=ids.CHOOSE_PORT, seat=seat)
    lit.run(200)
    assert [led for led, _ in lit.pegs(track)] == [1, 2, 3]
    assert not any(lit.pegs(side) for side in range(4) if side != track)
    lit.rest()
    assert not any(lit.pegs(side) for side in range(4))
    begin_ms = lit.now_ms
    while not lit.pegs(track):
        lit.run(10)
    assert 2500 < lit.now_ms - begin_ms < 4100, "again while nobody answers"
    lit.score(message=ids.YOUR_TURN, seat=seat)
    lit.rest()
    for _ in range(100):
        lit.run(100)
        assert not any(lit.pegs(side) for side in range(4))


def test_an_alert_goes_before_a_wait():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.strip.update(view([(0, ids.PLACE_BACK)], message=ids.CHOOSE_PORT, seat=0))
    lit.run(100)
    assert [led for led, _ in lit.pegs(3)] == list(range(1, 62, 8))


def test_at_rest_everything_is_dark_until_it_is_woken():
    lit = Lit()
    lit.strip.set_up(2, 61)
    lit.score(20, 40)
    lit.rest()
    pegs = lit.pegs(0)
    lit.strip.rest(True)
    lit.run(200)
    assert not any(lit.pegs(side) for side in range(4))
    assert not lit.strip.effect_running
    sent = len(lit.sent_ms)
    lit.score(20, 40)
    for _ in range(200):
        lit.run(100)
        assert not lit.chain.lit()
    assert len(lit.sent_ms) - sent <= 20
    lit.strip.rest(False)
    lit.rest()
    assert lit.pegs(0) == pegs
