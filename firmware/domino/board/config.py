"""board.json made live: buses, select fan-out, the graph of slots, pads and seats.

`machine` comes from outside. What a board file may say is checked on the host before it is copied
(`domino-table board check`); here only what would make the start fail is named, in one line.
"""

from micropython import const

NONE = const(255)
_ON_I2C = "tca9548a"  # the kind of select behind which readers are on I2C


class BoardError(Exception):
    """What is wrong with board.json, in one line."""


def grid_neighbours(columns, rows, linked=None):
    """Neighbours of a grid's slots, four a slot (north, east, south, west), 255 for none.

    Slots count from the north-west corner, row by row. `linked`: "rows" joins the west and the
    east end of each row, "columns" the north and the south end of each column, "both" both.
    """
    turns_rows = linked == "rows" or linked == "both"
    turns_columns = linked == "columns" or linked == "both"
    links = bytearray([NONE] * (4 * columns * rows))
    for slot in range(columns * rows):
        x = slot % columns
        y = slot // columns
        if x < columns - 1 or turns_rows:
            east = y * columns + (x + 1) % columns
            links[4 * slot + 1] = east
            links[4 * east + 3] = slot
        if y < rows - 1 or turns_columns:
            south = (y + 1) % rows * columns + x
            links[4 * slot + 2] = south
            links[4 * south] = slot
    return links


def _listed_neighbours(rows):
    links = bytearray()
    for row in rows:
        for slot in row:
            links.append(NONE if slot is None else slot)
    return links


def _grid_names(columns, rows):
    return [chr(97 + x) + str(y + 1) for y in range(rows) for x in range(columns)]


class Wires:
    """Buses and pins as board.json names them."""

    def __init__(self, config, machine, clock=None):
        self._config = config
        self._machine = machine
        self._clock = clock
        self._buses = {}
        self.i2c = []  # what the file says of each I2C bus in use

    def bus(self, name):
        """The SPI or I2C bus of this name, made when it is first asked for."""
        if name not in self._buses:
            config = self._config["buses"].get(name)
            if config is None:
                raise BoardError("board.json: buses: there is no bus {}".format(name))
            make = self._make_spi if config["kind"] == "spi" else self._make_i2c
            try:
                self._buses[name] = make(config)
            except ValueError as error:  # pins that this unit does not have
                raise BoardError("board.json: buses.{}: {}".format(name, error))
        return self._buses[name]

    def _make_spi(self, bus):
        pin = self._machine.Pin
        return self._machine.SPI(
            bus["id"],
            baudrate=bus["baud"],
            polarity=0,
            phase=0,
            sck=pin(bus["sck"]),
            mosi=pin(bus["mosi"]),
            # Pulled up: what comes while no chip is selected tells whether one holds the bus.
            miso=pin(bus["miso"], pin.IN, pin.PULL_UP),
        )

    def _make_i2c(self, bus):
        """A chip may be in the middle of a byte since the controller's last run."""
        self.i2c.append(bus)
        lines = self.lines(bus)
        lines.clear()
        return lines.make()

    def lines(self, bus):
        """The pins of an I2C bus, of which the file says `bus`."""
        from domino.board.i2c_lines import I2cLines

        return I2cLines(self._machine, bus, self._clock)

    def data_line(self, name):
        """SDA of an I2C bus, to be read."""
        return self._pin(self._config["buses"][name]["sda"])

    def output(self, number, level):
        """A pin that is driven, `level` at first."""
        return self._pin(number, self._machine.Pin.OUT, value=level)

    def input(self, number):
        """A pin that is read, pulled up: a button to ground."""
        return self._pin(number, self._machine.Pin.IN, self._machine.Pin.PULL_UP)

    def _pin(self, number, *how, **more):
        try:
            return self._machine.Pin(number, *how, **more)
        except ValueError:
            raise BoardError("board.json: there is no pin {}".format(number))


