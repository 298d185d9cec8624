"""How quickly the table answers: from a tile laid down to strip or screen changed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_tools.sim.board import SimulatedBoard
    from host_tools.sim.director import Director


class Reactions:
    """Watches events and what the lights show."""

    def __init__(self, board: SimulatedBoard, director: Director) -> None:
        self._board, self._director = board, director
        self._waiting_ns: list[int] = []  # laid tiles that were judged, lights yet to change
        self._spans_ms: list[float] = []
        board.ports.on_lights = self._lights_changed

    def note(self, event: dict) -> None:
        """An event: a judged tile starts the wait for the lights."""
        if event["kind"] in ("accepted", "refused") and event["tile"] is not None:
            for reader, placed_ns in list(self._director.placed_ns.items()):
                del self._director.placed_ns[reader]
                self._waiting_ns.append(placed_ns)

    def forget(self) -> None:
        """The power went: nobody answers what was laid before."""
        self._waiting_ns.clear()
        self._director.placed_ns.clear()

    def _lights_changed(self) -> None:
        now_ns = self._board.clock.now_ns
        self._spans_ms += [(now_ns - placed_ns) / 1e6 for placed_ns in self._waiting_ns]
        self._waiting_ns.clear()

    def timing(self) -> dict:
        """`timing` of a result; None where nothing was laid."""
        spans = sorted(self._spans_ms)
        chip = self._board.ports.flash.chip
        return {
            "reaction_ms": {
                "p50": _share(spans, 0.50),
                "p95": _share(spans, 0.95),
                "max": _share(spans, 1.0),
            },
            "sweep_ms": self._sweep_ms(),
            "longest_step_ms": round(self._board.ports.busiest_step_ns / 1e6, 3),
            "longest_erasing_step_ms": round(self._board.ports.busiest_erasing_step_ns / 1e6, 3),
            "flash": {"erases": chip.erases, "programs": chip.programs},
        }

    def _sweep_ms(self) -> float | None:
        first = [field.first_look_ns for field in self._board.fields]
        if any(look_ns is None for look_ns in first):
            return None
        return round((max(first) - min(first)) / 1e6, 3)


def _share(spans: list[float], share: float) -> float | None:
    if not spans:
        return None
    return round(spans[max(0, math.ceil(len(spans) * share) - 1)], 3)
