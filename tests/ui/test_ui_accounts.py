"""Accounts on screen and strip: remembered points, a carried sum, dots of a score to come."""

import pytest

from domino.ui.accounts import AccountScreen, AccountStrip
from domino.words import ids
from host_tools.chips.ws2812 import WS2812Chain
from host_tools.render.read_screen import read_screen
from tests.ui.ui_parts import Shown, view

LEDS = 61


def lines(players, teams, target, **fields):
    shown = view(message=ids.YOUR_TURN, seat=0, turn=0, **fields)
    return read_screen(Shown(kind=AccountScreen).show(players, teams, target, shown))


def test_remembered_points_have_a_plus_and_open_scores_none():
    shown = lines(3, False, 101, scores=[50, 0, 0, 0], remembered=[0, 18, 0, 0])
    assert shown[0].split() == ["1▶", "25", "2", "+9"]
    assert shown[2].split() == ["3", "0"]


def test_what_is_remembered_does_not_show_beside_an_open_score():
    shown = lines(2, False, 101, scores=[50, 0, 0, 0], remembered=[18, 24, 0, 0])
    assert shown[0].split() == ["1▶", "25", "2", "+12"]


def test_a_carried_sum_stands_behind_a_fish_in_place_of_the_ends():
    shown = lines(2, True, 101, carried=70)
    assert shown[2].split() == ["∝", "+35", "To", "101"]
    assert shown[5].split() == ["Turn", "1"], "once is enough"
    shown = lines(4, False, 101, carried=70)
    assert shown[5].split() == ["Turn", "1", "∝+35", "To", "101"]
    without = lines(2, True, 101)
    assert without[2].split() == ["To", "101"]


def test_while_something_is_wrong_small_scores_keep_the_plus():
    alerts = [(3, ids.PLACE_BACK)]
    shown = lines(4, False, 101, scores=[0, 66, 0, 0], remembered=[100, 0, 18, 0], alerts=alerts)
    assert shown[0].split() == ["1▶", "+50", "2", "33"]
    assert shown[1].split() == ["3", "+9", "4", "0"]


class Frames:
    """A strip of one side and the LEDs it lights."""

    def __init__(self):
        self.chain = WS2812Chain(2 * LEDS)
        self.strip = AccountStrip(self.show, None, 2, LEDS, 100, 5000)
        self.strip.set_up(2, 101)
        self.now_ms = 0

    def show(self, pin, encoding, timing, data):
        self.chain.feed(bytes(data))

    def lit(self, **fields):
        """The LEDs of each side, from 1, once nothing moves any more."""
        self.strip.update(view(**fields))
        for _ in range(40):
            self.strip.step(self.now_ms)
            self.now_ms += 66
        colours = self.chain.colours
        return [
            [led + 1 for led in range(LEDS) if any(colours[side * LEDS + led])] for side in (0, 1)
        ]


@pytest.mark.parametrize(
    ("remembered", "dots"),
    [(0, []), (1, [1]), (4, [1, 3]), (9, [2, 4, 6]), (12, [2, 4, 6, 8])],
)
def test_remembered_points_are_a_dotted_line(remembered, dots):
    assert Frames().lit(remembered=[0, 2 * remembered, 0, 0]) == [[], dots]


def test_dots_go_when_the_account_opens_and_pegs_stay_as_they_are():
    frames = Frames()
    assert frames.lit(remembered=[14, 0, 0, 0], scores=[0, 40, 0, 0]) == [[1, 3, 5], [13]]
    assert frames.lit(scores=[40, 40, 0, 0]) == [[13], [13]]
    written = frames.strip.frames
    assert frames.lit(scores=[40, 40, 0, 0]) == [[13], [13]]
    assert frames.strip.frames - written <= 4  # nothing changed: one a second, as at rest
