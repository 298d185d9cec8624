"""The pages of the menu, photographed while the whole firmware runs on the simulated board."""

from pathlib import Path

from domino.menu import more, top
from host_tools.sim.run import Simulation
from host_tools.sim.scenario import read

_FIRST = {"after_ms": 900, "place": "5-5", "slot": "d3"}
_SHOT = {"expect": {}}
_HELD_MS = 3300  # undo, for the correction


def pages(language: str) -> dict[str, bytes]:
    """{id of its title: picture} of the pages that the first two of the menu open, and of those
    of the keeper, who is asked who he is where he has a PIN."""
    correction = [_FIRST, {"press": "undo", "hold_ms": _HELD_MS}, _SHOT]
    found = _photographed(language, [_FIRST, *_tour(("", "is_going"))], {})
    # Some are offered before a round alone, and look otherwise then.
    found = _photographed(language, _tour(("",)), {}) | found
    found |= _photographed(language, correction, {})
    return found | _photographed(language, correction, {"keeper_pin": "1234"})


def _photographed(language: str, steps: list[dict], settings: dict) -> dict[str, bytes]:
    """What the menu shows each time that the table rests."""
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


def _tour(offered: tuple[str, ...]) -> list[dict]:
    """The presses that look into every row offered now."""
    steps: list[dict] = [{"press": "menu"} | _SHOT]
    for _, name, when in top.ENTRIES:
        if when in offered:
            inside = _visits(len(more._ENTRIES) - 1) if name == "more" else []
            steps += _visit(inside)
    return steps


def _visits(count: int) -> list[dict]:
    """The presses that look into so many rows, one after the other."""
    return [press for _ in range(count) for press in _visit([])]


def _visit(inside: list[dict]) -> list[dict]:
    """Open the marked row, do something inside, leave it, and go to the next."""
    return [{"press": "ok"} | _SHOT, *inside, {"press": "undo"}, {"press": "right"}]
