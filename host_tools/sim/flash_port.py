"""The controller's flash on the board's clock: the time it takes, and where power is cut."""

from __future__ import annotations

from collections.abc import Callable

from host_tools.chips.flash import ERASE_NS, PROGRAM_NS, Flash
from host_tools.sim.clock import VirtualClock


class PowerCut(Exception):
    """Raised out of whatever the firmware was doing when the power went."""


class FlashPort:
    """A `runtimes.flash.Device`: while it writes interrupts are off, the clock just moves on."""

    def __init__(self, clock: VirtualClock, chip: Flash) -> None:
        self._clock = clock
        self.chip = chip
        self.erase_ns = ERASE_NS
        self.writes = 0  # erases and programs that were begun
        self.erasing_ns = 0  # of this step
        self.on_cut: Callable[[], None] = self._no_cut
        self._cut: tuple[int, float] | None = None

    def cut_in(self, writes: int, done: float) -> None:
        """Cut the power in the `writes`-th write from now, when so much of it (0 to 1) is done."""
        self._cut = (self.writes + writes, done)

    def forget_cut(self) -> None:
        """No power cut is to come any more."""
        self._cut = None

    def read(self, start: int, count: int) -> bytes:
        """Read; execute-in-place makes that a copy in memory, which costs next to nothing."""
        return self.chip.read(start, count)

    def program(self, start: int, data: bytes) -> None:
        """Program within a page."""
        self._write(PROGRAM_NS, lambda done: self.chip.program(start, data, done))

    def erase(self, sector: int) -> None:
        """Erase a sector."""
        self.erasing_ns += self.erase_ns
        self._write(self.erase_ns, lambda done: self.chip.erase(sector, done))

    def _write(self, span_ns: int, act: Callable[[float], None]) -> None:
        begun_ns = self._clock.now_ns
        self.writes += 1
        if self._cut is not None and self._cut[0] == self.writes:
            self._clock.at(begun_ns + int(span_ns * self._cut[1]), self.on_cut)
            self._cut = None
        try:
            self._clock.advance(span_ns)
        except PowerCut:
            act((self._clock.now_ns - begun_ns) / span_ns)
            raise
        act(1.0)

    def _no_cut(self) -> None:
        raise PowerCut
