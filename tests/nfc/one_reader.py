"""The shipped driver on one emulated reader, selected by a plain line, on virtual time."""

from domino.nfc.mfrc522 import Mfrc522
from domino.nfc.type_a import TypeA
from host_tools.chips.field import Field
from host_tools.chips.mfrc522 import MFRC522
from host_tools.runtimes.cpython.machine import make_time
from host_tools.sim.clock import VirtualClock
from host_tools.sim.ports import Ports, SpiWires

LIMIT_US = 60_000  # here a look is not cut into steps


class OneReader:
    """Bus and strobe in one: what the driver takes as `spi` and as `select`."""

    def __init__(self, *tags, version=0x92, is_set_up=True):
        self.clock = VirtualClock()
        self.ports = Ports(self.clock)
        self.wires = SpiWires()
        self.ports.spi_wires[0, 0, 0] = self.wires
        self.ports.spi_open(0, 4_000_000, 0, 0, 0)
        self.field = Field(self.clock)
        self.sim = MFRC522(self.clock, self.field, version=version)
        self.time = make_time(self.ports)
        self.spi = self
        self.chip = Mfrc522(self, self.time)
        self.tag = TypeA(self.chip, self.time)
        for tag in tags:
            self.field.put(tag)
        self.clock.advance(5_000_000)
        if is_set_up:
            assert self.chip.set_up() == 0

    def strobe(self, level):
        if level:
            self.wires.selected.clear()
            self.sim.deselect()
        else:
            self.wires.selected.append(self.sim)
            self.sim.select()

    def write(self, data):
        self.ports.spi(0, bytes(data))

    def write_readinto(self, out, into):
        into[:] = self.ports.spi(0, bytes(out))

    def light(self):
        """Switch the field on and let it settle; the start of a look."""
        self.chip.field_on()
        self.clock.advance(5_000_000)
        self.tag.begin(LIMIT_US)

    def read(self):
        """One look: wake and select. The code, and the UID as bytes."""
        self.light()
        code = self.tag.wake(3, True)
        if code == 0:
            self.tag.forget()
            code = self.tag.select()
        return code, bytes(self.tag.uid[: self.tag.length])

    def bytes_of(self, action, *args):
        """What `action` returns, and the bytes it clocks on the bus."""
        before = self.wires.bytes_clocked
        result = action(*args)
        return result, self.wires.bytes_clocked - before
