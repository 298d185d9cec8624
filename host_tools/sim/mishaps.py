"""What befalls a soaked match (troubles.py) without anybody seeing it: a table of faults with
their parameters, and which boards can have them. A new fault that must go unnoticed is a line.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from host_tools.boards import selects
from host_tools.sim import fault_kinds

# Where a fault is: on a slot's reader, or on a part that no slot names.
SLOT, PART = range(2)


@dataclass(frozen=True)
class Mishap:
    """A fault and the values that each of its fields may take. `lasts_ms`: until it is put right;
    `ends`: whether that takes a step, as it does not pass by itself."""

    fault: str
    fields: Mapping[str, tuple] = field(default_factory=dict)
    where: int = SLOT
    lasts_ms: int = 3000
    ends: bool = True

    def drawn(self, rng: random.Random) -> dict:
        """Its fields, each with one of its values."""
        return {name: rng.choice(values) for name, values in self.fields.items()}


# Registers of an MFRC522 that every look needs, each with a value that makes it deaf or loud.
# fmt: off
_SPOILT = (("26", "08"), ("36", "48"), ("1d", "10"), ("15", "00"), ("11", "00"), ("2a", "00"))
# fmt: on

UNNOTICED = (
    Mishap("reader_nacks", {"us": (300, 600, 1000, 2000), "fetched": (False, True)}),
    Mishap("reader_slow", {"extra_ms": (20, 60, 120)}),
    Mishap("reader_stale"),
    Mishap("reader_rats"),
    Mishap("reader_test_wrong", {"times": (1, 2)}),
    Mishap("reader_stalls", {"share": (0.001, 0.005), "extra_ms": (2, 4)}),
    Mishap("bus_noise", {"share": (0.0002, 0.0005)}),
    Mishap("bit_slip", {"share": (0.05, 0.1)}),
    *(Mishap("reader_register", {"register": (r,), "value": (v,)}, lasts_ms=6000, ends=False)
      for r, v in _SPOILT),
    Mishap("strip_bent", {"led": (0, 7, 60), "bits": ("ff0000", "00ff00")}, PART, ends=False),
    Mishap("strip_bent", {"missed": (True,), "frames": (1, 3)}, PART, ends=False),
    Mishap("screen_bent", {"page": (0, 3, 7), "columns": (8, 64)}, PART, 8000, ends=False),
    Mishap("screen_bent", {"commands": ("a7", "45", "c0")}, PART, 8000, ends=False),
    Mishap("sda_held", {"clocks": (1, 5, 9)}, PART, 12_000),
)  # fmt: skip


def of_board(board: dict) -> list[Mishap]:
    """Those that a board can have."""
    known = known_to(board)
    return [one for one in UNNOTICED if one.fault in known and _has_part(board, one)]


def known_to(board: dict) -> list[str]:
    """The faults that a scenario on this board may name."""
    is_on_i2c = selects.bus_kind(selects.parts(board)[0][1]) == "i2c"
    return fault_kinds.of_chip(board["readers"]["chip"], is_on_i2c)


def _has_part(board: dict, one: Mishap) -> bool:
    part = fault_kinds.PARTS.get(one.fault, "display")
    return one.where == SLOT or bool(board.get(part))
