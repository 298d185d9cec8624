"""Pictures of the simulated table show this board and this match."""

import json
from pathlib import Path

from host_tools import boards
from host_tools.render import strip_picture
from host_tools.sim import picture
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read


def test_pads_are_those_of_the_board():
    def sides(*pads):
        return list(picture.pad_sides({"pads": [{"select": 0, **pad} for pad in pads]}).values())

    assert sides() == []
    assert sides({}) == ["south"]
    assert sides({}, {}) == ["south", "north"]
    assert sides({}, {}, {}) == ["south", "west", "north"]
    assert sides({}, {}, {}, {}) == ["south", "west", "north", "east"]
    assert sides({"side": "far"}, {"side": "near"}) == ["north", "south"]
    assert sides({"side": "near"}, {"side": "near"}) == ["south", "north"]
    for name in boards.board_names():
        board = boards.load(name)
        found = picture.pad_sides(board)
        assert list(found) == boards.pad_names(board)
        assert len(set(found.values())) == len(found)


def simulated(steps):
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    simulation = Simulation(read(value | {"seed": 1, "steps": steps}, "picture", Path()))
    simulation.run("cpython")
    return simulation


def test_the_scale_of_the_strip_is_that_of_the_match_that_is_on(monkeypatch, tmp_path):
    """Also where its target was set in the menu."""
    path = Path(__file__).parent / "scenarios" / "menu_new_match.json"
    asked = []
    monkeypatch.setattr(
        picture.pictures, "strip_png", lambda *given: asked.append(given[3]) or b""
    )
    simulation = Simulation(read(json.loads(path.read_text()), "menu", path.parent))
    simulation.run("cpython")
    picture.write(simulation, tmp_path, "end", ("strip",))
    assert asked == [simulation.director.target]
    assert simulation.director.target != simulation.scenario.target
    assert simulated([{"after_ms": 900, "expect": {}}]).director.target == 250


def test_a_colour_too_bright_for_paper_keeps_its_hue():
    red, green, blue = strip_picture.seen((0, 70, 255))
    assert (red, blue) == (0, 255)
    assert green < 160
