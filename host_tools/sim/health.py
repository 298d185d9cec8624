"""What the readers counted, in words: the `health` of a result (FORMATS.md)."""

from __future__ import annotations

from domino.board import health as board_health
from domino.board.report import COLUMNS
from domino.nfc import iso14443

# VersionReg of the MFRC522 (data sheet rev. 3.9, 9.3.4.8) and of chips that take its place; IC of
# the PN532 (UM0701-02, 7.2.2).
CHIPS = {
    0x90: "MFRC522 0.0",
    0x91: "MFRC522 1.0",
    0x92: "MFRC522 2.0",
    0x88: "FM17522 (clone)",
    0x89: "FM17522E (clone)",
    0xB2: "FM17522-1 (clone)",
    0x12: "clone 12",
    0x15: "clone 15",
    0x32: "PN532",
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
    iso14443.ONE_BIT: "one_bit",
    iso14443.STILL: "miso_still",
}


def chip_name(version: int) -> str:
    """What a chip of this version is called; a clone is named as one, an unknown one too."""
    return CHIPS.get(version, f"unknown chip {version:02x}")


def readable(figures: dict[int, tuple[int, ...]], names: list[str]) -> dict:
    """`chips`: how many of each; `slots`: by name, what is not zero; `bus` where it is not
    free, or its clock was lowered as reads arrived late.

    figures: COLUMNS of board/report.py by reader.
    """
    chips: dict[str, int] = {}
    slots = {}
    held, suspects, late = [], [], 0
    for reader, row in sorted(figures.items()):
        counted = dict(zip(COLUMNS, row, strict=True))
        chip = chip_name(counted.pop("version"))
        chips[chip] = chips.get(chip, 0) + 1
        bus = counted.pop("bus")
        late = counted.pop("clock_khz") or late
        if bus == board_health.HELD:
            held.append(names[reader])
        elif bus == board_health.DISTURBING:
            suspects.append(names[reader])
        slot = _slot(counted)
        if slot:
            slots[names[reader]] = slot
    told = {"chips": dict(sorted(chips.items())), "slots": slots}
    if suspects:
        told["bus"] = {"state": "contention", "suspects": suspects}
    elif held:
        told["bus"] = {"state": "held", "slots": held}
        if all(slots[name].get("reason") == "miso_still" for name in held):
            told["bus"]["miso"] = "never moves"
    if late:
        told.setdefault("bus", {"state": "late"})["clock_khz"] = late
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
