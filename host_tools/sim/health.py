"""What the readers counted, in words: the `health` of a result (FORMATS.md)."""

from __future__ import annotations

from domino.board import health as board_health
from domino.board.report import COLUMNS
from domino.nfc import iso14443

# VersionReg of the MFRC522 (data sheet rev. 3.9, 9.3.4.8) and of chips that take its place.
CHIPS = {
    0x90: "MFRC522 0.0",
    0x91: "MFRC522 1.0",
    0x92: "MFRC522 2.0",
    0x88: "FM17522 (clone)",
    0x89: "FM17522E (clone)",
    0xB2: "FM17522-1 (clone)",
    0x12: "clone 12",
    0x15: "clone 15",
    0x00: "no answer",
    0xFF: "no answer",
}
_REASONS = {
    iso14443.ABSENT: "absent",
    iso14443.UNSTABLE: "unstable",
    iso14443.NO_START: "no_start",
    iso14443.FORGETS: "forgets",
    iso14443.NO_ANTENNA: "no_antenna",
    iso14443.CRYPTO: "crypto",
    iso14443.BUSY: "busy",
    iso14443.SLOW: "slow",
}


def chip_name(version: int) -> str:
    """What a chip of this version is called; a clone is named as one, an unknown one too."""
    return CHIPS.get(version, f"unknown chip {version:02x}")


def readable(rows: list[list[int]], versions: list[int], names: list[str]) -> dict:
    """`slots`: by name, what is not zero; `chips`: how many of each; `bus` where it is not free.

    rows: [reader, COLUMNS of board/report.py]. versions: by reader.
    """
    chips: dict[str, int] = {}
    for version in versions:
        chips[chip_name(version)] = chips.get(chip_name(version), 0) + 1
    told = {"chips": dict(sorted(chips.items())), "slots": {}}
    held, suspects = [], []
    for reader, *row in rows:
        counted = dict(zip(COLUMNS, row, strict=True))
        bus = counted.pop("bus")
        if bus == board_health.HELD:
            held.append(names[reader])
        elif bus == board_health.DISTURBING:
            suspects.append(names[reader])
        told["slots"][names[reader]] = _slot(counted)
    if suspects:
        told["bus"] = {"state": "contention", "suspects": suspects}
    elif held:
        told["bus"] = {"state": "held"}
    return told


def _slot(counted: dict[str, int]) -> dict:
    losses = counted.pop("losses")
    slot = {name: value for name, value in counted.items() if value}
    if losses * 100 // 256:
        slot["lost_pct"] = losses * 100 // 256
    if "reason" in slot:
        slot["reason"] = _REASONS[slot["reason"]]
    if "rests" in slot:
        slot["rests"] = True
    return slot
