"""Emulated SSD1306 display controller on I2C, with the 128 x 64 panel of the usual modules.

Source: SSD1306 data sheet: 8.1.5 (I2C, control byte), 9 and 10 (commands), application note
(charge pump). The display memory keeps what was written by output segment, as the data sheet has
it: the segment remap works on what is written after it. `picture()` is what a person sees: the
modules are mounted so that remapped segments and COM scan (A1, C8) stand upright.
"""

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_HORIZONTAL, _VERTICAL, _BY_PAGE = 0, 1, 2

# Bytes that follow a command byte; every other command has none.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2,
    0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip


class SSD1306:
    """I2C device. `columns`: of the memory; the panel shows 128 of them from `first` on.

    `fault` set to any word: no acknowledge; cleared: as if just plugged in.
    """

    columns = WIDTH
    first = 0
    arguments = _ARGUMENTS

    def __init__(self) -> None:
        self._fault: str | None = None
        self.bytes_heard = 0
        self._power_up()

    def _power_up(self) -> None:
        """Reset values (data sheet table 9-1). The memory holds noise until it is written."""
        cells = range(self.columns * PAGES)
        self.ram = bytearray((i * 73 + (i >> 3) * 151) & 0xFF for i in cells)
        self.display_on = False
        self.all_on = False
        self.inverted = False
        self.contrast = 0x7F
        self.charge_pump = False
        self.segment_remap = False
        self.com_reversed = False
        self.com_pins = 0x12
        self.start_line = 0
        self.offset = 0
        self.rows = HEIGHT
        self.scrolling = False
        # Clock, precharge and deselect level: without them a panel flickers or is pale.
        self.timing = {0xD5: 0x80, 0xD9: 0x22, 0xDB: 0x20}
        self._mode = _BY_PAGE
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._command = 0
        self._wanted = 0
        self._given: list[int] = []

    @property
    def fault(self) -> str | None:
        """None, or why the display does not answer."""
        return self._fault

    @fault.setter
    def fault(self, reason: str | None) -> None:
        if self._fault and not reason:
            self._power_up()
        self._fault = reason

    # The bus ------------------------------------------------------------------------------

    def write(self, data: bytes) -> bool:
        """One transaction after the address: control bytes (Co, D/C) and what they announce."""
        if self._fault:
            return False
        self.bytes_heard += len(data)
        at = 0
        while at < len(data):
            control = data[at]
            at += 1
            end = at + 1 if control & 0x80 else len(data)
            take = self._take_data if control & 0x40 else self._take_command
            for value in data[at:end]:
                take(value)
            at = end
        return True

    def read(self, count: int) -> bytes:
        """The status byte, bit 6 set while the display is off (table 8-1)."""
        if self._fault:
            return b"\xff" * count
        return bytes((0x00 if self.display_on else 0x40,)) * count

    # Disturbances -------------------------------------------------------------------------

    def disturb(self, commands: bytes) -> None:
        """The chip takes these bytes for commands that nobody sent; arguments may be missing."""
        for value in commands:
            self._take_command(value)

    def bend(self, page: int, column: int, count: int, bits: int) -> None:
        """Turn over `bits` of so many columns of the memory."""
        at = page * self.columns + column
        for cell in range(at, min(at + count, (page + 1) * self.columns)):
            self.ram[cell] ^= bits

    # Memory -------------------------------------------------------------------------------

    def _take_data(self, value: int) -> None:
        self._store(value)
        if self._mode == _BY_PAGE:
            self._column = (self._column + 1) % WIDTH
        elif self._mode == _HORIZONTAL:
            if self._next_column():
                self._next_page()
        elif self._next_page():
            self._next_column()

    def _store(self, value: int) -> None:
        last = self.columns - 1
        segment = last - self._column if self.segment_remap else self._column
        self.ram[self._page * self.columns + segment] = value

    def _next_column(self) -> bool:
        """Move on inside the column window; True when it began again."""
        first, last = self._columns
        wrapped = self._column == last
        self._column = first if wrapped else (self._column + 1) % WIDTH
        return wrapped

    def _next_page(self) -> bool:
        """Move on inside the page window; True when it began again."""
        first, last = self._pages
        wrapped = self._page == last
        self._page = first if wrapped else (self._page + 1) % PAGES
        return wrapped

    # Commands -----------------------------------------------------------------------------

    def _take_command(self, value: int) -> None:
        """A command byte or an argument of the last one, also of an earlier transaction."""
        if self._wanted:
            self._given.append(value)
            self._wanted -= 1
            if not self._wanted:
                self._set(self._command, self._given)
            return
        self._command = value
        self._given = []
        self._wanted = self.arguments.get(value, 0)
        if not self._wanted:
            self._do(value)

    def _do(self, command: int) -> None:
        """A command without arguments."""
        if command < 0x10:
            self._column = (self._column & 0x70) | command
        elif command < 0x20:
            self._column = (self._column & 0x0F) | (command & 0x07) << 4
        elif command in (0x2E, 0x2F):
            self.scrolling = command == 0x2F
        elif 0x40 <= command < 0x80:
            self.start_line = command & 0x3F
        elif 0xB0 <= command < 0xB8:
            self._page = command & 0x07
        elif 0xC0 <= command < 0xD0:
            self.com_reversed = bool(command & 0x08)
        else:
            self._switch(command)

    def _switch(self, command: int) -> None:
        """The commands whose last bit is the setting."""
        on = bool(command & 1)
        name = {
            0xA0: "segment_remap",
            0xA4: "all_on",
            0xA6: "inverted",
            0xAE: "display_on",
        }.get(command & 0xFE)
        if name:
            setattr(self, name, on)

    def _set(self, command: int, given: list[int]) -> None:
        """A command whose arguments are complete."""
        value = given[0]
        if command == 0x20:
            self._mode = value & 0x03
        elif command == 0x21:
            self._columns = (value & 0x7F, given[1] & 0x7F)
            self._column = self._columns[0]
        elif command == 0x22:
            self._pages = (value & 0x07, given[1] & 0x07)
            self._page = self._pages[0]
        elif command == 0x81:
            self.contrast = value
        elif command == 0x8D:
            self.charge_pump = bool(value & 0x04)
        elif command == 0xA8 and value & 0x3F >= 15:  # 0 to 14 are invalid
            self.rows = (value & 0x3F) + 1
        elif command == 0xD3:
            self.offset = value & 0x3F
        elif command == 0xDA:
            self.com_pins = value
        elif command in self.timing:
            self.timing[command] = value

    # The panel ----------------------------------------------------------------------------

    def is_lit(self) -> bool:
        """Switched on, and with the high voltage that the module makes by its charge pump."""
        return self.display_on and self.charge_pump and not self._fault

    def pixel(self, x: int, y: int) -> int:
        """1 where the person in front of the module sees light."""
        if not self.is_lit():
            return 0
        row = self._row_of_line(y)
        if row is None:
            return 0
        if self.all_on:
            return 1
        ram_row = (row + self.start_line) % HEIGHT
        segment = self.first + WIDTH - 1 - x
        bit = self.ram[(ram_row >> 3) * self.columns + segment] >> (ram_row & 7) & 1
        return bit ^ int(self.inverted)

    def _row_of_line(self, y: int) -> int | None:
        """The display row that drives the panel's line y, None for a line that is not driven."""
        pin = HEIGHT - 1 - y
        # The panel's lines are wired for alternating COM pins; set to sequential they mix up.
        com = pin if self.com_pins & 0x10 else (pin % 2) * 32 + pin // 2
        row = self.rows - 1 - com if self.com_reversed else com
        row = (row + self.offset) % HEIGHT
        return row if row < self.rows else None

    def picture(self) -> bytes:
        """What is seen, as 8 pages of 128 columns, bit 0 on top (MONO_VLSB); dark: zeros."""
        if self.is_lit() and not self.all_on and self._is_upright():
            flip = 0xFF if self.inverted else 0
            pages = range(self.first, self.columns * PAGES, self.columns)
            return bytes(b ^ flip for at in pages for b in reversed(self.ram[at : at + WIDTH]))
        seen = bytearray(WIDTH * PAGES)
        for y in range(HEIGHT):
            for x in range(WIDTH):
                if self.pixel(x, y):
                    seen[(y >> 3) * WIDTH + x] |= 1 << (y & 7)
        return bytes(seen)

    def facing_picture(self) -> bytes:
        """What is seen by whoever the picture is turned to: the module, or its opposite."""
        seen = self.picture()
        return seen if self.com_reversed else bytes(_MIRRORED[byte] for byte in reversed(seen))

    def _is_upright(self) -> bool:
        """Panel line y shows memory row y: the usual case, which `picture` copies by pages."""
        moved = self.offset or self.start_line or self.rows != HEIGHT
        return self.com_reversed and bool(self.com_pins & 0x10) and not moved
