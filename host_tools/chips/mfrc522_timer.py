"""The timer unit of the MFRC522 (data sheet rev. 3.9, section 8.5), on virtual time.

It counts down from the reload value; a span is (2 x prescaler + 1) x (reload + 1) carrier periods.
"""

from host_tools.chips.iso14443 import ns

NEVER = 1 << 62


class Timer:
    """`due_ns` is when the interrupt request comes, NEVER while it stands still."""

    def __init__(self) -> None:
        self.due_ns = NEVER
        self._start_ns = 0
        self._tick = 1  # carrier periods a tick
        self._reload = 0
        self._stopped_at = 0

    @property
    def running(self) -> bool:
        """TRunning of Status1Reg."""
        return self.due_ns != NEVER

    def start(self, now_ns: int, prescaler: int, is_even: bool, reload: int) -> None:
        """Load and start; `is_even` is TPrescalEven of DemodReg."""
        self._start_ns = now_ns
        self._tick = 2 * prescaler + (2 if is_even else 1)
        self._reload = reload
        self.due_ns = now_ns + ns(self._tick * (reload + 1))

    def stop(self, now_ns: int) -> None:
        """Stand still at the count of now."""
        if self.running:
            self._stopped_at = self.count(now_ns)
            self.due_ns = NEVER

    def expire(self) -> int:
        """It reached zero; the time at which it did."""
        due_ns = self.due_ns
        self._stopped_at = 0
        self.due_ns = NEVER
        return due_ns

    def restart(self, now_ns: int) -> None:
        """TAutoRestart: again with the same values."""
        self._start_ns = now_ns
        self.due_ns = now_ns + ns(self._tick * (self._reload + 1))

    def count(self, now_ns: int) -> int:
        """TCounterValReg."""
        if not self.running:
            return self._stopped_at
        ticks = (now_ns - self._start_ns) * 339 // (25_000 * self._tick)
        return max(self._reload - ticks, 0)
