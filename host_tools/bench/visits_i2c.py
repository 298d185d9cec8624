"""Hears a bus of I2C readers and tells what each visit to one cost: as visits.py for SPI.

A visit is everything from the switch's channel, or from the first command where that is on
already, until the field has been on and is off again. Bytes are all that is clocked, each
address among them; a deselected switch counts to the reader that is chosen next.
"""

from __future__ import annotations

from host_tools.bench.visits import Visit, Visits
from host_tools.chips.pn532 import ADDRESS, PN532
from host_tools.sim.board import SimulatedBoard


class VisitsI2c:
    """A listener on the bus of a board's readers."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._done: list[Visit] = []
        self._clock = board.clock
        self._fields = board.fields
        self._number = {id(chip): n for n, chip in enumerate(board.readers)}
        self._running: dict[int, Visit] = {}
        self._lit: set[int] = set()  # readers whose field was on during their visit
        self._pattern_bytes = 0  # of the switches since the last transfer to a reader
        self._pattern_ns = 0
        board.spi.listeners.append(self)

    def hear_i2c(self, address: int, count: int, chips: list[PN532]) -> None:
        """A transfer begins; the chips have not seen it yet."""
        self._close_ended()
        if address != ADDRESS:
            if not self._pattern_bytes:
                self._pattern_ns = self._clock.now_ns
            self._pattern_bytes += 1 + count
            return
        for chip in chips:
            self._add(self._number[id(chip)], 1 + count)
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
        for reader in list(self._running):
            if self._fields[reader].on:
                self._lit.add(reader)
            elif reader in self._lit:
                self._lit.remove(reader)
                visit, field = self._running.pop(reader), self._fields[reader]
                visit.asked_uid = field.last_uid_ns == field.last_look_ns
                self._done.append(visit)

    def take(self) -> list[Visit]:
        """The visits that ended since the last call, by their ends."""
        self._close_ended()
        done, self._done = self._done, []
        return done


def watch(board: SimulatedBoard) -> Visits | VisitsI2c:
    """What hears the readers of this board."""
    is_i2c = hasattr(board.spi, "note")
    return VisitsI2c(board) if is_i2c else Visits(board)
