"""The pages of the menu, photographed while the whole firmware runs on the simulated board."""

from pathlib import Path

from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

_ENTRIES = 6  # more than the first page has rows: it goes round


def pages(language: str) -> dict[str, bytes]:
    """{id of its title: picture} of every page that the first page of the menu opens."""
    shot = {"expect": {"accepted": 1}}
    steps: list[dict] = [{"after_ms": 900, "place": "5-5", "slot": "d3"}, {"press": "menu"} | shot]
    for _ in range(_ENTRIES):
        steps += [{"press": "ok"} | shot, {"press": "undo"}, {"press": "right"}]
    value = {"board": "grid48_mfrc522", "game": "all-fives", "players": 2, "starter": 0}
    value |= {"seed": 1, "settings": {"language": language}, "steps": steps}
    simulation = Simulation(read(value, "menu", Path()))
    found: dict[str, bytes] = {}

    def rested(state: dict) -> None:
        if state["message"].startswith("menu"):
            found.setdefault(state["message"], simulation.board.display.picture())

    simulation.director.on_rest = rested
    simulation.run("cpython")
    return found
