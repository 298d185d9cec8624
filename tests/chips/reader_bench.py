"""A reader chip on a bench: raw register accesses on virtual time, no driver."""

from host_tools.chips import mfrc522_map as r
from host_tools.chips.field import Field
from host_tools.chips.iso14443 import with_crc
from host_tools.chips.mfrc522 import MFRC522
from host_tools.sim.clock import VirtualClock

TIMER_BITS = r.TIMER_IRQ | r.RX_IRQ | r.IDLE_IRQ


class Bench:
    """`cost_ns` is what an access takes; 0 lets a test look at exact times."""

    def __init__(self, cost_ns=0, **chip):
        self.clock = VirtualClock()
        self.field = Field(self.clock)
        self.chip = MFRC522(self.clock, self.field, **chip)
        self.cost_ns = cost_ns

    def transfer(self, *data):
        self.chip.select()
        got = self.chip.exchange(bytes(data))
        self.chip.deselect()
        self.clock.advance(self.cost_ns)
        return got

    def read(self, register):
        return self.transfer(0x80 | register << 1, 0)[1]

    def write(self, register, *values):
        self.transfer(register << 1, *values)

    def fifo(self):
        count = self.read(r.FIFO_LEVEL)
        return self.transfer(*[0x80 | r.FIFO_DATA << 1] * count, 0)[1:]

    def wait_us(self, span):
        self.clock.advance(int(span * 1000))

    def start(self, timer_us=1000):
        """Out of reset, type A set up, field on and settled."""
        self.wait_us(2000)
        self.write(r.T_MODE, 0x80)
        self.write(r.T_PRESCALER, 0xA9)  # 25 us a tick
        self.write(r.T_RELOAD_H, 0)
        self.write(r.T_RELOAD_L, timer_us // 25 - 1)
        self.write(r.TX_ASK, 0x40)
        self.write(r.MODE, 0x3D)
        self.write(r.COMMAND, 0)
        self.write(r.TX_CONTROL, 0x83)
        self.wait_us(5000)
        return self

    def send(self, data, last_bits=0, align=0):
        """Start a Transceive; the answer is not waited for."""
        self.write(r.COMMAND, 0)
        self.write(r.COM_IRQ, 0x7F)
        self.write(r.FIFO_LEVEL, 0x80)
        self.write(r.FIFO_DATA, *data)
        self.write(r.COMMAND, r.TRANSCEIVE)
        self.write(r.BIT_FRAMING, 0x80 | align << 4 | last_bits)

    def ask(self, data, last_bits=0, align=0):
        """Send and wait; the bytes of the answer, empty after a timeout."""
        self.send(data, last_bits, align)
        for _ in range(2000):
            if self.read(r.COM_IRQ) & TIMER_BITS:
                return self.fifo()
            self.wait_us(10)
        raise AssertionError("neither an answer nor a timeout")

    def select_tag(self, request=0x52):
        """WUPA and the whole activation; the last SAK, or None."""
        if not self.ask([request], 7):
            return None
        for code in (0x93, 0x95, 0x97):
            part = self.ask([code, 0x20])
            if len(part) != 5:
                return None
            sak = self.ask(with_crc(bytes([code, 0x70]) + part))
            if not sak:
                return None
            if not sak[0] & 4:
                return sak[0]
        return None
