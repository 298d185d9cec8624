"""The select lines of a board: numbered through its selects, each on the bus of its readers.

`selects` of a config is one object, or a list of them where readers hang on several buses or are
selected in several ways. The lines of the first come first.
"""

from collections.abc import Iterator


def parts(config: dict) -> list[tuple[str, dict]]:
    """(place, select) of each of them: `selects`, or `selects[0]`, `selects[1]` ..."""
    selects = config["selects"]
    if isinstance(selects, dict):
        return [("selects", selects)]
    return [(f"selects[{i}]", part) for i, part in enumerate(selects)]


def count(part: dict) -> int:
    """How many lines one of them has."""
    if part["kind"] == "74hc595":
        return part["outputs"]
    if part["kind"] == "74hc138":
        return len(part["enables"]) << len(part["address"])
    if part["kind"] == "tca9548a":
        return 8 * len(part["addresses"])
    return len(part["pins"])


def chip_lines(part: dict) -> int:
    """How many of them one chip has; eight pins count as one."""
    return min(8, 1 << len(part["address"])) if part["kind"] == "74hc138" else 8


def total(config: dict) -> int:
    """How many lines there are."""
    return sum(count(part) for _, part in parts(config))


def owner(config: dict, line: int) -> tuple[dict, int]:
    """The select that has this line, and which of its own lines it is. Raises IndexError."""
    for _, part in parts(config):
        if line < count(part):
            return part, line
        line -= count(part)
    raise IndexError(line)


def bus_kind(part: dict) -> str:
    """The kind of bus that its readers hang on."""
    return "i2c" if part["kind"] == "tca9548a" else "spi"


def buses(config: dict) -> list[str]:
    """The names of the readers' buses, each once."""
    return list(dict.fromkeys(part["bus"] for _, part in parts(config)))


def pins(config: dict) -> Iterator[tuple[str, int]]:
    """(place, pin) of everything that the controller drives to select a reader."""
    for place, part in parts(config):
        for field in ("latch", "enable", "reset"):
            if field in part:
                yield f"{place}.{field}", part[field]
        for field in ("address", "enables", "pins"):
            for i, pin in enumerate(part.get(field, ())):
                yield f"{place}.{field}[{i}]", pin
