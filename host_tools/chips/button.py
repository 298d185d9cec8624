"""Emulated push button to ground with a pull-up: pressed reads 0. It may bounce."""

from host_tools.sim.clock import VirtualClock

CHATTER_NS = 400_000  # contacts open and close a few times a millisecond while they bounce


class Button:
    """Released at first. `bounce_ms` > 0: after each change the level chatters that long."""

    def __init__(self, clock: VirtualClock, bounce_ms: int = 0) -> None:
        self._clock = clock
        self._bounce_ns = bounce_ms * 1_000_000
        self._changed_ns = -self._bounce_ns
        self.pressed = False

    def press(self) -> None:
        """A finger goes down."""
        self._move(True)

    def release(self) -> None:
        """The finger leaves."""
        self._move(False)

    def level(self) -> int:
        """The level on the pin now: 0 pressed, 1 released, alternating while it bounces."""
        since_ns = self._clock.now_ns - self._changed_ns
        steady = 0 if self.pressed else 1
        if since_ns < self._bounce_ns and (since_ns // CHATTER_NS) % 2:
            return 1 - steady
        return steady

    def is_at_rest(self) -> bool:
        """Released, and the contacts bounce no more: 1 until somebody presses."""
        return not self.pressed and self._clock.now_ns - self._changed_ns >= self._bounce_ns

    def _move(self, pressed: bool) -> None:
        if pressed != self.pressed:
            self.pressed = pressed
            self._changed_ns = self._clock.now_ns
