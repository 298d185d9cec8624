"""Stand-in for MicroPython's `framebuf` where the firmware runs on CPython: MONO_VLSB only.

Same bytes as the real module (tests/ui/test_framebuf_stand_in.py compares them by random calls).
`text`, `poly` and `ellipse` are left out: the firmware draws with its own fonts.
"""

MONO_VLSB = 0


class FrameBuffer:
    """`width` x `height` pixels over `buffer`: a byte is 8 rows of one column, bit 0 on top."""

    def __init__(
        self, buffer: bytearray, width: int, height: int, format: int, stride: int | None = None
    ) -> None:
        stride = width if stride is None else stride
        if format != MONO_VLSB or width < 1 or height < 1 or stride < width:
            raise ValueError
        if len(memoryview(buffer)) < ((height + 7) // 8 - 1) * stride + width:
            raise ValueError
        self._buffer = memoryview(buffer)
        self._width = width
        self._height = height
        self._stride = stride

    def pixel(self, x: int, y: int, c: int | None = None) -> int | None:
        """Read a pixel, or set it where `c` is given; nothing outside."""
        if not (0 <= x < self._width and 0 <= y < self._height):
            return None
        if c is None:
            return self._get(x, y)
        self._put(x, y, c)
        return None

    def fill(self, c: int) -> None:
        """Every pixel."""
        self.fill_rect(0, 0, self._width, self._height, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        """A filled rectangle, cut at the edges."""
        first, end = max(x, 0), min(x + w, self._width)
        top, bottom = max(y, 0), min(y + h, self._height)
        if first >= end:
            return
        for page in range(top >> 3, (bottom + 7) >> 3):
            rows = 0xFF << max(top - 8 * page, 0) & 0xFF >> max(8 * page + 8 - bottom, 0)
            self._put_rows(page * self._stride + first, end - first, rows, c)

    def _put_rows(self, at: int, count: int, rows: int, c: int) -> None:
        """The same rows (a mask) of `count` bytes from `at` on."""
        part = self._buffer[at : at + count]
        if rows == 0xFF:
            part[:] = (b"\xff" if c else b"\0") * count
            return
        keep, put = ~rows, rows if c else 0
        for i, byte in enumerate(part):
            part[i] = byte & keep | put

    def hline(self, x: int, y: int, w: int, c: int) -> None:
        """`w` pixels to the east."""
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x: int, y: int, h: int, c: int) -> None:
        """`h` pixels to the south."""
        self.fill_rect(x, y, 1, h, c)

    def rect(self, x: int, y: int, w: int, h: int, c: int, f: bool = False) -> None:
        """An outline, or filled."""
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        self.fill_rect(x, y, w, 1, c)
        self.fill_rect(x, y + h - 1, w, 1, c)
        self.fill_rect(x, y, 1, h, c)
        self.fill_rect(x + w - 1, y, 1, h, c)

    def line(self, x1: int, y1: int, x2: int, y2: int, c: int) -> None:
        """Bresenham's line, both ends included, stepping along the longer side."""
        run, rise = abs(x2 - x1), abs(y2 - y1)
        step_x = 1 if x2 > x1 else -1
        step_y = 1 if y2 > y1 else -1
        steep = rise > run
        if steep:
            run, rise = rise, run
        x, y = x1, y1
        error = 2 * rise - run
        for _ in range(run):
            self.pixel(x, y, c)
            # Equal sides meet the second condition once a step, and never twice.
            while error >= 0 and run:
                if steep:
                    x += step_x
                else:
                    y += step_y
                error -= 2 * run
            if steep:
                y += step_y
            else:
                x += step_x
            error += 2 * rise
        self.pixel(x2, y2, c)

    def blit(
        self,
        fbuf: "FrameBuffer",
        x: int,
        y: int,
        key: int = -1,
        palette: "FrameBuffer | None" = None,
    ) -> None:
        """Copy another buffer, its north-west corner at (x, y); pixels of colour `key` stay."""
        for row in range(max(y, 0), min(y + fbuf._height, self._height)):
            for column in range(max(x, 0), min(x + fbuf._width, self._width)):
                colour = fbuf._get(column - x, row - y)
                if palette is not None:
                    colour = palette._get(colour, 0)
                if colour != key:
                    self._put(column, row, colour)

    def scroll(self, xstep: int, ystep: int) -> None:
        """Move the content; what is uncovered keeps what was there."""
        if abs(xstep) >= self._width or abs(ystep) >= self._height:
            return
        columns = self._away_from(xstep, self._width)
        for y in self._away_from(ystep, self._height):
            for x in columns:
                self._put(x, y, self._get(x - xstep, y - ystep))

    @staticmethod
    def _away_from(step: int, size: int) -> range:
        """The places that get something, in the order in which no source is overwritten."""
        return range(size + step) if step < 0 else range(size - 1, step - 1, -1)

    def _get(self, x: int, y: int) -> int:
        return (self._buffer[(y >> 3) * self._stride + x] >> (y & 7)) & 1

    def _put(self, x: int, y: int, c: int) -> None:
        at = (y >> 3) * self._stride + x
        bit = 1 << (y & 7)
        self._buffer[at] = (self._buffer[at] | bit) if c else (self._buffer[at] & ~bit)
