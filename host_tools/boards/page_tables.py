"""The tables of a wiring page, in Markdown, made from the board's config."""

from collections.abc import Iterator

from host_tools.boards import branches, building, part_list, pins, power, selects
from host_tools.boards.controllers import Controller, controller
from host_tools.boards.graph import spans
from host_tools.boards.wiring import lines

_OUTPUTS = 8  # of a 74HC595 or 74HC138


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """Lines of a table."""
    ruler = ["---"] * len(head)
    return [f"| {' | '.join(cells)} |" for cells in (head, ruler, *rows)]


# -- pins ----------------------------------------------------------------------------------
def pin_table(config: dict) -> list[str]:
    """Every pin that is used, what for, and the free ones below."""
    board = controller(config)
    notes = _notes(config)
    rows = []
    for use in sorted(pins.uses(config), key=lambda use: use.pin):
        what, note = notes[use.place]
        place = [str(board.places[use.pin])] if board.places else []
        rows.append([board.name(use.pin), *place, what, note])
    head = ["GPIO", *(["pin of the board"] if board.places else []), "what", "note"]
    free = ", ".join(board.name(pin) for pin in pins.free(config)) or "none"
    return [*table(head, rows), "", f"Free: {free}. {_not_free(board)}"]


def _not_free(board: Controller) -> str:
    purposes: dict[str, list[str]] = {}
    for pin, purpose in board.taken.items():
        purposes.setdefault(purpose, []).append(board.name(pin))
    told = [
        f"{', '.join(names)} serve{'s' if len(names) == 1 else ''} {purpose}"
        for purpose, names in purposes.items()
    ]
    return f"Not to be used: {'; '.join(told)}."


def _notes(config: dict) -> dict[str, tuple[str, str]]:
    """(what, note) of each pin, by its place in the config."""
    reset = "RSTPDN" if config["readers"]["chip"] == "pn532" else "RST"
    found = {
        "readers.reset": ("reset", f"{reset} of all readers; low is reset"),
        "strip.pin": ("strip data", "through a level shifter"),
        "buzzer.pin": ("buzzer", "PWM, through a transistor"),
    }
    for name, bus in config["buses"].items():
        unit = "by software" if bus.get("soft") else f"{bus['kind'].upper()}{bus['id']}"
        speed = bus.get("baud", bus.get("freq", 0))
        hertz = f"{speed // 1_000_000} MHz" if speed >= 1_000_000 else f"{speed // 1000} kHz"
        note = f"{unit}, {hertz}"
        if config.get("display", {}).get("bus") == name:
            note += f", screen at 0x{config['display']['address']:02X}"
        for role in ("sck", "mosi", "miso", "sda", "scl"):
            found[f"buses.{name}.{role}"] = (f"{role.upper()} of {name}", note)
    for button in config["buttons"]:
        found[f"buttons.{button}"] = (f"button {button}", "to ground; the pull-up is inside")
    for place, part in selects.parts(config):
        found |= _select_notes(place, part)
    return found


def _select_notes(place: str, part: dict) -> dict[str, tuple[str, str]]:
    found = {
        f"{place}.latch": ("latch", "RCLK of all 74HC595"),
        f"{place}.enable": ("enable", "/OE of all 74HC595, 10 kΩ to 3.3 V"),
        f"{place}.reset": ("reset of the switches", "/RESET of all TCA9548A, 10 kΩ to 3.3 V"),
    }
    for bit in range(len(part.get("address", ()))):
        where = f"A{bit} of all 74HC138" if bit < 3 else f"A{bit - 3} of the 74HC138 in front"
        found[f"{place}.address[{bit}]"] = (f"address {bit}", where)
    for chip in range(len(part.get("enables", ()))):
        note = f"/E1 of chip {chip}, 10 kΩ to 3.3 V"
        found[f"{place}.enables[{chip}]"] = (f"enable {chip}", note)
    for line in range(len(part.get("pins", ()))):
        found[f"{place}.pins[{line}]"] = (f"select {line}", "NSS of its reader, 10 kΩ to 3.3 V")
    return found


# -- selects -------------------------------------------------------------------------------
def select_table(config: dict) -> list[str]:
    """Which output selects the reader of which slot or pad."""
    names = {line: name for _, name, line in lines(config)}
    text: list[str] = []
    first = 0
    for _, part in selects.parts(config):
        count = selects.count(part)
        told = [names.get(line, "–") for line in range(first, first + count)]
        text += ([""] if text else []) + _TABLES[part["kind"]](part, told, first, config)
        first += count
    return text


