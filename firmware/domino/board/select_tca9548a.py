"""Chooses one reader of many on I2C by TCA9548A switches (TI data sheet SCPS207): all readers have
one address, each hangs on a channel of its own, and one channel alone is on at a time.

Output 8 * n + c is channel c of the switch whose address is the n-th of the list. A chip that
holds the clock, or SDA, holds the whole bus while its channel is on: SDA is clocked until it is
high, or the switches' reset pin cuts the chip off.
"""

from micropython import const

NOTHING = const(255)
_TIMED_OUT = const(110)  # ETIMEDOUT
_TIMED_OUT_ESP = const(116)  # the same on some ports


class SelectTca9548a:
    """`i2c`: the readers' bus; `addresses`: of the switches; `reset`: a pin that all of them
    share, or None; `lines`: the bus as pins (i2c_lines.py), or None. After `choose`, `is_chosen`:
    whether the switch acknowledged."""

    def __init__(self, i2c, addresses, reset, lines=None):
        self.i2c = i2c
        self.lines = lines
        self._addresses = bytes(addresses)
        self._reset = reset
        self._control = bytearray(1)
        self._chosen = NOTHING
        self.is_chosen = False
        self.failures = 0  # writes that no switch acknowledged, since start
        self._close_all()

    def choose(self, output):
        """Let the following transfers reach this output; free when it is chosen already."""
        if output == self._chosen and self.is_chosen:
            return
        before = self._chosen
        self._chosen = output
        self.is_chosen = False
        if before != NOTHING and before >> 3 != output >> 3:
            is_closed = self._set(before >> 3, 0) or self._reset is not None
            if not is_closed:
                # With that channel still on two readers would answer at once.
                self._chosen = before
                return
        self.is_chosen = self._set(output >> 3, 1 << (output & 7))

    def _set(self, switch, channels):
        """Two tries, between them every channel off by the reset pin, if there is one."""
        self._control[0] = channels
        for _ in range(2):
            try:
                self.i2c.writeto(self._addresses[switch], self._control)
                return True
            except OSError as error:
                self.failures += 1
                is_free = self._is_clocked_free()
                self._free()
                is_held = error.errno == _TIMED_OUT or error.errno == _TIMED_OUT_ESP
                if is_held and self._reset is None and not is_free:
                    break
        return False

    def _is_clocked_free(self):
        """Whether SDA was low, and is high again."""
        return self.lines is not None and self.lines.is_held() and self.lines.free()

    def _free(self):
        if self._reset is not None:
            self._reset(0)  # 6 ns are enough
            self._reset(1)

    def _close_all(self):
        """The switches are not reset with the controller."""
        self._free()
        for switch in range(len(self._addresses)):
            self._set(switch, 0)
