"""Who is on which bus and on which select line, and who taps on which pad."""

from collections.abc import Iterator

from host_tools.boards import selects
from host_tools.boards.faults import Fault, shown
from host_tools.boards.graph import pad_names, slot_names
from host_tools.counting import one_of

# SSD1306 data sheet, section 8.1.5, and SH1106 data sheet, I2C-bus interface: SA0 picks one.
_CHIP_ADDRESSES = {"ssd1306": (60, 61), "sh1106": (60, 61)}
_PN532_BAUD = 5_000_000  # PN532/C1 data sheet, 8.3.4
_PLAYERS = (2, 3, 4)


def faults(config: dict) -> list[Fault]:
    """Buses that are not there, I2C addresses, select lines, seats and the slots before them."""
    return [
        *_buses(config),
        *_chip(config),
        *_address(config),
        *_switches(config),
        *_lines(config),
        *_seats(config),
        *_trick_slots(config),
    ]


def _buses(config: dict) -> Iterator[Fault]:
    parts = selects.parts(config)
    wanted = [(place, part["bus"], selects.bus_kind(part)) for place, part in parts]
    wanted += [
        (part, config[part]["bus"], kind)
        for part, kind in (("readers", selects.bus_kind(parts[0][1])), ("display", "i2c"))
        if "bus" in config.get(part, {})
    ]
    for place, name, kind in wanted:
        able = [bus for bus, row in config["buses"].items() if row["kind"] == kind]
        accepted = one_of(able) if able else f"a bus of kind {kind} in buses"
        if name not in config["buses"]:
            yield Fault(f"{place}.bus", f'there is no bus "{name}"', accepted)
        elif name not in able:
            yield Fault(f"{place}.bus", f"{name} is no {kind} bus", accepted)
    yield from _other_buses(config)


def _other_buses(config: dict) -> Iterator[Fault]:
    """Where the readers name their one bus, every select line must lead to it."""
    named = config["readers"].get("bus")
    for place, part in selects.parts(config):
        if named is not None and part["bus"] != named:
            accepted = f"{named}, the bus of the readers, or no readers.bus"
            yield Fault(f"{place}.bus", f"selects no reader of {named}", accepted)


def _chip(config: dict) -> Iterator[Fault]:
    """Whether the readers' chip can be selected so, and how fast its bus may be."""
    chip = config["readers"]["chip"]
    kinds = {selects.bus_kind(part) for _, part in selects.parts(config)}
    if len(kinds) > 1:
        yield Fault("selects", "some readers are on I2C, others on SPI", "one of both")
    elif kinds == {"i2c"} and chip != "pn532":
        yield Fault("readers.chip", f"a {chip} is not read on I2C here", "pn532, or other selects")
    for name in selects.buses(config):
        baud = config["buses"].get(name, {}).get("baud", 0)
        if chip == "pn532" and baud > _PN532_BAUD:
            problem = f"a pn532 does not follow {baud} bits a second"
            yield Fault(f"buses.{name}.baud", problem, f"at most {_PN532_BAUD}")


def _switches(config: dict) -> Iterator[Fault]:
    """I2C switches: one select with all of them, each with an address of its own."""
    parts = selects.parts(config)
    if selects.bus_kind(parts[0][1]) == "i2c" and isinstance(config["selects"], list):
        yield Fault("selects", "is a list", "one object, a tca9548a with all addresses")
    for place, part in parts:
        addresses = part.get("addresses", [])
        for i, address in enumerate(addresses):
            if address in addresses[:i]:
                problem = f"{address} ({address:#x}) is addresses[{addresses.index(address)}] too"
                yield Fault(f"{place}.addresses[{i}]", problem, "each address once")


def _address(config: dict) -> Iterator[Fault]:
    if "display" in config:
        address, chip = config["display"]["address"], config["display"]["chip"]
        if address not in _CHIP_ADDRESSES[chip]:
            able = " or ".join(f"{one} ({one:#x})" for one in _CHIP_ADDRESSES[chip])
            yield Fault("display.address", f"a {chip} never answers at {address}", able)


def lines(config: dict) -> Iterator[tuple[str, str, int]]:
    """(place, slot or pad, select line) of each reader, in the order of reader numbers."""
    for slot, name in enumerate(slot_names(config)):
        yield f"slots.selects[{slot}]", name, config["slots"]["selects"][slot]
    for pad, name in enumerate(pad_names(config)):
        yield f"pads[{pad}].select", name, config["pads"][pad]["select"]


def _lines(config: dict) -> Iterator[Fault]:
    outputs = selects.total(config)
    owner: dict[int, str] = {}
    taken = {select for _, _, select in lines(config)}
    free = ", ".join(str(line) for line in range(outputs) if line not in taken) or "none is left"
    for place, name, select in lines(config):
        if select >= outputs:
            yield Fault(place, f"there is no select line {select}", f"0 to {outputs - 1}")
        elif select in owner:
            problem = f"select line {select} of {name} is that of {owner[select]} too"
            yield Fault(place, problem, f"a free line: {free}")
        owner.setdefault(select, name)
    if not owner:
        yield Fault("slots", "there is no reader at all", "one slot or one pad at least")


def _seats(config: dict) -> Iterator[Fault]:
    pads = len(config["pads"])
    for players in _PLAYERS:
        row = config["seats"].get(str(players))
        if row is None:
            if players <= pads:
                accepted = f"a list of {players} pads, one for each seat"
                yield Fault(f"seats.{players}", "is missing", accepted)
            continue
        for seat, pad in enumerate(row):
            place = f"seats.{players}[{seat}]"
            if pad >= pads:
                accepted = f"0 to {pads - 1}" if pads else "pads first"
                yield Fault(place, f"there is no pad {pad}", accepted)
            elif pad in row[:seat] and players <= pads:
                yield Fault(place, f"pad {pad} is at seat {row.index(pad)} too", "each pad once")


def _trick_slots(config: dict) -> Iterator[Fault]:
    names = slot_names(config)
    for players, row in config["slots"].get("trick_slots", {}).items():
        for seat, name in enumerate(row):
            place = f"slots.trick_slots.{players}[{seat}]"
            if name not in names:
                accepted = f"{names[0]} to {names[-1]}" if names else "slots first"
                yield Fault(place, f"there is no slot {shown(name)}", accepted)
            elif name in row[:seat]:
                problem = f"{name} is in front of seat {row.index(name)} too"
                yield Fault(place, problem, "each slot once")
