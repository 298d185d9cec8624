"""Settings of the menu act at once: brightness, sound, the screen's direction."""

import json

import pytest

from host_tools.boards import load
from host_tools.render.read_screen import read_screen
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

TILE = {"after_ms": 900, "place": "5-5", "slot": "d3", "expect": {"scores": [10, 0]}}
NEXT = {"place": "0-5", "slot": "e3", "expect": {"scores": [10, 10]}}
OK, LEFT, RIGHT, MENU = ({"press": name} for name in ("ok", "left", "right", "menu"))
SETTINGS = [MENU, LEFT, OK]


def play(steps, tmp_path, watch, about=None, **settings):
    """Play on the whole table; what `watch(simulation)` gave whenever the game rested."""
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    value |= {"steps": steps, "settings": settings, **(about or {})}
    simulation = Simulation(read(value, "settings", tmp_path))
    seen = []

    def note(state):
        if not state["message"].startswith("menu"):
            seen.append(watch(simulation))

    simulation.director.on_rest = note
    assert simulation.run("cpython")["failed"] == []
    return seen


def brightest(simulation):
    return max(max(colour) for colour in simulation.board.strip.colours)


def test_brightness_is_that_of_the_strip(tmp_path):
    steps = [TILE, *SETTINGS, RIGHT, RIGHT, OK, RIGHT, OK, {**MENU, "expect": {}}]
    seen = play(steps, tmp_path, brightest)
    assert seen[-1] * 3 < max(seen)  # 5 % instead of the board's own
    steps[-3] = RIGHT
    steps[-2] = {"press": "undo"}
    assert play(steps, tmp_path, brightest)[-1] == max(seen)


@pytest.mark.parametrize("is_on", [True, False])
def test_without_sound_nothing_is_heard(tmp_path, is_on):
    def heard(simulation):
        return sum(1 for _, hz in simulation.board.buzzer.log if hz)

    steps = [TILE, *SETTINGS, RIGHT, OK, RIGHT, OK, {**MENU, "expect": {}}, NEXT]
    seen = play(steps, tmp_path, heard, sound=not is_on)
    assert (seen[-1] > seen[-2]) == is_on


def first_line(simulation):
    picture = simulation.board.display.picture()
    line = read_screen(picture)[0]
    return line if line.startswith("1") else "turned:" + read_screen(turned(picture))[0]


def turned(picture):
    """A picture of 8 pages of 128 columns, upside down."""
    backwards = {byte: int(f"{byte:08b}"[::-1], 2) for byte in range(256)}
    return bytes(backwards[byte] for byte in reversed(picture))


@pytest.mark.parametrize(
    ("sides", "turns"),
    [
        ((None, None, None, None), [False, True, True, False]),
        (("near", "far", "far", "near"), [True, True, False, False]),
        (("near", "near", "near", "near"), [False] * 4),
    ],
)
def test_the_screen_turns_towards_each_seat_as_its_pad_says(tmp_path, sides, turns):
    board = load("grid48_mfrc522")
    for pad, side in zip(board["pads"], sides, strict=True):
        if side:
            pad["side"] = side
    (tmp_path / "board.json").write_text(json.dumps(board))
    tiles = zip(("5-5", "0-5", "4-5", "0-4"), ("d3", "e3", "c3", "f3"), strict=True)
    steps = [
        {"after_ms": 900, "place": tile, "slot": slot, "expect": {"turn": (seat + 1) % 4}}
        for seat, (tile, slot) in enumerate(tiles)
    ]
    about = {"board": "board.json", "players": 4, "game": "draw"}
    seen = play(steps, tmp_path, first_line, about, screen_turn="seat")
    assert [line.startswith("turned:") for line in seen[1:]] == turns


@pytest.mark.parametrize(("presses", "turns"), [(1, [False, True]), (2, [False, True, False])])
def test_the_screen_turns_for_all_or_towards_who_acts(tmp_path, presses, turns):
    choose = [*SETTINGS, RIGHT, RIGHT, RIGHT, OK, *presses * [RIGHT], OK, {**MENU, "expect": {}}]
    steps = [{**TILE, "expect": {"turn": 1}}, *choose, {**NEXT, "expect": {"turn": 0}}]
    seen = [line.startswith("turned:") for line in play(steps, tmp_path, first_line)]
    assert [
        now for now, before in zip(seen, [None, *seen], strict=False) if now != before
    ] == turns
