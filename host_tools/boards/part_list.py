"""What to buy for a board, counted from its config. Spares and what suits are for the page."""

from collections.abc import Iterator
from typing import NamedTuple

from host_tools.boards import branches, logic, power, regulators, selects
from host_tools.boards.controllers import controller
from host_tools.counting import one_of

_TILES = 28


class Part(NamedTuple):
    """`why`: where they go, with the numbers that add up to `number` where there are several."""

    what: str
    number: int
    why: str


def parts(config: dict) -> list[Part]:
    """Everything with an electrical function, in the order of the page."""
    return [
        *_boards(config),
        *(_chip(row) for row in logic.chips(config)),
        *_supply(config),
        *_shows(config),
        *_counted("10 kΩ", pull_ups(config)),
        *_resistors(config),
        *_capacitors(config),
        Part("NTAG213 sticker", _TILES, "one a tile, and a few to spare"),
    ]


def _boards(config: dict) -> Iterator[Part]:
    yield Part(controller(config).title, 1, "the controller board")
    chip, number = config["readers"]["chip"], power.count(config)
    size = config.get("build", {}).get("reader_mm")
    what = {"mfrc522": "RC522 reader board", "pn532": "PN532 reader board"}[chip]
    told = f", {' × '.join(map(str, size))} mm" if size else ""
    yield Part(what + told, number, "and some to spare: not every board is good")


def _chip(row: logic.Chips) -> Part:
    spare = ""
    if row.spare:
        what = "input" if row.kind == "74hc30" else "gate"
        plural = "" if row.spare == 1 else "s"
        spare = f"; {row.spare} {what}{plural} unused: {row.tie}"
    return Part(row.title, row.number, row.why + spare)


def _supply(config: dict) -> Iterator[Part]:
    supply, readers = config.get("supply"), config["readers"].get("supply", {})
    if supply:
        told = f"supply {supply['millivolts'] / 1000:g} V, {supply['current_ma'] / 1000:g} A"
        yield Part(told, 1, "the table's")
    if readers.get("kind") == "regulator":
        title = power.regulator(config).title
        told = f"{title}, 3.3 V, {readers['current_ma'] / 1000:g} A"
        yield Part(told, 1, "for readers and logic" + _able(config))
    rating = power.fuse_ma(config)
    yield Part(f"fuse {rating / 1000:g} A, time-lag, with holder", 1, "main fuse")
    if "strip" in config:
        rating = power.strip_fuse_ma(config["strip"])
        yield Part(f"fuse {rating / 1000:g} A, time-lag, with holder", 1, "strip")
    yield Part("P-channel MOSFET, 30 mΩ at 4.5 V (AO4407)", 1, "against a reversed supply")
    yield Part("Schottky diode, 1 A (1N5819)", 1, "5 V to the controller")
    yield from _counted("Schottky diode BAT85", {"reset line": _reset_diodes(config)})
    yield Part("switch, 6 A", 1, "S1: the table on and off")
    if config["mcu"] == "esp32_s3":
        yield Part("switch, 1 A", 1, "S2: 5 V to the controller, open while USB is plugged in")


def _able(config: dict) -> str:
    """Where the config names no regulator, those that would do."""
    readers = config["readers"]["supply"]
    if "part" in readers:
        return ""
    all_of_them = regulators.REGULATORS.values()
    able = [one.title for one in all_of_them if one.gives_ma >= readers["current_ma"]]
    return f": {one_of(able)}" if able else ": none that is known carries so much, so two of them"


def _reset_diodes(config: dict) -> int:
    """Reset lines that no gate separates from readers without supply: those of an I2C board."""
    if selects.bus_kind(selects.parts(config)[0][1]) == "spi":
        return 0
    resets = sum("reset" in part for _, part in selects.parts(config))
    return resets + ("reset" in config["readers"])


