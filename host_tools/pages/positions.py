"""What lies on the table at the end of a replayed round, as a drawing takes it."""

from __future__ import annotations

from host_tools.pages.figures import LAYOUT, Parameters, way
from host_tools.render.layout_picture import Position
from host_tools.render.paper import Laid


def laid(played: dict) -> tuple[list[Laid], frozenset[str]]:
    """The tiles of a round's result in play order, those taken back left out; and the closed."""
    moves: list[tuple[list[Laid], list[str]]] = []
    stack: list[bool] = []  # of each accepted action, whether it laid tiles
    for done in played["actions"]:
        if not done["ok"]:
            continue
        if "undo" in done:
            if stack.pop():
                moves.pop()
            continue
        tiles = _tiles(done)
        stack.append(bool(tiles))
        if tiles:
            moves.append((tiles, done.get("close", [])))
    closed = frozenset(tile for _, tiles in moves for tile in tiles)
    return [tile for tiles, _ in moves for tile in tiles], closed


def of_round(played: dict, parameters: Parameters) -> Position | None:
    """The position after the last action of a round's result; None where no tile lies, and in a
    game that joins none."""
    if way(parameters) != LAYOUT:
        return None
    tiles, closed = laid(played)
    if not tiles:
        return None
    last = next(done for done in reversed(played["actions"]) if done["ok"])
    return Position(tiles, last["ends"], last["ports"], spinners(tiles, parameters), closed)


def spinners(tiles: list[Laid], parameters: Parameters) -> frozenset[str]:
    """The doubles with branches."""
    doubles = [one.tile for one in tiles if one.is_double]
    count = {"none": 0, "first": 1, "all": len(doubles)}[parameters["spinner"]]
    return frozenset(doubles[:count])


def _tiles(done: dict) -> list[Laid]:
    placed = done.get("plays", [done] if "play" in done else [])
    return [Laid(one["play"], one["on"], one["port"]) for one in placed]
