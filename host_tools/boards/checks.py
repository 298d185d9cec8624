"""Runs every check over a board config and gathers what they found."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from host_tools.boards import (
    branches,
    building,
    capacity,
    graph,
    pins,
    power,
    reading,
    selects,
    shape,
    wiring,
)
from host_tools.boards.faults import BoardError, Fault
from host_tools.counting import counted


class Report(NamedTuple):
    """What a check found. `config` is None where the file could not be read as one."""

    file: str
    config: dict | None
    faults: list[Fault]
    warnings: list[Fault]


def load(name_or_path: str) -> dict:
    """The config of a board of board_configs/, or of a path to one or to its folder.

    Raises BoardError, with every fault found, unless the config is without fault.
    """
    report = check(name_or_path)
    if report.faults:
        raise BoardError(report.file, report.faults)
    return report.config


def check(name_or_path: str) -> Report:
    """Read and check; never raises for what can be wrong with a config or its file."""
    file = str(name_or_path)
    try:
        path = reading.find(name_or_path)
        config = reading.read(path, file)
    except BoardError as error:
        return Report(file, None, error.faults, [])
    faults = faults_of(config)
    return Report(file, config, faults, [] if faults else _warnings(config, path))


def faults_of(config: dict) -> list[Fault]:
    """Faults of a config in memory. Beside those of shape and graph stand those of pins alone: the
    rest relies on the shape. Unknown fields hide nothing."""
    found = shape.faults(config)
    if not found:
        return _faults_within(config)
    meant = shape.as_meant(config)
    if shape.faults(meant):
        return [*found, *_pin_faults(shape.without_faults(config))]
    return [*found, *_faults_within(meant)]


def _faults_within(config: dict) -> list[Fault]:
    """Of a config that has the right shape."""
    found = graph.faults(config)
    if found:
        return [*found, *pins.faults(config)]
    return [
        *pins.faults(config),
        *wiring.faults(config),
        *power.faults(config),
        *building.faults(config),
    ]


def _pin_faults(left: dict) -> list[Fault]:
    """Of what is left of a config whose shape is wrong."""
    is_enough = all(part in left for part in ("mcu", "buses", "selects", "readers", "buttons"))
    return pins.faults(left) if is_enough else []


def _warnings(config: dict, path: Path) -> list[Fault]:
    """What is worth a line, but can be used."""
    found = []
    folder = path.resolve().parent.name
    if path.name == "board.json" and folder != config["name"]:
        problem = f"{config['name']} lies in a folder of another name"
        found.append(Fault("name", problem, f'"{folder}"'))
    found += graph.warnings(config)
    found += _small(config)
    found += power.warnings(config)
    found += branches.warnings(config)
    tracks = config.get("strip", {}).get("tracks", 4)
    if "strip" in config and tracks < max(map(int, config["seats"]), default=0):
        problem = f"{tracks} tracks cannot show a score for each seat"
        found.append(Fault("strip.tracks", problem, "as many as seats; the screen shows all"))
    return found + _idle_buses(config)


def _small(config: dict) -> Iterator[Fault]:
    """Games that the slots cannot hold, and those whose branches find no room."""
    room = capacity.room(config)
    for need in capacity.too_small_for(config):
        has = counted(room.slots, "slot")
        if not need.has_branches and room.line < room.slots:
            has = f"a line of {room.line} at most"
        problem = f"{has}, but {need.players} players of {need.game} can lay {need.tiles}"
        yield Fault("slots", problem, "more slots, or tiles placed remotely at the end")
    crowded = capacity.without_branches(config)
    if crowded:
        problem = f"no slot has four neighbours, as a spinner needs in {', '.join(crowded)}"
        yield Fault("slots", problem, "slots that cross, or branches placed remotely")


def _idle_buses(config: dict) -> list[Fault]:
    busy = {*selects.buses(config), config.get("display", {}).get("bus")}
    why = "" if "display" in config else ", as there is no display"
    wanted = "a part that names it, or no such bus"
    return [
        Fault(
            f"buses.{name}", f"nothing is on this bus{why if row['kind'] == 'i2c' else ''}", wanted
        )
        for name, row in config["buses"].items()
        if name not in busy
    ]
