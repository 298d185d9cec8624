"""The USB line of the simulated controller, seen from the host: bytes in, bytes out, Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable

CTRL_C = 0x03


class SerialPort:
    """`on_output` gets what the table says. The firmware's end is in the runtimes."""

    def __init__(self) -> None:
        self.on_output: Callable[[bytes], None] = lambda data: None
        self.is_interrupted = False  # a Ctrl-C came, which ends whatever runs
        self._waiting = bytearray()
        self._is_news = False

    def write(self, data: bytes) -> None:
        """The host sends; MicroPython keeps a Ctrl-C out of what can be read."""
        if CTRL_C in data:
            self.is_interrupted = True
            data = data.replace(bytes([CTRL_C]), b"")
        self._waiting += data
        self._is_news = bool(self._waiting)

    @property
    def has_input(self) -> bool:
        """Whether the firmware can read something."""
        return bool(self._waiting)

    def take_news(self) -> bool:
        """Whether something came since the last time: then a sleeping event loop wakes."""
        is_news, self._is_news = self._is_news, False
        return is_news

    def read(self, most: int) -> bytes:
        """What the firmware reads, which may be nothing."""
        taken = bytes(self._waiting[:most])
        del self._waiting[:most]
        return taken
