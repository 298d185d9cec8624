"""A soft reset leaves the tick counter running: whatever it says at the start, all goes alike.

ticks_ms() has 30 bits. A stamp of 0 for "never" looks old from a small count, and seems to come
from 2^29 on; a difference taken without regard to the wrap is wrong at its end.
"""

import json
from random import Random

import pytest

from domino.board.presence import Presence
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from tests.board.tabletop import Tabletop, tile
from tests.sim.test_scenarios import SCENARIOS, needs_micropython

STARTS = [1, (1 << 29) - 1, 1 << 29, (1 << 30) - 100, (1 << 30) - 3000]
# Power cuts, pages that come by themselves, dead readers, ghosts, counterfeits, turn clock, rest.
NAMES = [
    "menu_found",
    "power_cut_twice",
    "power_cut_at_settlement",
    "rematch_at_once_is_counted",
    "dead_reader",
    "dead_slot_tapped",
    "double_moved",
    "ghost",
    "counterfeit",
    "quiet",
    "turn_clock_waits",
    "pad1_round",
    "hung_firmware",
]


def run(value, start_ms, runtime="cpython"):
    """Events with times from the start on, and what is left in the end."""
    result = Simulation(read(value, "ticks", SCENARIOS), start_ms).run(runtime)
    assert result["failed"] == []
    events = [{**event, "t_ms": event["t_ms"] - start_ms} for event in result["events"]]
    return events, result["final"], result["timing"]


def scenario(name):
    return json.loads((SCENARIOS / f"{name}.json").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_all_goes_alike_whatever_the_ticks_are_at_the_start(name):
    wanted = run(scenario(name), 0)
    for start_ms in STARTS:
        assert run(scenario(name), start_ms) == wanted


# Five tiles, the power goes, all is cleared away; `ok` is pressed for the page that is coming.
PRESSED = {
    "board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0, "seed": 1,
    "steps": [
        {"after_ms": 900, "place": "5-5", "slot": "d3"},
        {"place": "0-5", "slot": "e3", "expect": {"scores": [10, 10]}},
        {"power": "cut"},
        {"clear": True},
        {"power": "on", "after_ms": 500},
        *({"press": "right", "after_ms": span_ms} for span_ms in (700, 150, 150, 150)),
        {"press": "undo", "expect": {"scores": [10, 10]}},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "runtime", ["cpython", pytest.param("micropython", marks=needs_micropython)]
)
def test_a_press_for_the_found_page_goes_where_it_goes_from_zero(runtime):
    wanted = run(PRESSED, 0, runtime)[:2]
    for start_ms in STARTS if runtime == "cpython" else STARTS[1:4]:
        events, final = run(PRESSED, start_ms, runtime)[:2]
        final.pop("memory", None)
        assert [drop_time(event) for event in events] == [drop_time(e) for e in wanted[0]]
        for event, other in zip(events, wanted[0], strict=True):
            assert abs(event["t_ms"] - other["t_ms"]) <= 1
        assert final["layout"] == wanted[1]["layout"]


def drop_time(event):
    return {name: value for name, value in event.items() if name != "t_ms"}


@pytest.mark.parametrize("start_ms", [0, *STARTS])
def test_what_was_never_looked_at_was_not_seen_since_the_start(start_ms):
    table = Tabletop(start_ms=start_ms)
    presence = Presence(4, table.time)
    presence.begin(table.time.ticks_ms())
    assert not any(presence.seen_after(reader, table.time.ticks_ms()) for reader in range(4))
    table.ports.sleep_us(5_000_000)
    assert not any(presence.seen_after(reader, table.time.ticks_ms()) for reader in range(4))


def test_looks_go_alike_whatever_the_ticks_are_at_the_start():
    assert len({str(looks_from(start_ms)) for start_ms in [0, *STARTS]}) == 1


def looks_from(start_ms):
    """Changes and laps of a table where tiles come and go, where readers fail and come back."""
    random = Random(4)
    table = Tabletop(start_ms=start_ms).start()
    table.heat(*range(8))
    for number in range(12):
        field, reader = table.fields[random.randrange(20)], random.randrange(20, 48)
        field.put(tile(number))
        table.sim.readers[reader].dead = 0xFF
        table.run(900)
        field.clear()
        table.sim.readers[reader].dead = None
        table.run(900)
    return [(ms - start_ms, *about) for ms, *about in table.events], table.scanner.laps
