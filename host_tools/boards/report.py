"""What is said of a config without fault: its figures, in lines for people."""

from collections.abc import Iterator

from host_tools.boards import branches, building, capacity, lines, pins, power, selects
from host_tools.boards.controllers import controller
from host_tools.counting import counted

_TITLE = 9  # characters of the first column


def summary(config: dict) -> dict:
    """The figures, as plain values."""
    slots, pads = len(config["slots"]["selects"]), len(config["pads"])
    feed_mm, branch_mm = branches.longest(config) or (None, None)
    return {
        "name": config["name"],
        "mcu": config["mcu"],
        "slots": slots,
        "pads": pads,
        "readers": slots + pads,
        "chip": config["readers"]["chip"],
        "longest_line": lines.longest(config),
        "select_lines_free": selects.total(config) - slots - pads,
        "pins_free": pins.free(config),
        "readers_ma": power.readers_ma(config),
        "logic_ma": power.logic_ma(config),
        "fuse_ma": power.fuse_ma(config),
        "total_ma": power.total_ma(config),
        "to_driver_mm": feed_mm,
        "to_reader_mm": branch_mm,
        "players": [int(players) for players in config["seats"]],
        "games": capacity.fitting(config),
        "tiles_of_a_round": {need.game: need.tiles for need in capacity.needs(config)},
    }


def told(config: dict) -> list[str]:
    """A sentence, and below it a line for each subject."""
    figures = summary(config)
    slots, pads, chip = figures["slots"], figures["pads"], figures["chip"]
    head = f"{counted(slots, 'slot')} and {counted(pads, 'pad')} with {chip}"
    return [head, *(f"  {title:<{_TITLE}} {text}" for title, text in _subjects(config, figures))]


def _subjects(config: dict, figures: dict) -> Iterator[tuple[str, str]]:
    if figures["slots"]:
        yield "slots", _slots(config, figures)
    yield "selects", f"{_selects(config)}; {counted(figures['select_lines_free'], 'line')} free"
    named = controller(config).name
    free = " ".join(named(pin) for pin in figures["pins_free"]) or "none"
    yield "pins", f"{controller(config).title}; free: {free}"
    yield "shows", _shows(config)
    yield "seats", f"{', '.join(map(str, figures['players'])) or 'no'} players"
    yield "currents", _currents(config, figures)
    yield from _games(config)


def _shows(config: dict) -> str:
    """What people see and hear; what a config has not is named with its field."""
    parts = (("display", "screen"), ("strip", "score strip"), ("buzzer", "buzzer"))
    there = [words for field, words in parts if field in config]
    lacking = [
        f"no {words} (no {field} in the config)" for field, words in parts if field not in config
    ]
    return ", ".join([*there, *lacking])


def _slots(config: dict, figures: dict) -> str:
    outer = building.outer_mm(config)
    size = f"; {outer[0]} x {outer[1]} mm" if outer else ""
    return f"{figures['slots']}, in one line at most {figures['longest_line']}{size}"


def _selects(config: dict) -> str:
    texts = []
    for _, part in selects.parts(config):
        bus = config["buses"][part["bus"]]
        unit = f"{bus['kind'].upper()}{bus['id']}"
        texts.append(
            f"{counted(selects.count(part), 'line')} by {part['kind']} on {part['bus']} ({unit})"
        )
    return ", ".join(texts)


def _currents(config: dict, figures: dict) -> str:
    fed = config["readers"].get("supply", {}).get("current_ma", controller(config).gives_ma)
    supply = config.get("supply", {}).get("current_ma")
    of_all = f" of {supply} mA" if supply else " mA"
    return (
        f"at most {power.rail_ma(config)} of {fed} mA for readers and logic, "
        f"{figures['total_ma']}{of_all} in all"
    )


def _games(config: dict) -> Iterator[tuple[str, str]]:
    """Which games fit, each with the most tiles that a round of it lays."""
    tiles = {need.game: need.tiles for need in capacity.needs(config)}
    fitting = capacity.fitting(config)
    yield "games", ", ".join(f"{game} {tiles[game]}" for game in fitting) or "none fits"
    small = {need.game for need in capacity.too_small_for(config)}
    if small:
        yield "", "too small for: " + ", ".join(f"{game} {tiles[game]}" for game in sorted(small))
    crowded = capacity.without_branches(config)
    if crowded:
        yield "", "no room for branches: " + ", ".join(sorted(crowded))