def _shows(config: dict) -> Iterator[Part]:
    if "display" in config:
        yield Part(f"{config['display']['chip'].upper()} screen, 128 × 64, I2C", 1, "")
    if "strip" in config:
        strip = config["strip"]
        yield Part(f"WS2812B strip, {strip['leds']} LEDs", strip["tracks"], "in one chain")
    yield Part("push button", len(config["buttons"]), "")
    if "buzzer" in config:
        yield Part("passive buzzer, 5 V, 42 Ω or more", 1, "at the table's 5 V")
        yield Part("NPN transistor (BC337)", 1, "buzzer")
        yield Part("diode 1N4148", 1, "across the buzzer")


def pull_ups(config: dict) -> dict[str, int]:
    """Resistors of 10 kOhm to 3.3 V, and two to ground, by what they hold."""
    found: dict[str, int] = {}
    is_i2c = selects.bus_kind(selects.parts(config)[0][1]) == "i2c"
    if not is_i2c:
        found["NSS"] = power.count(config)
    for _, part in selects.parts(config):
        enables = len(part.get("enables", ())) + ("enable" in part)
        found["enable"] = found.get("enable", 0) + enables
        found["/RESET"] = found.get("/RESET", 0) + ("reset" in part)
    found["reset of the readers"] = int("reset" in config["readers"])
    if logic.is_driven(config):
        found["MISO of a row or pad"] = len(branches.branches(config))
        found["MISO at the controller"] = len(selects.buses(config))
    found["input of the level shifter, to ground"] = int("strip" in config)
    found["base of the buzzer's transistor, to ground"] = int("buzzer" in config)
    found["gate of the MOSFET, to ground"] = 1
    return found


def hundreds_nf(config: dict) -> dict[str, int]:
    """Capacitors of 100 nF, by what they stand beside."""
    return {
        "reader": power.count(config),
        "logic chip": sum(row.number for row in logic.chips(config)),
        "screen": int("display" in config),
        "button line": _long_buttons(config),
    }


def _long_buttons(config: dict) -> int:
    """Lines of buttons that are longer than 30 cm: where the controller lies under slots."""
    return len(config["buttons"]) if config["slots"]["selects"] else 0


def _counted(what: str, uses: dict[str, int]) -> Iterator[Part]:
    number = sum(uses.values())
    if number:
        told = [f"{use} {many}" for use, many in uses.items() if many]
        yield Part(what, number, "; ".join(told))


def _resistors(config: dict) -> Iterator[Part]:
    is_i2c = selects.bus_kind(selects.parts(config)[0][1]) == "i2c"
    lines = {"screen": 2 if "display" in config else 0}
    lines["channel of a switch"] = 2 * power.count(config) if is_i2c else 0
    yield from _counted("4.7 kΩ", lines)
    yield from _counted("1.5 kΩ", {"SDA and SCL of the trunk": 2} if is_i2c else {})
    ones = {"button line": _long_buttons(config), "buzzer": int("buzzer" in config)}
    yield from _counted("1 kΩ", ones)
    yield from _counted("330 Ω", {"strip data": 1} if "strip" in config else {})
    gates = logic.gates_out(config)
    yield from _counted("33 Ω", {"output of a gate of the bus": gates})


def _capacitors(config: dict) -> Iterator[Part]:
    is_fed = config["readers"].get("supply", {}).get("kind") == "regulator"
    yield from _counted("100 nF", hundreds_nf(config))
    tens = {"reader": power.count(config), "regulator": 2 if is_fed else 0}
    yield from _counted("10 µF", tens)
    rows = [one for one in branches.branches(config) if not one.is_pad]
    bulk = {"row": len(rows), "pads": int(bool(rows and config["pads"]))}
    bulk["behind the regulator"] = int(is_fed)
    yield from _counted("470 µF", bulk)
    yield from _counted("10 µH, 3 A", {"behind the regulator": 1} if is_fed else {})
    yield from _counted("1000 µF", {"strip": 1} if "strip" in config else {})
