"""The edge of the simulated microcontroller: every pin, bus and wait of the firmware ends here.

Both runtimes call these same methods, in process or over a pipe, so that both see the same chips
at the same virtual time. Each call charges what it costs (timings.py); pin calls are free, their
cost is part of the bus call they frame.
"""

from collections.abc import Callable

from host_tools.chips.button import Button
from host_tools.sim import timings
from host_tools.sim.clock import VirtualClock
from host_tools.sim.flash_port import FlashPort
from host_tools.sim.i2c import DONE, NOT_ACKNOWLEDGED, TIMED_OUT, I2cWires
from host_tools.sim.serial_port import SerialPort
from host_tools.sim.watchdog import Watchdog

HIGH_Z = 0xFF  # what MISO reads when nobody drives it (pulled up)
SOFT_BUSES = 16  # I2C by software has numbers from here on; units of the controller lower ones


class Stop(Exception):
    """Raised from `Ports.on_idle` to end the simulation."""


class SpiWires:
    """One SPI bus: who hears the clock, and who answers while selected."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[bytes], None]] = []  # chips that hear every byte
        self.selected: list = []  # chips whose select line is low now: `exchange(data)`
        self.pullers: list = []  # what drives MISO although it was not asked: `pull(answer)`
        self.bytes_clocked = 0
        self.baud = 0  # of the transfer that goes on

    def exchange(self, data: bytes) -> bytes:
        """Clock `data` out; return what stood on MISO, as many bytes."""
        self.bytes_clocked += len(data)
        for hear in self.listeners:
            hear(data)
        if len(self.selected) == 1:
            answer = self.selected[0].exchange(data)
        else:
            answer = bytes([HIGH_Z]) * len(data)
            for chip in self.selected:  # several drive MISO: a low wins
                answer = bytes(a & b for a, b in zip(answer, chip.exchange(data), strict=True))
        for puller in self.pullers:
            answer = puller.pull(answer)
        return answer


class HeldBus:
    """Another device that holds MISO at a level, whoever is selected."""

    def __init__(self, byte: int) -> None:
        self.byte = byte

    def pull(self, answer: bytes) -> bytes:
        """What is left of an answer: nothing."""
        return bytes([self.byte]) * len(answer)


class LateReads:
    """Long or loaded wires: above `hz` what a chip answers is seen one bit late."""

    def __init__(self, wires: SpiWires, hz: int) -> None:
        self.wires = wires
        self.hz = hz

    @property
    def is_late(self) -> bool:
        """Whether the clock is too fast for these wires now."""
        return self.wires.baud > self.hz

    def pull(self, answer: bytes) -> bytes:
        """The answer, behind the level of the line at rest, its last bit cut off."""
        if not self.is_late:
            return answer
        bits = 8 * len(answer)
        late = int.from_bytes(answer, "big") >> 1 | 1 << bits - 1
        return late.to_bytes(len(answer), "big")


class Ports:
    """Pins and buses by number, as wired by `host_tools.sim.board`."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.spi_wires: dict[tuple[int, int, int], SpiWires] = {}  # by (sck, mosi, miso)
        self.i2c_wires: dict[tuple[int, int], I2cWires] = {}  # by (sda, scl)
        self.pin_outputs: dict[int, Callable[[int], None]] = {}
        self.pin_inputs: dict[int, Button] = {}
        self.bus_lines: dict[int, Callable[[], int]] = {}  # levels of I2C lines by pin
        self.strips: dict[int, object] = {}
        self.pwm_outputs: dict[int, Callable[[int, int], None]] = {}
        self.on_idle: Callable[[int], None] = lambda pending: None
        self.on_event: Callable[[int, int, int, int], None] = lambda *event: None
        self.on_record: Callable[[int, int, int, int], None] = lambda *action: None
        self.on_lights: Callable[[], None] = lambda: None  # strip or screen was written
        self.levels: dict[int, int] = {}
        self.pin_read_ns: dict[int, int] = {}
        self.flash: FlashPort | None = None
        self.serial = SerialPort()
        self.watchdog = Watchdog(clock)
        self.is_prompt = True  # no transfer takes longer than it should
        self.hang_ms = 0  # for how long the next wait of the firmware lasts too long
        self.busiest_step_ns = 0  # flash erases not counted
        self.busiest_erasing_step_ns = 0  # flash erases counted
        self._spi: dict[int, tuple[SpiWires, int]] = {}
        self._i2c: dict[int, tuple[I2cWires, int, int]] = {}
        self._woke_ns: int | None = None  # None: the firmware is starting

    # -- pins ------------------------------------------------------------------------------
    def pin_write(self, pin: int, level: int) -> None:
        """Drive an output."""
        if self.levels.get(pin) != level:
            self.levels[pin] = level
            output = self.pin_outputs.get(pin)
            if output:
                output(level)

    def pin_read(self, pin: int) -> int:
        """Level of an input; one that nothing is wired to is pulled up."""
        if pin in self.bus_lines:
            return self.bus_lines[pin]()
        self.pin_read_ns[pin] = self.clock.now_ns
        source = self.pin_inputs.get(pin)
        return source.level() if source else self.levels.get(pin, 1)

    def note_read(self, pin: int, read_ns: int) -> None:
        """An input that rests was read earlier on."""
        self.pin_read_ns[pin] = max(read_ns, self.pin_read_ns.get(pin, read_ns))

    def inputs_rest_ns(self) -> int:
        """Until when every input certainly reads 1, whoever asks; 0: not even now."""
        for button in self.pin_inputs.values():
            if not button.is_at_rest():
                return 0
        for wires in self.i2c_wires.values():
            if wires.is_data_held:
                return 0
        return self.clock.next_ns()

    def pwm(self, pin: int, freq_hz: int, duty_u16: int) -> None:
        """Set a PWM output; duty 0 is off."""
        if pin in self.pwm_outputs:
            self.pwm_outputs[pin](freq_hz, duty_u16)

    def wire_i2c(self, sda: int, scl: int) -> I2cWires:
        """The I2C bus at two pins, which can also be driven and read as pins."""
        wires = self.i2c_wires.setdefault((sda, scl), I2cWires())
        self.pin_outputs[sda], self.pin_outputs[scl] = wires.take_sda, wires.take_scl
        self.bus_lines[sda], self.bus_lines[scl] = wires.sda, wires.scl
        return wires

    # -- buses -----------------------------------------------------------------------------
    def spi_open(self, number: int, baud: int, sck: int, mosi: int, miso: int) -> None:
        """Route SPI `number` to three pins; with nothing wired to them it reads 0xFF."""
        self._spi[number] = (self.spi_wires.get((sck, mosi, miso), SpiWires()), baud)

    def spi(self, number: int, data: bytes) -> bytes:
        """Clock `data` out and return what came back, as many bytes."""
        wires, baud = self._spi[number]
        wires.baud = baud
        self.clock.advance(timings.CPU_PER_BUS_CALL_NS + len(data) * 8_000_000_000 // baud)
        return wires.exchange(data)

    def i2c_open(self, number: int, freq: int, sda: int, scl: int, timeout_us: int) -> None:
        """Route I2C `number` to two pins. `timeout_us`: how long SCL may be held low."""
        wires = self.i2c_wires.get((sda, scl), I2cWires())
        wires.open()
        self.levels.pop(sda, None)
        self.levels.pop(scl, None)
        self._i2c[number] = (wires, freq, timeout_us * 1000)

    def i2c_write(self, number: int, address: int, data: bytes) -> int:
        """Write to a device: DONE, NOT_ACKNOWLEDGED or TIMED_OUT."""
        wires, freq, _ = self._i2c[number]
        status, chips = self._call(number, address, len(data))
        if status == DONE:
            self._charge_i2c(freq, len(data))
            is_taken = wires.write(chips, data) or wires.is_data_held
            status = DONE if is_taken else NOT_ACKNOWLEDGED
        self.on_lights()
        return status

    def i2c_read(self, number: int, address: int, count: int) -> tuple[int, bytes]:
        """Read from a device: as `i2c_write`, and the bytes where it is DONE."""
        wires, freq, _ = self._i2c[number]
        status, chips = self._call(number, address, count)
        if status != DONE:
            return status, b""
        answer = bytes(count) if wires.is_data_held else wires.read(chips, count)
        self._charge_i2c(freq, count)
        return status, answer

    def _call(self, number: int, address: int, count: int) -> tuple[int, list]:
        """Start, address and whoever stretches the clock there."""
        wires, freq, timeout_ns = self._i2c[number]
        self.clock.advance(timings.CPU_PER_BUS_CALL_NS)
        chips = wires.answering(address)
        if wires.is_data_held or wires.is_taken:
            return self._call_in_vain(number, wires), []
        wires.note(address, count if chips else 0, chips)
        stretch_ns = wires.stretch_ns(chips)
        self.clock.advance(min(stretch_ns, timeout_ns))
        # start and stop are a bit each, the address is a byte
        self.clock.advance((timings.I2C_BITS_PER_BYTE + 2) * 1_000_000_000 // freq)
        if stretch_ns > timeout_ns:
            return TIMED_OUT, []
        return (DONE if chips else NOT_ACKNOWLEDGED), chips

    def _call_in_vain(self, number: int, wires: I2cWires) -> int:
        """SDA is low, or the lines are driven as pins. A unit waits for a free bus; what is
        done by software clocks its address all the same, and takes a low SDA for an ACK."""
        _, freq, timeout_ns = self._i2c[number]
        if number < SOFT_BUSES:
            self.clock.advance(timeout_ns)
            return TIMED_OUT
        wires.open()
        for _ in range(timings.I2C_BITS_PER_BYTE):
            wires.clock(0)
            wires.clock(1)
        self._charge_i2c(freq, 1)
        return DONE if wires.is_data_held else NOT_ACKNOWLEDGED

    def _charge_i2c(self, freq: int, count: int) -> None:
        self.clock.advance(count * timings.I2C_BITS_PER_BYTE * 1_000_000_000 // freq)

    def bitstream(self, pin: int, data: bytes) -> None:
        """Send WS2812 bits, interrupts off all the while."""
        self.clock.advance(timings.CPU_PER_BUS_CALL_NS + len(data) * 8 * timings.WS2812_BIT_NS)
        if pin in self.strips:
            self.strips[pin].feed(data)
            self.on_lights()

    # -- time ------------------------------------------------------------------------------
    def clock_read(self) -> int:
        """Microseconds since power-on; reading costs a little."""
        self.clock.advance(timings.CLOCK_READ_NS)
        return self.clock.now_ns // 1000

    def sleep_us(self, span_us: int) -> None:
        """A blocking wait inside a step."""
        self.clock.advance(span_us * 1000)

    def idle(self, span_ms: int, pending: int) -> None:
        """The firmware awaits: the step is over. May raise what ends the simulation.

        `pending`: what the firmware says (App.pending).
        """
        self._note_step()
        self.on_idle(pending)
        if self.serial.take_news():
            span_ms = 0
        span_ms, self.hang_ms = span_ms + self.hang_ms, 0
        self.clock.advance(timings.ASYNC_ROUND_NS + span_ms * 1_000_000)
        self._woke_ns = self.clock.now_ns

    def _note_step(self) -> None:
        erasing_ns = self.flash.erasing_ns if self.flash else 0
        if self.flash:
            self.flash.erasing_ns = 0
        if self._woke_ns is None:
            return  # what is done before the first await is no step
        span_ns = self.clock.now_ns - self._woke_ns
        if erasing_ns:
            self.busiest_erasing_step_ns = max(self.busiest_erasing_step_ns, span_ns)
        self.busiest_step_ns = max(self.busiest_step_ns, span_ns - erasing_ns)

    # -- power -----------------------------------------------------------------------------
    def let_go(self) -> None:
        """The controller has no power: nothing drives its pins, pull-ups hold them."""
        for pin, output in self.pin_outputs.items():
            if self.levels.get(pin, 1) != 1:
                output(1)
        self.levels.clear()
        self.watchdog.reset()
        for sound in self.pwm_outputs.values():
            sound(0, 0)

    def start(self) -> None:
        """The controller starts."""
        self._woke_ns = None
