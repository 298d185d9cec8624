"""Push buttons to ground, polled and debounced. A press is told when it ends, with its length.

A level counts once it stood for 10 ms; the time held runs from the last edge of going down to the
last edge of going up, so bouncing is no press of its own. Presses wait in a ring of 8 until the
table takes them. Nothing is allocated.
"""

from array import array

from micropython import const

NONE = const(255)

_TICKS = const(0x3FFFFFFF)  # clock values wrap
_STEADY_MS = const(10)
_POLL_MS = const(5)
_RING = const(8)
_LONGEST_MS = const(0xFFFF)


# In the order of events.PASS to events.RIGHT.
NAMES = ("pass", "draw", "undo", "ok", "menu", "left", "right")


class Released:
    """The pin of a button that the board has not."""

    def __call__(self):
        return 1


class Buttons:
    """`pins`: one input a button, read by calling it; 0 is pressed. The index is the button."""

    def __init__(self, pins):
        self.pins = pins
        count = len(pins)
        self._down = bytearray(count)  # debounced
        self._raw = bytearray(count)
        self._edge_ms = array("i", [0] * count)  # of the last change of the raw level
        self._down_ms = array("i", [0] * count)  # when the press began
        self._ring = bytearray(_RING)
        self._ring_held = array("H", [0] * _RING)
        self._first = 0
        self._waiting = 0
        self.held_ms = 0  # of the press taken last
        self.lost = 0  # presses that found the ring full

    def step(self, now_ms):
        """Read every button once. Returns the ms until it is worth reading again."""
        for i in range(len(self.pins)):
            raw = 0 if self.pins[i]() else 1
            if raw != self._raw[i]:
                self._raw[i] = raw
                self._edge_ms[i] = now_ms & _TICKS
            elif raw != self._down[i]:
                self._settle(i, raw, now_ms)
        return _POLL_MS

    def take(self):
        """The oldest press: its button, `held_ms` set; NONE where there is none."""
        if not self._waiting:
            return NONE
        at = self._first
        self.held_ms = self._ring_held[at]
        self._first = (at + 1) % _RING
        self._waiting -= 1
        return self._ring[at]

    def down_ms(self, button, now_ms):
        """How long a button has been down so far; 0 where it is up."""
        if not self._down[button]:
            return 0
        return (now_ms - self._down_ms[button]) & _TICKS

    def is_idle(self):
        """Nothing pressed, nothing settling, nothing waiting."""
        for i in range(len(self.pins)):
            if self._down[i] or self._raw[i]:
                return False
        return not self._waiting

    def _settle(self, button, raw, now_ms):
        """The raw level differs from the debounced one: take it over once it stood long enough."""
        edge_ms = self._edge_ms[button]
        if (now_ms - edge_ms) & _TICKS < _STEADY_MS:
            return
        self._down[button] = raw
        if raw:
            self._down_ms[button] = edge_ms
        else:
            self._put(button, (edge_ms - self._down_ms[button]) & _TICKS)

    def _put(self, button, held_ms):
        if self._waiting == _RING:
            self.lost = (self.lost + 1) & 0xFFFF
            return
        at = (self._first + self._waiting) % _RING
        self._ring[at] = button
        self._ring_held[at] = min(held_ms, _LONGEST_MS)
        self._waiting += 1
