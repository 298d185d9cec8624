"""Display driver: SH1106, 128 x 64 panel, I2C. Imported only for boards that have one.

It takes the SSD1306's page writes (ssd1306.py); its memory is 132 columns wide, of which the panel
shows the middle 128, and its voltage converter has a command of its own. Source: SH1106 data
sheet, commands; the values it is reset to where the panel asks for no other.
"""

from domino.ui.ssd1306 import Display

_SETTINGS = (
    b"\xd5\x80\xa8\x3f\xd3\x00\x40"  # clock, 64 lines, no offset, start line 0
    b"\xad\x8b\x33"  # voltage converter on, 9.0 V
    b"\xda\x12\xd9\x22\xdb\x35"  # COM pads, precharge, deselect level
    b"\xa4\xa6"  # show the memory, not inverted
)


class WideDisplay(Display):
    """As Display."""

    SETTINGS = _SETTINGS
    FIRST_COLUMN = 2
