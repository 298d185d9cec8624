"""Emulated chain of WS2812B LEDs: keeps the colours a person sees.

Source: WS2812B data sheet: 24 bits an LED, green, red, blue, MSB first; each LED keeps the first
24 bits it gets and passes on the rest; 50 us of low (280 us in later versions) end a frame. What
an LED keeps nobody can read: a bit bent on its way is a wrong colour until the next frame.
"""

from host_tools.sim import timings
from host_tools.sim.clock import VirtualClock

IDLE_MA = 1.0  # an LED's own chip, lit or not
CHANNEL_MA = 20.0  # one colour of one LED at 255
END_NS = 280_000  # of low, which the slowest versions need
BYTES = 3  # an LED


class WS2812Chain:
    """`count` LEDs; dark at power-up. With a `clock` the chain hears when a frame ends; without
    one every `feed` is a frame of its own."""

    def __init__(self, count: int, clock: VirtualClock | None = None) -> None:
        self.count = count
        self.frames = 0
        self._clock = clock
        self._low_ns: int | None = None  # since when the line is low; None: it floats, or is high
        self._is_awake = False  # a frame was heard since the power came
        self._heard = 0  # bytes of the frame that has not ended yet
        self._grb = bytearray(BYTES * count)
        self._bends: list[tuple[int, int, bool]] = []  # of the next frames: bit, bits, is missed

    # -- the line --------------------------------------------------------------------------
    def drive(self, level: int) -> None:
        """The line at rest, between frames."""
        if level:
            self._low_ns = None
        elif self._low_ns is None and self._clock is not None:
            self._low_ns = self._clock.now_ns

    def feed(self, data: bytes) -> None:
        """A frame that ends now: 3 bytes an LED. Too short: the far LEDs keep theirs; what is over
        is lost, and so is what follows a frame that has not ended. On a line that was not low
        before, the LEDs have heard something already: all bits come one too late."""
        self.frames += 1
        data = self._bent(data)
        if self._clock is not None:
            data = self._timed(data)
        whole = len(data) // BYTES * BYTES
        end = min(self._heard + whole, len(self._grb))
        if end > self._heard:
            self._grb[self._heard : end] = data[: end - self._heard]
        self._heard = 0

    def _timed(self, data: bytes) -> bytes:
        began_ns = self._clock.now_ns - len(data) * 8 * timings.WS2812_BIT_NS
        is_floating = self._low_ns is None
        if not is_floating and began_ns - self._low_ns < END_NS and self._is_awake:
            self._heard = len(self._grb)
        elif is_floating or began_ns - self._low_ns < END_NS:
            data = _moved(data, 0, 1)
        self._low_ns = self._clock.now_ns
        self._is_awake = True
        return data

    # -- disturbances ----------------------------------------------------------------------
    def bend(self, led: int, bits: int, *, is_missed: bool = False, frames: int = 1) -> None:
        """Disturb the next frames on their way to LED `led`, from 0: its `bits` (24, green first)
        are turned over, or a pulse `is_missed`, so that all bits after it come one too early."""
        self._bends += [(led, bits, is_missed)] * frames

    def disturb(self, led: int, bits: int) -> None:
        """Turn over what an LED shows already."""
        at = BYTES * led
        kept = int.from_bytes(self._grb[at : at + BYTES], "big") ^ bits
        self._grb[at : at + BYTES] = kept.to_bytes(BYTES, "big")

    def _bent(self, data: bytes) -> bytes:
        if not self._bends:
            return data
        led, bits, is_missed = self._bends.pop(0)
        at = BYTES * led
        if is_missed:
            return _moved(data, 8 * at, -1)
        part = data[at : at + BYTES]
        mask = bits.to_bytes(BYTES, "big")
        bent = bytes(a ^ b for a, b in zip(part, mask, strict=False))
        return data[:at] + bent + data[at + BYTES :]

    def power_off(self) -> None:
        """Dark, and the line floats."""
        self._grb = bytearray(len(self._grb))
        self._low_ns = None
        self._is_awake = False

    # -- what is seen ----------------------------------------------------------------------
    @property
    def colours(self) -> list[tuple[int, int, int]]:
        """(red, green, blue), 0 to 255 each, from the first LED to the last."""
        grb = self._grb
        return [(grb[i + 1], grb[i], grb[i + 2]) for i in range(0, len(grb), BYTES)]

    def lit(self) -> int:
        """How many LEDs are not black."""
        return sum(1 for i in range(0, len(self._grb), BYTES) if any(self._grb[i : i + BYTES]))

    def current_ma(self) -> float:
        """What the chain draws: proportional to the sum of its channels, plus the chips."""
        return self.count * IDLE_MA + sum(self._grb) * CHANNEL_MA / 255


def _moved(data: bytes, first: int, by: int) -> bytes:
    """The bits from number `first` on, `by` 1 later or -1 earlier; an LED without all of its bits
    keeps what it had."""
    bits = "".join(f"{byte:08b}" for byte in data)
    bits = bits[:first] + ("1" + bits[first:-1] if by > 0 else bits[first + 1 :])
    whole = len(bits) // 8
    return int(bits[: 8 * whole] or "0", 2).to_bytes(whole, "big")
