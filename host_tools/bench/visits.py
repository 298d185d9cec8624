"""Hears the readers' bus and tells what each visit to a reader cost, whatever firmware runs.

A visit is what is clocked and what passes from the pattern that chooses a reader, to switch its
field on, to the transfer that switches it off. With two fields the visits overlap; each byte
belongs to one of them: a transfer to the reader that is selected, shifted patterns to the reader
that the next transfer selects.
"""

from __future__ import annotations

from dataclasses import dataclass

from host_tools.sim.board import SimulatedBoard


@dataclass
class Visit:
    """`bytes_clocked`: patterns and transfers. Times are ends of bus calls, in ns. `asked_uid`:
    an anticollision was on air (told of I2C readers only)."""

    reader: int
    bytes_clocked: int
    start_ns: int
    end_ns: int
    asked_uid: bool = False

    @property
    def span_ms(self) -> float:
        """From the start of the visit to the field's end."""
        return (self.end_ns - self.start_ns) / 1e6


class Visits:
    """A listener on the bus of a board's readers."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._done: list[Visit] = []
        self._clock = board.clock
        self._wires = board.spi
        self._fields = board.fields
        self._number = {id(chip): n for n, chip in enumerate(board.readers)}
        self._running: dict[int, Visit] = {}
        self._pattern_bytes = 0  # shifted since the last transfer
        self._pattern_ns = 0
        board.spi.listeners.append(self.hear)

    def hear(self, data: bytes) -> None:
        """A call on the bus; the selected chip has not seen it yet."""
        self._close_ended()
        if not self._wires.selected:
            if not self._pattern_bytes:
                self._pattern_ns = self._clock.now_ns
            self._pattern_bytes += len(data)
            return
        for chip in self._wires.selected:
            self._add(self._number[id(chip)], len(data))
        self._pattern_bytes = 0

    def _add(self, reader: int, count: int) -> None:
        now_ns = self._clock.now_ns
        visit = self._running.get(reader)
        if visit is None:
            start_ns = self._pattern_ns if self._pattern_bytes else now_ns
            visit = self._running[reader] = Visit(reader, 0, start_ns, now_ns)
        visit.bytes_clocked += self._pattern_bytes + count
        visit.end_ns = now_ns

    def _close_ended(self) -> None:
        """The transfer that switched a field off was its visit's last."""
        for reader in [r for r in self._running if not self._fields[r].on]:
            self._done.append(self._running.pop(reader))

    def take(self) -> list[Visit]:
        """The visits that ended since the last call, by their ends."""
        self._close_ended()
        done, self._done = self._done, []
        return done
