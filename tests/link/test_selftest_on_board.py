"""`ok` held at power-on: the table tests itself and shows it, then the game begins."""

import json
from pathlib import Path

import pytest

from host_tools.boards import load, slot_names
from host_tools.link.simulated import SimulatedTable
from host_tools.render.read_screen import read_screen
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from host_tools.tags.record import ntag213_for_tile

CONFIG = load("grid48_mfrc522")
NAMES = slot_names(CONFIG)
UID = bytes.fromhex("04112233445566")
BUTTONS = ["pass", "draw", "undo", "ok", "menu", "left", "right"]


def screen(simulated):
    return [line.rstrip() for line in read_screen(simulated.board.display.picture())]


async def until(simulated, text, within_ms=20_000):
    """Wait until the screen shows a text; how long it took."""
    began = simulated.now_ms()
    while text not in " ".join(screen(simulated)):
        await simulated.pause(20)
        assert simulated.now_ms() - began < within_ms, (text, screen(simulated))
    return simulated.now_ms() - began


async def press(simulated, name):
    simulated.board.buttons[name].press()
    await simulated.pause(60)
    simulated.board.buttons[name].release()
    await simulated.pause(120)


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_the_whole_self_test(runtime):
    simulated = SimulatedTable(CONFIG)
    board = simulated.board
    board.readers[NAMES.index("c2")].dead = 0xFF
    board.readers[NAMES.index("e5")].antenna_stuck_off = True
    board.buttons["ok"].press()
    shown = {}

    async def main():
        await simulated.pause(700)
        board.buttons["ok"].release()
        await until(simulated, "Self-test: lights")
        colours = set()
        for _ in range(80):
            colours.add(tuple(max(board.strip.colours[i][c] for i in (0, 200)) for c in range(3)))
            await simulated.pause(20)
        shown["colours"] = {tuple(bool(c) for c in colour) for colour in colours}
        await until(simulated, "Self-test: reader 52")
        await simulated.pause(300)
        shown["readers"] = screen(simulated)
        shown["dots"] = list(board.strip.colours[:53])
        for count, name in enumerate(BUTTONS):
            await until(simulated, "Press " + " ".join(BUTTONS[count:])[:15])
            await press(simulated, name)
        await until(simulated, "Lay a tile on a slot, or OK")
        field = board.fields[NAMES.index("a1")]
        field.needs_db = 18
        tag = ntag213_for_tile(8, 1, UID)
        field.put(tag)
        await until(simulated, "a1: 10 dB")
        field.remove(tag)
        await press(simulated, "ok")
        await until(simulated, "2 of 52 readers fail")
        shown["end"] = screen(simulated)
        await simulated.pause(200)
        await press(simulated, "ok")
        await until(simulated, "Turn")  # the game's own screen, with its word about c2 and e5
        tile = ntag213_for_tile(27, 1, bytes.fromhex("04112233445577"))
        board.fields[NAMES.index("d4")].put(tile)
        await simulated.pause(3000)
        return simulated.report()

    state = simulated.run(main(), runtime, limit_ms=120_000)
    assert shown["colours"] >= {
        (True, False, False),
        (False, True, False),
        (False, False, True),
        (False, False, False),
    }
    assert [line for line in shown["readers"] if "no answer" in line] == [
        "c2  no answer",
        "e5  no answer",
    ]
    fails = [NAMES.index("c2"), NAMES.index("e5")]
    assert [i for i, colour in enumerate(shown["dots"]) if colour[0]] == fails
    assert all(any(colour) for colour in shown["dots"][:52]) and not any(shown["dots"][52])
    assert shown["end"][0].startswith("2 of 52 readers fail")
    assert state["layout"] == [27]  # a tag is read after it, and the game goes on
    assert board.ports.busiest_step_ns < 20_000_000


def test_nobody_there_ends_it_too():
    """Held by a stuck button and left alone: the game begins in the end."""
    simulated = SimulatedTable(CONFIG)
    simulated.board.buttons["ok"].press()

    async def main():
        await simulated.pause(900)
        simulated.board.buttons["ok"].release()
        return await until(simulated, "lay the first tile", 300_000)

    assert simulated.run(main(), limit_ms=400_000) < 180_000


def test_a_short_press_at_power_on_is_no_self_test():
    simulated = SimulatedTable(CONFIG)
    simulated.board.buttons["ok"].press()

    async def main():
        simulated.board.buttons["ok"].release()
        await until(simulated, "lay the first tile", 3000)

    simulated.run(main())


HEAP = {"micropython": {"heap": "384k"}}  # as in link/simulated.py


@pytest.mark.parametrize("name", ["self_test_at_power_on", "self_test_by_menu"])
@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_the_match_goes_on_after_it(runtime, name):
    """The power comes back with ok held (FORMATS.md, "Board scenario"), or by the menu."""
    folder = Path(__file__).parent
    value = json.loads((folder / f"{name}.json").read_text())
    result = Simulation(read(value, "self-test", folder)).run(runtime, **HEAP.get(runtime, {}))
    assert result["failed"] == []
    told = [event for event in result["events"] if event["kind"] in ("press", "refused", "alert")]
    asked = ["menu", "left", "left", "ok", "ok"] if name == "self_test_by_menu" else []
    assert [event["code"] for event in told] == asked
