"""A measured figure, and the limits that the design sets."""

from __future__ import annotations

from dataclasses import dataclass

# DESIGN.md, "Numbers to hold": unit and the most that holds.
LIMITS: dict[str, tuple[str, float]] = {
    "core_alloc_bytes": ("bytes", 0),
    "core_ram_bytes": ("bytes", 6 * 1024),
    "core_mpy_bytes": ("bytes", 40 * 1024),
    "play_us_rp2040": ("us", 1000),
    "play_instructions_slowest_ratio": ("ratio", 1.5),
    "reaction_p95_ms_two_fields_12": ("ms", 120),
    "reaction_p95_ms_one_field_8": ("ms", 120),
    "reaction_p95_ms_two_fields_12_lossy": ("ms", 120),
    "reaction_p95_ms_one_field_8_lossy": ("ms", 120),
    "sweep_ms": ("ms", 450),
    "unseen_max_ms": ("ms", 4000),
    "longest_step_ms": ("ms", 20),
    "bus_empty_bytes": ("bytes", 48),
    "bus_first_read_bytes": ("bytes", 200),
    "bus_known_bytes": ("bytes", 60),
    "heap_after_start_bytes": ("bytes", 130 * 1024),
    "heap_data_bytes": ("bytes", 40 * 1024),
    "mpy_start_bytes": ("bytes", 65 * 1024),
    "mpy_total_bytes": ("bytes", 110 * 1024),
    "journal_erase_share": ("ratio", 0.12),
    "power_cut_lost": ("actions", 0),
    "soak_wrong_scores": ("matches", 0),
    "soak_lost_actions": ("actions", 0),
    "soak_exceptions": ("matches", 0),
    "soak_step_ms": ("ms", 20),
    "soak_heap_growth_bytes": ("bytes", 0),
    "largest_free_block_drift_bytes": ("bytes", 0),
}
# The same, the least that holds.
LEAST: dict[str, tuple[str, float]] = {"engine_vs_dominoes_ratio": ("ratio", 3)}
_UNITS = ("bytes", "ms", "us", "ratio")


@dataclass(frozen=True)
class Figure:
    """`value` None: not measured here, `on` says why; else `on` says what it was measured on."""

    id: str
    value: float | None
    on: str

    @property
    def unit(self) -> str:
        """Of the limit's unit; a figure without a limit carries its unit in its name."""
        if self.id in LIMITS:
            return LIMITS[self.id][0]
        return next(unit for unit in _UNITS if unit in self.id.split("_"))

    @property
    def limit(self) -> float | None:
        """The most that holds, or the least, or None."""
        return (LIMITS | LEAST).get(self.id, (None, None))[1]

    @property
    def holds(self) -> bool | None:
        """None where there is no limit, or nothing was measured."""
        if self.limit is None or self.value is None:
            return None
        return self.value >= self.limit if self.id in LEAST else self.value <= self.limit

    def as_json(self) -> dict:
        """The object of FORMATS.md, "Bench"."""
        return {
            "id": self.id,
            "value": self.value,
            "unit": self.unit,
            "limit": self.limit,
            "holds": self.holds,
            "on": self.on,
        }
