"""The pages of the menu, photographed while the whole firmware runs on the simulated board."""

from pathlib import Path

from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

_ENTRIES = 9  # more than the first page has rows: it goes round
_MORE = 4  # rows from the last one of the first page up to the keeper's pages
_SHOT = {"expect": {}}
_KEEPERS = 4
_HELD_MS = 3300  # undo, for the correction


def pages(language: str) -> dict[str, bytes]:
    """{id of its title: picture} of every page that the first page of the menu opens."""
    before = [_press("menu"), *[_press("left")] * _MORE, _press("ok") | _SHOT]
    for _ in range(_KEEPERS):
        before += [_press("ok") | _SHOT, _press("undo"), _press("right")]
    match = [{"after_ms": 900, "place": "5-5", "slot": "d3"}, _press("menu") | _SHOT]
    for _ in range(_ENTRIES):
        match += [_press("ok") | _SHOT, _press("undo"), _press("right")]
    match += [_press("menu"), *_correction()]
    guarded = [match[0], *_correction()]
    found = _photographed(language, before, {})
    found |= _photographed(language, match, {})
    return found | _photographed(language, guarded, {"keeper_pin": "1234"})


def _press(button: str) -> dict:
    return {"press": button, "after_ms": 300}


def _correction() -> list[dict]:
    return [{"press": "undo", "hold_ms": _HELD_MS, "after_ms": 900}, {"after_ms": 500} | _SHOT]


def _photographed(language: str, steps: list[dict], settings: dict) -> dict:
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    value |= {"seed": 1, "settings": {"language": language, **settings}, "steps": steps}
    simulation = Simulation(read(value, "menu", Path()))
    found: dict[str, bytes] = {}

    def rested(state: dict) -> None:
        name = state["message"] or ""
        if name.startswith("menu"):
            found.setdefault(name, simulation.board.display.picture())

    simulation.director.on_rest = rested
    simulation.run("cpython")
    return found