class Board(Wires):
    """The parts of one table.

    `slots`, `pads`: how many; a reader's number is its slot, or slots + its pad. `outputs`: the
    select output of each reader. `neighbours`: see grid_neighbours. `names`: of slots, then pads.
    `columns`, `rows`: of the map, 0 where there is none; `places`: column and row of each slot on
    it, two bytes a slot, empty for a grid. `fields`: how many may be on at once. `seated`: the
    numbers of players that there are seats for, as bytes. `i2c`: what the file says of each I2C
    bus in use. `clock`: has sleep_us, or None. `buses`: of each reader its
    bus, as a number; `clocks`: of each such bus, Hz.
    """

    def __init__(self, config, machine, clock=None):
        from domino.board import checking  # dropped when all is built

        checking.check(config)
        super().__init__(config, machine, clock)
        self.name = config.get("name", "")
        try:
            self._lay_out(config["slots"], config["pads"])
            self._wire_readers(config["readers"], config["selects"])
            self.seated = bytes(sorted(int(count) for count in config["seats"]))
            checking.relate(self, config)
        except KeyError as error:
            raise BoardError("board.json: {} is missing".format(error.args[0]))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BoardError("board.json: makes no sense: {}".format(error))

    # -- slots -----------------------------------------------------------------------------
    def _lay_out(self, slots, pads):
        grid = slots.get("grid")
        places = slots.get("places", ())
        self.places = bytes(n for place in places for n in place)
        self.columns = grid["columns"] if grid else max((x for x, _ in places), default=-1) + 1
        self.rows = grid["rows"] if grid else max((y for _, y in places), default=-1) + 1
        if grid:
            self.neighbours = grid_neighbours(self.columns, self.rows, grid.get("linked"))
            self.names = _grid_names(self.columns, self.rows)
        else:
            self.neighbours = _listed_neighbours(slots["neighbours"])
            self.names = list(slots["names"])
        self.slots = len(self.names)
        self.pads = len(pads)
        self.names.extend("p" + str(pad) for pad in range(self.pads))
        self.outputs = bytes(list(slots["selects"]) + [pad["select"] for pad in pads])
        if len(self.outputs) != self.slots + self.pads:
            raise BoardError("board.json: slots.selects: one output for each slot is needed")
        if len(self.neighbours) != 4 * self.slots:
            raise BoardError("board.json: slots.neighbours: four for each slot are needed")

    def forget(self):
        """Let go of what the file said, 2 KB: everything that is wired has been asked for."""
        self._config = None

    def remember(self, config):
        """For another match: what the file says, until `forget`."""
        self._config = config

    def seats(self, players):
        """The reader of each seat's pad, as bytes; empty where the board seats not so many."""
        pads = self._config["seats"].get(str(players), ())
        return bytes(self.slots + pad for pad in pads)

    # -- wires -----------------------------------------------------------------------------
    def _wire_readers(self, readers, selects):
        self.chip = readers["chip"]
        self.fields = readers.get("fields", 1)
        reset = readers.get("reset")
        self.reset = None if reset is None else self.output(reset, 1)
        parts = selects if isinstance(selects, list) else [selects]
        self.is_on_i2c = parts[0]["kind"] == _ON_I2C
        made = [self._make_select(part) for part in parts]
        self.select = made[0][0]
        if len(made) > 1:
            from domino.board.select_many import SelectMany

            self.select = SelectMany([part for part, _ in made], [count for _, count in made])
        # The bus of each reader, as a number.
        names = [part["bus"] for part in parts]
        on_bus = []
        for i in range(len(parts)):
            on_bus.extend([names.index(names[i])] * made[i][1])
        if self.outputs and max(self.outputs) >= len(on_bus):
            raise BoardError("board.json: selects: there is no output %d" % max(self.outputs))
        self.buses = bytes(on_bus[output] for output in self.outputs)
        # That of a bus where reads arrive late is lowered.
        kinds = self._config["buses"]
        self.clocks = [kinds[name].get("baud", 0) for name in names]

    def _make_select(self, part):
        """A select and the number of its outputs. Only the driver that is wired is imported."""
        kind = part["kind"]
        if kind == _ON_I2C and (self.chip != "pn532" or self._config["selects"] is not part):
            raise BoardError("board.json: selects: tca9548a must be alone, with pn532")
        bus = self.bus(part["bus"])
        if kind == "74hc595":
            from domino.board.select_595 import Select595

            latch, enable = self.output(part["latch"], 0), self.output(part["enable"], 1)
            return Select595(bus, latch, enable, part["outputs"]), part["outputs"]
        if kind == "74hc138":
            from domino.board.select_138 import Select138

            enables = [self.output(pin, 1) for pin in part["enables"]]
            address = [self.output(pin, 0) for pin in part["address"]]
            return Select138(bus, address, enables), len(enables) << len(address)
        if kind == "gpio":
            from domino.board.select_gpio import SelectGpio

            pins = [self.output(pin, 1) for pin in part["pins"]]
            return SelectGpio(bus, pins), len(pins)
        from domino.board.select_tca9548a import SelectTca9548a

        addresses, reset = part["addresses"], part.get("reset")
        pin = None if reset is None else self.output(reset, 1)
        lines = self.lines(self._config["buses"][part["bus"]])
        return SelectTca9548a(bus, addresses, pin, lines), 8 * len(addresses)
