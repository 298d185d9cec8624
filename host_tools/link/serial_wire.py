"""The wire to a real table: its USB serial port, through pyserial.

Not tried here on a real port for want of one; everything above it is what the simulated table
runs. Opening a port does not restart a board. What answers `>>>` is MicroPython's prompt: the
table has been ended, and is started again by a soft reset.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Coroutine

from host_tools.link.table import LinkError
from host_tools.records.notation import named, printable

_BAUD = 115_200  # USB has no speed of its own; a real UART has this one
_PROMPT = b">>> "
_SOFT_RESET = b"\x04"
_START_S = 6  # from the reset to a table that listens
_SLICE_S = 0.05


class SerialWire:
    """As table.Wire. LinkError where the port cannot be had."""

    def __init__(self, port: str) -> None:
        import serial

        try:
            self._port = serial.Serial(port, _BAUD, timeout=_SLICE_S, exclusive=True)
        except (serial.SerialException, OSError, ValueError) as error:
            number = getattr(error, "errno", None)
            reason = os.strerror(number) if number else printable(str(error))
            question = "is the table plugged in, and the port free?"
            raise LinkError(f"{named(port)}: {reason}; {question}") from None
        self._lost = (serial.SerialException, OSError)
        self._name = port
        self._said = b""
        self._lines: deque[bytes] = deque()
        self._was_started = False

    def now_ms(self) -> float:
        """Milliseconds of the host's clock."""
        return time.monotonic() * 1000

    def send(self, data: bytes) -> None:
        """To the table."""
        try:
            self._port.write(data)
        except self._lost:
            raise LinkError(f"{self._name}: the connection is lost") from None

    async def line(self, wait_ms: float) -> bytes | None:
        """The next line; None when none came in time."""
        until_ms = self.now_ms() + wait_ms
        while not self._lines and self.now_ms() < until_ms:
            self._fetch()
            if self._said.endswith(_PROMPT) and not self._was_started:
                self._start_table()
        return self._lines.popleft() if self._lines else None

    def _fetch(self) -> None:
        try:
            data = self._port.read(max(1, self._port.in_waiting))
        except self._lost:
            raise LinkError(f"{self._name}: the connection is lost") from None
        *whole, self._said = (self._said + data).split(b"\n")
        self._lines.extend(whole)

    def _start_table(self) -> None:
        """The prompt answered: let the board begin anew, which starts the table."""
        self._was_started = True
        self._said = b""
        self._port.write(_SOFT_RESET)
        time.sleep(_START_S)

    async def pause(self, span_ms: float) -> None:
        """Wait."""
        time.sleep(span_ms / 1000)

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()


def run(main: Coroutine) -> object:
    """Run a coroutine that waits on the host's clock; what it returns."""
    try:
        main.send(None)
    except StopIteration as ended:
        return ended.value
    raise RuntimeError("a serial wire never yields")
