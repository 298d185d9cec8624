"""The controller's watchdog on virtual time: once started it must be fed, or all begins anew."""

from __future__ import annotations

from host_tools.sim.clock import VirtualClock
from host_tools.sim.flash_port import PowerCut

# RP2040 data sheet, 4.7.6: base 0x40058000; RP2350: 0x400D8000. CTRL at 0, cleared 0x3000 above.
_CLEARING = (0x4005B000, 0x400DB000)
_ENABLE = 1 << 30


class Bitten(PowerCut):
    """The watchdog resets the controller, in the middle of anything; chips keep their power."""


class Watchdog:
    """`bites`: how often it had to."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._timeout_ns = 0  # 0: it does not run
        self._due_ns = 0
        self._is_planned = False
        self.bites = 0

    def start(self, timeout_ms: int) -> None:
        """It runs from now on; nothing but a reset stops it, or its own register."""
        self._timeout_ns = timeout_ms * 1_000_000
        self.feed()
        if not self._is_planned:
            self._plan()

    def feed(self) -> None:
        """Its time begins anew."""
        self._due_ns = self._clock.now_ns + self._timeout_ns

    def clear(self, address: int, value: int) -> None:
        """Bits of a register are cleared; only that of its own means anything here."""
        if address in _CLEARING and value & _ENABLE:
            self.reset()

    def reset(self) -> None:
        """The controller has lost its power, or begins anew."""
        self._timeout_ns = 0

    def _plan(self) -> None:
        self._is_planned = True
        self._clock.at(self._due_ns, self._look)

    def _look(self) -> None:
        self._is_planned = False
        if not self._timeout_ns:
            return
        if self._clock.now_ns < self._due_ns:
            self._plan()
            return
        self.bites += 1
        self.reset()
        raise Bitten
