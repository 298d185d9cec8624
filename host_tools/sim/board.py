"""A board file turned into chips and wires: the simulated table under the tiles.

What is wired where is read from board.json, as a builder would solder it; the firmware reads the
same file, and where the two disagree it talks to nothing, as on a real board.
"""

from collections.abc import Callable

from host_tools.boards import selects
from host_tools.chips.button import Button
from host_tools.chips.buzzer import Buzzer
from host_tools.chips.field import Field, Reply
from host_tools.chips.mfrc522 import MFRC522
from host_tools.chips.mid_byte import MidByte
from host_tools.chips.pn532 import PN532
from host_tools.chips.sh1106 import SH1106
from host_tools.chips.ssd1306 import SSD1306
from host_tools.chips.tag_base import ACTIVE
from host_tools.chips.ws2812 import WS2812Chain
from host_tools.sim.clock import VirtualClock
from host_tools.sim.i2c import I2cWires
from host_tools.sim.ports import Ports, SpiWires
from host_tools.sim.selects import wire as wire_selects
from host_tools.sim.switches import is_reached
from host_tools.sim.switches import wire as wire_switches

# ISO 14443-3, 6.5.3: SEL of cascade level 1; with an NVB of 0x70 a UID that is known is selected.
_LEVEL_1, _NVB_SELECT = 0x93, 0x70

SCREENS = {"ssd1306": SSD1306, "sh1106": SH1106}


