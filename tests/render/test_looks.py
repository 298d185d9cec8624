"""What must differ looks different: colours by a perceptual distance, shapes by their pixels."""

import itertools

import pytest
from coloraide import Color

from domino.ui.tally import TallyScreen
from domino.words import ids
from host_tools.gallery import sheets, strips
from host_tools.render.read_screen import read_screen
from host_tools.render.strip_picture import seen
from tests.ui.test_ui_strip import Lit
from tests.ui.ui_parts import Shown, view

# CIEDE2000; about 2 is just noticed, side by side.
LEAST, LEAST_BLIND = 30, 15
LEAST_DARKEST = 10  # at brightness 0 all that is lit is lit by a single step
EYES = (None, "protan", "deutan", "tritan")
PLAYERS = range(4)


def apart(one, other, eyes, is_linear=True):
    """How far apart two colours (r, g, b) look where the brighter is what the eye takes for
    white."""
    white = max(*one, *other) if is_linear else 255
    pair = []
    for colour in (one, other):
        shown = Color("srgb-linear" if is_linear else "srgb", [part / white for part in colour])
        pair.append(shown.filter(eyes) if eyes else shown)
    return pair[0].delta_e(pair[1], method="2000")


def colours(brightness_pct):
    """{what: colour} of the LEDs: front and back peg of each player, and an alert."""
    lit = Lit(brightness_pct=brightness_pct, current_ma=5000)
    lit.strip.set_up(4, 61)
    for half_units in (20, 40):
        lit.score(*[half_units] * 4)
        lit.rest()
    shown = [lit.chain.colours[61 * side : 61 * side + 61] for side in PLAYERS]
    found = {("front", side): shown[side][19] for side in PLAYERS}
    found |= {("back", side): shown[side][9] for side in PLAYERS}
    lit.score(40, 40, 40, 40, alerts=[(3, ids.PLACE_BACK)])
    lit.run(80)
    return found | {("front", "alert"): lit.chain.colours[0]}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("brightness_pct", [100, 50, 20, 10, 5, 3, 2, 1, 0])
def test_players_and_alerts_have_colours_that_nobody_mixes_up(brightness_pct, eyes):
    """However dim; the pegs of one player differ by brightness and place."""
    found = colours(brightness_pct)
    least = LEAST_BLIND if eyes else LEAST
    if eyes and brightness_pct == 0:
        least = LEAST_DARKEST
    for peg in ("front", "back"):
        kinds = {who: colour for (what, who), colour in found.items() if what == peg}
        for one, other in itertools.combinations(kinds, 2):
            assert apart(kinds[one], kinds[other], eyes) >= least, (peg, one, other)


@pytest.mark.parametrize("brightness_pct", [100, 20])
def test_pictures_keep_them_apart(brightness_pct):
    found = colours(brightness_pct)
    fronts = [seen(colour) for (what, _), colour in found.items() if what == "front"]
    for one, other in itertools.combinations(fronts, 2):
        assert apart(one, other, None, is_linear=False) >= 20, (one, other)


def test_the_gallery_shows_each_player_in_the_colour_of_the_strip():
    (state,) = [state for state in strips.states() if state.name == "four_sides"]
    drawn = strips.svg(state)
    for (what, who), colour in colours(100).items():
        if what == "front" and who != "alert":
            assert "#{:02x}{:02x}{:02x}".format(*seen(colour)) in drawn


# -- tallies -----------------------------------------------------------------------------------
def tally(points):
    """The lit pixels of a tally."""
    told = view(scores=[2 * points, 0, 0, 0], total=10, turn=0)
    picture = Shown(kind=TallyScreen).show(2, False, 250, told)
    return {
        (x, y)
        for x in range(65)
        for y in range(16, 32)
        if picture[(y >> 3) * 128 + x] >> (y & 7) & 1
    }


def pieces(lit):
    """How many pieces a shape falls into; pixels that touch by a corner belong together."""
    left, count = set(lit), 0
    while left:
        count += 1
        reached = [left.pop()]
        while reached:
            x, y = reached.pop()
            near = {(x + i, y + k) for i in (-1, 0, 1) for k in (-1, 0, 1)} & left
            left -= near
            reached += near
    return count


def test_every_tally_differs_from_the_next():
    shapes = [tally(points) for points in range(0, 255, 5)]
    for less, more in itertools.pairwise(shapes):
        assert less < more
        assert len(more - less) >= 2


@pytest.mark.parametrize("tens", range(1, 26))
def test_a_tally_is_as_many_crosses_as_there_are_tens(tens):
    """No cross touches another: 40 is a large one and three small ones, not a lattice."""
    assert pieces(tally(10 * tens)) == tens
    assert pieces(tally(10 * tens - 5)) == tens


# -- the numbers of seats ----------------------------------------------------------------------
@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("half_units", [1, 23, 61, 199, 1999, 19998, -7, -199])
def test_no_number_of_a_seat_touches_a_score(sides, half_units):
    alerts = ((7, ids.FOREIGN_TAG), (12, ids.PLACE_BACK))
    told = view(alerts, scores=[half_units] * 4, turn=1)
    lines = read_screen(Shown().show(sides, False, 61, told))
    words = " ".join(lines[:2]).replace("▶", " ").replace("▲", " ").split()
    score = words[1]
    assert words == [word for side in range(sides) for word in (str(side + 1), score)]


# -- samples -----------------------------------------------------------------------------------
def test_samples_make_sense():
    def said(name):
        key = (sheets.keys("games") | sheets.keys("service"))[name]
        compose = sheets._message(name, key, name.startswith("test"))
        return " ".join(read_screen(sheets.shown("en", "plain", compose))).split()

    assert said("test_button") == ["Press", "ok"]
    for name in ("close_double", "double_closed"):
        (tile,) = [word for word in said(name) if "-" in word]
        assert tile[0] == tile[2], "a double"
