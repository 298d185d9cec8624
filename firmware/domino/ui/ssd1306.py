"""Display driver: SSD1306, 128 x 64, I2C. One bounded transfer a step, pages only where changed.

sh1106.py drives its sister.
Source: SSD1306 data sheet, 9 and 10 (commands), application note (charge pump). A display that is
absent, or fails later, never stops the game: a lost transfer is made good after 100 ms; after two
in a row the display counts as absent, and is set up anew every 10 s until it answers.
Its registers cannot be read back, so what a disturbance does to them nobody sees from here: at
rest they are written again every two seconds, and one page of the memory with them. A display
that lost its power says by its status that it is off, and is set up as at the start.
Where a chip holds SDA low, `on_held` is called, which has it clocked before the next try.
A page is drawn in `canvas` and handed over by `show_page`; buffers are exchanged, not copied.
"""

import framebuf
from micropython import const

WIDTH = const(128)
PAGES = const(8)

_TICKS = const(0x3FFFFFFF)  # clock values wrap
_IDLE_MS = const(1000)
_AGAIN_MS = const(100)
_RETRY_MS = const(10_000)
_REFRESH_MS = const(2000)
_LATE_MS = const(6000)  # a refresh waits no longer for a quiet moment
_STATUS_OFF = const(0x40)

# A row of commands follows. NOPs end a command whose arguments went astray: six are the most.
_HEAD = b"\x00\xe3\xe3\xe3\xe3\xe3\xe3"
_SETTINGS = (
    b"\xd5\x80\xa8\x3f\xd3\x00\x40"  # clock, 64 lines, no offset, start line 0
    b"\x8d\x14"  # charge pump on
    b"\x20\x02"  # addressing by page, which the SH1106 has as well
    b"\xda\x12\xd9\xf1\xdb\x40"  # COM pins, precharge, deselect level: the usual 128 x 64 panel
    b"\xa4\xa6\x2e"  # show the memory, not inverted, no scrolling
)
_ON = b"\x00\xaf"
# Places in the row of settings, from its end: what the constructor is told, and on or off.
_COLUMNS = const(-5)
_COMS = const(-4)
_SWITCH = const(-1)

