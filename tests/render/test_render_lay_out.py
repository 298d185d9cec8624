"""Where the tiles of a drawing lie: joined ones touch, all others keep apart, marks are free.

The same checks run over the worked cases and over random trees of up to all 28 tiles, more than
any round can make of them.
"""

import random
from array import array

import pytest

from domino.rules import codes, games
from domino.rules.layout import Layout
from domino.rules.tiles import HIGH, LOW
from host_tools.records.notation import port_name, tile_name
from host_tools.render.lay_out import APART, NoRoom, lay_out
from host_tools.render.paper import LONG, WIDE, Laid, gap
from tests.render.positions import POSITIONS

# The ways that spinners open their branches: parameter values of games.py.
SPINNERS = {
    "no spinner": (),
    "the first, after its line": (games.SPINNER, games.SPINNER_FIRST),
    "the first, at once": (games.SPINNER, games.SPINNER_FIRST, games.BRANCHES, games.AT_ONCE),
    "all, after their lines": (games.SPINNER, games.SPINNER_ALL),
    "all, at once": (games.SPINNER, games.SPINNER_ALL, games.BRANCHES, games.AT_ONCE),
}
TREES = 40


def random_tree(seed, parameters, most):
    """Tiles laid on open ports by chance, and the ports left open."""
    chance = random.Random(seed)
    rules = array("h", bytes(2 * games.SIZE))
    games.load("draw", rules)
    for place, value in zip(parameters[::2], parameters[1::2], strict=True):
        rules[place] = value
    layout = Layout()
    layout.reset(rules)
    laid, out = [], bytearray(64)
    while len(laid) < most:
        fitting = [tile for tile in range(28) if layout.playable >> tile & 1]
        if not fitting:
            break
        tile = chance.choice(fitting)
        on = port = codes.NONE
        if laid:
            at = 2 * chance.randrange(layout.choices(tile, out))
            on, port = out[at], out[at + 1]
        layout.place(tile, on, port)
        laid.append(Laid(tile_name(tile), tile_name(on), port_name(port)))
    count = layout.ports(out)
    return laid, [(tile_name(out[2 * i]), port_name(out[2 * i + 1])) for i in range(count)]


def half(place, port):
    """The box of the half that a port belongs to; of a double the whole tile."""
    if place.is_double:
        return place.box
    ahead = place.heads if port != place.first else (-place.heads[0], -place.heads[1])
    x0, y0, x1, y1 = place.box
    return (
        x0 + (WIDE if ahead[0] > 0 else 0),
        y0 + (WIDE if ahead[1] > 0 else 0),
        x1 - (WIDE if ahead[0] < 0 else 0),
        y1 - (WIDE if ahead[1] < 0 else 0),
    )


def shown(place, port):
    """The pips at a port."""
    return place.tile[2] if port == "high" else place.tile[0]


def touches(one, other):
    """Whether two boxes share more than a corner, and lie nowhere over each other."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return (across == 0 and down > 0) or (down == 0 and across > 0)


def gap_of(one, other):
    """How far apart two stretches are; 0 where they touch."""
    return max(one[0], other[0]) - min(one[1], other[1])


def check_sizes(drawing):
    for place in drawing.places.values():
        x0, y0, x1, y1 = place.box
        lies = bool(place.heads[0]) != place.is_double
        assert (x1 - x0, y1 - y0) == ((LONG, WIDE) if lies else (WIDE, LONG)), place


def check_joints(laid, drawing):
    """Each tile touches the one it was laid on, equal values facing, where its port looks."""
    for one in laid:
        if one.on is None:
            continue
        here, there = drawing.places[one.tile], drawing.places[one.on]
        assert touches(half(here, here.first), half(there, one.port)), one
        assert shown(here, here.first) == shown(there, one.port), one
        if there.is_double:
            is_beside = gap_of(here.box[::2], there.box[::2]) == 0
            is_branch = one.port.startswith("branch")
            assert (is_beside == bool(there.heads[0])) != is_branch, "a branch leaves across"


def check_apart(laid, drawing):
    """No two tiles overlap, and those that are not joined do not even touch."""
    joined = {frozenset((one.tile, one.on)) for one in laid}
    tiles = list(drawing.places.values())
    for number, one in enumerate(tiles):
        for other in tiles[:number]:
            wanted = 0 if frozenset((one.tile, other.tile)) in joined else APART
            assert gap(one.box, other.box) >= wanted, (one, other)


def check_marks(open_ports, drawing):
    """Every open port has one mark beside its half; nothing lies over it."""
    assert sorted((mark.tile, mark.port) for mark in drawing.marks) == sorted(open_ports)
    for number, mark in enumerate(drawing.marks):
        assert touches(mark.box, half(drawing.places[mark.tile], mark.port)), mark
        assert all(gap(mark.box, place.box) >= 0 for place in drawing.places.values())
        assert all(gap(mark.box, other.box) >= 0 for other in drawing.marks[:number])


def check(laid, open_ports):
    drawing = lay_out(laid, open_ports)
    assert list(drawing.places) == [one.tile for one in laid]
    check_sizes(drawing)
    check_joints(laid, drawing)
    check_apart(laid, drawing)
    check_marks(open_ports, drawing)
    return drawing


@pytest.mark.parametrize("spinners", SPINNERS)
def test_random_trees(spinners):
    folded = 0
    for seed in range(TREES):
        laid, open_ports = random_tree(seed, SPINNERS[spinners], 7 + seed * 22 // TREES)
        drawing = check(laid, open_ports)
        x0, y0, x1, y1 = drawing.box
        folded += len(laid) > 20 and max(x1 - x0, y1 - y0) < 80
    assert folded > TREES // 8, "long ones are folded"


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_the_worked_cases(name):
    position = POSITIONS[name]
    drawing = check(position.laid, [(port["tile"], port["port"]) for port in position.ports])
    assert drawing.box[2] - drawing.box[0] <= 66, "wider than a page"


def test_the_same_layout_always_comes_out_the_same():
    laid, open_ports = random_tree(1, SPINNERS["all, at once"], 28)
    assert lay_out(laid, open_ports) == lay_out(list(laid), list(reversed(open_ports)))


def test_values_of_the_cases_reach_every_tile():
    assert len({one.tile for position in POSITIONS.values() for one in position.laid}) == 28
    assert len(LOW) == len(HIGH) == 28


def test_a_layout_without_room_is_refused(monkeypatch):
    monkeypatch.setattr("host_tools.render.lay_out.ROOMS", ((6, 2),))
    laid, open_ports = random_tree(1, (), 20)
    with pytest.raises(NoRoom):
        lay_out(laid, open_ports)
