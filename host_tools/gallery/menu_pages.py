"""The pages that lie deeper in the menu, each photographed after the presses that lead to it."""

from dataclasses import replace
from pathlib import Path

from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read
from host_tools.sim.scenario_steps import Step

_FIRST = {"after_ms": 900, "place": "5-5", "slot": "d3"}
_MORE = "menu left left left left ok"  # players, statistics and the keeper, as a match is on


def _presses(text: str) -> list[dict]:
    return [{"press": button} for button in text.split()]


# Name of the picture, and the steps from the one before.
_GOING = (
    ("menu_games", [_FIRST, *_presses("menu ok right ok")]),
    ("menu_player_at", _presses(f"menu {_MORE} ok ok")),
    ("menu_new_name", _presses("right ok ok right ok")),
    ("menu_people", _presses("pass undo left ok")),
    ("menu_person", _presses("ok")),
    ("menu_new_pin", _presses(f"menu {_MORE} right right ok ok right ok")),
    (
        "menu_parked",
        [
            *_presses("menu menu ok ok"),
            {"clear": True, "after_ms": 900},
            {"place": "6-6", "slot": "d3", "after_ms": 900},
            *_presses("menu right ok"),
        ],
    ),
)
_OVER = (
    ("menu_rematch", [_FIRST, {"place": "0-5", "slot": "e3"}, {"after_ms": 1500, "press": "ok"}]),
    ("menu_statistics_game", _presses(f"menu {_MORE} right ok right ok")),
    ("menu_statistics_reset", _presses("undo right ok")),
)
_FOUND = (
    (
        "menu_found",
        [
            _FIRST,
            {"after_ms": 900, "power": "cut"},
            {"clear": True},
            {"after_ms": 500, "power": "on"},
        ],
    ),
)


def pages(language: str) -> dict[str, bytes]:
    """{name of the page: picture}."""
    going, found = _visited(language, _GOING, {}), _visited(language, _FOUND, {})
    return going | _visited(language, _OVER, {"target": 10}) | found


def _visited(language: str, tour: tuple, options: dict) -> dict[str, bytes]:
    steps = [steps[:-1] + [steps[-1] | {"expect": {}}] for _, steps in tour]
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    value |= {"seed": 1, "options": options, "settings": {"language": language}}
    whole = read(value | {"steps": sum(steps, [])}, "menu", Path())
    left = list(whole.steps)
    parts = [[left.pop(0) for _ in part] for part in steps]
    simulation = Simulation(replace(whole, steps=tuple(parts[0])))
    found: dict[str, bytes] = {}

    def arrived() -> list[Step]:
        name, _ = tour[len(found)]
        found[name] = simulation.board.display.picture()
        return parts[len(found)] if len(found) < len(parts) else []

    simulation.director.more = arrived
    simulation.run("cpython")
    return found