_AWAY = const(0)
_WRITING = const(1)  # off until all its memory is written: what it holds at power-up is noise
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

    SETTINGS = _SETTINGS
    FIRST_COLUMN = 0  # of the memory that the panel shows

    def __init__(self, i2c, address=0x3C, flipped=False, contrast=0xCF, sda=None):
        self._i2c = i2c
        self._sda = sda
        self.on_held = None  # called where SDA was found low
        self._address = address
        self._flipped = flipped
        self._settings = bytearray(_HEAD + self.SETTINGS + b"\xa1\xc8\x81\xcf\xae")
        self._settings[-2] = contrast
        self._face(flipped)
        self._position = bytearray((0x00, 0xB0, self.FIRST_COLUMN, 0x10))
        self._status = bytearray(1)
        self.canvas = Page()
        self._shown = [Page() for _ in range(PAGES)]
        self._valid = 0  # bit mask of pages whose memory holds what _shown says
        self._state = _AWAY
        self._losses = 0  # transfers lost in a row, 2 for any more
        self._since_ms = 0  # of the last loss; while resting of the last write
        self._refreshed_ms = 0
        self._again = 0  # the page that is refreshed next
        self._is_page_due = False
        self._rests = False
        self._checkable = False  # the status byte told the truth after switching on
        self._now_ms = 0
        self.wait_ms = _IDLE_MS  # when `step` says False: until there is more to do
        # Counts set-ups: whoever draws compares it, and draws everything again when it moved.
        self.starts = 0
        self.failures = 0
        self._is_to_turn = False

    def turn(self, is_turned):
        """Turn the picture upside down from how the display is mounted, or back."""
        if self._face(self._flipped != is_turned):
            self._is_to_turn = True

    def _face(self, flipped):
        """Put the direction of columns and rows into the settings; True where it is another."""
        columns = 0xA0 if flipped else 0xA1
        if self._settings[_COLUMNS] == columns:
            return False
        self._settings[_COLUMNS] = columns
        self._settings[_COMS] = 0xC0 if flipped else 0xC8
        return True

    def rest(self, rests):
        """Off until it is woken; then everything is set up and written again."""
        self._rests = rests
        self._losses = 0
        if not rests:
            self._state = _AWAY

    def try_again(self):
        """Set everything up again at the next step."""
        self._state = _AWAY
        self._losses = 0

    def step(self, now_ms):
        """Set up, switch on, or mend what was lost. True: pages may be shown."""
        if self._i2c is None:
            return False
        self._now_ms = now_ms
        self.wait_ms = _IDLE_MS
        passed_ms = (now_ms - self._since_ms) & _TICKS
        if self._losses:
            pause_ms = _AGAIN_MS if self._losses == 1 else _RETRY_MS
            if passed_ms < pause_ms:
                self.wait_ms = min(pause_ms - passed_ms, _IDLE_MS)
                return False
        if self._rests:
            if self._state != _RESTING or self._losses or passed_ms >= _REFRESH_MS:
                self._state = _RESTING
                self._since_ms = now_ms
                self._set_up(False)
        elif self._state == _AWAY:
            self._begin()
        elif self._losses:
            self._mend()
        elif self._is_to_turn:
            self._turn_now()
        elif self._state == _WRITING and self._valid == 0xFF:
            self._switch_on()
        if self._losses == 1:
            self.wait_ms = _AGAIN_MS
        elif self._state == _AWAY and not self._losses:
            self.wait_ms = 0
        return not (self._losses or self._rests or self._state == _AWAY)

    def refresh(self, is_busy):
        """Nothing is to be drawn: write again what the display should know, a part at a time,
        each as long as a page at most. `is_busy`: it can wait. Returns the ms until the next."""
        if self._is_page_due:
            self._is_page_due = False
            self._again = (self._again + 1) % PAGES
            self._write_page(self._again, self._shown[self._again])
            return _IDLE_MS
        passed_ms = (self._now_ms - self._refreshed_ms) & _TICKS
        if passed_ms < (_LATE_MS if is_busy else _REFRESH_MS):
            return _IDLE_MS if passed_ms < _IDLE_MS else _AGAIN_MS
        self._refreshed_ms = self._now_ms
        if self._is_on_still():
            self._is_page_due = self._set_up(True)
        return 1

    def show_page(self, page):
        """Write the canvas as this page where it differs. True when the bus was used."""
        canvas = self.canvas
        shown = self._shown[page]
        bit = 1 << page
        if self._valid & bit and canvas.data == shown.data:
            return False
        if self._write_page(page, canvas):
            self._valid |= bit
            self._shown[page] = canvas
            self.canvas = shown
        else:
            self._valid &= ~bit
        return True

    def is_on(self):
        """The display answers and shows a whole picture."""
        return self._state == _ON_SHOW and not self._losses

    def _begin(self):
        self._valid = 0
        self._state = _WRITING
        self._is_to_turn = False
        if self._set_up(False):
            self.starts = (self.starts + 1) & 0xFFFF

    def _mend(self):
        """After a lost transfer: the settings again, and whatever page was not written."""
        if self._state == _ON_SHOW and not self._is_on_still():
            return
        if self._set_up(self._state == _ON_SHOW):
            self.starts = (self.starts + 1) & 0xFFFF

    def _turn_now(self):
        """Rows turn at once, columns as they are written: all are written again."""
        self._is_to_turn = False
        self._valid = 0
        self.starts = (self.starts + 1) & 0xFFFF
        self._set_up(self._state == _ON_SHOW)

    def _switch_on(self):
        if not self._write(_ON):
            return
        self._state = _ON_SHOW
        self._refreshed_ms = self._now_ms
        self._checkable = self._reads_on()

    def _is_on_still(self):
        """After a moment without power a display answers, but is off and forgot its set-up."""
        if not self._checkable or self._reads_on():
            return True
        if not self._losses:
            self._state = _AWAY
        return False

    def _reads_on(self):
        try:
            self._i2c.readfrom_into(self._address, self._status)
        except OSError:
            self._lose()
            return False
        self._losses = 0
        return not self._status[0] & _STATUS_OFF

    def _set_up(self, is_on):
        """All settings in one transfer, which nobody sees where they are as they should be."""
        self._settings[_SWITCH] = 0xAF if is_on else 0xAE
        return self._write(self._settings)

    def _write_page(self, page, picture):
        self._position[1] = 0xB0 + page
        return self._write(self._position) and self._write(picture.data)

    def _write(self, data):
        try:
            self._i2c.writeto(self._address, data)
        except OSError:
            self._lose()
            return False
        self._losses = 0
        return True

    def _lose(self):
        self.failures = (self.failures + 1) & 0xFFFF
        self._since_ms = self._now_ms
        if self._losses:
            self._state = _AWAY
            self._losses = 2
        else:
            self._losses = 1
        if self._sda is not None and self.on_held is not None and not self._sda():
            self.on_held()
