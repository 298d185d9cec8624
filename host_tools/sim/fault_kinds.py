"""The faults that a scenario may name, and the fields that each takes (FORMATS.md).

A field is a kind of value and what it is where it is left out.
"""

from __future__ import annotations

from host_tools.records.notation import quote

SHARE, BYTE, MS, FLAG, SLOT, TILE, UID, REGISTER, KHZ, BIT, TIMES = range(11)

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
    "reader_stalls": {"share": (SHARE, 0.01), "extra_ms": (MS, 30)},
    "reader_contends": {"share": (SHARE, 1.0)},
    "bus_noise": {"share": (SHARE, 0.001)},
    "bus_held": {"reads": (BYTE, 0x00)},
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
    "none": {},
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
    **dict.fromkeys(("reader_hung", "reader_unplugged", "reader_slow", "reader_stale"), "pn532"),
}
TAG_FAULTS = tuple(name for name, fields in FIELDS.items() if fields is _TAG)
ALL_FIELDS = {field for fields in FIELDS.values() for field in fields}
_ACCEPTED = {
    BYTE: "a byte in hex, 00 to ff",
    REGISTER: "a register of the data sheet in hex, 01 to 3f",
}
_LAST_REGISTER = 0x3F
# Whole numbers: the least and the most.
_RANGES = {MS: (1, 1000), KHZ: (125, 20_000), BIT: (0, 7), TIMES: (1, 1000)}


def of_chip(chip: str) -> list[str]:
    """The faults that a board with these readers can have."""
    return [name for name in FIELDS if ONLY.get(name, chip) == chip]


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
