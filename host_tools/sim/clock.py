"""The virtual clock: time moves only when something is said to take time (DESIGN.md, decision 4).

Chips read `now_ns`; bus calls, frames and sleeping move it by `advance`. Physical events (a tile
laid down) are planned with `at` and happen exactly when the clock passes them, also in the
middle of a long bus call.
"""

import heapq
from collections.abc import Callable

NEVER = (1 << 62) - 1


class VirtualClock:
    """Nanoseconds since the board was switched on. Host time plays no part.

    A clock that begins at `start_ns` is that of a firmware started again by a soft reset.
    """

    def __init__(self, start_ns: int = 0) -> None:
        self.now_ns = start_ns
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._sequence = 0

    def advance(self, span_ns: int) -> None:
        """Move on by `span_ns` >= 0 and run what is due on the way, in order of time."""
        end_ns = self.now_ns + span_ns
        if self._planned and self._planned[0][0] <= end_ns:
            self._run_until(end_ns)
        if end_ns > self.now_ns:  # an action may have moved the clock itself
            self.now_ns = end_ns

    def _run_until(self, end_ns: int) -> None:
        while self._planned and self._planned[0][0] <= end_ns:
            due_ns, _, action = heapq.heappop(self._planned)
            if due_ns > self.now_ns:
                self.now_ns = due_ns
            action()

    def advance_to_next(self) -> bool:
        """Move on to the next planned action; False where none is planned."""
        if not self._planned:
            return False
        self.advance(max(0, self._planned[0][0] - self.now_ns))
        return True

    def next_ns(self) -> int:
        """When the next planned action is due; NEVER where none is planned."""
        return self._planned[0][0] if self._planned else NEVER

    def at(self, due_ns: int, action: Callable[[], None]) -> None:
        """Run `action` when the clock reaches `due_ns` (at the next move if that is past)."""
        heapq.heappush(self._planned, (due_ns, self._sequence, action))
        self._sequence += 1
