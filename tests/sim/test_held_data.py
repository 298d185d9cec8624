"""SDA of the display's bus held low by a slave in the middle of a byte: the picture comes back."""

import json
import tempfile
from pathlib import Path

import pytest

from host_tools import boards
from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import ScenarioError, read

MS = 1_000_000
RUNTIMES = ["cpython"]
if binary.find():
    RUNTIMES.append("micropython")


def board(name="pad1_mfrc522", chip="ssd1306", **display_bus):
    config = boards.load(name)
    config["display"]["chip"] = chip
    config["buses"][config["display"]["bus"]].update(display_bus)
    return config


def scenario(steps, table=None):
    value = {"game": "draw", "players": 2, "starter": 0, "steps": steps}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.json"
        path.write_text(json.dumps(table or board()))
        return read({**value, "board": "board.json"}, "held", Path(folder))


def play(steps, runtime, table=None):
    """Result, and the moments in ms at which the display was lit or went dark."""
    simulation = Simulation(scenario(steps, table))
    lit, sim = [], simulation.board

    def look():
        is_lit = sim.display.is_lit() and any(sim.display.picture())
        if is_lit != (lit[-1][1] if lit else False):
            lit.append((sim.clock.now_ns // MS, is_lit))

    before = sim.ports.on_lights
    sim.ports.on_lights = lambda: (before(), look())
    result = simulation.run(runtime, **({"lock_heap": True} if runtime == "micropython" else {}))
    look()
    assert result["failed"] == []
    assert result["timing"]["longest_step_ms"] < 20
    return lit, sim


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("clocks", [1, 5, 9])
def test_held_at_start_the_display_is_there_as_ever(runtime, chip, clocks):
    steps = [{"fault": "sda_held", "clocks": clocks, "after_ms": 0}, {"expect": {"accepted": 0}}]
    lit, sim = play(steps, runtime, board(chip=chip))
    usual, _ = play([{"expect": {"accepted": 0}}], runtime, board(chip=chip))
    assert lit[0][1] and lit[0][0] - usual[0][0] < 20
    assert sim.display_wires.left == []


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("table", [board(), board(soft=True), board("grid48_pn532")])
def test_held_in_play_the_picture_comes_back(runtime, table):
    is_one_pad = not table["slots"]["selects"]
    steps = [
        {"expect": {"accepted": 0}},
        {"fault": "sda_held"},
        {"press": "menu", "after_ms": 100},
        {"press": "menu", "after_ms": 1000},
        {"after_ms": 3000, "expect": {"accepted": 0}},
    ]
    if not is_one_pad:
        steps[2:] = [{"place": "5-5", "slot": "d3"}, {"after_ms": 3000, "expect": {"accepted": 1}}]
    lit, sim = play(steps, runtime, table)
    assert sim.display_wires.left == []
    assert sim.display.is_lit() and any(sim.display.picture())


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_short_circuit_stops_the_display_alone_until_it_is_mended(runtime):
    steps = [
        {"fault": "sda_held", "clocks": 0, "after_ms": 0},
        {"after_ms": 12_000, "expect": {"accepted": 0}},
        {"fault": "none"},
        {"after_ms": 12_000, "expect": {"accepted": 0}},
    ]
    lit, sim = play(steps, runtime)
    assert len(lit) == 1 and 12_000 < lit[0][0] < 25_000
    assert sim.display.is_lit()


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_held_when_the_watchdog_restarts_the_controller_alone(runtime):
    table = board()
    table["watchdog_ms"] = 4000
    steps = [
        {"expect": {"accepted": 0}},
        {"hang": 60_000},
        {"fault": "sda_held", "clocks": 7, "after_ms": 1000},
        {"after_ms": 20_000, "expect": {"accepted": 0}},
    ]
    lit, sim = play(steps, runtime, table)
    assert sim.display_wires.left == [] and sim.display.is_lit()


@pytest.mark.parametrize(
    "step, words",
    [
        ({"fault": "sda_held", "clocks": 10}, "clocks is 10; accepted: 0 to 9"),
        ({"fault": "sda_held", "clocks": True}, "clocks is true; accepted: 0 to 9"),
        ({"fault": "sda_held", "slot": "p0"}, "the readers are not on I2C"),
        ({"fault": "reader_nacks", "slot": "p0"}, "no fault"),
        ({"fault": "weak_field"}, "slot is missing"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(step, words):
    with pytest.raises(ScenarioError) as error:
        scenario([step])
    assert words in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"us": 0}, "us is 0; accepted: 1 to 1000000"),
        ({"us": "1000"}, "accepted: 1 to 1000000"),
        ({"fetched": 1}, "fetched is 1; accepted: true or false"),
        ({"share": 0.5}, "reader_nacks takes no share"),
    ],
)
def test_how_long_a_reader_is_silent_has_a_range(fields, words):
    step = {"fault": "reader_nacks", "slot": "c3", **fields}
    with pytest.raises(ScenarioError) as error:
        scenario([step], board("grid48_pn532"))
    assert words in str(error.value)
