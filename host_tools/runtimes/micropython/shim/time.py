"""`time` on virtual time. Ticks wrap at 2**30 as on a board (the unix port's at 2**62)."""

import bridge
from micropython import const

_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)


def ticks_ms():
    """Milliseconds, wrapping."""
    return bridge.clock_us() // 1000 & _MASK


def ticks_us():
    """Microseconds, wrapping."""
    return bridge.clock_us() & _MASK


def ticks_add(ticks, delta):
    """`ticks` moved by `delta`."""
    return (ticks + delta) & _MASK


def ticks_diff(later, earlier):
    """Signed distance between two ticks."""
    return ((later - earlier + _HALF) & _MASK) - _HALF


def sleep_ms(span_ms):
    """A blocking wait."""
    bridge.sleep_us(span_ms * 1000)


def sleep_us(span_us):
    """A blocking wait."""
    bridge.sleep_us(span_us)