class WatchedField(Field):
    """A field that remembers when it was last looked into: switched on, asked, switched off."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.first_look_ns: int | None = None
        self.last_look_ns = -1  # when the last look began
        self.last_uid_ns = -1  # when the last one began that read a UID
        self.last_own_ns = -1  # and one that selected a tag of its own, or heard two at once
        self._asks_uid = self._hears_own = False
        self._since_ns = 0
        self._frames = 0

    def power(self, on: bool) -> None:
        """Switch the field, as the chip does."""
        if on and not self.on:
            self._since_ns, self._frames = self.clock.now_ns, self.frames
            self._asks_uid = self._hears_own = False
        elif self.on and not on and self.frames > self._frames:
            self.last_look_ns = self._since_ns
            if self._asks_uid:
                self.last_uid_ns = self._since_ns
            if self._hears_own:
                self.last_own_ns = self._since_ns
            if self.first_look_ns is None:
                self.first_look_ns = self.clock.now_ns
        super().power(on)

    def send(self, data: bytes, bits: int, air: int, start_ns: int) -> Reply | None:
        """A frame of the reader, perhaps one that asks for a UID."""
        is_asked = len(data) > 1 and data[0] == _LEVEL_1 and data[1] != _NVB_SELECT
        reply = super().send(data, bits, air, start_ns)
        self._asks_uid |= is_asked
        if self._asks_uid and reply is not None:
            own = [tag for tag in reply.tags if tag in self.tags]
            is_clash = bool(own) and reply.collision >= 0
            self._hears_own |= is_clash or any(tag.state == ACTIVE for tag in own)
        return reply


class SimulatedBoard:
    """Chips by their place: `readers` and `fields` by reader index (slots, then pads)."""

    def __init__(self, config: dict, start_ms: int = 0) -> None:
        self.config = config
        self.clock = VirtualClock(start_ms * 1_000_000)
        self.ports = Ports(self.clock)
        self.fields: list[WatchedField] = []
        self.readers: list[MFRC522 | PN532] = []
        self.wires: list[SpiWires | I2cWires] = []  # the bus of each reader
        self.asked_ns: dict[int, int] = {}  # reader -> when it was chosen first, see `forget`
        self.buttons: dict[str, Button] = {}
        self.display: SSD1306 | None = None
        self.strip: WS2812Chain | None = None
        self.buzzer: Buzzer | None = None
        self.is_off = False
        self.buses = self._wire_buses()
        self._wire_readers()
        self._wire_buttons()
        self._wire_lights()

    def _wire_buses(self) -> dict[str, SpiWires | I2cWires]:
        """The readers' buses by name."""
        buses: dict[str, SpiWires | I2cWires] = {}
        for name in selects.buses(self.config):
            bus = self.config["buses"][name]
            if bus["kind"] == "i2c":
                buses[name] = self._i2c_wires(bus)
            else:
                buses[name] = SpiWires()
                self.ports.spi_wires[bus["sck"], bus["mosi"], bus["miso"]] = buses[name]
        return buses

    def _i2c_wires(self, bus: dict) -> I2cWires:
        return self.ports.wire_i2c(bus["sda"], bus["scl"])

    @property
    def spi(self) -> SpiWires | I2cWires:
        """The readers' bus, where they have one only (ValueError where they have several)."""
        (wires,) = self.buses.values()
        return wires

    def _wire_readers(self) -> None:
        config, ports = self.config, self.ports
        for number, line in enumerate(self._lines()):
            field = WatchedField(self.clock)
            self.fields.append(field)
            self.wires.append(self.buses[selects.owner(config, line)[0]["bus"]])
            self.readers.append(self._make_reader(number, field))
        if selects.bus_kind(selects.parts(config)[0][1]) == "i2c":
            connect_chip = wire_switches(config, ports, self.buses)
            for reader, line in zip(self.readers, self._lines(), strict=True):
                connect_chip(line, reader)
        else:
            connect = wire_selects(config, ports, self.buses)
            for number, line in enumerate(self._lines()):
                connect(line, self._select_line(self.wires[number], number))
        reset = config["readers"].get("reset")
        if reset is not None:
            ports.pin_outputs[reset] = self._reset_all

    def _lines(self) -> list[int]:
        config = self.config
        return config["slots"]["selects"] + [pad["select"] for pad in config["pads"]]

    def _make_reader(self, number: int, field: WatchedField) -> MFRC522 | PN532:
        if self.config["readers"]["chip"] == "mfrc522":
            return MFRC522(self.clock, field)
        reader = PN532(self.clock, field)
        reader.on_asked = lambda: self._was_asked(number)
        return reader

    def _was_asked(self, number: int) -> None:
        self.asked_ns.setdefault(number, self.clock.now_ns)

    def _select_line(self, wires: SpiWires, number: int) -> Callable[[int], None]:
        reader, asked_ns = self.readers[number], self.asked_ns

        def moved(level: int) -> None:  # twice a transfer
            if level:
                wires.selected.remove(reader)
                reader.deselect()
            else:
                if number not in asked_ns:
                    self._was_asked(number)
                wires.selected.append(reader)
                reader.select()

        return moved

    def forget(self, number: int) -> None:
        """The firmware has not asked this reader yet: something about it has changed."""
        self.asked_ns.pop(number, None)

    def _reset_all(self, level: int) -> None:
        for reader in self.readers:
            reader.set_reset(level)

    # -- SDA -------------------------------------------------------------------------------
    @property
    def display_wires(self) -> I2cWires:
        """The display's bus."""
        return self._i2c_wires(self.config["buses"][self.config["display"]["bus"]])

    def hold_data(self, bits: str, reader: int | None = None) -> None:
        """Leave a slave in the middle of a byte (chips/mid_byte.py): this reader behind its
        switch, or without one what is on the display's bus."""
        if reader is None:
            self.display_wires.left.append(MidByte(bits))
        else:
            reached = is_reached(self.config, self.wires[reader], self._lines()[reader])
            self.wires[reader].left.append(MidByte(bits, reached, reader))

    def mend_data(self, reader: int) -> None:
        """Whatever this reader held is free."""
        wires = self.wires[reader]
        if isinstance(wires, I2cWires):
            wires.left = [slave for slave in wires.left if slave.reader != reader]

    def power_off(self) -> None:
        """The supply fails. What lies on the table stays, as do a reader's faults."""
        self.is_off = True
        self.ports.let_go()
        for wires in self.ports.i2c_wires.values():
            wires.left = [slave for slave in wires.left if slave.is_short]
        self._reset_all(0)
        if self.display:
            self.display.fault = "no power"
        if self.strip:
            self.strip.power_off()

    def power_on(self) -> None:
        """The supply is back: every chip begins anew."""
        self.is_off = False
        self._reset_all(1)
        if self.display:
            self.display.fault = None
        self.asked_ns.clear()
        self.ports.start()

    def _wire_buttons(self) -> None:
        for name, pin in self.config["buttons"].items():
            button = Button(self.clock)
            self.buttons[name] = button
            self.ports.pin_inputs[pin] = button

    def restart(self) -> None:
        """The controller alone begins anew; the chips keep their power and their state."""
        self.ports.let_go()
        self.ports.start()

    def _wire_lights(self) -> None:
        config, ports = self.config, self.ports
        strip = config.get("strip")
        if strip:
            self.strip = WS2812Chain(strip["tracks"] * strip["leds"], self.clock)
            ports.pin_outputs[strip["pin"]] = self.strip.drive
            ports.strips[strip["pin"]] = self.strip
        display = config.get("display")
        if display:
            bus = config["buses"][display["bus"]]
            self.display = SCREENS[display["chip"]]()
            self._i2c_wires(bus)[display["address"]] = self.display
        buzzer = config.get("buzzer")
        if buzzer:
            self.buzzer = Buzzer(self.clock)
            ports.pwm_outputs[buzzer["pin"]] = self._sound

    def _sound(self, freq_hz: int, duty_u16: int) -> None:
        self.buzzer.set_frequency(freq_hz)
        self.buzzer.set_duty(duty_u16)
