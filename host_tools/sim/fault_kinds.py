"""The faults that a scenario may name, and the fields that each takes (FORMATS.md).

A field is a kind of value and what it is where it is left out.
"""

from __future__ import annotations

from host_tools.records.notation import quote

(
    SHARE, BYTE, MS, FLAG, SLOT, TILE, UID, US, CLOCKS, NUMBER, BYTES, REGISTER, KHZ, BIT, TIMES
) = range(15)  # fmt: skip

# A default of None: the field may be missing. NEEDED: it may not.
NEEDED = object()

_HEALS = {"heals": (FLAG, False)}
_TAG = {"tile": (TILE, None), "uid": (UID, None), "same_uid": (FLAG, False)}

# fault -> {field: (kind of value, default)}
FIELDS: dict[str, dict[str, tuple[int, object]]] = {
    "reader_dead": {"reads": (BYTE, 0xFF)},
    "reader_stuck_busy": _HEALS,
    "reader_antenna_off": _HEALS,
    "reader_crypto_stuck": _HEALS,
    "reader_forgets": _HEALS,
    "reader_register": {
        "register": (REGISTER, NEEDED),
        "value": (BYTE, NEEDED),
        "sticks": (FLAG, False),
    },
    "reader_no_rf": {},
    "reader_reset_stuck": {},
    "reader_version": {"reads": (BYTE, None)},
    "reader_hung": {},
    "reader_unplugged": {},
    "reader_slow": {"extra_ms": (MS, 120)},
    "reader_stale": {},
    "reader_nacks": {"us": (US, 1000), "fetched": (FLAG, False)},
    "reader_rats": {},
    "reader_stalls": {"share": (SHARE, 0.01), "extra_ms": (MS, 30)},
    "reader_contends": {"share": (SHARE, 1.0)},
    "bus_noise": {"share": (SHARE, 0.001)},
    "bus_held": {"reads": (BYTE, 0x00)},
    "sda_held": {"clocks": (CLOCKS, 9)},
    "reads_late": {"above_khz": (KHZ, 1000)},
    "bit_low": {"bit": (BIT, 0)},
    "bit_high": {"bit": (BIT, 0)},
    "reader_test_wrong": {"times": (TIMES, 1)},
    "weak_field": {"loss": (SHARE, 0.3)},
    "bit_slip": {"share": (SHARE, 0.3)},
    "ghost": {"of": (SLOT, NEEDED), "loss": (SHARE, 0.5)},
    "two_tags": _TAG,
    "foreign_tag": _TAG,
    "unknown_tag": _TAG,
    "swap": _TAG,
    "tag_changed": {"tile": (TILE, None), "says": (TILE, None)},
    "none": {},
    "strip_bent": {
        "led": (NUMBER, 0),
        "bits": (BYTES, b"\xff\x00\x00"),
        "missed": (FLAG, False),
        "frames": (NUMBER, 1),
        "shown": (FLAG, False),
    },
    "screen_bent": {
        "commands": (BYTES, b""),
        "page": (NUMBER, 0),
        "column": (NUMBER, 0),
        "columns": (NUMBER, 0),
        "bits": (BYTES, b"\xff"),
    },
}
# What a fault of no slot befalls, by its name in board.json.
PARTS = {"strip_bent": "strip", "screen_bent": "display"}
# Lengths of bytes, fault and field; numbers have the ranges that `ranges` says.
_LENGTHS = {
    ("strip_bent", "bits"): (3, 3),
    ("screen_bent", "bits"): (1, 1),
    ("screen_bent", "commands"): (1, 16),
}
# Faults that only one kind of chip, or what is on its kind of bus, can have.
ONLY = {
    **dict.fromkeys(
        (
            "reader_antenna_off",
            "reader_crypto_stuck",
            "reader_forgets",
            "reader_register",
            "reader_reset_stuck",
            "reader_version",
            "reader_stalls",
            "reader_contends",
            "bus_noise",
            "bus_held",
            "reads_late",
            "bit_low",
            "bit_high",
            "reader_test_wrong",
        ),
        "mfrc522",
    ),
    **dict.fromkeys(
        (
            "reader_hung",
            "reader_unplugged",
            "reader_slow",
            "reader_stale",
            "reader_nacks",
            "reader_rats",
        ),
        "pn532",
    ),
}
ON_I2C = ("reader_nacks",)  # what readers on SPI cannot have
# Faults that, without a slot, befall the bus of the display.
ALSO_OF_DISPLAY = ("sda_held", "none")
TAG_FAULTS = (*(name for name, fields in FIELDS.items() if fields is _TAG), "tag_changed")
ALL_FIELDS = {field for fields in FIELDS.values() for field in fields}
_ACCEPTED = {
    BYTE: "a byte in hex, 00 to ff",
    REGISTER: "a register of the data sheet in hex, 01 to 3f",
}
_LAST_REGISTER = 0x3F
# Whole numbers: the least and the most.
_RANGES = {MS: (1, 1000), KHZ: (125, 20_000), BIT: (0, 7), TIMES: (1, 1000)}
_RANGES |= {US: (1, 1_000_000), CLOCKS: (0, 9)}
_MOST_FRAMES = 100
_PAGES = 8
_WIDTHS = {"ssd1306": 128, "sh1106": 132}  # of the memory


