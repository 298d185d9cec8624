"""Emulated SH1106 display controller on I2C, with the 128 x 64 panel of the 1.3 inch modules.

Source: SH1106 data sheet: I2C-bus interface, display data RAM, commands 1 to 22. It is the sister
of the SSD1306: its memory is 132 columns wide and written by page only, its column address stops
at the last one, and the voltage converter is on after a reset. Commands of the SSD1306 that it
has not (20, 21, 22, 8D ...) do nothing, so that their arguments are taken for commands: a driver
of the wrong chip shows.

The modules wire the panel to segments 2 to 129; the rest is as in ssd1306.py.
"""

from host_tools.chips.ssd1306 import SSD1306

# Commands of two bytes: contrast, multiplex ratio, DC-DC, offset, clock, precharge, pads, VCOM.
_ARGUMENTS = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
_LAST_COLUMN = 131


class SH1106(SSD1306):
    """I2C device; `converter`: the DC-DC is on, `pump` its voltage, 0 to 3 (6.4 to 9.0 V)."""

    columns = _LAST_COLUMN + 1
    first = 2
    arguments = _ARGUMENTS

    def _power_up(self) -> None:
        super()._power_up()
        self.contrast = 0x80
        self.converter = True
        self.pump = 2

    def _take_data(self, value: int) -> None:
        """Command 12: the page address does not change; the column address stops at its end."""
        if self._column <= _LAST_COLUMN:
            self._store(value)
            self._column += 1

    def _do(self, command: int) -> None:
        if 0x10 <= command < 0x20:
            self._column = (self._column & 0x0F) | (command & 0x0F) << 4
        elif 0x30 <= command < 0x34:
            self.pump = command & 0x03
        elif command not in (0x2E, 0x2F):
            super()._do(command)

    def _set(self, command: int, given: list[int]) -> None:
        if command == 0xAD:
            if given[0] & 0xFE == 0x8A:
                self.converter = bool(given[0] & 1)
        else:
            super()._set(command, given)

    def is_lit(self) -> bool:
        """Switched on, with the high voltage of its own converter."""
        return self.display_on and self.converter and not self._fault
