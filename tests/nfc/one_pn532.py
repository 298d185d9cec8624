"""The shipped PN532 driver on one emulated chip, on I2C or on SPI, on virtual time."""

from types import SimpleNamespace

from domino.nfc.iso14443 import OK
from domino.nfc.pn532 import PAYLOAD, PENDING, Pn532
from domino.nfc.pn532_frames import Commands
from domino.nfc.pn532_i2c import I2cLink
from domino.nfc.pn532_spi import SpiLink
from host_tools.chips.field import Field
from host_tools.chips.pn532 import ADDRESS, PN532
from host_tools.runtimes.cpython.machine import make_machine, make_time
from host_tools.sim.clock import VirtualClock
from host_tools.sim.i2c import I2cWires
from host_tools.sim.ports import Ports, SpiWires

BUSES = ("i2c", "spi")


class OnePn532:
    """`chip`: the driver, `sim`: the emulated one. `timeout_us`: of the I2C bus."""

    def __init__(self, *tags, bus="i2c", timeout_us=5000, is_set_up=True):
        self.clock = VirtualClock()
        self.ports = Ports(self.clock)
        self.field = Field(self.clock)
        self.sim = PN532(self.clock, self.field)
        self.time = make_time(self.ports)
        self.commands = Commands()
        make = self._on_i2c if bus == "i2c" else self._on_spi
        self.link = make(make_machine(self.ports), timeout_us)
        self.chip = Pn532(self.link, self.time)
        for tag in tags:
            self.field.put(tag)
        self.clock.advance(5_000_000)
        if is_set_up:
            assert self.set_up() == OK

    def _on_i2c(self, machine, timeout_us):
        wires = self.ports.i2c_wires[0, 1] = I2cWires()
        wires[ADDRESS] = self.sim
        pins = {"sda": machine.Pin(0), "scl": machine.Pin(1)}
        i2c = machine.I2C(0, freq=400_000, timeout=timeout_us, **pins)
        return I2cLink(SimpleNamespace(i2c=i2c, is_chosen=True), self.time)

    def _on_spi(self, machine, _timeout_us):
        wires = self.ports.spi_wires[0, 1, 2] = SpiWires()

        def strobe(level):
            if level:
                wires.selected.clear()
                self.sim.deselect()
            else:
                wires.selected.append(self.sim)
                self.sim.select()

        pins = {"sck": machine.Pin(0), "mosi": machine.Pin(1), "miso": machine.Pin(2)}
        spi = machine.SPI(0, baudrate=4_000_000, **pins)
        return SpiLink(SimpleNamespace(spi=spi, strobe=strobe), self.time)

    # -- as the looks do it, in one go -----------------------------------------------------
    def finish(self, code):
        """Poll each millisecond until the command under way is over; its code."""
        while code == PENDING:
            self.clock.advance(1_000_000)
            code = self.chip.advance()
        return code

    def run(self, command):
        """One command to its end."""
        return self.finish(self.chip.begin(command))

    def set_up(self):
        self.chip.wake()
        for command in self.commands.set_up:
            code = self.run(command)
            if code != OK:
                return code
        return OK

    def search(self):
        """A search for up to two tags; the code, and how many were found."""
        code = self.run(self.commands.search)
        return code, self.chip.data[PAYLOAD]

    @property
    def answer(self):
        """The payload of the last answer."""
        return bytes(self.chip.data[PAYLOAD : PAYLOAD + self.chip.count])