def ranges(board: dict) -> dict[str, tuple[int, int]]:
    """{field: (least, most)} of numbers; without strip or display their faults cannot be."""
    strip, display = board.get("strip"), board.get("display")
    found = {"frames": (1, _MOST_FRAMES), "page": (0, _PAGES - 1)}
    if strip:
        found["led"] = (0, strip["tracks"] * strip["leds"] - 1)
    if display:
        width = _WIDTHS[display["chip"]]
        found |= {"column": (0, width - 1), "columns": (0, width)}
    return found


def number(name: str, value: object, least: int, most: int) -> int:
    """A whole number in its range; ValueError with what is accepted."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name} is {quote(value)}; accepted: {least} to {most}")
    return value


def in_hex(kind: str, name: str, value: object) -> bytes:
    """Bytes of a fault's field; ValueError with what is accepted."""
    least, most = _LENGTHS[kind, name]
    try:
        data = bytes.fromhex(value)
    except (TypeError, ValueError):
        data = b""
    if not least <= len(data) <= most:
        wanted = f"{least} byte" if most == 1 else f"{least} bytes"
        wanted = wanted if least == most else f"{least} to {most} bytes"
        raise ValueError(f"{name} is {quote(value)}; accepted: {wanted} in hex")
    return data


def of_chip(chip: str, is_on_i2c: bool = True) -> list[str]:
    """The faults that a board with these readers can have; on I2C, or on SPI."""
    return [
        name
        for name in FIELDS
        if ONLY.get(name, chip) == chip and (is_on_i2c or name not in ON_I2C)
    ]


def plain(name: str, what: int, value: object) -> object:
    """The value of a field that names neither slot nor tile; ValueError with what is accepted."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if what == SHARE:
        if not is_number or not 0 <= value <= 1:
            raise ValueError(f"{name} is {quote(value)}; accepted: a number from 0 to 1")
        return float(value)
    if what in _RANGES:
        low, high = _RANGES[what]
        if not isinstance(value, int) or not is_number or not low <= value <= high:
            raise ValueError(f"{name} is {quote(value)}; accepted: {low} to {high}")
        return value
    if what == FLAG and not isinstance(value, bool):
        raise ValueError(f"{name} is {quote(value)}; accepted: true or false")
    return _byte(name, what, value) if what in (BYTE, REGISTER) else value


def accepted(what: int, slots: str) -> str:
    """What a field of this kind takes; `slots`: the names of those that there are."""
    return _ACCEPTED.get(what, slots)


def _byte(name: str, what: int, value: object) -> int:
    text = value[2:] if isinstance(value, str) and value[:2] in ("0x", "0X") else value
    try:
        (byte,) = bytes.fromhex(text)
    except (TypeError, ValueError):
        byte = -1
    if byte < (what == REGISTER) or (what == REGISTER and byte > _LAST_REGISTER):
        raise ValueError(f"{name} is {quote(value)}; accepted: {_ACCEPTED[what]}")
    return byte
