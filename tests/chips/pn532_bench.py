"""A PN532 on a bench: raw frames on virtual time, no driver."""

from host_tools.chips import pn532_frames as frames
from host_tools.chips.field import Field
from host_tools.chips.pn532 import PN532
from host_tools.sim.clock import VirtualClock

MS = 1_000_000
SAM = b"\x14\x01\x00\x00"


class Bench:
    """`ask` sends a command and waits for its answer; `bus`: "i2c" or "spi"."""

    def __init__(self, *tags, bus="i2c"):
        self.clock = VirtualClock()
        self.field = Field(self.clock)
        self.chip = PN532(self.clock, self.field)
        self.bus = bus
        for tag in tags:
            self.field.put(tag)
        self.wait_ms(3)

    def started(self, retries=1):
        """Set up as a host does it: SAMConfiguration, a few retries, no RATS."""
        assert self.ask(SAM) == b"\x15"
        assert self.ask(bytes([0x32, 0x05, 0xFF, 0x01, retries])) == b"\x33"
        assert self.ask(b"\x32\x02\x00\x0b\x07") == b"\x33"
        return self

    def wait_ms(self, span):
        self.clock.advance(int(span * MS))

    # -- transfers -------------------------------------------------------------------------
    def write(self, data):
        """Whether it was acknowledged; always on SPI."""
        if self.bus == "i2c":
            return self.chip.acknowledges() and self.chip.write(data)
        self._spi(b"\x01" + data)
        return True

    def read(self, count):
        """Status byte and what follows, None where nobody acknowledges."""
        if self.bus == "i2c":
            return self.chip.read(count) if self.chip.acknowledges() else None
        status = self._spi(b"\x02\x00")[1:]
        if count == 1 or not status[0]:
            return status + bytes(count - 1)
        return status + self._spi(b"\x03" + bytes(count - 1))[1:]

    def _spi(self, data):
        def mirrored(some):
            return bytes(int(f"{byte:08b}"[::-1], 2) for byte in some)

        self.chip.select()
        got = mirrored(self.chip.exchange(mirrored(data)))
        self.chip.deselect()
        return got

    # -- commands --------------------------------------------------------------------------
    def send(self, payload):
        """A command, and its ACK fetched."""
        assert self.write(frames.information(payload, frames.TO_CHIP))
        assert self.fetch() == frames.ACK

    def fetch(self, limit_ms=400):
        """The next frame; None when there is none for so long."""
        for _ in range(int(limit_ms * 20)):
            got = self.read(64)
            if got is not None and got[0] == 1:
                return self._cut(got[1:])
            self.wait_ms(0.05)
        return None

    @staticmethod
    def _cut(data):
        for fixed in (frames.ACK, frames.SYNTAX_ERROR):
            if data.startswith(fixed):
                return fixed
        return data[: data[3] + 7]

    def answer(self, limit_ms=400):
        """The payload of the next frame, checked; the error frame as it is."""
        frame = self.fetch(limit_ms)
        if frame is None or frame == frames.SYNTAX_ERROR:
            return frame
        body = frame[5:-1]
        assert frame[:3] == b"\0\0\xff" and (frame[3] + frame[4]) & 0xFF == 0
        assert body[0] == frames.TO_HOST and sum(body) & 0xFF == 0
        return body[1:-1]

    def ask(self, payload, limit_ms=400):
        self.send(payload)
        return self.answer(limit_ms)