def _chips(letters: list[str], told: list[str], first: int, size: int) -> list[str]:
    rows = []
    for at in range(0, len(told), size):
        cells = told[at : at + size]
        numbers = f"{first + at} to {first + at + len(cells) - 1}"
        rows.append([str(at // size), *cells, numbers])
    return table(["chip", *letters[:size], "lines"], rows)


def _of_595(part: dict, told: list[str], first: int, config: dict) -> list[str]:
    return _chips([f"Q{letter}" for letter in "ABCDEFGH"], told, first, _OUTPUTS)


def _of_138(part: dict, told: list[str], first: int, config: dict) -> list[str]:
    size = min(_OUTPUTS, 1 << len(part["address"]))
    return _chips([f"Y{output}" for output in range(_OUTPUTS)], told, first, size)


def _of_gpio(part: dict, told: list[str], first: int, config: dict) -> list[str]:
    named = controller(config).name
    rows = [[str(first + i), named(pin), told[i]] for i, pin in enumerate(part["pins"])]
    return table(["line", "pin", "reader"], rows)


def _of_tca9548a(part: dict, told: list[str], first: int, config: dict) -> list[str]:
    head = ["address", *(f"channel {channel}" for channel in range(_OUTPUTS)), "lines"]
    rows = []
    for at, address in zip(range(0, len(told), _OUTPUTS), part["addresses"], strict=True):
        numbers = f"{first + at} to {first + at + _OUTPUTS - 1}"
        rows.append([f"0x{address:02X}", *told[at : at + _OUTPUTS], numbers])
    return table(head, rows)


_TABLES = {
    "74hc595": _of_595,
    "74hc138": _of_138,
    "gpio": _of_gpio,
    "tca9548a": _of_tca9548a,
}


# -- currents and sizes --------------------------------------------------------------------
def budget_table(config: dict) -> list[str]:
    """The current budget; sums in bold."""
    rows = []
    for row in power.budget(config):
        is_sum = row.kind == "sum"
        what, ma = (f"**{part}**" if is_sum else str(part) for part in (row.what, row.ma))
        each, number = ("" if part is None else str(part) for part in (row.each, row.number))
        rows.append([what, each, number, f"({ma})" if row.kind == "limit" else ma])
    typical = power.typical_readers_ma(config)
    below = (
        f"By the chip's typical figures the readers draw {typical} mA: "
        "what a meter should show. In brackets: what a part carries, not what it draws."
    )
    return [*table(["what", "each", "number", "mA"], rows), "", below]


def part_table(config: dict) -> list[str]:
    """The parts list."""
    rows = [[part.what, str(part.number), part.why] for part in part_list.parts(config)]
    return table(["part", "number", "note"], rows)


def length_table(config: dict) -> list[str]:
    """The branches of the readers' bus and their lengths, in mm."""
    rows = []
    for branch in branches.branches(config):
        told = spans(list(branch.readers), len(branch.readers))
        name = f"pad {told}" if branch.is_pad else told
        feed, mm = ("–" if part is None else str(part) for part in (branch.feed_mm, branch.mm))
        rows.append([name, str(len(branch.readers)), feed, mm])
    limit = branches.DIRECT_MM if branches.is_direct(config) else branches.LIMIT_MM
    head = ["branch", "readers", "controller to driver, mm", "driver to last reader, mm"]
    return [*table(head, rows), "", f"At most {limit} mm each."]


def size_table(config: dict) -> list[str]:
    """The building sizes, and what follows from them."""
    rows = [[what, size] for what, size in _sizes(config)]
    return table(["what", "mm"], rows)


def _sizes(config: dict) -> Iterator[tuple[str, str]]:
    build, outer = config.get("build"), building.outer_mm(config)
    if build is None:
        return
    yield "tile", _times(build["tile_mm"])
    yield "tag in the tile, at most", str(min(build["tile_mm"][:2]))
    yield "tag", str(build["tag_mm"])
    yield "antenna of a reader", _times(build["coil_mm"])
    yield "board of a reader", _times(build["reader_mm"])
    if "pitch_mm" in build:
        yield "slot to slot, middle to middle", str(build["pitch_mm"])
    if outer:
        yield "all slots, west to east and north to south", _times(list(outer))
    yield "antenna to tag, at most", str(building.reach_mm(build))
    yield "top over the antennas", str(build["top_mm"])
    yield "thickest top", str(building.thickest_top_mm(build))


def _times(sizes: list[int]) -> str:
    return " × ".join(map(str, sizes))
