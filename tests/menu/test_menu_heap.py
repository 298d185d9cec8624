"""What the menu leaves behind on the real MicroPython: nothing, and a rematch takes no more."""

import pytest

from host_tools.runtimes.micropython import binary
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

OK = {"press": "ok"}
MENU = {"press": "menu"}
MATCH = [{"clear": True}, {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {}}]
# As a match and each menu end something rests; the first of each brings names that stay.
STEPS = MATCH + 4 * [OK, OK, *MATCH] + 3 * [MENU, MENU, {**MENU, "expect": {}}, MENU]
STEPS[0] = {"after_ms": 0, "clear": True}


@pytest.mark.skipif(binary.find() is None, reason="no MicroPython here: set MICROPYTHON")
def test_the_heap_is_the_same_after_each_match_and_each_menu(tmp_path):
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    value |= {"options": {"target": 10}, "steps": STEPS}
    simulation = Simulation(read(value, "heap", tmp_path))
    rests = []
    simulation.director.on_rest = lambda state: rests.append(
        (state["message"], state["memory"]["allocated"])
    )
    result = simulation.run("micropython")
    assert result["failed"] == []
    after_a_match = [bytes_ for message, bytes_ in rests if message == "match_over"]
    in_the_menu = [bytes_ for message, bytes_ in rests if message == "menu"]
    assert len(after_a_match) >= 5 and len(in_the_menu) >= 3
    assert len(set(after_a_match[1:5])) == 1, after_a_match
    # Names of the pages that came later stay, in pieces of 128 bytes.
    assert after_a_match[-1] - after_a_match[1] <= 256
    assert max(in_the_menu) - min(in_the_menu) <= 256, in_the_menu
    assert in_the_menu[0] - after_a_match[-1] < 30_000  # 64-bit; the pages come beside it
