"""Display driver: SSD1306, 128 x 64, I2C. One bounded transfer a step, pages only where changed.

sh1106.py drives its sister.
Source: SSD1306 data sheet, 9 and 10 (commands), application note (charge pump). A display that is
absent, or fails later, never stops the game: it is tried again every 10 s with a full set-up.
Where a chip holds SDA low, `on_held` is called, which has it clocked before the next try.
A page is drawn in `canvas` and handed over by `show_page`; buffers are exchanged, not copied.
"""

import framebuf
from micropython import const

WIDTH = const(128)
PAGES = const(8)

_TICKS = const(0x3FFFFFFF)  # clock values wrap
_RETRY_MS = const(10_000)
_CHECK_MS = const(10_000)
_STATUS_OFF = const(0x40)

# The display stays off until all its memory is written: what it holds at power-up is noise.
_SET_UP = (
    b"\x00"  # a row of commands follows
    b"\xae"  # display off
    b"\xd5\x80\xa8\x3f\xd3\x00\x40"  # clock, 64 lines, no offset, start line 0
    b"\x8d\x14"  # charge pump on
    b"\x20\x02"  # addressing by page, which the SH1106 has as well
    b"\xda\x12\xd9\xf1\xdb\x40"  # COM pins, precharge, deselect level: the usual 128 x 64 panel
    b"\xa4\xa6\x2e"  # show the memory, not inverted, no scrolling
)
_ON = b"\x00\xaf"
_OFF = b"\x00\xae"

_AWAY = const(0)
_WRITING = const(1)
_ON_SHOW = const(2)
_RESTING = const(3)


class Page:
    """8 rows of pixels: `data` is the control byte 0x40 and 128 columns, `fb` draws on these."""

    def __init__(self):
        self.data = bytearray(1 + WIDTH)
        self.data[0] = 0x40
        self.fb = framebuf.FrameBuffer(memoryview(self.data)[1:], WIDTH, 8, framebuf.MONO_VLSB)


class Display:
    """`i2c` None: there is no display. `flipped`: mounted upside down. `contrast`: 0 to 255.
    `sda`: a pin to be read, or None."""

    SET_UP = _SET_UP
    FIRST_COLUMN = 0  # of the memory that the panel shows

    def __init__(self, i2c, address=0x3C, flipped=False, contrast=0xCF, sda=None):
        self._i2c = i2c
        self._sda = sda
        self.on_held = None  # called where SDA was found low
        self._address = address
        self._flipped = flipped
        self._turn = bytearray((0x00, 0xA0 if flipped else 0xA1, 0xC0 if flipped else 0xC8))
        self._contrast = bytearray((0x00, 0x81, contrast))
        self._position = bytearray((0x00, 0xB0, self.FIRST_COLUMN, 0x10))
        self._status = bytearray(1)
        self.canvas = Page()
        self._shown = [Page() for _ in range(PAGES)]
        self._valid = 0  # bit mask of pages whose memory holds what _shown says
        self._state = _AWAY
        self._since_ms = 0  # of the last try while away, of the last check while on show
        self._tried = False
        self._rests = False
        self._checkable = False  # the status byte told the truth after switching on
        self._now_ms = 0
        # Counts set-ups: whoever draws compares it, and draws everything anew when it moved.
        self.starts = 0
        self.failures = 0
        self._is_to_turn = False

    def turn(self, is_turned):
        """Turn the picture upside down from how the display is mounted, or back."""
        flipped = self._flipped != is_turned
        columns = 0xA0 if flipped else 0xA1
        if self._turn[1] != columns:
            self._turn[1] = columns
            self._turn[2] = 0xC0 if flipped else 0xC8
            self._is_to_turn = True

    def rest(self, rests):
        """Off until it is woken; then everything is set up and written anew."""
        self._rests = rests
        if not rests:
            self.try_again()

    def try_again(self):
        """Set everything up anew at the next step."""
        self._state = _AWAY
        self._tried = False

    def step(self, now_ms):
        """Set up, switch on, or check: one bus call at most. True: pages may be shown."""
        if self._i2c is None:
            return False
        self._now_ms = now_ms
        if self._rests:
            if self._state != _RESTING:
                self._write(_OFF)
                self._state = _RESTING
            return False
        passed_ms = (now_ms - self._since_ms) & _TICKS
        if self._state == _AWAY:
            if not self._tried or passed_ms >= _RETRY_MS:
                self._begin()
        elif self._is_to_turn:
            self._turn_now()
        elif self._state == _WRITING:
            if self._valid == 0xFF:
                self._switch_on()
        elif passed_ms >= _CHECK_MS:
            self._check()
        return self._state != _AWAY

    def show_page(self, page):
        """Write the canvas as this page where it differs. True when the bus was used."""
        canvas = self.canvas
        shown = self._shown[page]
        bit = 1 << page
        if self._valid & bit and canvas.data == shown.data:
            return False
        self._position[1] = 0xB0 + page
        if self._write(self._position) and self._write(canvas.data):
            self._valid |= bit
            self._shown[page] = canvas
            self.canvas = shown
        return True

    def is_on(self):
        """The display answers and shows a whole picture."""
        return self._state == _ON_SHOW

    def _begin(self):
        self._tried = True
        self._since_ms = self._now_ms
        self._valid = 0
        self._state = _WRITING
        if self._write(self.SET_UP) and self._write(self._turn) and self._write(self._contrast):
            self.starts = (self.starts + 1) & 0xFFFF

    def _turn_now(self):
        """Rows turn at once, columns as they are written: all are written anew."""
        self._is_to_turn = False
        self._valid = 0
        if self._write(self._turn):
            self.starts = (self.starts + 1) & 0xFFFF

    def _switch_on(self):
        if not self._write(_ON):
            return
        self._state = _ON_SHOW
        self._since_ms = self._now_ms
        self._checkable = self._reads_on()

    def _check(self):
        """After a moment without power a display answers, but is off and forgot its set-up."""
        self._since_ms = self._now_ms
        if self._checkable and not self._reads_on():
            self._lose()
            self._tried = False

    def _reads_on(self):
        try:
            self._i2c.readfrom_into(self._address, self._status)
        except OSError:
            self._lose()
            return False
        return not self._status[0] & _STATUS_OFF

    def _write(self, data):
        try:
            self._i2c.writeto(self._address, data)
        except OSError:
            self._lose()
            return False
        return True

    def _lose(self):
        self.failures = (self.failures + 1) & 0xFFFF
        self._state = _AWAY
        self._since_ms = self._now_ms
        if self._sda is not None and self.on_held is not None and not self._sda():
            self.on_held()
